-- Why: the round of the public beacon that a draw was mixed with, kept with the draw, also where its output was stopped and drawn once more.
-- Locks: none on existing tables. Rollout: before the API that names a round in announcements.

CREATE TABLE draw_beacon (
  contest_id uuid PRIMARY KEY REFERENCES contest,
  round bigint NOT NULL CHECK (round > 0),
  signature text NOT NULL,
  value text NOT NULL CHECK (value ~ '^[0-9a-f]{64}$'),
  at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_beacon FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON draw_beacon TO valira_app;
