-- Why: settlement in chunks that are done when their row says so, prizes, and payment exactly once.
-- Locks: none on existing tables. Rollout: with the first worker that settles.

-- The sealed entries of a contest in numbered stretches: prizes are graded and paid one stretch at a time.
CREATE TABLE settlement_chunk (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  chunk integer NOT NULL,
  first_ticket_id uuid NOT NULL,
  last_ticket_id uuid NOT NULL,
  entries integer NOT NULL,
  stake_cents bigint NOT NULL,
  PRIMARY KEY (contest_id, result_version, chunk)
);

CREATE TABLE prize_table (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  tiers jsonb NOT NULL,
  prizes_cents bigint NOT NULL,
  refunds_cents bigint NOT NULL,
  -- What the next contest of the product starts with, and the movements as posted.
  carry jsonb NOT NULL,
  flows jsonb NOT NULL,
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version)
);
CREATE TABLE reconciliation (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  agrees boolean NOT NULL,
  statement jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version, at)
);
-- What a ticket won in a contest. For a player the credit is posted with this row; for a shop's ticket it becomes payable.
CREATE TABLE prize (
  account_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  result_version integer NOT NULL,
  id uuid NOT NULL,
  chunk integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('prize', 'refund')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  shares jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, ticket_id, result_version, account_id, kind)
) PARTITION BY RANGE (contest_id);
CREATE INDEX prize_by_ticket ON prize (account_id, ticket_id);
CREATE TABLE payment_chunk (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  chunk integer NOT NULL,
  prizes integer NOT NULL,
  amount_cents bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version, chunk)
);
-- A shop ticket's prizes handed over, once.
CREATE TABLE claim (
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  id uuid NOT NULL UNIQUE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  paying_account_id uuid NOT NULL REFERENCES account,
  terminal_id uuid NOT NULL,
  clerk_id uuid NOT NULL,
  key uuid NOT NULL,
  operation_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, ticket_id)
);

-- The signed record of a contest as published, and its place in the chain of records handed to the regulator.
CREATE TABLE contest_record (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  sequence bigint NOT NULL UNIQUE CHECK (sequence > 0),
  document text NOT NULL,
  document_hash bytea NOT NULL CHECK (length(document_hash) = 32),
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settlement_chunk', 'prize_table', 'reconciliation', 'prize', 'payment_chunk', 'claim', 'contest_record'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
