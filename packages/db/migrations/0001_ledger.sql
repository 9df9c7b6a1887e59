-- Why: the ledger is the spine. Every cent that moves is one row here, and no row ever changes.
-- Locks: none on existing tables. Rollout: first migration.

-- Refuses UPDATE, DELETE and TRUNCATE whoever asks, the application and the owner alike. A correction is a new row.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: rows here are only ever added', TG_OP, TG_TABLE_NAME USING ERRCODE = 'VA001';
END $$;

-- Whose money and tickets: a player, a shop, or the house. Its id is the distribution key of the money path.
CREATE TABLE account (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('player', 'shop', 'house')),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'barred', 'closed')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

INSERT INTO account (id, kind) VALUES ('00000000-0000-7000-8000-000000000001', 'house');

-- The chart of accounts. `owner` says what the second half of an account's identity is.
CREATE TABLE ledger_code (
  code smallint PRIMARY KEY,
  name text NOT NULL UNIQUE,
  owner text NOT NULL CHECK (owner IN ('account', 'contest', 'product', 'house')),
  normal_side text NOT NULL CHECK (normal_side IN ('debit', 'credit')),
  kind text NOT NULL CHECK (kind IN ('asset', 'liability', 'income', 'expense'))
);

INSERT INTO ledger_code (code, name, owner, normal_side, kind) VALUES
  (10, 'player-cash', 'account', 'credit', 'liability'),
  (11, 'player-held', 'account', 'credit', 'liability'),
  (20, 'shop-settlement', 'account', 'debit', 'asset'),
  (21, 'shop-commission', 'account', 'credit', 'liability'),
  (30, 'stakes', 'contest', 'credit', 'liability'),
  (31, 'prize-fund', 'contest', 'credit', 'liability'),
  (32, 'jackpot', 'product', 'credit', 'liability'),
  (33, 'reserve', 'product', 'credit', 'liability'),
  (34, 'rounding', 'house', 'credit', 'liability'),
  (35, 'breakage', 'house', 'credit', 'liability'),
  (36, 'carryover', 'product', 'credit', 'liability'),
  (37, 'prizes-payable', 'account', 'credit', 'liability'),
  (38, 'prizes-unclaimed', 'house', 'credit', 'liability'),
  (39, 'prizes-abandoned', 'house', 'credit', 'liability'),
  (40, 'tax-payable', 'house', 'credit', 'liability'),
  (41, 'fees', 'house', 'credit', 'liability'),
  (42, 'sales-share', 'house', 'credit', 'liability'),
  (50, 'operator-revenue', 'house', 'credit', 'income'),
  (51, 'operator-loss', 'house', 'debit', 'expense'),
  (52, 'guarantee-top-up', 'house', 'debit', 'expense'),
  (60, 'payment-clearing', 'house', 'debit', 'asset'),
  (61, 'bank', 'house', 'debit', 'asset');

-- One movement: `amount` cents from the debited to the credited account. Rows of one business operation share `operation_id`.
-- account_id is the player, shop or house that the movement belongs to (distribution key); ids are UUIDv7, so a range of ids is a range of time.
CREATE TABLE transfer (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  operation_id uuid NOT NULL,
  debit_code smallint NOT NULL,
  debit_owner uuid NOT NULL,
  credit_code smallint NOT NULL,
  credit_owner uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents <= 1000000000000),
  kind text NOT NULL,
  reference uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CHECK (debit_code <> credit_code OR debit_owner <> credit_owner)
) PARTITION BY RANGE (id);
-- `reference` is the contest a movement concerns, or the document it comes from: what statements and drill-downs ask by.
CREATE INDEX transfer_by_reference ON transfer (reference, id);

-- What makes an operation happen once: whoever posts takes its key first, in the same transaction.
CREATE TABLE ledger_operation (
  account_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  operation_id uuid NOT NULL,
  input_hash bytea NOT NULL CHECK (length(input_hash) = 32),
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key)
) PARTITION BY HASH (account_id);

-- Accounts with a limit keep their balance in a row that is locked and updated with the transfer. `amount_cents` is credit minus
-- debit; for a shop it is negative (the shop owes) and the floor is minus its credit limit.
CREATE TABLE balance (
  account_id uuid NOT NULL REFERENCES account,
  code smallint NOT NULL REFERENCES ledger_code,
  amount_cents bigint NOT NULL DEFAULT 0,
  floor_cents bigint NOT NULL DEFAULT 0 CHECK (floor_cents <= 0),
  PRIMARY KEY (account_id, code),
  CONSTRAINT balance_within_limit CHECK (amount_cents >= floor_cents)
) WITH (fillfactor = 70);

-- Two-phase money: the amount moves from cash to held with the hold and leaves held when it is posted or voided.
CREATE TABLE hold (
  account_id uuid NOT NULL REFERENCES account,
  id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  purpose text NOT NULL,
  reference uuid NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE TABLE hold_end (
  account_id uuid NOT NULL,
  hold_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('posted', 'voided', 'expired')),
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, hold_id),
  FOREIGN KEY (account_id, hold_id) REFERENCES hold (account_id, id)
);

CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_operation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_operation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_end_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hold_end FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE ledger_operation_%s PARTITION OF ledger_operation FOR VALUES WITH (MODULUS 8, REMAINDER %s)', part, part);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_operation_%s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
  END LOOP;
END $$;

-- The smallest UUIDv7 of an instant: the first 48 bits are milliseconds since 1970.
CREATE FUNCTION uuid_floor(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Creates the monthly partition of `parent` that holds `instant`, and makes it append-only too: a statement-level trigger of the
-- parent does not fire for a statement that names the partition.
CREATE FUNCTION ensure_month_partition(parent text, instant timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('month', instant AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  next timestamptz := (date_trunc('month', instant AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  part text := parent || '_' || to_char(first AT TIME ZONE 'UTC', 'YYYY_MM');
BEGIN
  IF parent NOT IN ('transfer', 'ticket', 'entry', 'intake_link', 'audit_event', 'prize') THEN
    RAISE EXCEPTION 'not a table partitioned by month: %', parent;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ensure_month_partition'), hashtext(part));
  IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, parent, uuid_floor(first), uuid_floor(next));
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
END $$;

GRANT SELECT, INSERT ON account, transfer, ledger_operation, hold, hold_end TO valira_app;
GRANT UPDATE (state) ON account TO valira_app;
GRANT SELECT ON ledger_code TO valira_app;
GRANT SELECT, INSERT ON balance TO valira_app;
GRANT UPDATE (amount_cents, floor_cents) ON balance TO valira_app;
