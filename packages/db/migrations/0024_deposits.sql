-- Why: players pay money in by a payment provider. What the provider tells is stored once; what it moved is one row per payment, refund and dispute,
-- each with the transfers that follow from it; what a dispute takes beyond a balance is owed, never a negative balance.
-- Locks: none on existing tables but a row each in ledger_code and message_route. Rollout: before an API that takes deposits.

INSERT INTO ledger_code (code, name, owner, normal_side, kind) VALUES
  (53, 'payment-fees', 'house', 'debit', 'expense'),
  (62, 'player-receivable', 'account', 'debit', 'asset');

-- Amounts and times by date: the latest row that has begun is in force.
CREATE TABLE payment_rule (
  valid_from timestamptz PRIMARY KEY,
  deposit_min_cents bigint NOT NULL CHECK (deposit_min_cents >= 50),
  deposit_max_cents bigint NOT NULL CHECK (deposit_max_cents >= deposit_min_cents AND deposit_max_cents <= 100000000),
  -- An unpaid deposit is cancelled after this long.
  deposit_open_minutes integer NOT NULL CHECK (deposit_open_minutes BETWEEN 5 AND 1440),
  -- From this amount on a withdrawal takes two people.
  approve_from_cents bigint NOT NULL CHECK (approve_from_cents > 0),
  source text NOT NULL CHECK (length(source) > 0)
);
INSERT INTO payment_rule VALUES
  ('2024-11-28T00:00:00Z', 500, 200000, 60, 200000,
    'operator''s default; approval from the amount of Llei 14/2017 art. 8.d');

CREATE TABLE deposit (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  state text NOT NULL CHECK (state IN ('open', 'credited', 'cancelled')),
  -- The payment at the provider, once it is made there.
  payment_id text UNIQUE CHECK (length(payment_id) BETWEEN 3 AND 255),
  -- Why the last card was declined; another may be tried.
  declined_code text CHECK (length(declined_code) BETWEEN 1 AND 100),
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'open') = (ended_at IS NULL)),
  CHECK (state <> 'credited' OR payment_id IS NOT NULL)
);
CREATE INDEX deposit_by_account ON deposit (account_id, id);
CREATE INDEX deposit_open ON deposit (opened_at) WHERE state = 'open';

CREATE FUNCTION deposit_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.account_id, NEW.amount_cents, NEW.opened_at) IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.amount_cents, OLD.opened_at)
    OR (OLD.payment_id IS NOT NULL AND NEW.payment_id IS DISTINCT FROM OLD.payment_id)
    OR (NEW.state <> OLD.state AND OLD.state <> 'open') OR (OLD.state <> 'open' AND NEW.ended_at IS DISTINCT FROM OLD.ended_at) THEN
    RAISE EXCEPTION 'deposit % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON deposit FOR EACH ROW EXECUTE FUNCTION deposit_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON deposit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What money moved, by the provider's own name of it and what happened to it: a payment is credited once, whatever tells of it and however often.
CREATE TABLE deposit_movement (
  provider_id text NOT NULL CHECK (length(provider_id) BETWEEN 3 AND 255),
  kind text NOT NULL CHECK (kind IN ('deposit', 'deposit-refunded', 'refund-returned', 'deposit-disputed', 'dispute-won')),
  deposit_id uuid NOT NULL REFERENCES deposit,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The part that met the player's cash, the part that met what the player owes.
  cash_cents bigint NOT NULL CHECK (cash_cents >= 0),
  owed_cents bigint NOT NULL CHECK (owed_cents >= 0),
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, kind),
  CHECK (amount_cents = cash_cents + owed_cents)
);
CREATE INDEX deposit_movement_by_deposit ON deposit_movement (deposit_id);
CREATE INDEX deposit_movement_by_time ON deposit_movement (at);
CREATE UNIQUE INDEX deposit_credited_once ON deposit_movement (deposit_id) WHERE kind = 'deposit';
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What of a deposit is back with its payer, or taken, never exceeds it.
CREATE FUNCTION deposit_within_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE net bigint; paid bigint;
BEGIN
  SELECT coalesce(sum(CASE WHEN kind IN ('deposit', 'refund-returned', 'dispute-won') THEN amount_cents ELSE -amount_cents END), 0),
    coalesce(max(amount_cents) FILTER (WHERE kind = 'deposit'), 0)
    INTO net, paid FROM deposit_movement WHERE deposit_id = NEW.deposit_id;
  IF net > paid OR paid <> (SELECT amount_cents FROM deposit WHERE id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'deposit % would stand at % of %', NEW.deposit_id, net, paid USING ERRCODE = 'VA001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER within_amount AFTER INSERT ON deposit_movement FOR EACH ROW EXECUTE FUNCTION deposit_within_amount();

-- What the provider told, once by its own id. The payment is read afresh when it is processed, so nothing of the event but what it is about is kept.
CREATE TABLE provider_event (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 3 AND 255),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 200),
  payment_id text CHECK (length(payment_id) BETWEEN 3 AND 255),
  body_hash bytea NOT NULL CHECK (length(body_hash) = 32),
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  outcome text CHECK (outcome IN ('applied', 'not-ours', 'no-payment')),
  CHECK ((processed_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX provider_event_waiting ON provider_event (received_at) WHERE processed_at IS NULL;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON provider_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Money back to the card that paid, at our own wish: proposed by one person, approved by another, out of the player's cash from the proposal on.
CREATE TABLE deposit_refund (
  id uuid PRIMARY KEY,
  deposit_id uuid NOT NULL REFERENCES deposit,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  hold_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  state text NOT NULL CHECK (state IN ('proposed', 'approved', 'made', 'rejected')),
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  refund_id text UNIQUE,
  end_reason text,
  CONSTRAINT deposit_refund_four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by),
  CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((state = 'made') = (refund_id IS NOT NULL)),
  CHECK (state <> 'rejected' OR end_reason IS NOT NULL)
);
CREATE UNIQUE INDEX deposit_refund_live ON deposit_refund (deposit_id) WHERE state IN ('proposed', 'approved');
CREATE INDEX deposit_refund_by_state ON deposit_refund (state, id);
CREATE FUNCTION deposit_refund_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.deposit_id, NEW.amount_cents, NEW.hold_id, NEW.reason, NEW.proposed_by, NEW.proposed_at)
    IS DISTINCT FROM (OLD.id, OLD.deposit_id, OLD.amount_cents, OLD.hold_id, OLD.reason, OLD.proposed_by, OLD.proposed_at)
    OR (OLD.decided_by IS NOT NULL AND NEW.decided_by IS DISTINCT FROM OLD.decided_by)
    OR (OLD.state, NEW.state) NOT IN (('proposed', 'approved'), ('proposed', 'rejected'), ('approved', 'made'), ('approved', 'rejected')) THEN
    RAISE EXCEPTION 'refund % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON deposit_refund FOR EACH ROW EXECUTE FUNCTION deposit_refund_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON deposit_refund FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The provider's own account of its balance, entry by entry, and the day's comparison with ours.
CREATE TABLE provider_entry (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 3 AND 255),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  source text,
  payment_id text,
  amount_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- Ours for what only the provider's account shows: its fees, and what it pays out to the bank.
  operation_id uuid,
  read_at timestamptz NOT NULL
);
CREATE INDEX provider_entry_by_time ON provider_entry (created_at);
CREATE INDEX provider_entry_by_source ON provider_entry (source);
CREATE INDEX provider_entry_by_payment ON provider_entry (payment_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON provider_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TABLE payment_reconciliation (
  business_day date NOT NULL,
  run integer NOT NULL CHECK (run > 0),
  entries integer NOT NULL CHECK (entries >= 0),
  -- What the provider says moved between players and it, and what our movements of the same names say.
  provider_cents bigint NOT NULL,
  ledger_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  paid_out_cents bigint NOT NULL,
  differences jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (business_day, run)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_reconciliation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO message_route VALUES
  ('deposit-failed', 'app', 0), ('deposit-disputed', 'app', 0), ('deposit-disputed', 'mail', 0),
  ('deposit-refunded', 'app', 0), ('deposit-refunded', 'mail', 0);

GRANT SELECT ON payment_rule TO valira_app;
GRANT SELECT, INSERT ON deposit, deposit_movement, provider_event, deposit_refund, provider_entry, payment_reconciliation TO valira_app;
GRANT UPDATE (state, payment_id, declined_code, ended_at) ON deposit TO valira_app;
GRANT UPDATE (processed_at, outcome) ON provider_event TO valira_app;
GRANT UPDATE (state, decided_by, decided_at, refund_id, end_reason) ON deposit_refund TO valira_app;
