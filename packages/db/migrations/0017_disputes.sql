-- Why: a disputed ticket is not paid until two people have decided, and a ticket that was lost can be claimed with evidence when nobody showed it; the
-- database holds what is in dispute, at the same row that ends the prizes.
-- Locks: ACCESS EXCLUSIVE on claim_rule and claim for one column each (a catalogue change, no rewrite). Rollout: before an API that opens disputes.

-- A dispute may outlast the claim period: its holder then has this many days from the decision.
ALTER TABLE claim_rule ADD COLUMN days_after_dispute integer NOT NULL DEFAULT 30 CHECK (days_after_dispute BETWEEN 1 AND 366);

CREATE TABLE dispute (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  -- disputed: somebody says that who holds the ticket is not whose it is. lost: somebody says that there is no ticket to show any more.
  kind text NOT NULL CHECK (kind IN ('disputed', 'lost')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  -- Who says so, encrypted under the personal-data key.
  key_id text NOT NULL,
  box bytea NOT NULL CHECK (length(box) BETWEEN 29 AND 2048),
  opened_by text NOT NULL,
  opened_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'proposed', 'decided')),
  outcome text CHECK (outcome IN ('holder', 'claimant')),
  proposed_by text,
  proposed_at timestamptz,
  proposal_reason text CHECK (length(proposal_reason) BETWEEN 1 AND 500),
  decided_by text,
  decided_at timestamptz,
  CONSTRAINT dispute_four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by),
  CHECK ((state = 'open') = (outcome IS NULL) AND (outcome IS NULL) = (proposed_by IS NULL)
    AND (outcome IS NULL) = (proposed_at IS NULL) AND (outcome IS NULL) = (proposal_reason IS NULL)),
  CHECK ((state = 'decided') = (decided_by IS NOT NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  UNIQUE (id, account_id, ticket_id)
);
CREATE UNIQUE INDEX dispute_one_at_a_time ON dispute (account_id, ticket_id) WHERE state <> 'decided';
CREATE INDEX dispute_by_ticket ON dispute (ticket_id);
CREATE INDEX dispute_by_state ON dispute (state, id);

-- Both sides take the ticket's lock: a dispute and an end of the prizes at the same moment come one after the other. Whoever comes second writes
-- nothing, which the caller sees.
CREATE FUNCTION dispute_waits_for_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.ticket_id::text, 7251914822));
  IF EXISTS (SELECT 1 FROM prize_end e WHERE e.account_id = NEW.account_id AND e.ticket_id = NEW.ticket_id) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER one_or_the_other BEFORE INSERT ON dispute FOR EACH ROW EXECUTE FUNCTION dispute_waits_for_end();

CREATE FUNCTION end_waits_for_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.ticket_id::text, 7251914822));
  -- Who shows a ticket that another says to have lost is paid; it only does not lapse.
  IF EXISTS (SELECT 1 FROM dispute d WHERE d.account_id = NEW.account_id AND d.ticket_id = NEW.ticket_id AND d.state <> 'decided'
    AND (d.kind = 'disputed' OR NEW.ending = 'lapse')) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER one_or_the_other BEFORE INSERT ON prize_end FOR EACH ROW EXECUTE FUNCTION end_waits_for_dispute();

CREATE FUNCTION dispute_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.account_id, NEW.ticket_id, NEW.kind, NEW.reason, NEW.key_id, NEW.box, NEW.opened_by, NEW.opened_at)
    IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.ticket_id, OLD.kind, OLD.reason, OLD.key_id, OLD.box, OLD.opened_by, OLD.opened_at)
    OR (OLD.state, NEW.state) NOT IN (('open', 'proposed'), ('proposed', 'open'), ('proposed', 'decided'))
    OR (NEW.state = 'decided' AND (NEW.outcome, NEW.proposed_by) IS DISTINCT FROM (OLD.outcome, OLD.proposed_by)) THEN
    RAISE EXCEPTION 'a dispute does not go from % to % like this', OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON dispute FOR EACH ROW EXECUTE FUNCTION dispute_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON dispute FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A claim without a ticket to show names the dispute that was decided for it.
ALTER TABLE claim ADD COLUMN dispute_id uuid,
  ADD CONSTRAINT claim_of_a_dispute FOREIGN KEY (dispute_id, account_id, ticket_id) REFERENCES dispute (id, account_id, ticket_id);

GRANT SELECT, INSERT, UPDATE ON dispute TO valira_app;
