-- Why: meetings, races and matches stand by themselves, and pools are sold on them: several on one race, one over several matches. Who stopped
-- bets, withdrew a runner, typed a result, declared it official or objected is written beside the event, once and for good.
-- Locks: ACCESS EXCLUSIVE on event, contest and contest_result for as long as their rows are moved.
-- Rollout: together with the API of this version; an older one cannot schedule pools on this schema.

CREATE TABLE meeting (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  place text NOT NULL CHECK (length(place) BETWEEN 1 AND 120),
  day date NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (name, day)
);

-- A bet on an event in which Andorran athletes or entities take part is refused (Law 7.10): such an event is never written.
ALTER TABLE event
  ADD COLUMN meeting_id uuid REFERENCES meeting,
  ADD COLUMN andorrans_take_part boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT no_andorrans CHECK (NOT andorrans_take_part);
INSERT INTO meeting (id, name, place, day, created_by, created_at)
  SELECT gen_random_uuid(), meeting, meeting, (starts_at AT TIME ZONE 'Europe/Andorra')::date, 'system', min(created_at) FROM event GROUP BY 2, 3, 4;
UPDATE event e SET meeting_id = m.id FROM meeting m WHERE m.name = e.meeting AND m.day = (e.starts_at AT TIME ZONE 'Europe/Andorra')::date;
ALTER TABLE event ALTER COLUMN meeting_id SET NOT NULL;
ALTER TABLE event DROP COLUMN meeting;
CREATE INDEX event_by_meeting ON event (meeting_id, starts_at);

CREATE TABLE contest_leg (
  contest_id uuid NOT NULL REFERENCES contest,
  leg integer NOT NULL CHECK (leg > 0),
  event_id uuid NOT NULL REFERENCES event,
  PRIMARY KEY (contest_id, leg),
  UNIQUE (contest_id, event_id)
);
CREATE INDEX contest_leg_by_event ON contest_leg (event_id);
INSERT INTO contest_leg SELECT id, 1, event_id FROM contest WHERE event_id IS NOT NULL;
ALTER TABLE contest DROP COLUMN event_id;

-- The card of a pool is frozen and registered when the pool is scheduled: from then on its events do not change.
CREATE FUNCTION refuse_change_of_sold_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE subject uuid;
BEGIN
  subject := CASE WHEN TG_TABLE_NAME = 'event' THEN (to_jsonb(OLD) ->> 'id')::uuid
    ELSE coalesce(to_jsonb(NEW) ->> 'event_id', to_jsonb(OLD) ->> 'event_id')::uuid END;
  IF EXISTS (SELECT 1 FROM contest_leg WHERE event_id = subject) THEN
    RAISE EXCEPTION 'event % has pools and does not change', subject USING ERRCODE = 'check_violation', CONSTRAINT = 'sold_event';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER sold_event BEFORE UPDATE OR DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse_change_of_sold_event();
CREATE TRIGGER sold_event BEFORE INSERT OR UPDATE OR DELETE ON runner FOR EACH ROW EXECUTE FUNCTION refuse_change_of_sold_event();

-- Bets stop once. Without a row they stop at the scheduled start.
CREATE TABLE event_stop (
  event_id uuid PRIMARY KEY REFERENCES event,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80),
  actor text NOT NULL,
  at timestamptz NOT NULL
);

-- What the second person saw before confirming is kept with the proposal.
CREATE TABLE scratch_proposal (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  runner integer NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  preview jsonb NOT NULL,
  proposed_by text NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (event_id, runner) REFERENCES runner (event_id, number),
  UNIQUE (id, event_id, runner, proposed_by)
);
CREATE TABLE scratch_rejection (
  proposal_id uuid PRIMARY KEY REFERENCES scratch_proposal,
  rejected_by text NOT NULL,
  at timestamptz NOT NULL
);
-- A runner that is out stays out: there is no row that puts it back, and none is ever taken away.
CREATE TABLE scratch (
  event_id uuid NOT NULL,
  runner integer NOT NULL,
  proposal_id uuid NOT NULL UNIQUE,
  proposed_by text NOT NULL,
  confirmed_by text NOT NULL,
  touched jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, runner),
  FOREIGN KEY (proposal_id, event_id, runner, proposed_by) REFERENCES scratch_proposal (id, event_id, runner, proposed_by),
  CONSTRAINT four_eyes CHECK (confirmed_by <> proposed_by)
);

-- Two people type the result of an event without seeing each other's; `round` counts how often they had to.
CREATE TABLE event_result_entry (
  event_id uuid NOT NULL REFERENCES event,
  round integer NOT NULL CHECK (round > 0),
  official text NOT NULL,
  result jsonb NOT NULL,
  result_hash bytea NOT NULL CHECK (length(result_hash) = 32),
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, round, official)
);
CREATE TABLE event_result (
  event_id uuid NOT NULL REFERENCES event,
  version integer NOT NULL CHECK (version > 0),
  result jsonb NOT NULL,
  entered_by text[] NOT NULL CHECK (cardinality(entered_by) = 2 AND entered_by[1] <> entered_by[2]),
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, version),
  UNIQUE (event_id, version, entered_by)
);
-- Official by the second who typed or by a third; a corrected result by somebody who typed none of it.
CREATE TABLE event_official (
  event_id uuid NOT NULL,
  version integer NOT NULL,
  entered_by text[] NOT NULL,
  official_by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, version),
  FOREIGN KEY (event_id, version, entered_by) REFERENCES event_result (event_id, version, entered_by),
  CONSTRAINT four_eyes CHECK (official_by <> entered_by[1] AND (version = 1 OR NOT (official_by = ANY (entered_by))))
);

CREATE TABLE objection (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  lodged_by text NOT NULL CHECK (length(lodged_by) BETWEEN 1 AND 120),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  recorded_by text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX objection_by_event ON objection (event_id, at);
CREATE TABLE objection_vote (
  objection_id uuid NOT NULL REFERENCES objection,
  person text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('upheld', 'dismissed')),
  at timestamptz NOT NULL,
  PRIMARY KEY (objection_id, person),
  UNIQUE (objection_id, person, verdict)
);
-- The verdict of the first two who agree.
CREATE TABLE objection_decision (
  objection_id uuid PRIMARY KEY REFERENCES objection,
  verdict text NOT NULL,
  first_person text NOT NULL,
  second_person text NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (objection_id, first_person, verdict) REFERENCES objection_vote (objection_id, person, verdict),
  FOREIGN KEY (objection_id, second_person, verdict) REFERENCES objection_vote (objection_id, person, verdict),
  CONSTRAINT four_eyes CHECK (first_person <> second_person)
);
-- An upheld objection takes the version that stood out of force; the next one is typed anew.
CREATE TABLE event_result_withdrawal (
  event_id uuid NOT NULL,
  version integer NOT NULL,
  objection_id uuid NOT NULL UNIQUE REFERENCES objection_decision,
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, version),
  FOREIGN KEY (event_id, version) REFERENCES event_result (event_id, version)
);

-- `events`: put together from the official results of the pool's events.
ALTER TABLE contest_result DROP CONSTRAINT contest_result_origin_check;
ALTER TABLE contest_result ADD CONSTRAINT contest_result_origin_check CHECK (origin IN ('rng', 'entered-twice', 'imported', 'events'));

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['contest_leg', 'event_stop', 'scratch_proposal', 'scratch_rejection', 'scratch', 'event_result_entry', 'event_result',
    'event_official', 'objection', 'objection_vote', 'objection_decision', 'event_result_withdrawal'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_app', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON meeting TO valira_app;
GRANT UPDATE (name, organiser, competition, starts_at) ON event TO valira_app;
GRANT DELETE ON runner TO valira_app;
