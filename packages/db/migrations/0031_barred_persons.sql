-- Why: whoever is in CRAJ's register of barred persons, or has excluded themselves, does not play: not with this account, not with another one.
-- The mirror holds keyed hashes only; a sale asks how old it is; every question is logged.
-- Locks: ACCESS EXCLUSIVE on player_person for one column (a catalogue change). Rollout: before an API and a worker that ask; until the first import
-- nobody plays online.

-- What the operator sets about the register, by date. The row in force is the latest that has begun.
CREATE TABLE barred_rule (
  valid_from timestamptz PRIMARY KEY,
  -- Older than this, the mirror lets nobody play.
  max_age_minutes integer NOT NULL CHECK (max_age_minutes BETWEEN 5 AND 10080),
  -- What becomes of tickets for draws that are still open when their holder is found barred.
  open_tickets text NOT NULL CHECK (open_tickets IN ('keep', 'cancel')),
  -- A file that lists less than this part of the one before is refused.
  least_of_last_percent integer NOT NULL CHECK (least_of_last_percent BETWEEN 0 AND 100),
  -- The number of an invented person that every file has to list, and that every look-up has to find; NULL: none agreed.
  canary_document text CHECK (length(canary_document) BETWEEN 5 AND 40),
  source text NOT NULL
);
INSERT INTO barred_rule VALUES ('2024-11-28T00:00:00Z', 180, 'keep', 50, NULL,
  'operator''s default: three missed hourly refreshes; hourly from DGOJ by analogy; Llei 14/2024 art. 10-11, 17.1');

ALTER TABLE player_person
  -- Keyed hashes of each word of the name with the birth date: half a name is found too.
  ADD COLUMN word_keys bytea[] NOT NULL DEFAULT '{}';

CREATE TABLE barred_import (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 400),
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  entries integer NOT NULL CHECK (entries >= 0),
  added integer NOT NULL CHECK (added >= 0),
  removed integer NOT NULL CHECK (removed >= 0),
  at timestamptz NOT NULL
);
CREATE INDEX barred_import_by_time ON barred_import (at);
-- A refresh that was not taken, whole: why, and where in the file.
CREATE TABLE barred_import_refusal (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 400),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 80),
  line integer CHECK (line > 0),
  at timestamptz NOT NULL
);
CREATE INDEX barred_import_refusal_by_time ON barred_import_refusal (at);

CREATE TABLE barred_person (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('register', 'self-exclusion')),
  -- The register's administrative number; an exclusion's account.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 80),
  document_index bytea CHECK (length(document_index) = 32),
  name_index bytea NOT NULL CHECK (length(name_index) = 32),
  words integer NOT NULL CHECK (words >= 0),
  -- Of the whole entry: an unchanged one is left as it is.
  entry_hash bytea NOT NULL CHECK (length(entry_hash) = 32),
  starts_at timestamptz NOT NULL,
  -- NULL: for good.
  ends_at timestamptz,
  removed_at timestamptz,
  CHECK (ends_at IS NULL OR ends_at > starts_at)
);
CREATE UNIQUE INDEX barred_person_once ON barred_person (source, reference) WHERE removed_at IS NULL;
CREATE INDEX barred_person_by_document ON barred_person (document_index) WHERE removed_at IS NULL;
CREATE INDEX barred_person_by_name ON barred_person (name_index) WHERE removed_at IS NULL;
CREATE TABLE barred_word (
  person_id uuid NOT NULL REFERENCES barred_person,
  key bytea NOT NULL CHECK (length(key) = 32),
  PRIMARY KEY (person_id, key)
);
CREATE INDEX barred_word_by_key ON barred_word (key);

-- An exclusion stays to be found whatever becomes of the account (R38): it ends when it has run out, or when its player came back.
CREATE FUNCTION exclusion_is_remembered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE entry uuid;
BEGIN
  IF NEW.excluded_at IS NULL AND OLD.excluded_at IS NOT NULL THEN
    UPDATE barred_person SET removed_at = NEW.changed_at WHERE source = 'self-exclusion' AND reference = NEW.account_id::text AND removed_at IS NULL;
  ELSIF NEW.excluded_at IS NOT NULL AND OLD.excluded_at IS NULL THEN
    INSERT INTO barred_person (id, source, reference, document_index, name_index, words, entry_hash, starts_at, ends_at)
      SELECT gen_random_uuid(), 'self-exclusion', NEW.account_id::text, document_index, name_index, cardinality(word_keys), name_index, NEW.excluded_at, NEW.excluded_until
      FROM player_person WHERE account_id = NEW.account_id RETURNING id INTO entry;
    INSERT INTO barred_word SELECT DISTINCT entry, key FROM player_person, unnest(word_keys) AS key WHERE account_id = NEW.account_id AND entry IS NOT NULL;
  ELSIF NEW.excluded_until IS DISTINCT FROM OLD.excluded_until THEN
    UPDATE barred_person SET ends_at = NEW.excluded_until WHERE source = 'self-exclusion' AND reference = NEW.account_id::text AND removed_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER exclusion_remembered AFTER UPDATE OF excluded_at, excluded_until ON player FOR EACH ROW EXECUTE FUNCTION exclusion_is_remembered();

CREATE FUNCTION barred_person_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.removed_at IS NOT NULL OR (NEW.source = 'self-exclusion' AND NEW.removed_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM player p WHERE p.account_id::text = NEW.reference AND p.excluded_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'the entry % stays', OLD.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stays BEFORE UPDATE ON barred_person FOR EACH ROW EXECUTE FUNCTION barred_person_stays();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON barred_person FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Until when the mirror is good, in one row that every sale to a player reads.
CREATE TABLE barred_mirror (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  good_until timestamptz NOT NULL,
  -- The invented person was not found: nobody signs in.
  broken boolean NOT NULL DEFAULT false
);
INSERT INTO barred_mirror (good_until) VALUES ('-infinity');

-- Every question, to the minute and better.
CREATE TABLE barred_query (
  id uuid PRIMARY KEY,
  occasion text NOT NULL CHECK (occasion IN ('registration', 'sign-in', 'refresh', 'canary', 'verification')),
  account_id uuid REFERENCES account,
  outcome text NOT NULL CHECK (outcome IN ('clear', 'hit', 'unavailable')),
  -- The entry that was found.
  person_id uuid REFERENCES barred_person,
  asked integer NOT NULL DEFAULT 1 CHECK (asked > 0),
  at timestamptz NOT NULL,
  CHECK (outcome <> 'clear' OR person_id IS NULL)
);
CREATE INDEX barred_query_by_account ON barred_query (account_id, at);
CREATE INDEX barred_query_by_time ON barred_query (at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['barred_import', 'barred_import_refusal', 'barred_query', 'barred_word'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
GRANT SELECT ON barred_rule TO valira_app;
GRANT SELECT, INSERT ON barred_person TO valira_app;
GRANT UPDATE (ends_at, removed_at) ON barred_person TO valira_app;
GRANT SELECT, UPDATE ON barred_mirror TO valira_app;
