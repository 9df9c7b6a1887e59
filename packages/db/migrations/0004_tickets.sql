-- Why: tickets, what they stand for in each contest, and the signed chain they were sold in.
-- Locks: none on existing tables. Rollout: with the first API that sells.

-- The ticket as sold. Ids are UUIDv7; the key holds the distribution column (account_id) and the partition column (id).
CREATE TABLE ticket (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  product_version_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  contests smallint NOT NULL CHECK (contests BETWEEN 1 AND 104),
  stake_cents bigint NOT NULL CHECK (stake_cents > 0 AND stake_cents <= 100000000),
  channel text NOT NULL CHECK (channel IN ('online', 'shop')),
  terminal_id uuid,
  clerk_id uuid,
  intake_id uuid NOT NULL,
  intake_seq bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  sold_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  CHECK ((channel = 'shop') = (terminal_id IS NOT NULL AND clerk_id IS NOT NULL))
) PARTITION BY RANGE (id);

-- The ticket's part in one contest: exactly what becomes its leaf of the seal. Read by contest, in ticket order.
CREATE TABLE entry (
  contest_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  account_id uuid NOT NULL,
  lines bytea NOT NULL CHECK (length(lines) BETWEEN 1 AND 65536),
  stake_cents bigint NOT NULL CHECK (stake_cents > 0),
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  PRIMARY KEY (contest_id, ticket_id, account_id)
) PARTITION BY RANGE (contest_id);

-- A serial is known here only by its keyed hash. Its own table, spread by that hash: uniqueness over all accounts.
CREATE TABLE ticket_serial (
  serial_hash bytea NOT NULL CHECK (length(serial_hash) = 32),
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  PRIMARY KEY (serial_hash)
) PARTITION BY HASH (serial_hash);

-- The key of each purchase, and what came of it. A tombstone is what "resolve" leaves for a sale that never arrived.
CREATE TABLE sale_key (
  account_id uuid NOT NULL,
  key uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('sold', 'abandoned')),
  input_hash bytea CHECK (length(input_hash) = 32),
  ticket_id uuid,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key),
  CHECK ((outcome = 'sold') = (ticket_id IS NOT NULL AND input_hash IS NOT NULL))
) PARTITION BY HASH (account_id);

CREATE TABLE ticket_cancellation (
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  intake_id uuid NOT NULL,
  intake_seq bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, ticket_id)
);

-- Each intake process signs one link per committed batch. `records` holds the batch's leaf records in order, what the control system is fed with.
CREATE TABLE intake (
  id uuid PRIMARY KEY,
  key_id text NOT NULL,
  public_key bytea NOT NULL,
  started_at timestamptz NOT NULL
);
CREATE TABLE intake_link (
  intake_id uuid NOT NULL,
  id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  previous_head bytea NOT NULL CHECK (length(previous_head) = 32),
  head bytea NOT NULL CHECK (length(head) = 32),
  records bytea NOT NULL,
  record_count integer NOT NULL CHECK (record_count > 0),
  amount_cents bigint NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 64),
  at timestamptz NOT NULL,
  PRIMARY KEY (intake_id, seq, id)
) PARTITION BY RANGE (id);

-- A batch writes only in the transaction that took its locks. A driver that reconnects in the middle would otherwise go on outside of it.
CREATE FUNCTION batch_guard(token text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_setting('valira.batch', true) IS DISTINCT FROM token THEN
    RAISE EXCEPTION 'this is not the transaction that the batch began' USING ERRCODE = '08006';
  END IF;
  RETURN true;
END $$;

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE ticket_serial_%s PARTITION OF ticket_serial FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_serial_%s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
    EXECUTE format('CREATE TABLE sale_key_%s PARTITION OF sale_key FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sale_key_%s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
  END LOOP;
END $$;

CREATE TRIGGER ticket_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ticket_serial_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_serial FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sale_key_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sale_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ticket_cancellation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_cancellation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER intake_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intake FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER intake_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intake_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON ticket, entry, ticket_serial, sale_key, ticket_cancellation, intake, intake_link TO valira_app;
