-- Why: a player orders a wager for the draws to come; each draw's ticket is bought once, whatever becomes of the jobs.
-- Locks: ACCESS EXCLUSIVE on product for two columns (a catalogue change, no rewrite). Rollout: before an API that takes subscriptions.

-- How often and how far apart a purchase is tried that the player's money or limits do not allow, before the subscription stops.
ALTER TABLE product
  ADD COLUMN subscription_tries integer NOT NULL DEFAULT 3 CHECK (subscription_tries BETWEEN 1 AND 50),
  ADD COLUMN subscription_retry_minutes integer NOT NULL DEFAULT 60 CHECK (subscription_retry_minutes BETWEEN 0 AND 1440);

CREATE TABLE subscription (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account,
  product_id uuid NOT NULL REFERENCES product,
  -- What the player consented to: a later version is bought after they consented again.
  product_version_id uuid NOT NULL REFERENCES product_version,
  wager jsonb NOT NULL,
  max_price_cents bigint NOT NULL CHECK (max_price_cents > 0 AND max_price_cents <= 100000000),
  -- NULL: until it is cancelled.
  draws integer CHECK (draws BETWEEN 1 AND 1000),
  -- ISO weekdays of the draws in Europe/Andorra; NULL: every draw.
  weekdays smallint[] CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[] AND cardinality(weekdays) > 0),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped', 'finished', 'cancelled')),
  -- Why it stopped: a refusal's code, or `product_changed`, `price_above_maximum`.
  reason text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK ((state = 'stopped') = (reason IS NOT NULL))
);
CREATE INDEX subscription_by_account ON subscription (account_id);
CREATE INDEX subscription_active ON subscription (product_id) WHERE state = 'active';

CREATE FUNCTION refuse_other_than_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('finished', 'cancelled') THEN
    RAISE EXCEPTION 'subscription % has ended', OLD.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ended_stays BEFORE UPDATE ON subscription FOR EACH ROW EXECUTE FUNCTION refuse_other_than_state();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON subscription FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON subscription TO valira_app;
GRANT UPDATE (state, reason, product_version_id, changed_at) ON subscription TO valira_app;

-- The one ticket of a subscription in a draw.
CREATE TABLE subscription_ticket (
  subscription_id uuid NOT NULL REFERENCES subscription,
  contest_id uuid NOT NULL REFERENCES contest,
  ticket_id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  PRIMARY KEY (subscription_id, contest_id)
);
-- Purchases that were refused for a reason of the player's own, counted until it is tried no more.
CREATE TABLE subscription_try (
  subscription_id uuid NOT NULL REFERENCES subscription,
  contest_id uuid NOT NULL REFERENCES contest,
  attempt integer NOT NULL CHECK (attempt > 0),
  code text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (subscription_id, contest_id, attempt)
);
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['subscription_ticket', 'subscription_try'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
