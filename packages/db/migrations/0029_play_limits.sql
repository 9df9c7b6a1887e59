-- Why: players limit themselves. A lower limit holds at once, a higher one after a day and a second yes; what a sale may still take is one row per
-- player who has a limit, asked for in the sale's own transaction.
-- Locks: SHARE on the partitions of transfer while an index over returned money is built (few rows). Rollout: before an API and a worker that ask.

-- What holds now. An amount only grows by a request that waited and was confirmed.
CREATE TABLE play_limit (
  account_id uuid NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('deposit', 'stake', 'loss')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- NULL: none (any more).
  amount_cents bigint CHECK (amount_cents BETWEEN 0 AND 100000000),
  request_id uuid,
  since timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind, period)
);

-- Wishes for more than holds: they wait a day, and end once.
CREATE TABLE play_limit_request (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('deposit', 'stake', 'loss')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  amount_cents bigint CHECK (amount_cents BETWEEN 0 AND 100000000),
  asked_at timestamptz NOT NULL,
  ready_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'confirmed', 'withdrawn')),
  ended_at timestamptz,
  CHECK (ready_at >= asked_at + interval '24 hours'),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK (state <> 'confirmed' OR ended_at >= ready_at)
);
CREATE UNIQUE INDEX play_limit_request_waiting ON play_limit_request (account_id, kind, period) WHERE state = 'waiting';
CREATE FUNCTION play_limit_request_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'waiting' OR (NEW.id, NEW.account_id, NEW.kind, NEW.period, NEW.amount_cents, NEW.asked_at, NEW.ready_at)
    IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.kind, OLD.period, OLD.amount_cents, OLD.asked_at, OLD.ready_at) THEN
    RAISE EXCEPTION 'the request % has ended or would change', OLD.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON play_limit_request FOR EACH ROW EXECUTE FUNCTION play_limit_request_steps();

-- What every change was, one after the other.
CREATE TABLE play_limit_change (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES player,
  kind text NOT NULL,
  period text NOT NULL,
  before_cents bigint,
  after_cents bigint,
  at timestamptz NOT NULL
);
CREATE INDEX play_limit_change_by_account ON play_limit_change (account_id, at);

CREATE FUNCTION play_limit_grows_by_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.amount_cents, 9000000000000000000) > coalesce(OLD.amount_cents, 9000000000000000000) AND NOT EXISTS (
    SELECT 1 FROM play_limit_request r WHERE r.id = NEW.request_id AND r.id IS DISTINCT FROM OLD.request_id AND r.state = 'confirmed'
      AND (r.account_id, r.kind, r.period) = (NEW.account_id, NEW.kind, NEW.period) AND r.amount_cents IS NOT DISTINCT FROM NEW.amount_cents
      AND r.ended_at <= NEW.since) THEN
    RAISE EXCEPTION 'a limit of player % grows by a request that waited and was confirmed', NEW.account_id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER grows_by_request BEFORE UPDATE ON play_limit FOR EACH ROW EXECUTE FUNCTION play_limit_grows_by_request();

-- What a sale asks: the limits on stakes and losses side by side, and what was staked in the periods whose first days stand beside. Losses are
-- stakes less what came back, which is summed from the ledger when it is asked for. Only players with such a limit have a row.
CREATE TABLE play_allowance (
  account_id uuid PRIMARY KEY REFERENCES player,
  stake_day bigint, stake_week bigint, stake_month bigint,
  loss_day bigint, loss_week bigint, loss_month bigint,
  day date NOT NULL, week date NOT NULL, month date NOT NULL,
  staked_day bigint NOT NULL DEFAULT 0 CHECK (staked_day >= 0),
  staked_week bigint NOT NULL DEFAULT 0 CHECK (staked_week >= 0),
  staked_month bigint NOT NULL DEFAULT 0 CHECK (staked_month >= 0)
) WITH (fillfactor = 70);

-- The first instant of the operator's day, week or month that holds `at`.
CREATE FUNCTION period_start(period text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT date_trunc(period, at AT TIME ZONE 'Europe/Andorra') AT TIME ZONE 'Europe/Andorra'
$$;

-- Money that came back to players from what they staked, and prizes taken back. Stakes, deposits and withdrawals are not in it.
CREATE INDEX transfer_returned ON transfer (account_id, id) WHERE kind IN ('prize', 'refund', 'stake-cancelled', 'prize-recalled');

-- The sale's row follows from the limits. Whoever changes a limit holds the player's balance row, so no sale is on its way past it.
CREATE FUNCTION allowance_of_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  d timestamptz := period_start('day', NEW.since);
  w timestamptz := period_start('week', NEW.since);
  m timestamptz := period_start('month', NEW.since);
BEGIN
  IF NEW.kind = 'deposit' THEN RETURN NULL; END IF;
  INSERT INTO play_allowance (account_id, day, week, month, staked_day, staked_week, staked_month)
    SELECT NEW.account_id, (d AT TIME ZONE 'Europe/Andorra')::date, (w AT TIME ZONE 'Europe/Andorra')::date, (m AT TIME ZONE 'Europe/Andorra')::date,
      coalesce(sum(amount_cents) FILTER (WHERE id >= uuid_floor(d)), 0), coalesce(sum(amount_cents) FILTER (WHERE id >= uuid_floor(w)), 0),
      coalesce(sum(amount_cents) FILTER (WHERE id >= uuid_floor(m)), 0)
    FROM transfer WHERE account_id = NEW.account_id AND kind = 'stake' AND id >= uuid_floor(least(w, m))
    ON CONFLICT DO NOTHING;
  EXECUTE format('UPDATE play_allowance SET %I = $1 WHERE account_id = $2', NEW.kind || '_' || NEW.period) USING NEW.amount_cents, NEW.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER allowance_follows AFTER INSERT OR UPDATE ON play_limit FOR EACH ROW EXECUTE FUNCTION allowance_of_limits();

-- How long a player wants to have been here before being told.
CREATE TABLE play_reminder (
  account_id uuid PRIMARY KEY REFERENCES player,
  minutes integer NOT NULL CHECK (minutes BETWEEN 5 AND 240),
  at timestamptz NOT NULL
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON play_limit_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON play_limit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON play_limit_request FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON play_allowance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON play_limit, play_limit_request, play_limit_change, play_allowance TO valira_app;
GRANT UPDATE (amount_cents, request_id, since) ON play_limit TO valira_app;
GRANT UPDATE (state, ended_at) ON play_limit_request TO valira_app;
GRANT UPDATE ON play_allowance TO valira_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON play_reminder TO valira_app;
