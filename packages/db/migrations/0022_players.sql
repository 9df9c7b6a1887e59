-- Why: who a player is, whether that is proven, and whether they may play; one person has one account; the one bank account that money returns to.
-- What identifies somebody is encrypted under the personal-data key and found again by keyed hashes alone.
-- Locks: ACCESS EXCLUSIVE on account and player for added columns (a catalogue change). Rollout: before an API that registers in full.

ALTER TABLE account
  DROP CONSTRAINT account_state_check,
  ADD CONSTRAINT account_state_check CHECK (state IN ('active', 'suspended', 'excluded', 'barred', 'closed')),
  -- A pause ends by itself; the sale compares it with the database's clock.
  ADD COLUMN paused_until timestamptz;
GRANT UPDATE (state, paused_until) ON account TO valira_app;

-- What is true of a player now; each fact by its instant. Several can hold at once (barred while excluded): the strongest is the standing.
ALTER TABLE player
  ADD COLUMN verified_at timestamptz,
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN paused_until timestamptz,
  ADD COLUMN excluded_at timestamptz,
  -- NULL while excluded: for good.
  ADD COLUMN excluded_until timestamptz,
  ADD COLUMN barred_at timestamptz,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD CONSTRAINT excluded_a_year CHECK (excluded_until IS NULL OR (excluded_at IS NOT NULL AND excluded_until >= excluded_at + interval '1 year'));
GRANT UPDATE (verified_at, suspended_at, paused_until, excluded_at, excluded_until, barred_at, closed_at, changed_at) ON player TO valira_app;

-- What protects a player is never taken back before its time, whoever asks.
CREATE FUNCTION player_protection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN
    RAISE EXCEPTION 'player % is closed for good', OLD.account_id USING ERRCODE = 'VA001';
  END IF;
  IF OLD.verified_at IS NOT NULL AND NEW.verified_at IS DISTINCT FROM OLD.verified_at THEN
    RAISE EXCEPTION 'player % stays verified', OLD.account_id USING ERRCODE = 'VA001';
  END IF;
  IF OLD.paused_until > NEW.changed_at AND (NEW.paused_until IS NULL OR NEW.paused_until < OLD.paused_until) THEN
    RAISE EXCEPTION 'the pause of player % is not shortened', OLD.account_id USING ERRCODE = 'VA001';
  END IF;
  IF OLD.excluded_at IS NOT NULL AND coalesce(OLD.excluded_until, OLD.excluded_at + interval '1 year') > NEW.changed_at
    AND (NEW.excluded_at IS DISTINCT FROM OLD.excluded_at OR coalesce(NEW.excluded_until, 'infinity') < coalesce(OLD.excluded_until, 'infinity')) THEN
    RAISE EXCEPTION 'the exclusion of player % is not shortened', OLD.account_id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER protection BEFORE UPDATE ON player FOR EACH ROW EXECUTE FUNCTION player_protection();

-- The sale asks the account alone: its state follows from the player's facts in the same statement.
CREATE FUNCTION account_of_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET paused_until = NEW.paused_until, state = CASE
    WHEN NEW.closed_at IS NOT NULL THEN 'closed'
    WHEN NEW.barred_at IS NOT NULL THEN 'barred'
    WHEN NEW.excluded_at IS NOT NULL THEN 'excluded'
    WHEN NEW.suspended_at IS NOT NULL THEN 'suspended'
    ELSE 'active' END WHERE id = NEW.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_follows AFTER UPDATE ON player FOR EACH ROW EXECUTE FUNCTION account_of_player();

-- How it came to be so.
CREATE TABLE player_transition (
  account_id uuid NOT NULL REFERENCES player,
  n integer NOT NULL CHECK (n > 0),
  transition text NOT NULL CHECK (transition IN ('register', 'verify', 'suspend', 'reinstate', 'pause', 'exclude', 'return', 'bar', 'lift-bar', 'close')),
  standing text NOT NULL CHECK (standing IN ('provisional', 'verified', 'paused', 'suspended', 'self-excluded', 'barred', 'closed')),
  until timestamptz,
  actor text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, n)
);

-- Who it is. `open` ends with the account, and with it the claim to be the only one.
CREATE TABLE player_person (
  account_id uuid PRIMARY KEY REFERENCES player,
  -- Keyed hashes of the document's number, and of name and birth date, both folded so that spellings meet.
  document_index bytea NOT NULL CHECK (length(document_index) = 32),
  name_index bytea NOT NULL CHECK (length(name_index) = 32),
  -- Above 0 for somebody of the same name and birth date whom the desk knows to be another person.
  namesake smallint NOT NULL DEFAULT 0 CHECK (namesake BETWEEN 0 AND 100),
  open boolean NOT NULL DEFAULT true,
  -- NULL when erased: the hashes stay, the person does not.
  key_id text,
  box bytea CHECK (length(box) BETWEEN 29 AND 8192),
  at timestamptz NOT NULL,
  erased_at timestamptz,
  CHECK ((box IS NULL) = (key_id IS NULL) AND (box IS NULL) = (erased_at IS NOT NULL))
);
CREATE UNIQUE INDEX one_account_per_document ON player_person (document_index) WHERE open;
CREATE UNIQUE INDEX one_account_per_person ON player_person (name_index, namesake) WHERE open;

-- Where money may return to: the newest row.
CREATE TABLE player_payment_account (
  account_id uuid NOT NULL REFERENCES player,
  n integer NOT NULL CHECK (n > 0),
  key_id text,
  box bytea CHECK (length(box) BETWEEN 29 AND 2048),
  iban_index bytea NOT NULL CHECK (length(iban_index) = 32),
  iban_end text NOT NULL CHECK (iban_end ~ '^[0-9A-Z]{4}$'),
  declared_by text NOT NULL,
  at timestamptz NOT NULL,
  erased_at timestamptz,
  PRIMARY KEY (account_id, n),
  CHECK ((box IS NULL) = (key_id IS NULL) AND (box IS NULL) = (erased_at IS NOT NULL))
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON player_transition FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON player FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON player_person FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON player_payment_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON player_transition, player_person, player_payment_account TO valira_app;
GRANT UPDATE (open, key_id, box, erased_at) ON player_person TO valira_app;
GRANT UPDATE (key_id, box, erased_at) ON player_payment_account TO valira_app;
