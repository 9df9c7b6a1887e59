-- Why: instant games. A run is generated from two people's secrets, audited, committed to and loaded; its packs are followed from the warehouse to the
-- end; a ticket is validated and paid once; an electronic ticket is taken from the committed pool in order, and opened only after it was bought.
-- Outcomes are here encrypted ticket by ticket, and validation numbers only as keyed hashes.
-- Locks: ACCESS EXCLUSIVE on product, receipt (a changed check; both small). Rollout: before an API and a worker that know it.

ALTER TABLE product DROP CONSTRAINT product_family_check;
ALTER TABLE product ADD CONSTRAINT product_family_check CHECK (family IN ('draw', 'pool', 'instant'));

-- Prize shares of what was sold of a run, less its prizes. A debit balance is what the operator has advanced until more is sold.
INSERT INTO ledger_code (code, name, owner, normal_side, kind) VALUES (44, 'instant-fund', 'contest', 'credit', 'liability');

ALTER TABLE receipt DROP CONSTRAINT receipt_subject_check;
ALTER TABLE receipt ADD CONSTRAINT receipt_subject_check
  CHECK (subject IN ('announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw', 'instant-root'));

-- A print run for shops, or a pool sold online. Its id owns its accounts in the ledger.
CREATE TABLE instant_run (
  id uuid PRIMARY KEY,
  product_version_id uuid NOT NULL REFERENCES product_version,
  game smallint NOT NULL CHECK (game BETWEEN 1 AND 999),
  run smallint NOT NULL CHECK (run BETWEEN 1 AND 9999),
  channel text NOT NULL CHECK (channel IN ('online', 'shop')),
  size integer NOT NULL CHECK (size > 0),
  pack_size smallint NOT NULL CHECK (pack_size BETWEEN 1 AND 200),
  first_pack integer NOT NULL CHECK (first_pack >= 1),
  price_cents bigint NOT NULL CHECK (price_cents > 0 AND price_cents <= 100000000),
  prize_fund_cents bigint NOT NULL CHECK (prize_fund_cents > 0),
  papers_hash bytea NOT NULL CHECK (length(papers_hash) = 32),
  proposed_by text NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'proposed'
    CHECK (state IN ('proposed', 'generating', 'failed', 'cancelled', 'ready', 'on-sale', 'ended', 'lapsed')),
  -- What the job has done of what it does now: of the file, then of the table.
  phase text CHECK (phase IN ('generate', 'audit', 'load', 'recount')),
  done_tickets integer NOT NULL DEFAULT 0,
  failure text CHECK (length(failure) <= 500),
  opened_by text,
  opened_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  end_reason text,
  UNIQUE (game, run),
  CHECK (size % pack_size = 0 AND done_tickets BETWEEN 0 AND size),
  CONSTRAINT instant_run_four_eyes CHECK (opened_by IS NULL OR opened_by <> proposed_by),
  CHECK ((state IN ('on-sale')) <= (opened_by IS NOT NULL AND opened_at IS NOT NULL)),
  CHECK ((state IN ('ended', 'lapsed')) <= (ended_by IS NOT NULL AND ended_at IS NOT NULL AND end_reason IS NOT NULL))
);

-- The two secrets that a run's seed is derived from, each sealed, each from another person.
CREATE TABLE instant_secret (
  run_id uuid NOT NULL REFERENCES instant_run,
  role text NOT NULL CHECK (role IN ('operator', 'second')),
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  key_id text NOT NULL,
  box bytea NOT NULL CHECK (length(box) BETWEEN 29 AND 256),
  supplied_by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, role),
  CONSTRAINT instant_secret_four_eyes UNIQUE (run_id, supplied_by)
);

-- The root that was committed to before the first sale, with the audit it passed.
CREATE TABLE instant_seal (
  run_id uuid PRIMARY KEY REFERENCES instant_run,
  run_hash bytea NOT NULL CHECK (length(run_hash) = 32),
  root bytea NOT NULL CHECK (length(root) = 32),
  leaves integer NOT NULL CHECK (leaves > 0),
  audit jsonb NOT NULL,
  statement jsonb NOT NULL,
  statement_hash bytea NOT NULL CHECK (length(statement_hash) = 32),
  sealed_at timestamptz NOT NULL
);
CREATE TABLE instant_tile (
  run_id uuid NOT NULL REFERENCES instant_run,
  level smallint NOT NULL,
  index integer NOT NULL,
  hashes bytea NOT NULL CHECK (length(hashes) BETWEEN 32 AND 8192),
  PRIMARY KEY (run_id, level, index)
);

-- Each ticket of each run: the keyed hash of its validation number (none online) and its outcome, sealed.
CREATE TABLE instant_ticket (
  run_id uuid NOT NULL,
  index integer NOT NULL CHECK (index >= 0),
  virn_hash bytea CHECK (length(virn_hash) = 32),
  sealed bytea NOT NULL CHECK (length(sealed) BETWEEN 18 AND 1024),
  PRIMARY KEY (run_id, index)
) PARTITION BY LIST (run_id);

CREATE FUNCTION ensure_instant_partition(of_run uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE part text := 'instant_ticket_' || replace(of_run::text, '-', '');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_instant_partition'), hashtext(part));
  IF to_regclass(part) IS NOT NULL OR NOT EXISTS (SELECT 1 FROM instant_run WHERE id = of_run) THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF instant_ticket FOR VALUES IN (%L)', part, of_run);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
END $$;

-- The life of a run. What it is never changes, and it is sold only when it was sealed.
CREATE FUNCTION instant_run_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN RAISE EXCEPTION 'a run begins as a proposal' USING ERRCODE = 'VA001'; END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.product_version_id, NEW.game, NEW.run, NEW.channel, NEW.size, NEW.pack_size, NEW.first_pack, NEW.price_cents, NEW.prize_fund_cents,
      NEW.papers_hash, NEW.proposed_by, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.product_version_id, OLD.game, OLD.run, OLD.channel, OLD.size, OLD.pack_size, OLD.first_pack, OLD.price_cents,
      OLD.prize_fund_cents, OLD.papers_hash, OLD.proposed_by, OLD.created_at)
    OR (OLD.opened_by IS NOT NULL AND (NEW.opened_by, NEW.opened_at) IS DISTINCT FROM (OLD.opened_by, OLD.opened_at))
    OR (OLD.ended_by IS NOT NULL AND (NEW.ended_by, NEW.ended_at, NEW.end_reason) IS DISTINCT FROM (OLD.ended_by, OLD.ended_at, OLD.end_reason)) THEN
    RAISE EXCEPTION 'what run % is does not change', OLD.id USING ERRCODE = 'VA001';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('proposed', 'generating'), ('proposed', 'cancelled'), ('generating', 'failed'),
    ('generating', 'cancelled'), ('failed', 'generating'), ('failed', 'cancelled'), ('generating', 'ready'), ('ready', 'on-sale'), ('ready', 'cancelled'),
    ('on-sale', 'ended'), ('ended', 'lapsed')) THEN
    RAISE EXCEPTION 'a run does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  IF NEW.state = 'generating' AND (SELECT count(*) FROM instant_secret s WHERE s.run_id = NEW.id) <> 2 THEN
    RAISE EXCEPTION 'run % has not both secrets', NEW.id USING ERRCODE = 'VA001';
  END IF;
  IF NEW.state IN ('ready', 'on-sale') AND NOT EXISTS (SELECT 1 FROM instant_seal s WHERE s.run_id = NEW.id) THEN
    RAISE EXCEPTION 'run % is not sealed', NEW.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE INSERT OR UPDATE ON instant_run FOR EACH ROW EXECUTE FUNCTION instant_run_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON instant_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Packs on their way to a shop.
CREATE TABLE instant_shipment (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES instant_run,
  account_id uuid NOT NULL REFERENCES shop,
  packs integer NOT NULL CHECK (packs > 0),
  sent_by text NOT NULL,
  at timestamptz NOT NULL
);
-- Packs that were counted and destroyed before a witness.
CREATE TABLE instant_destruction (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES instant_run,
  packs integer NOT NULL CHECK (packs > 0),
  tickets integer NOT NULL CHECK (tickets > 0),
  counted_by text NOT NULL,
  witnessed_by text NOT NULL,
  method text NOT NULL CHECK (length(method) BETWEEN 1 AND 200),
  at timestamptz NOT NULL,
  CONSTRAINT instant_destruction_four_eyes CHECK (counted_by <> witnessed_by)
);

-- Where a pack is now; moved by its moves alone.
CREATE TABLE instant_pack (
  run_id uuid NOT NULL REFERENCES instant_run,
  pack integer NOT NULL,
  state text NOT NULL DEFAULT 'warehouse'
    CHECK (state IN ('warehouse', 'shipped', 'received', 'activated', 'settled', 'returned', 'stolen', 'destroyed')),
  account_id uuid REFERENCES shop,
  moves smallint NOT NULL DEFAULT 0,
  activated_at timestamptz,
  -- Tickets of it that were not sold when it came back or was stolen; they are worth nothing.
  unsold smallint[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (run_id, pack)
) WITH (fillfactor = 80);
CREATE INDEX instant_pack_by_shop ON instant_pack (account_id, state) WHERE account_id IS NOT NULL;

CREATE TABLE instant_pack_move (
  run_id uuid NOT NULL,
  pack integer NOT NULL,
  n smallint NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  account_id uuid REFERENCES shop,
  actor text NOT NULL,
  clerk_id uuid,
  shipment_id uuid REFERENCES instant_shipment,
  destruction_id uuid REFERENCES instant_destruction,
  unsold smallint[],
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, pack, n),
  FOREIGN KEY (run_id, pack) REFERENCES instant_pack (run_id, pack),
  CHECK ((to_state = 'shipped') = (shipment_id IS NOT NULL)),
  CHECK ((to_state = 'destroyed') = (destruction_id IS NOT NULL)),
  CHECK (to_state <> 'stolen' OR reason IS NOT NULL)
);
CREATE INDEX instant_pack_move_by_time ON instant_pack_move (at);

-- What a shop was billed for a pack, once.
CREATE TABLE instant_pack_bill (
  run_id uuid NOT NULL,
  pack integer NOT NULL,
  account_id uuid NOT NULL REFERENCES shop,
  tickets smallint NOT NULL CHECK (tickets >= 0),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  commission_cents bigint NOT NULL CHECK (commission_cents BETWEEN 0 AND amount_cents),
  trigger text NOT NULL CHECK (trigger IN ('low-prizes', 'days', 'next-pack', 'returned', 'stolen', 'end-of-game')),
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, pack),
  FOREIGN KEY (run_id, pack) REFERENCES instant_pack (run_id, pack)
);

-- One move of one pack: from where it is, along a way that exists, by the shop that has it.
CREATE FUNCTION instant_pack_moves() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  held instant_pack%ROWTYPE;
  of_run instant_run%ROWTYPE;
BEGIN
  SELECT * INTO held FROM instant_pack WHERE run_id = NEW.run_id AND pack = NEW.pack FOR UPDATE;
  SELECT * INTO of_run FROM instant_run WHERE id = NEW.run_id;
  IF held.state IS DISTINCT FROM NEW.from_state OR NEW.n <> held.moves + 1
    OR (NEW.from_state, NEW.to_state) NOT IN (('warehouse', 'shipped'), ('warehouse', 'stolen'), ('warehouse', 'destroyed'), ('shipped', 'received'),
      ('shipped', 'returned'), ('shipped', 'stolen'), ('received', 'activated'), ('received', 'returned'), ('received', 'stolen'), ('activated', 'settled'),
      ('activated', 'returned'), ('activated', 'stolen'), ('returned', 'shipped'), ('returned', 'destroyed'), ('stolen', 'destroyed')) THEN
    RAISE EXCEPTION 'pack % does not go from % to %', NEW.pack, NEW.from_state, NEW.to_state USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_way';
  END IF;
  IF NEW.to_state = 'shipped' THEN
    IF held.activated_at IS NOT NULL OR of_run.state NOT IN ('ready', 'on-sale') OR NOT EXISTS
      (SELECT 1 FROM instant_shipment s WHERE s.id = NEW.shipment_id AND s.run_id = NEW.run_id AND s.account_id = NEW.account_id) THEN
      RAISE EXCEPTION 'pack % is not to be shipped', NEW.pack USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_shipment';
    END IF;
  ELSIF held.account_id IS DISTINCT FROM NEW.account_id THEN
    RAISE EXCEPTION 'pack % is elsewhere', NEW.pack USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_elsewhere';
  END IF;
  IF NEW.to_state = 'activated' AND of_run.state <> 'on-sale' THEN
    RAISE EXCEPTION 'run % is not on sale', NEW.run_id USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_on_sale';
  END IF;
  IF NEW.from_state = 'activated' THEN
    IF NOT EXISTS (SELECT 1 FROM instant_pack_bill b WHERE b.run_id = NEW.run_id AND b.pack = NEW.pack AND b.account_id = held.account_id
      AND b.tickets = of_run.pack_size - cardinality(coalesce(NEW.unsold, '{}'))) THEN
      RAISE EXCEPTION 'pack % is billed before it leaves sale', NEW.pack USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_billed';
    END IF;
  ELSIF NEW.unsold IS NOT NULL THEN
    RAISE EXCEPTION 'pack % has no unsold tickets of its own', NEW.pack USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_unsold';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(NEW.unsold) AS t WHERE t IS NULL OR t < 0 OR t >= of_run.pack_size)
    OR cardinality(NEW.unsold) <> (SELECT count(DISTINCT t) FROM unnest(NEW.unsold) AS t) THEN
    RAISE EXCEPTION 'pack % has no such tickets', NEW.pack USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pack_unsold';
  END IF;
  UPDATE instant_pack SET state = NEW.to_state, moves = NEW.n,
    account_id = CASE WHEN NEW.to_state = 'shipped' THEN NEW.account_id ELSE held.account_id END,
    activated_at = CASE WHEN NEW.to_state = 'activated' THEN NEW.at ELSE held.activated_at END,
    unsold = coalesce(NEW.unsold, held.unsold)
    WHERE run_id = NEW.run_id AND pack = NEW.pack;
  RETURN NEW;
END $$;
CREATE TRIGGER moves BEFORE INSERT ON instant_pack_move FOR EACH ROW EXECUTE FUNCTION instant_pack_moves();

CREATE FUNCTION instant_pack_is_billed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM instant_pack p JOIN instant_run r ON r.id = p.run_id WHERE p.run_id = NEW.run_id AND p.pack = NEW.pack
    AND p.state = 'activated' AND p.account_id = NEW.account_id AND NEW.tickets <= r.pack_size AND NEW.amount_cents = NEW.tickets * r.price_cents) THEN
    RAISE EXCEPTION 'pack % is billed to the shop that sells it, at its price', NEW.pack USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER billed BEFORE INSERT ON instant_pack_bill FOR EACH ROW EXECUTE FUNCTION instant_pack_is_billed();

-- Each look at a printed ticket: who, when, what was answered. Wrong numbers are counted here.
CREATE TABLE instant_attempt (
  id uuid PRIMARY KEY,
  run_id uuid REFERENCES instant_run,
  index integer,
  actor text NOT NULL,
  account_id uuid,
  answer text NOT NULL CHECK (answer IN ('pays', 'no-win', 'paid', 'claimed', 'claim-at-operator', 'expired', 'wrong-number', 'unknown', 'not-active', 'stolen',
    'unsold', 'too-many')),
  at timestamptz NOT NULL
);
CREATE INDEX instant_attempt_wrong_ticket ON instant_attempt (run_id, index, at) WHERE answer = 'wrong-number';
CREATE INDEX instant_attempt_wrong_actor ON instant_attempt (actor, at) WHERE answer IN ('wrong-number', 'unknown');

-- A printed ticket paid, once.
CREATE TABLE instant_payment (
  run_id uuid NOT NULL REFERENCES instant_run,
  index integer NOT NULL CHECK (index >= 0),
  ticket_id uuid NOT NULL UNIQUE,
  tier text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The shop whose pack it was of.
  account_id uuid NOT NULL,
  claim_id uuid NOT NULL UNIQUE REFERENCES claim (id),
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, index),
  FOREIGN KEY (account_id, ticket_id) REFERENCES prize_end (account_id, ticket_id)
);
CREATE INDEX instant_payment_by_tier ON instant_payment (run_id, tier);

-- The next ticket of a pool. The sale takes it, so that none is left out and none is given twice.
CREATE TABLE instant_pool (
  run_id uuid PRIMARY KEY REFERENCES instant_run,
  next_index integer NOT NULL DEFAULT 0 CHECK (next_index >= 0)
) WITH (fillfactor = 10);
CREATE FUNCTION instant_pool_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.run_id <> OLD.run_id OR NEW.next_index <> OLD.next_index + 1 THEN
    RAISE EXCEPTION 'a pool is sold ticket by ticket' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER in_order BEFORE UPDATE ON instant_pool FOR EACH ROW EXECUTE FUNCTION instant_pool_order();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON instant_pool FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An electronic ticket bought.
CREATE TABLE instant_sale (
  account_id uuid NOT NULL REFERENCES account,
  id uuid NOT NULL,
  run_id uuid NOT NULL REFERENCES instant_run,
  index integer NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents > 0),
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (id),
  CONSTRAINT instant_sold_once UNIQUE (run_id, index)
);
-- Waits for the pool and gives the sale its ticket, whatever index it asks for.
CREATE FUNCTION take_instant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE instant_pool p SET next_index = p.next_index + 1 FROM instant_run r
    WHERE p.run_id = NEW.run_id AND r.id = p.run_id AND r.state = 'on-sale' AND p.next_index < r.size AND r.price_cents = NEW.price_cents
    RETURNING p.next_index - 1 INTO NEW.index;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing is left of run %', NEW.run_id USING ERRCODE = 'VA001', CONSTRAINT = 'instant_pool_open';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER take BEFORE INSERT ON instant_sale FOR EACH ROW EXECUTE FUNCTION take_instant();

-- What a bought ticket showed: written when it is opened, after the purchase is durable.
CREATE TABLE instant_reveal (
  account_id uuid NOT NULL,
  sale_id uuid NOT NULL,
  tier text,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  outcome bytea NOT NULL,
  salt bytea NOT NULL CHECK (length(salt) = 32),
  revealed_by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, sale_id),
  FOREIGN KEY (account_id, sale_id) REFERENCES instant_sale (account_id, id),
  CHECK ((tier IS NULL) = (amount_cents = 0))
);
-- Given back unopened: the money returns, the ticket does not.
CREATE TABLE instant_refund (
  account_id uuid NOT NULL,
  sale_id uuid NOT NULL,
  request_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, sale_id),
  FOREIGN KEY (account_id, sale_id) REFERENCES instant_sale (account_id, id)
);
-- A ticket is opened or given back, never both; whoever asks second waits for the first.
CREATE FUNCTION instant_sale_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.sale_id::text, 7251914823));
  IF EXISTS (SELECT 1 FROM instant_refund WHERE account_id = NEW.account_id AND sale_id = NEW.sale_id)
    OR EXISTS (SELECT 1 FROM instant_reveal WHERE account_id = NEW.account_id AND sale_id = NEW.sale_id) THEN
    RAISE EXCEPTION 'ticket % was opened or given back', NEW.sale_id USING ERRCODE = 'VA001', CONSTRAINT = 'instant_sale_ends_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ends_once BEFORE INSERT ON instant_reveal FOR EACH ROW EXECUTE FUNCTION instant_sale_ends_once();
CREATE TRIGGER ends_once BEFORE INSERT ON instant_refund FOR EACH ROW EXECUTE FUNCTION instant_sale_ends_once();

-- What takes two people: giving an unopened ticket's money back, making a damaged ticket readable, destroying packs that one counted and another saw.
CREATE TABLE instant_request (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('refund', 'reconstruction', 'destruction')),
  run_id uuid NOT NULL REFERENCES instant_run,
  -- The ticket; none where packs are meant.
  index integer CHECK (index >= 0),
  -- What was counted, and how it is destroyed.
  details jsonb,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('approved', 'refused')),
  decided_by text,
  decided_at timestamptz,
  CHECK ((kind = 'destruction') = (index IS NULL) AND (kind = 'destruction') = (details IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT instant_request_four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by)
);
CREATE FUNCTION instant_request_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decision IS NOT NULL OR (NEW.id, NEW.kind, NEW.run_id, NEW.index, NEW.details, NEW.reason, NEW.proposed_by, NEW.proposed_at)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.run_id, OLD.index, OLD.details, OLD.reason, OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'a request is decided once' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER once BEFORE UPDATE ON instant_request FOR EACH ROW EXECUTE FUNCTION instant_request_once();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON instant_request FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where the stakes of a run went, cumulatively.
CREATE TABLE instant_accrual (
  run_id uuid NOT NULL REFERENCES instant_run,
  n integer NOT NULL CHECK (n > 0),
  tickets integer NOT NULL CHECK (tickets >= 0),
  fund_cents bigint NOT NULL CHECK (fund_cents >= 0),
  tax_cents bigint NOT NULL CHECK (tax_cents >= 0),
  commission_cents bigint NOT NULL CHECK (commission_cents >= 0),
  revenue_cents bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, n)
);
-- Prizes of sold tickets that nobody claimed in time, and what was left of the fund.
CREATE TABLE instant_lapse (
  run_id uuid PRIMARY KEY REFERENCES instant_run,
  tickets integer NOT NULL CHECK (tickets >= 0),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  -- Positive when more was set aside than won, negative when the operator had advanced.
  rest_cents bigint NOT NULL,
  claim_until timestamptz NOT NULL,
  at timestamptz NOT NULL,
  CHECK (at > claim_until)
);
-- What the operator is warned of.
CREATE TABLE instant_alarm (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('top-prizes-gone', 'selective-selling', 'stolen-ticket-shown', 'wrong-numbers', 'generation-failed')),
  run_id uuid NOT NULL REFERENCES instant_run,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  facts jsonb NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (kind, run_id, subject)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['instant_secret', 'instant_seal', 'instant_tile', 'instant_ticket', 'instant_shipment', 'instant_destruction',
    'instant_pack_move', 'instant_pack_bill', 'instant_attempt', 'instant_payment', 'instant_sale', 'instant_reveal', 'instant_refund', 'instant_accrual',
    'instant_lapse', 'instant_alarm'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON instant_run, instant_pack, instant_pool, instant_request TO valira_app;
GRANT UPDATE (state, phase, done_tickets, failure, opened_by, opened_at, ended_by, ended_at, end_reason) ON instant_run TO valira_app;
GRANT UPDATE (decision, decided_by, decided_at) ON instant_request TO valira_app;
GRANT EXECUTE ON FUNCTION ensure_instant_partition(uuid) TO valira_app;
