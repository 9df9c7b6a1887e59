-- Why: what may be sold. A product is data; only a registered and approved version is sold.
-- Locks: none on existing tables. Rollout: before any contest exists.

CREATE TABLE licence (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('C', 'C@', 'convention')),
  number text NOT NULL UNIQUE,
  legal_name text NOT NULL,
  register_number text NOT NULL,
  responsible_person text NOT NULL,
  modalities text[] NOT NULL CHECK (modalities <@ ARRAY['a', 'b', 'c'] AND cardinality(modalities) > 0),
  pari_mutuel_in_shops boolean NOT NULL DEFAULT false,
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL CHECK (valid_until > valid_from),
  suspended boolean NOT NULL DEFAULT false
);

-- Tax on the amounts staked (Law 14/2024, art. 51.3: 25 %), dated, because rate and base may be ruled otherwise.
CREATE TABLE tax_rule (
  valid_from timestamptz PRIMARY KEY,
  rate_bps integer NOT NULL CHECK (rate_bps BETWEEN 0 AND 10000),
  base text NOT NULL CHECK (base IN ('stakes')),
  source text NOT NULL
);
INSERT INTO tax_rule VALUES ('2024-11-28T00:00:00Z', 2500, 'stakes', 'Llei 14/2024, art. 51.3');

CREATE TABLE product (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  family text NOT NULL CHECK (family IN ('draw', 'pool')),
  created_at timestamptz NOT NULL
);

CREATE TABLE product_version (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES product,
  version integer NOT NULL CHECK (version > 0),
  modality text NOT NULL CHECK (modality IN ('a', 'b', 'c')),
  names jsonb NOT NULL,
  definition jsonb NOT NULL,
  definition_hash bytea NOT NULL CHECK (length(definition_hash) = 32),
  channels text[] NOT NULL CHECK (channels <@ ARRAY['online', 'shop'] AND cardinality(channels) > 0),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'submitted', 'approved', 'refused', 'on-sale', 'suspended', 'closed')),
  registration_number text UNIQUE,
  proposed_by text NOT NULL,
  decided_by text,
  released_by text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  UNIQUE (product_id, version),
  CONSTRAINT registered_before_sale CHECK (state NOT IN ('approved', 'on-sale', 'suspended') OR (registration_number IS NOT NULL AND decided_by IS NOT NULL)),
  CONSTRAINT four_eyes CHECK (decided_by IS NULL OR decided_by <> proposed_by)
);

-- What was approved stays as it was approved.
CREATE FUNCTION freeze_definition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND (NEW.definition, NEW.definition_hash, NEW.modality, NEW.version, NEW.product_id, NEW.proposed_by)
     IS DISTINCT FROM (OLD.definition, OLD.definition_hash, OLD.modality, OLD.version, OLD.product_id, OLD.proposed_by) THEN
    RAISE EXCEPTION 'version % of a product left draft: a change is a new version', OLD.version USING ERRCODE = 'VA002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER product_version_frozen BEFORE UPDATE ON product_version FOR EACH ROW EXECUTE FUNCTION freeze_definition();

GRANT SELECT, INSERT, UPDATE ON licence, product, product_version TO valira_app;
GRANT SELECT, INSERT ON tax_rule TO valira_app;
