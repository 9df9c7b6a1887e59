-- Why: a stop of sales is a dated row with its reason, asked for inside the sale's transaction; one person or a rule stops, two release.
-- Locks: none on existing tables. Rollout: before an API that asks for stops.

CREATE TABLE sales_stop (
  id uuid PRIMARY KEY,
  scope text NOT NULL CHECK (scope IN ('all', 'product', 'contest')),
  -- The product or contest; the house's account for everything.
  subject uuid NOT NULL,
  -- Packed lines: only a ticket of exactly these is stopped.
  lines bytea CHECK (length(lines) BETWEEN 1 AND 65536),
  rule text NOT NULL CHECK (rule IN
    ('staff', 'improbable-wins', 'identical-lines', 'fund-shortfall', 'guarantee-cover', 'ledger', 'trial-balance', 'clock', 'generator', 'build', 'chains')),
  -- What made the rule stop: a result, a line, a business day. What two people have released is not stopped again for the same occasion.
  occasion text NOT NULL CHECK (length(occasion) BETWEEN 1 AND 200),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  facts jsonb NOT NULL DEFAULT '{}',
  stopped_by text NOT NULL,
  at timestamptz NOT NULL,
  release_proposed_by text,
  release_reason text CHECK (length(release_reason) BETWEEN 1 AND 500),
  release_proposed_at timestamptz,
  released_by text,
  released_at timestamptz,
  UNIQUE (subject, rule, occasion),
  CHECK ((scope = 'all') = (subject = '00000000-0000-7000-8000-000000000001')),
  CHECK ((release_proposed_by IS NULL) = (release_proposed_at IS NULL) AND (release_proposed_by IS NULL) = (release_reason IS NULL)),
  CHECK ((released_by IS NULL) = (released_at IS NULL)),
  CONSTRAINT released_by_two CHECK (released_by IS NULL OR (release_proposed_by IS NOT NULL AND released_by <> release_proposed_by))
);
-- Stops in force are few: the sale's look-up reads this.
CREATE INDEX sales_stop_in_force ON sales_stop (subject) WHERE released_at IS NULL;

-- A stop changes twice: somebody proposes its release, somebody else releases it.
CREATE FUNCTION refuse_other_than_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.released_at IS NOT NULL
    OR (OLD.release_proposed_at IS NOT NULL AND (NEW.release_proposed_by, NEW.release_reason, NEW.release_proposed_at)
        IS DISTINCT FROM (OLD.release_proposed_by, OLD.release_reason, OLD.release_proposed_at))
    OR (OLD.release_proposed_at IS NULL AND NEW.released_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a stop is released once, by a second person' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER release_only BEFORE UPDATE ON sales_stop FOR EACH ROW EXECUTE FUNCTION refuse_other_than_release();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON sales_stop FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON sales_stop TO valira_app;
GRANT UPDATE (release_proposed_by, release_reason, release_proposed_at, released_by, released_at) ON sales_stop TO valira_app;
