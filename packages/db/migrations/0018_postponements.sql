-- Why: a close that was announced moves only by a statement that is published with the record, signed, under two people's names.
-- Locks: none on existing tables. Rollout: before the API that offers postponements.

CREATE TABLE postponement (
  contest_id uuid NOT NULL REFERENCES contest,
  seq integer NOT NULL CHECK (seq > 0),
  measure_id uuid NOT NULL UNIQUE REFERENCES measure_decision,
  statement jsonb NOT NULL,
  -- When two people had decided it: before the close that it moves.
  decided_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  draws_at timestamptz NOT NULL CHECK (draws_at >= closes_at),
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, seq),
  CHECK (decided_at < closes_at)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postponement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON postponement TO valira_app;
