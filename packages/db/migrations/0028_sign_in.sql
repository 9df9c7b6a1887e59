-- Why: a second factor, passkeys (tables of the authentication library), and challenges that count once.
-- Locks: ACCESS EXCLUSIVE on auth_user for one column with a default (a catalogue change). Rollout: before an API that asks for a challenge.

ALTER TABLE auth_user ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

-- Secret and backup codes are encrypted by the library under the session key.
CREATE TABLE auth_two_factor (
  id text PRIMARY KEY,
  user_id text NOT NULL UNIQUE REFERENCES auth_user ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);
CREATE TABLE auth_passkey (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth_user ON DELETE CASCADE,
  name text,
  public_key text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  counter integer NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz
);
CREATE INDEX auth_passkey_by_user ON auth_passkey (user_id);

-- Challenges that were solved: each opens one door. Rows older than a challenge lives are swept by who comes next.
CREATE TABLE challenge_use (
  nonce text PRIMARY KEY CHECK (nonce ~ '^[0-9a-f]{32}$'),
  expires_at timestamptz NOT NULL
);
CREATE INDEX challenge_use_by_end ON challenge_use (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON auth_two_factor, auth_passkey TO valira_app;
GRANT SELECT, INSERT, DELETE ON challenge_use TO valira_app;
