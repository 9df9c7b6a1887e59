-- Why: the ways out of the procedure. Releasing a locked contest, voiding one, moving its close and correcting its result are measures: one
-- person proposes with a reason, another decides, and the database knows that they are two.
-- Locks: ACCESS EXCLUSIVE on contest and contest_result for the time of a scan: their checks are made anew.
-- Rollout: before the API that offers measures; older code never writes the new states.

-- `voiding`: stakes are being paid back. `correcting`: the published result is withdrawn and the next version is awaited.
ALTER TABLE contest DROP CONSTRAINT contest_state_check;
ALTER TABLE contest ADD CONSTRAINT contest_state_check CHECK (state IN
  ('scheduled', 'open', 'closed', 'sealed', 'drawn', 'certified', 'settled', 'reconciled', 'published', 'archived', 'locked', 'postponed',
   'voiding', 'void', 'correcting'));

-- `terms` hold what a kind needs: the new times of a postponement, the product of a breakdown. A breakdown is about many contests; the voids
-- that follow from it name it as their parent.
CREATE TABLE measure (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('release', 'void', 'breakdown', 'postponement', 'correction')),
  contest_id uuid REFERENCES contest,
  parent_id uuid REFERENCES measure,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  terms jsonb NOT NULL DEFAULT '{}',
  proposed_by text NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (id, proposed_by),
  CHECK ((kind = 'breakdown') = (contest_id IS NULL)),
  CHECK (parent_id IS NULL OR kind = 'void')
);
CREATE INDEX measure_by_contest ON measure (contest_id, at);
CREATE INDEX measure_by_parent ON measure (parent_id) WHERE parent_id IS NOT NULL;

-- The proposer is carried along so that a plain check sees both.
CREATE TABLE measure_decision (
  measure_id uuid PRIMARY KEY,
  proposed_by text NOT NULL,
  decided_by text NOT NULL,
  approved boolean NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (measure_id, proposed_by) REFERENCES measure (id, proposed_by),
  CONSTRAINT four_eyes CHECK (decided_by <> proposed_by)
);

-- An approved measure that has been carried out, and what it came to.
CREATE TABLE measure_end (
  measure_id uuid PRIMARY KEY REFERENCES measure_decision,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL
);

-- A corrected result is certified by somebody who typed none of it.
ALTER TABLE contest_result ADD CONSTRAINT correction_four_eyes CHECK (certified_by IS NULL OR version = 1 OR NOT (certified_by = ANY (entered_by)));

-- What a later version took back of the one before it in a stretch, and what stayed with those who had it: the operator's loss.
CREATE TABLE recall_chunk (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  chunk integer NOT NULL,
  recalled_cents bigint NOT NULL CHECK (recalled_cents >= 0),
  kept_cents bigint NOT NULL CHECK (kept_cents >= 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version, chunk)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['measure', 'measure_decision', 'measure_end', 'recall_chunk'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
