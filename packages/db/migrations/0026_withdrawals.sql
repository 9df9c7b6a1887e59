-- Why: players take money out, to their one declared account alone: held from the request on, approved by two people from an amount on, sent to the bank
-- in a file, paid or returned by what the bank says.
-- Locks: none on existing tables. Rollout: before an API that takes withdrawals.

-- A file of payments as it was handed to the bank, encrypted: it holds names and accounts. Downloaded again, the same bytes.
CREATE TABLE payment_batch (
  id uuid PRIMARY KEY,
  message_id text NOT NULL UNIQUE CHECK (message_id ~ '^[A-Z0-9-]{1,35}$'),
  payments integer NOT NULL CHECK (payments BETWEEN 1 AND 1000),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  key_id text NOT NULL,
  box bytea NOT NULL CHECK (length(box) BETWEEN 29 AND 8000000),
  file_hash bytea NOT NULL CHECK (length(file_hash) = 32),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_batch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE withdrawal (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES player,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  hold_id uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('requested', 'reviewed', 'approved', 'exported', 'paid', 'returned', 'cancelled', 'rejected')),
  approval_needed boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  reviewed_by text,
  reviewed_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  batch_id uuid REFERENCES payment_batch,
  -- The last characters of the account it went to.
  iban_end text CHECK (iban_end ~ '^[0-9A-Z]{4}$'),
  exported_at timestamptz,
  paid_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  end_reason text CHECK (length(end_reason) BETWEEN 1 AND 500),
  FOREIGN KEY (account_id, hold_id) REFERENCES hold (account_id, id),
  CONSTRAINT withdrawal_four_eyes CHECK (approved_by IS NULL OR approved_by <> reviewed_by),
  CHECK ((state IN ('reviewed')) <= (reviewed_by IS NOT NULL AND approval_needed)),
  CHECK ((state IN ('approved', 'exported', 'paid', 'returned'))
    <= (approved_at IS NOT NULL AND (NOT approval_needed OR (reviewed_by IS NOT NULL AND approved_by IS NOT NULL)))),
  CHECK ((state IN ('exported', 'paid', 'returned')) = (batch_id IS NOT NULL)),
  CHECK ((batch_id IS NULL) = (exported_at IS NULL) AND (batch_id IS NULL) = (iban_end IS NULL)),
  CHECK ((state IN ('returned', 'cancelled', 'rejected')) = (ended_at IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (state NOT IN ('returned', 'rejected') OR end_reason IS NOT NULL),
  CHECK (state <> 'paid' OR paid_at IS NOT NULL)
);
CREATE INDEX withdrawal_by_account ON withdrawal (account_id, id);
CREATE INDEX withdrawal_by_state ON withdrawal (state, id);
CREATE INDEX withdrawal_by_batch ON withdrawal (batch_id);

CREATE FUNCTION withdrawal_steps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE threshold bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT approve_from_cents INTO threshold FROM payment_rule WHERE valid_from <= NEW.requested_at ORDER BY valid_from DESC LIMIT 1;
    IF threshold IS NULL OR NEW.approval_needed <> (NEW.amount_cents >= threshold)
      OR NEW.state <> (CASE WHEN NEW.approval_needed THEN 'requested' ELSE 'approved' END) THEN
      RAISE EXCEPTION 'a withdrawal of % begins as the rule in force says', NEW.amount_cents USING ERRCODE = 'VA001';
    END IF;
    IF (SELECT amount_cents FROM hold WHERE account_id = NEW.account_id AND id = NEW.hold_id) IS DISTINCT FROM NEW.amount_cents THEN
      RAISE EXCEPTION 'withdrawal % is not what is held for it', NEW.id USING ERRCODE = 'VA001';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.account_id, NEW.amount_cents, NEW.hold_id, NEW.approval_needed, NEW.requested_at)
    IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.amount_cents, OLD.hold_id, OLD.approval_needed, OLD.requested_at)
    OR (OLD.reviewed_by IS NOT NULL AND NEW.reviewed_by IS DISTINCT FROM OLD.reviewed_by)
    OR (OLD.approved_at IS NOT NULL AND (NEW.approved_by, NEW.approved_at) IS DISTINCT FROM (OLD.approved_by, OLD.approved_at))
    OR (OLD.batch_id IS NOT NULL AND (NEW.batch_id, NEW.iban_end) IS DISTINCT FROM (OLD.batch_id, OLD.iban_end))
    OR (OLD.state, NEW.state) NOT IN (('requested', 'reviewed'), ('reviewed', 'approved'), ('approved', 'exported'), ('exported', 'paid'),
      ('exported', 'returned'), ('paid', 'returned'), ('requested', 'cancelled'), ('reviewed', 'cancelled'), ('approved', 'cancelled'),
      ('requested', 'rejected'), ('reviewed', 'rejected'), ('approved', 'rejected')) THEN
    RAISE EXCEPTION 'withdrawal % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE INSERT OR UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the bank said, file by file: taken whole or not at all, and the same file once.
CREATE TABLE bank_import (
  id uuid PRIMARY KEY,
  file_hash bytea NOT NULL UNIQUE CHECK (length(file_hash) = 32),
  format text NOT NULL CHECK (format IN ('csv', 'pain.002')),
  payments integer NOT NULL CHECK (payments >= 0),
  paid integer NOT NULL CHECK (paid >= 0),
  returned integer NOT NULL CHECK (returned >= 0),
  imported_by text NOT NULL,
  at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_import FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO message_route VALUES ('withdrawal-returned', 'app', 0), ('withdrawal-returned', 'mail', 0);

GRANT SELECT, INSERT ON payment_batch, withdrawal, bank_import TO valira_app;
GRANT UPDATE (state, reviewed_by, reviewed_at, approved_by, approved_at, batch_id, iban_end, exported_at, paid_at, ended_by, ended_at, end_reason)
  ON withdrawal TO valira_app;
