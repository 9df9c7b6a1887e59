-- Why: sessions and roles (tables of the authentication library), players, shops, terminals, clerks.
-- Locks: none on existing tables. Rollout: with the first API.

CREATE TABLE auth_user (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  kind text NOT NULL DEFAULT 'player' CHECK (kind IN ('player', 'staff', 'inspector', 'second-holder')),
  language text NOT NULL DEFAULT 'ca' CHECK (language IN ('ca', 'es', 'fr', 'en')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE auth_session (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth_user ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_session_by_user ON auth_session (user_id);
CREATE TABLE auth_account (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth_user ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  id_token text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_account_by_user ON auth_account (user_id);
CREATE TABLE auth_verification (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE staff_role (
  user_id text NOT NULL REFERENCES auth_user,
  role text NOT NULL CHECK (role IN ('product', 'official', 'race-desk', 'finance', 'admin')),
  granted_by text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, role)
);

CREATE TABLE player (
  account_id uuid PRIMARY KEY REFERENCES account,
  user_id text NOT NULL UNIQUE REFERENCES auth_user,
  created_at timestamptz NOT NULL
);

CREATE TABLE shop (
  account_id uuid PRIMARY KEY REFERENCES account,
  name text NOT NULL,
  address text NOT NULL,
  licence_number text NOT NULL,
  licence_until timestamptz NOT NULL,
  commission_bps integer NOT NULL CHECK (commission_bps BETWEEN 0 AND 2500),
  pays_up_to_cents bigint NOT NULL CHECK (pays_up_to_cents >= 0)
);
CREATE TABLE terminal (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES shop,
  label text NOT NULL,
  state text NOT NULL DEFAULT 'awaiting' CHECK (state IN ('awaiting', 'enrolled', 'revoked')),
  enrolment_code_hash bytea,
  enrolment_expires_at timestamptz,
  public_key jsonb,
  enrolled_at timestamptz,
  CHECK (state <> 'enrolled' OR public_key IS NOT NULL)
);
CREATE TABLE clerk (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES shop,
  name text NOT NULL,
  card_number text NOT NULL UNIQUE,
  pin_hash text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'left'))
);
CREATE TABLE clerk_session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  terminal_id uuid NOT NULL REFERENCES terminal,
  clerk_id uuid NOT NULL REFERENCES clerk,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);

GRANT SELECT, INSERT, UPDATE, DELETE ON auth_user, auth_session, auth_account, auth_verification TO valira_app;
GRANT SELECT, INSERT, DELETE ON staff_role TO valira_app;
GRANT SELECT, INSERT ON player, shop, terminal, clerk, clerk_session TO valira_app;
GRANT UPDATE ON shop, terminal, clerk, clerk_session TO valira_app;
