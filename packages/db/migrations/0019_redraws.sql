-- Why: a draw whose generator was stopped may be drawn once more, by a beacon round that two people named in a signed and receipted statement.
-- Locks: measure and receipt for the moment in which their checks are replaced over their rows, of which a draw has a few. Rollout: before the API.

ALTER TABLE measure DROP CONSTRAINT measure_kind_check;
ALTER TABLE measure ADD CONSTRAINT measure_kind_check
  CHECK (kind IN ('release', 'void', 'breakdown', 'postponement', 'correction', 'redraw'));
ALTER TABLE receipt DROP CONSTRAINT receipt_subject_check;
ALTER TABLE receipt ADD CONSTRAINT receipt_subject_check
  CHECK (subject IN ('announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw'));

-- One for each draw, ever: its key is the contest.
CREATE TABLE draw_redraw (
  contest_id uuid PRIMARY KEY REFERENCES contest,
  measure_id uuid NOT NULL UNIQUE REFERENCES measure_decision,
  statement jsonb NOT NULL,
  statement_hash bytea NOT NULL CHECK (length(statement_hash) = 32),
  at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_redraw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON draw_redraw TO valira_app;
