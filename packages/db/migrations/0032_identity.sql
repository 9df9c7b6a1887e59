-- Why: documents are looked at by the desk before anything is paid out, and what is known of people is erased when its time is over.
-- Locks: ACCESS EXCLUSIVE on staff_role for its check (a handful of rows). Rollout: before an API that takes documents.

ALTER TABLE staff_role DROP CONSTRAINT staff_role_role_check,
  ADD CONSTRAINT staff_role_role_check CHECK (role IN ('product', 'official', 'race-desk', 'player-desk', 'finance', 'admin'));
INSERT INTO message_route VALUES ('identity-accepted', 'app', 0), ('identity-accepted', 'mail', 0), ('identity-rejected', 'app', 0), ('identity-rejected', 'mail', 0);

-- One request to be verified: pictures of a document, looked at by one person of the desk, with one of two outcomes and a reason.
CREATE TABLE identity_check (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES player,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected')),
  reason text CHECK (reason IN ('matches', 'unreadable', 'expired', 'other-person', 'not-accepted', 'altered', 'under-age')),
  note text CHECK (length(note) BETWEEN 1 AND 500),
  asked_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL) AND (state = 'open') = (reason IS NULL)),
  CHECK (state <> 'accepted' OR reason = 'matches'),
  CHECK (state <> 'rejected' OR reason <> 'matches')
);
CREATE UNIQUE INDEX identity_check_open ON identity_check (account_id) WHERE state = 'open';
CREATE INDEX identity_check_queue ON identity_check (asked_at) WHERE state = 'open';
CREATE FUNCTION identity_check_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' OR (NEW.id, NEW.account_id, NEW.asked_at) IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.asked_at) THEN
    RAISE EXCEPTION 'the check % is decided', OLD.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON identity_check FOR EACH ROW EXECUTE FUNCTION identity_check_steps();

-- Pictures, encrypted under the personal-data key. NULL when erased.
CREATE TABLE identity_document (
  id uuid PRIMARY KEY,
  check_id uuid NOT NULL REFERENCES identity_check,
  side text NOT NULL CHECK (side IN ('front', 'back', 'face')),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
  size_bytes integer NOT NULL CHECK (size_bytes BETWEEN 1 AND 3145728),
  key_id text,
  box bytea CHECK (length(box) BETWEEN 29 AND 3145800),
  at timestamptz NOT NULL,
  erased_at timestamptz,
  UNIQUE (check_id, side),
  CHECK ((box IS NULL) = (key_id IS NULL) AND (box IS NULL) = (erased_at IS NOT NULL))
);

-- How long what is known of a player is kept after the account was closed, by date (AML: five years after the relationship).
CREATE TABLE retention_rule (
  valid_from timestamptz PRIMARY KEY,
  kept_months integer NOT NULL CHECK (kept_months BETWEEN 12 AND 240),
  source text NOT NULL
);
INSERT INTO retention_rule VALUES ('2024-11-28T00:00:00Z', 60, 'Llei 14/2017 and Llei 37/2021: five years after the relationship has ended');
CREATE TABLE retention_run (
  business_day date PRIMARY KEY,
  erased integer NOT NULL CHECK (erased >= 0),
  at timestamptz NOT NULL
);

-- Nobody who is excluded is forgotten, and nobody before the time: by the database, whoever asks (R38).
CREATE FUNCTION person_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.box IS NULL AND OLD.box IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM player p WHERE p.account_id = NEW.account_id AND p.closed_at IS NOT NULL
      AND p.closed_at + make_interval(months => (SELECT r.kept_months FROM retention_rule r WHERE r.valid_from <= NEW.erased_at ORDER BY r.valid_from DESC LIMIT 1)) <= NEW.erased_at) THEN
    RAISE EXCEPTION 'player % is kept until the retention has run out', NEW.account_id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER kept_for_its_time BEFORE UPDATE OF box ON player_person FOR EACH ROW EXECUTE FUNCTION person_is_kept();

CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON identity_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON identity_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON identity_check, identity_document, retention_run TO valira_app;
GRANT SELECT ON retention_rule TO valira_app;
GRANT UPDATE (state, reason, note, decided_by, decided_at) ON identity_check TO valira_app;
GRANT UPDATE (key_id, box, erased_at) ON identity_document TO valira_app;
