-- Why: the guarantee that secures prizes, the limits at which rules stop sales, and what was made of each contest's winners.
-- Locks: ACCESS EXCLUSIVE on product_version for one column (a catalogue change, no rewrite). Rollout: before a worker that watches.

-- Law 14/2024, art. 27; Decret 455/2025, art. 106. One person enters the document, another confirms it.
CREATE TABLE guarantee (
  id uuid PRIMARY KEY,
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 120),
  document text NOT NULL CHECK (length(document) BETWEEN 1 AND 120),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents <= 100000000000),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL CHECK (valid_until > valid_from),
  entered_by text NOT NULL,
  entered_at timestamptz NOT NULL,
  confirmed_by text,
  confirmed_at timestamptz,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT confirmed_by_two CHECK (confirmed_by IS NULL OR confirmed_by <> entered_by)
);
CREATE FUNCTION refuse_other_than_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.confirmed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a guarantee is confirmed once: another amount is another document' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER confirmed_once BEFORE UPDATE ON guarantee FOR EACH ROW EXECUTE FUNCTION refuse_other_than_confirmation();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON guarantee FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON guarantee TO valira_app;
GRANT UPDATE (confirmed_by, confirmed_at) ON guarantee TO valira_app;

-- Dated, like tax: the limits in force at an instant are the latest row before it. Rows come with a migration, reviewed as code is.
CREATE TABLE exposure_limit (
  valid_from timestamptz PRIMARY KEY,
  -- Sales stop when prizes payable exceed this share of the guarantee in force.
  cover_bps integer NOT NULL CHECK (cover_bps BETWEEN 1 AND 100000),
  -- Wins with a chance below 10^-this stop the product.
  win_alarm_exponent integer NOT NULL CHECK (win_alarm_exponent BETWEEN 3 AND 30),
  -- A contest stops when the chance that fixed prizes exceed its fund is above so many millionths, once so many units were sold; NULL: never.
  shortfall_ppm integer CHECK (shortfall_ppm BETWEEN 1 AND 1000000),
  shortfall_from_units bigint NOT NULL DEFAULT 1000 CHECK (shortfall_from_units > 0)
);
INSERT INTO exposure_limit VALUES ('2024-11-28T00:00:00Z', 10000, 8, NULL, 1000);
GRANT SELECT ON exposure_limit TO valira_app;

-- At most so many tickets of exactly the same packed lines in one draw; NULL: no cap.
ALTER TABLE product_version ADD COLUMN identical_lines_cap integer CHECK (identical_lines_cap > 0);
CREATE OR REPLACE FUNCTION freeze_definition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND (NEW.definition, NEW.definition_hash, NEW.modality, NEW.version, NEW.product_id, NEW.proposed_by, NEW.identical_lines_cap)
     IS DISTINCT FROM (OLD.definition, OLD.definition_hash, OLD.modality, OLD.version, OLD.product_id, OLD.proposed_by, OLD.identical_lines_cap) THEN
    RAISE EXCEPTION 'version % of a product left draft: a change is a new version', OLD.version USING ERRCODE = 'VA002';
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE win_review (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  improbable boolean NOT NULL,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON win_review FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON win_review TO valira_app;
