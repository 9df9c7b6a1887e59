-- Why: a ticket's prizes end once, at a shop, at the operator or by lapse, and the database decides which; thresholds are dated data; who claimed is
-- kept encrypted; large prizes are paid by order to a bank account under four eyes; large wins are registered when they are granted.
-- Locks: ACCESS EXCLUSIVE on claim while its columns are added (a scan of existing claims). Rollout: before an API and a worker that know it.

-- What the law and CRAJ's approvals set about claims, by date. The row in force at an instant is the latest that has begun.
CREATE TABLE claim_rule (
  valid_from timestamptz PRIMARY KEY,
  -- Every shop pays up to the first, whatever its own limit; no shop pays more than the second.
  shop_must_pay_up_to_cents bigint NOT NULL CHECK (shop_must_pay_up_to_cents >= 0),
  shop_may_pay_up_to_cents bigint NOT NULL,
  -- From this amount on, in one claim or in linked ones of that many business days, the claimant is identified in full.
  identify_from_cents bigint NOT NULL CHECK (identify_from_cents > 0),
  linked_days integer NOT NULL CHECK (linked_days BETWEEN 1 AND 366),
  identity_kept_months integer NOT NULL CHECK (identity_kept_months BETWEEN 12 AND 240),
  -- From this amount on a payment order takes a second person.
  approve_from_cents bigint NOT NULL CHECK (approve_from_cents > 0),
  -- From this amount on a win is registered for the regulator, due that many days after it was granted.
  large_win_from_cents bigint NOT NULL CHECK (large_win_from_cents > 0),
  large_win_due_days integer NOT NULL CHECK (large_win_due_days BETWEEN 1 AND 365),
  -- Days after the lapse until unclaimed prizes are forgotten money.
  abandoned_after_days integer NOT NULL CHECK (abandoned_after_days BETWEEN 1 AND 7300),
  source text NOT NULL,
  CHECK (shop_may_pay_up_to_cents >= shop_must_pay_up_to_cents)
);
INSERT INTO claim_rule VALUES ('2024-11-28T00:00:00Z', 20000, 500000, 200000, 1, 60, 200000, 1500000, 30, 1825,
  'Llei 14/2017 art. 8.d (identification from 2,000, linked operations) and Llei 37/2021 (kept 5 years); Decret 455/2025 art. 75.6 by analogy (15,000, 30 days); the rest are the operator''s defaults');

-- Tiers that are claimed at the operator whatever they pay.
CREATE TABLE operator_tier (
  product_id uuid NOT NULL REFERENCES product,
  tier text NOT NULL CHECK (length(tier) BETWEEN 1 AND 60),
  valid_from timestamptz NOT NULL,
  operator_only boolean NOT NULL,
  proposed_by text NOT NULL,
  approved_by text NOT NULL,
  PRIMARY KEY (product_id, tier, valid_from),
  CHECK (proposed_by <> approved_by)
);

-- How the prizes of a shop ticket ended. The key is the ticket: of a shop, the operator's desk and the lapse, one writes this row.
CREATE TABLE prize_end (
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  ending text NOT NULL CHECK (ending IN ('shop', 'operator', 'lapse')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, ticket_id),
  UNIQUE (account_id, ticket_id, ending, amount_cents)
);
INSERT INTO prize_end SELECT account_id, ticket_id, 'shop', amount_cents, at FROM claim;

ALTER TABLE claim
  ADD COLUMN ending text NOT NULL DEFAULT 'shop' CHECK (ending IN ('shop', 'operator')),
  ADD COLUMN opened_by text,
  ADD COLUMN linked_cents bigint,
  ALTER COLUMN terminal_id DROP NOT NULL,
  ALTER COLUMN clerk_id DROP NOT NULL,
  ADD CONSTRAINT claim_by_whom CHECK ((ending = 'shop') = (terminal_id IS NOT NULL) AND (ending = 'shop') = (clerk_id IS NOT NULL)
    AND (ending = 'operator') = (opened_by IS NOT NULL)),
  ADD CONSTRAINT claim_ends_the_prize FOREIGN KEY (account_id, ticket_id, ending, amount_cents)
    REFERENCES prize_end (account_id, ticket_id, ending, amount_cents),
  ADD CONSTRAINT claim_amount UNIQUE (id, amount_cents);
CREATE INDEX claim_by_payer ON claim (paying_account_id, at);

CREATE TABLE prize_lapse (
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  ending text NOT NULL DEFAULT 'lapse' CHECK (ending = 'lapse'),
  amount_cents bigint NOT NULL,
  claim_until timestamptz NOT NULL,
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, ticket_id),
  FOREIGN KEY (account_id, ticket_id, ending, amount_cents) REFERENCES prize_end (account_id, ticket_id, ending, amount_cents),
  CHECK (at > claim_until)
);
CREATE INDEX prize_lapse_by_time ON prize_lapse (at, ticket_id);
CREATE TABLE prize_abandonment (
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, ticket_id),
  FOREIGN KEY (account_id, ticket_id) REFERENCES prize_lapse
);
-- A contest none of whose shop prizes is open any more: the daily lapse need not look at it again.
CREATE TABLE contest_lapse (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version)
);
CREATE TABLE lapse_run (
  business_day date PRIMARY KEY,
  tickets integer NOT NULL,
  amount_cents bigint NOT NULL,
  abandoned integer NOT NULL,
  at timestamptz NOT NULL
);

-- Who claimed, encrypted under the personal-data key. `document_index` is a keyed hash of kind and number, by which claims are linked.
CREATE TABLE claim_identity (
  claim_id uuid PRIMARY KEY REFERENCES claim (id),
  document_index bytea NOT NULL CHECK (length(document_index) = 32),
  amount_cents bigint NOT NULL,
  key_id text NOT NULL,
  box bytea NOT NULL CHECK (length(box) BETWEEN 29 AND 2048),
  at timestamptz NOT NULL,
  kept_until timestamptz NOT NULL,
  CHECK (kept_until > at)
);
CREATE INDEX claim_identity_linked ON claim_identity (document_index, at);
CREATE INDEX claim_identity_kept ON claim_identity (kept_until);
CREATE FUNCTION refuse_early_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR OLD.kept_until > clock_timestamp() THEN
    RAISE EXCEPTION '% of an identity that is kept until % is refused', TG_OP, OLD.kept_until USING ERRCODE = 'VA001';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON claim_identity FOR EACH ROW EXECUTE FUNCTION refuse_early_erasure();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON claim_identity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A claimed prize on its way to a bank account. What the payment file is built from.
CREATE TABLE payment_order (
  id uuid PRIMARY KEY,
  claim_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- Holder and IBAN, encrypted; the last four characters are what people compare.
  key_id text NOT NULL,
  box bytea NOT NULL CHECK (length(box) BETWEEN 29 AND 2048),
  iban_end text NOT NULL CHECK (iban_end ~ '^[0-9A-Z]{4}$'),
  state text NOT NULL CHECK (state IN ('proposed', 'approved', 'sent', 'executed', 'rejected')),
  approval_needed boolean NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  approved_by text,
  approved_at timestamptz,
  sent_by text,
  sent_at timestamptz,
  file_reference text,
  ended_by text,
  ended_at timestamptz,
  end_reason text,
  FOREIGN KEY (claim_id, amount_cents) REFERENCES claim (id, amount_cents),
  CONSTRAINT payment_order_four_eyes CHECK (approved_by IS NULL OR approved_by <> proposed_by),
  CHECK ((state IN ('approved', 'sent', 'executed')) <= (approved_at IS NOT NULL AND (approved_by IS NOT NULL OR NOT approval_needed))),
  CHECK ((state IN ('sent', 'executed')) <= (sent_at IS NOT NULL AND sent_by IS NOT NULL AND file_reference IS NOT NULL)),
  CHECK ((state IN ('executed', 'rejected')) = (ended_at IS NOT NULL AND ended_by IS NOT NULL)),
  CHECK (state <> 'rejected' OR end_reason IS NOT NULL)
);
-- One order at a time: another only after the one before was rejected.
CREATE UNIQUE INDEX payment_order_live ON payment_order (claim_id) WHERE state <> 'rejected';
CREATE INDEX payment_order_by_state ON payment_order (state, id);

CREATE FUNCTION payment_order_steps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE threshold bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT approve_from_cents INTO threshold FROM claim_rule WHERE valid_from <= NEW.proposed_at ORDER BY valid_from DESC LIMIT 1;
    IF threshold IS NULL OR NEW.approval_needed <> (NEW.amount_cents >= threshold) OR (NEW.state = 'proposed') <> NEW.approval_needed
      OR NEW.state NOT IN ('proposed', 'approved') THEN
      RAISE EXCEPTION 'a payment order of % begins as the rule in force says', NEW.amount_cents USING ERRCODE = 'VA001';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.claim_id, NEW.amount_cents, NEW.key_id, NEW.box, NEW.iban_end, NEW.approval_needed, NEW.proposed_by, NEW.proposed_at)
    IS DISTINCT FROM (OLD.id, OLD.claim_id, OLD.amount_cents, OLD.key_id, OLD.box, OLD.iban_end, OLD.approval_needed, OLD.proposed_by, OLD.proposed_at)
    OR (OLD.state, NEW.state) NOT IN (('proposed', 'approved'), ('proposed', 'rejected'), ('approved', 'sent'), ('approved', 'rejected'),
      ('sent', 'executed'), ('sent', 'rejected')) THEN
    RAISE EXCEPTION 'a payment order does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE INSERT OR UPDATE ON payment_order FOR EACH ROW EXECUTE FUNCTION payment_order_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON payment_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Wins that the regulator is told about.
CREATE TABLE large_win (
  contest_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  result_version integer NOT NULL,
  account_id uuid NOT NULL,
  prize_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  channel text NOT NULL CHECK (channel IN ('online', 'shop')),
  granted_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, ticket_id, result_version)
);
CREATE INDEX large_win_by_due ON large_win (due_at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['claim_rule', 'operator_tier', 'prize_end', 'prize_lapse', 'prize_abandonment', 'contest_lapse', 'lapse_run', 'large_win'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, DELETE ON claim_identity TO valira_app;
GRANT SELECT, INSERT, UPDATE ON payment_order TO valira_app;
