-- Why: idempotent commands, the outbox that feeds the jobs, the audit chain and its daily heads, the key register.
-- Locks: none on existing tables. Rollout: with the first API.

-- The stored answer of a command that is not a sale: same key and input, same answer.
CREATE TABLE command_key (
  actor text NOT NULL,
  key uuid NOT NULL,
  command text NOT NULL,
  input_hash bytea NOT NULL CHECK (length(input_hash) = 32),
  status smallint NOT NULL,
  answer jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (actor, key)
) PARTITION BY HASH (actor);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  relayed_at timestamptz
);
CREATE INDEX outbox_waiting ON outbox (id) WHERE relayed_at IS NULL;

-- Who did what. Appended by one sequencer at a time from `audit_intent`, which the command wrote in its own transaction.
CREATE TABLE audit_intent (
  id uuid PRIMARY KEY,
  body jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE TABLE audit_event (
  seq bigint NOT NULL,
  id uuid NOT NULL,
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  body text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (seq, id)
) PARTITION BY RANGE (id);
CREATE TABLE daily_head (
  business_day date PRIMARY KEY,
  statement text NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE key_register (
  key_id text PRIMARY KEY,
  purpose text NOT NULL,
  algorithm text NOT NULL,
  holder text NOT NULL,
  public_key bytea,
  valid_from timestamptz NOT NULL,
  valid_until timestamptz
);

DO $$
DECLARE name text;
BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE command_key_%s PARTITION OF command_key FOR VALUES WITH (MODULUS 8, REMAINDER %s)', part, part);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON command_key_%s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['command_key', 'audit_event', 'daily_head'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  END LOOP;
END $$;

GRANT SELECT, INSERT ON command_key, audit_event, daily_head, key_register TO valira_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO valira_app;
GRANT SELECT, INSERT, DELETE ON audit_intent TO valira_app;
GRANT UPDATE (valid_until) ON key_register TO valira_app;
GRANT EXECUTE ON FUNCTION ensure_month_partition(text, timestamptz) TO valira_app;
