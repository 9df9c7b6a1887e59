-- Why: settlement in chunks that are done when their row says so, prizes, and payment exactly once.
-- Locks: none on existing tables. Rollout: with the first worker that settles.

CREATE TABLE settlement_chunk (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  chunk integer NOT NULL,
  first_ticket_id uuid NOT NULL,
  last_ticket_id uuid NOT NULL,
  entries integer NOT NULL,
  stake_cents bigint NOT NULL,
  shares jsonb NOT NULL,
  winning_entries integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version, chunk)
);
-- A winning entry and how many shares it holds of each tier, before anyone knows what a share is worth.
CREATE TABLE winning_entry (
  contest_id uuid NOT NULL,
  result_version integer NOT NULL,
  ticket_id uuid NOT NULL,
  account_id uuid NOT NULL,
  chunk integer NOT NULL,
  shares jsonb NOT NULL,
  PRIMARY KEY (contest_id, result_version, ticket_id, account_id)
);
CREATE INDEX winning_entry_by_chunk ON winning_entry (contest_id, result_version, chunk);

CREATE TABLE prize_table (
  contest_id uuid NOT NULL REFERENCES contest,
  result_version integer NOT NULL,
  prizes jsonb NOT NULL,
  paid_cents bigint NOT NULL,
  settlement jsonb NOT NULL,
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
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  shares jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, ticket_id, result_version, account_id)
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
  FOREACH name IN ARRAY ARRAY['settlement_chunk', 'winning_entry', 'prize_table', 'reconciliation', 'prize', 'payment_chunk', 'claim', 'contest_record'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
