-- Why: what tickets are sold for. A contest is a draw or a pool: it opens, closes hard, is sealed, gets a result, settles and is published.
-- Locks: none on existing tables. Rollout: before tickets.

CREATE TABLE event (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('race', 'match', 'other')),
  name text NOT NULL,
  meeting text NOT NULL,
  organiser text NOT NULL CHECK (length(organiser) > 0),
  competition text NOT NULL CHECK (length(competition) > 0),
  starts_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE runner (
  event_id uuid NOT NULL REFERENCES event,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 99),
  name text NOT NULL,
  PRIMARY KEY (event_id, number)
);

-- The states after `closed` are reached in order; `void` and `postponed` are the ways out, each with its reason in contest_step.
CREATE TABLE contest (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('draw', 'pool')),
  product_version_id uuid NOT NULL REFERENCES product_version,
  number integer NOT NULL CHECK (number > 0),
  source text NOT NULL CHECK (source IN ('rng', 'machine', 'external', 'event')),
  event_id uuid REFERENCES event,
  state text NOT NULL DEFAULT 'scheduled' CHECK (state IN
    ('scheduled', 'open', 'closed', 'sealed', 'drawn', 'certified', 'settled', 'reconciled', 'published', 'archived', 'locked', 'postponed', 'void')),
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
  draws_at timestamptz NOT NULL CHECK (draws_at >= closes_at),
  -- For a pool: definition and card as they were when it was made. Later versions and cards never reach it.
  frozen jsonb NOT NULL DEFAULT '{}',
  carried_in jsonb NOT NULL DEFAULT '{}',
  result_version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (product_version_id, number),
  CHECK ((kind = 'pool') = (source = 'event') OR source = 'external')
);
CREATE INDEX contest_by_state ON contest (state, closes_at);

-- Every step of every contest: what, when, who, why. The procedure as it happened.
CREATE TABLE contest_step (
  contest_id uuid NOT NULL REFERENCES contest,
  seq integer NOT NULL,
  step text NOT NULL,
  actors text[] NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, seq)
);

-- Commitments are published before the first ticket; the secret itself is here only once it has been revealed.
CREATE TABLE draw_commitment (
  contest_id uuid NOT NULL REFERENCES contest,
  role text NOT NULL CHECK (role IN ('operator', 'second')),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  holder text NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, role)
);
CREATE TABLE draw_reveal (
  contest_id uuid NOT NULL,
  role text NOT NULL,
  secret bytea NOT NULL CHECK (length(secret) = 32),
  revealed_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, role),
  FOREIGN KEY (contest_id, role) REFERENCES draw_commitment (contest_id, role)
);
-- The operator's secret until the draw, encrypted under a key that the database does not hold.
CREATE TABLE draw_secret (
  contest_id uuid PRIMARY KEY REFERENCES contest,
  ciphertext bytea NOT NULL,
  key_id text NOT NULL
);
-- What players are told before the first sale: rules, mapping, commitments, beacon, close; signed. Its hash is printed on tickets.
CREATE TABLE draw_announcement (
  contest_id uuid PRIMARY KEY REFERENCES contest,
  statement jsonb NOT NULL,
  statement_hash bytea NOT NULL UNIQUE CHECK (length(statement_hash) = 32),
  at timestamptz NOT NULL
);
-- Each call of the generator, in a chain without a gap. A spare call for a contest shows here and makes its verification fail.
CREATE TABLE generator_call (
  generator text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  purpose text NOT NULL CHECK (purpose IN ('secret', 'numbers')),
  contest_id uuid NOT NULL REFERENCES contest,
  output_hash bytea NOT NULL CHECK (length(output_hash) = 32),
  head bytea NOT NULL CHECK (length(head) = 32),
  call jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (generator, sequence)
);
CREATE INDEX generator_call_by_output ON generator_call (output_hash);
CREATE INDEX generator_call_by_contest ON generator_call (contest_id);

CREATE TABLE seal (
  contest_id uuid PRIMARY KEY REFERENCES contest,
  root bytea NOT NULL CHECK (length(root) = 32),
  leaves bigint NOT NULL,
  cancelled bigint NOT NULL,
  stake_cents bigint NOT NULL,
  statement jsonb NOT NULL,
  statement_hash bytea NOT NULL CHECK (length(statement_hash) = 32),
  -- Where every intake's chain stood when the seal was made: what the control system must have received before it countersigns.
  heads jsonb NOT NULL,
  sealed_at timestamptz NOT NULL
);
CREATE TABLE seal_tile (
  contest_id uuid NOT NULL REFERENCES contest,
  level integer NOT NULL,
  index bigint NOT NULL,
  hashes bytea NOT NULL,
  first_ticket_id uuid,
  PRIMARY KEY (contest_id, level, index)
);
CREATE TABLE seal_countersignature (
  contest_id uuid PRIMARY KEY REFERENCES seal,
  statement jsonb NOT NULL,
  at timestamptz NOT NULL
);
-- Answers of the inspector's receipt log.
CREATE TABLE receipt (
  id uuid PRIMARY KEY,
  subject text NOT NULL CHECK (subject IN ('announcement', 'seal', 'countersignature', 'generator-head', 'day-head')),
  reference text NOT NULL,
  receipt jsonb NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (subject, reference)
);

-- Two people type a result without seeing each other's.
CREATE TABLE result_entry (
  contest_id uuid NOT NULL REFERENCES contest,
  version integer NOT NULL,
  official text NOT NULL,
  result jsonb NOT NULL,
  result_hash bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, version, official)
);
-- A result is superseded by a higher version, never overwritten.
CREATE TABLE contest_result (
  contest_id uuid NOT NULL REFERENCES contest,
  version integer NOT NULL CHECK (version > 0),
  result jsonb NOT NULL,
  origin text NOT NULL CHECK (origin IN ('rng', 'entered-twice', 'imported')),
  entered_by text[] NOT NULL,
  external jsonb,
  certified_by text,
  certified_at timestamptz,
  at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, version),
  CONSTRAINT four_eyes CHECK (certified_by IS NULL OR origin <> 'imported' OR NOT (certified_by = ANY (entered_by)))
);

CREATE TRIGGER contest_step_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contest_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_commitment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_commitment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_announcement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_announcement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_reveal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_reveal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER generator_call_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON generator_call FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_tile_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_tile FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_countersignature_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_countersignature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER result_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON result_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON event, runner, contest, contest_step, draw_commitment, draw_announcement, draw_reveal, draw_secret, generator_call, seal, seal_tile,
  seal_countersignature, receipt, result_entry, contest_result TO valira_app;
GRANT UPDATE (state, opens_at, closes_at, draws_at, result_version, carried_in) ON contest TO valira_app;
GRANT UPDATE (certified_by, certified_at) ON contest_result TO valira_app;
