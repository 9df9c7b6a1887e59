-- Why: which builds two people certified, which build each process runs, and what each business day's start found.
-- Locks: none on existing tables. Rollout: before processes that register their build.

CREATE TABLE certified_build (
  build_hash bytea PRIMARY KEY CHECK (length(build_hash) = 32),
  version text NOT NULL CHECK (length(version) BETWEEN 1 AND 40),
  proposed_by text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  proposed_at timestamptz NOT NULL,
  certified_by text,
  certified_at timestamptz,
  CHECK ((certified_by IS NULL) = (certified_at IS NULL)),
  CONSTRAINT certified_by_two CHECK (certified_by IS NULL OR certified_by <> proposed_by)
);
CREATE FUNCTION refuse_other_than_certification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.certified_at IS NOT NULL THEN
    RAISE EXCEPTION 'a build is certified once' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER certified_once BEFORE UPDATE ON certified_build FOR EACH ROW EXECUTE FUNCTION refuse_other_than_certification();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON certified_build FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON certified_build TO valira_app;
GRANT UPDATE (certified_by, certified_at) ON certified_build TO valira_app;

-- Each start of a process, with the hash over its files.
CREATE TABLE process_start (
  id uuid PRIMARY KEY,
  process text NOT NULL,
  version text NOT NULL,
  build_hash bytea NOT NULL CHECK (length(build_hash) = 32),
  demo boolean NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE day_check (
  business_day date NOT NULL,
  name text NOT NULL CHECK (name IN ('ledger', 'clock', 'generator', 'build', 'chains')),
  passed boolean NOT NULL,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (business_day, name)
);
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['process_start', 'day_check'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
