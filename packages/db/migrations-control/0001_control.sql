-- Why: the independent control system's own copy of the sales, what it was told and what it found; and the inspector's receipt log.
-- Locks: none on existing tables. Rollout: first migration of this database, before the control process starts.

-- Refuses UPDATE, DELETE and TRUNCATE whoever asks, the application and the owner alike.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: rows here are only ever added', TG_OP, TG_TABLE_NAME USING ERRCODE = 'VC001';
END $$;

-- Keys of the platform that are believed. The first key of a purpose is taken as published; every further one has two people.
CREATE TABLE trusted_key (
  key_id text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('intake', 'seal')),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  actors text[] NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE contest (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('draw', 'pool')),
  closes_at timestamptz NOT NULL,
  definition_hash bytea NOT NULL CHECK (length(definition_hash) = 32),
  definition jsonb NOT NULL,
  at timestamptz NOT NULL
);
-- A close moves only with two people and a reason; the last row holds.
CREATE TABLE contest_postponement (
  contest_id uuid NOT NULL REFERENCES contest,
  seq integer NOT NULL CHECK (seq > 0),
  closes_at timestamptz NOT NULL,
  actors text[] NOT NULL CHECK (cardinality(actors) >= 2),
  reason text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, seq)
);
CREATE VIEW contest_close AS
  SELECT c.id, c.kind, c.definition_hash, c.closes_at AS scheduled_closes_at,
    coalesce((SELECT p.closes_at FROM contest_postponement p WHERE p.contest_id = c.id ORDER BY p.seq DESC LIMIT 1), c.closes_at) AS closes_at
  FROM contest c;

-- One signed link for each committed batch of an intake. `arrived_at` is this system's own clock.
CREATE TABLE link (
  intake_id uuid NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  previous_head bytea NOT NULL CHECK (length(previous_head) = 32),
  head bytea NOT NULL CHECK (length(head) = 32),
  record_count integer NOT NULL CHECK (record_count > 0),
  amount_cents bigint NOT NULL,
  records_hash bytea NOT NULL CHECK (length(records_hash) = 32),
  contest_ids uuid[] NOT NULL,
  key_id text NOT NULL REFERENCES trusted_key,
  signature bytea NOT NULL CHECK (length(signature) = 64),
  sold_at timestamptz NOT NULL,
  arrived_at timestamptz NOT NULL,
  -- Records of this intake up to and with this link.
  total_records bigint NOT NULL,
  PRIMARY KEY (intake_id, sequence)
);

-- A ticket's part in a contest (state 1), and its cancellation before the close (state 2). Read by contest, in the order of leaves.
CREATE TABLE record (
  contest_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  state smallint NOT NULL CHECK (state IN (1, 2)),
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  lines bytea NOT NULL,
  stake_cents bigint NOT NULL CHECK (stake_cents >= 0),
  intake_id uuid NOT NULL,
  sequence bigint NOT NULL,
  ordinal integer NOT NULL,
  -- Came too late to be believed: counted only when two people have released the contest and the seal has it.
  quarantined boolean NOT NULL,
  arrived_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, ticket_id, state),
  FOREIGN KEY (intake_id, sequence) REFERENCES link (intake_id, sequence)
);

-- Everything that is not as it should be. A finding about a contest locks it until two people release it.
CREATE TABLE finding (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  contest_id uuid,
  -- Findings of the same kind and key are one finding.
  key text NOT NULL,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE UNIQUE INDEX finding_once ON finding (kind, coalesce(contest_id, '00000000-0000-0000-0000-000000000000'), key);
CREATE INDEX finding_by_contest ON finding (contest_id) WHERE contest_id IS NOT NULL;
CREATE TABLE release (
  finding_id bigint PRIMARY KEY REFERENCES finding,
  contest_id uuid NOT NULL,
  actors text[] NOT NULL CHECK (cardinality(actors) = 2 AND actors[1] <> actors[2]),
  reason text NOT NULL,
  at timestamptz NOT NULL
);

-- What was noted about a contest and needs nobody's release: the stop-bet of a pool against its schedule.
CREATE TABLE note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  kind text NOT NULL,
  facts jsonb NOT NULL,
  at timestamptz NOT NULL
);

-- One seal for each contest, for ever.
CREATE TABLE countersigned_seal (
  contest_id uuid PRIMARY KEY REFERENCES contest,
  seal jsonb NOT NULL,
  seal_hash bytea NOT NULL CHECK (length(seal_hash) = 32),
  root bytea NOT NULL CHECK (length(root) = 32),
  with_quarantined boolean NOT NULL,
  countersignature jsonb NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE reconciliation (
  contest_id uuid NOT NULL REFERENCES countersigned_seal,
  result_version integer NOT NULL CHECK (result_version > 0),
  attempt integer NOT NULL CHECK (attempt > 0),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  agrees boolean NOT NULL,
  statement jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, result_version, attempt)
);

-- The inspector's receipt log: a chain without a gap.
CREATE TABLE receipt (
  sequence bigint PRIMARY KEY CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN ('announcement', 'seal', 'countersignature', 'generator-head', 'day-head')),
  subject_id text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  head bytea NOT NULL CHECK (length(head) = 32),
  receipt jsonb NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (kind, subject_id, hash)
);
CREATE INDEX receipt_by_subject ON receipt (subject_id, sequence);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['trusted_key', 'contest', 'contest_postponement', 'link', 'record', 'finding', 'release', 'note',
    'countersigned_seal', 'reconciliation', 'receipt'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO valira_control_app', name);
  END LOOP;
END $$;
GRANT SELECT ON contest_close TO valira_control_app;
GRANT SELECT ON schema_migration TO valira_control_app;
