-- Why: what players are told, written in the transaction of its cause, sent once as far as each transport allows, suppressed at the moment of sending;
-- and shop tickets that a player watches, so that there is somebody to warn before a claim lapses.
-- Locks: none on existing tables. Rollout: before an API and a worker that send.

-- Which channels a kind of message goes by, from what amount on. Data: a kind without a row is not sent.
CREATE TABLE message_route (
  kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('app', 'mail', 'sms', 'push')),
  from_cents bigint NOT NULL DEFAULT 0 CHECK (from_cents >= 0),
  PRIMARY KEY (kind, channel)
);
INSERT INTO message_route VALUES
  ('win', 'app', 0), ('win', 'mail', 10000),
  ('large-win', 'app', 0), ('large-win', 'push', 0), ('large-win', 'mail', 0), ('large-win', 'sms', 0),
  ('claim-lapsing', 'app', 0), ('claim-lapsing', 'push', 0), ('claim-lapsing', 'mail', 0),
  ('limit-reached', 'app', 0), ('limit-reached', 'mail', 0),
  ('limit-changed', 'app', 0), ('limit-changed', 'mail', 0),
  ('withdrawal-sent', 'app', 0), ('withdrawal-sent', 'mail', 0),
  ('subscription-stopped', 'app', 0), ('subscription-stopped', 'mail', 0),
  ('result-corrected', 'app', 0), ('result-corrected', 'mail', 0),
  ('campaign', 'app', 0), ('campaign', 'push', 0), ('campaign', 'mail', 0), ('campaign', 'sms', 0);

CREATE TABLE message (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account,
  kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('app', 'mail', 'sms', 'push')),
  -- What it follows from: a prize, a withdrawal, a day's warning. The same cause is told once on a channel.
  cause text NOT NULL CHECK (length(cause) BETWEEN 1 AND 200),
  facts jsonb NOT NULL,
  -- A message about a contest waits until that result is published.
  contest_id uuid REFERENCES contest,
  result_version integer,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'suppressed', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 50),
  -- When it is due: next try, or the end of the time that its sender has for it.
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  reason text,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (kind, channel) REFERENCES message_route,
  CHECK ((contest_id IS NULL) = (result_version IS NULL)),
  CHECK ((state IN ('sent', 'suppressed', 'failed')) = (ended_at IS NOT NULL)),
  CHECK (state NOT IN ('suppressed', 'failed') OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX message_once ON message (account_id, cause, kind, channel);
CREATE INDEX message_due ON message (due_at, id) WHERE state IN ('queued', 'sending');

CREATE FUNCTION message_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.account_id, NEW.kind, NEW.channel, NEW.cause, NEW.facts, NEW.contest_id, NEW.result_version, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.kind, OLD.channel, OLD.cause, OLD.facts, OLD.contest_id, OLD.result_version, OLD.created_at)
    OR OLD.state IN ('sent', 'suppressed', 'failed') OR NEW.attempts < OLD.attempts THEN
    RAISE EXCEPTION 'message % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON message FOR EACH ROW EXECUTE FUNCTION message_steps();

-- Advertising goes by a channel only to who asked for it there and has not taken it back.
CREATE TABLE message_consent (
  account_id uuid NOT NULL REFERENCES account,
  channel text NOT NULL CHECK (channel IN ('app', 'mail', 'sms', 'push')),
  advertising boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, channel)
);
-- A phone number or a device, encrypted under the personal-data key. The mail address is the one that the player signs in with.
CREATE TABLE message_contact (
  account_id uuid NOT NULL REFERENCES account,
  channel text NOT NULL CHECK (channel IN ('sms', 'push')),
  key_id text NOT NULL,
  box bytea NOT NULL CHECK (length(box) BETWEEN 29 AND 2048),
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, channel)
);

-- Shop tickets whose holder asked to be warned.
CREATE TABLE watched_ticket (
  account_id uuid NOT NULL REFERENCES account,
  ticket_account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (ticket_account_id, ticket_id, account_id)
);
CREATE INDEX watched_ticket_by_player ON watched_ticket (account_id, at);

GRANT SELECT ON message_route TO valira_app;
GRANT SELECT, INSERT, UPDATE ON message, message_consent TO valira_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON message_contact TO valira_app;
GRANT SELECT, INSERT ON watched_ticket TO valira_app;
