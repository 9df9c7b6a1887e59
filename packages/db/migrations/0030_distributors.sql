-- Why: who may sell in shops and until when. A distributor holds a class G (or H) licence and a contract, each with its dates; a shop sells while
-- both cover the instant, which the sale asks for by one indexed read. Clerks hold class I cards with an end. Commission is dated, per product.
-- Locks: shop and clerk, for a moment, to add columns. Rollout: before an API that asks for a shop's window in the sale.

CREATE TABLE distributor (
  id uuid PRIMARY KEY,
  -- own: the operator's premises (no licence but the operator's); principal, secondary: class G; mixed: class H, resells a principal's stock.
  kind text NOT NULL CHECK (kind IN ('own', 'principal', 'secondary', 'mixed')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  register_number text NOT NULL UNIQUE CHECK (length(register_number) BETWEEN 1 AND 60),
  -- Whose stock a mixed distributor resells.
  principal_id uuid REFERENCES distributor,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'mixed') = (principal_id IS NOT NULL))
);

-- Licences and contracts, side by side; a renewal is a new row. What has been entered is ended early at most, never changed.
CREATE TABLE distributor_term (
  id uuid PRIMARY KEY,
  distributor_id uuid NOT NULL REFERENCES distributor,
  what text NOT NULL CHECK (what IN ('licence', 'contract')),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 60),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL CHECK (valid_until > valid_from),
  -- Whether the contract of a class G distributor allows resale through class H (Llei 14/2024, art. 38.1.2.c).
  resale_allowed boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  end_reason text CHECK (length(end_reason) BETWEEN 3 AND 300),
  entered_by text NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (what, number),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  -- Licences of classes G and H last five years at most.
  CHECK (what <> 'licence' OR valid_until <= valid_from + interval '5 years')
);
CREATE INDEX distributor_term_by_distributor ON distributor_term (distributor_id, what);
CREATE INDEX distributor_term_by_end ON distributor_term (valid_until) WHERE ended_at IS NULL;

-- When a distributor may sell: its licence and its contract, and for a mixed one its principal's window too.
CREATE FUNCTION distributor_window(wanted uuid) RETURNS tstzmultirange LANGUAGE plpgsql STABLE AS $$
DECLARE d distributor%ROWTYPE; licences tstzmultirange; contracts tstzmultirange;
BEGIN
  SELECT * INTO STRICT d FROM distributor WHERE id = wanted;
  IF d.kind = 'own' THEN RETURN '{(,)}'::tstzmultirange; END IF;
  SELECT coalesce(range_agg(span) FILTER (WHERE what = 'licence'), '{}'), coalesce(range_agg(span) FILTER (WHERE what = 'contract'), '{}')
    INTO licences, contracts
    FROM (SELECT what, tstzrange(valid_from, greatest(valid_from, least(valid_until, ended_at))) AS span FROM distributor_term
      WHERE distributor_id = wanted) spans;
  RETURN licences * contracts * CASE WHEN d.kind = 'mixed' THEN distributor_window(d.principal_id) ELSE '{(,)}'::tstzmultirange END;
END $$;

ALTER TABLE shop
  ADD COLUMN distributor_id uuid REFERENCES distributor,
  ADD COLUMN opening text NOT NULL DEFAULT '' CHECK (length(opening) <= 500),
  -- Kept from the distributor's terms by triggers; empty sells nothing.
  ADD COLUMN sells tstzmultirange NOT NULL DEFAULT '{}';
INSERT INTO distributor (id, kind, name, register_number, created_at)
  SELECT account_id, 'secondary', name, licence_number, now() FROM shop;
UPDATE shop SET distributor_id = account_id;
INSERT INTO distributor_term (id, distributor_id, what, number, valid_from, valid_until, entered_by, at)
  SELECT gen_random_uuid(), account_id, what, licence_number, greatest(now() - interval '1 day', licence_until - interval '5 years'), licence_until, 'system', now()
  FROM shop, unnest(ARRAY['licence', 'contract']) AS what WHERE licence_until > now();
ALTER TABLE shop ALTER COLUMN distributor_id SET NOT NULL, DROP COLUMN licence_until;
UPDATE shop SET sells = distributor_window(distributor_id);
CREATE INDEX shop_by_distributor ON shop (distributor_id);

-- A contract stays within the licence it rests on: the operator's own, or for a mixed distributor the principal's contract, which must allow resale.
CREATE FUNCTION distributor_term_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE d distributor%ROWTYPE;
BEGIN
  SELECT * INTO STRICT d FROM distributor WHERE id = NEW.distributor_id;
  IF d.kind = 'own' THEN
    RAISE EXCEPTION 'the operator''s own premises have no licence or contract of their own' USING ERRCODE = 'VA001';
  END IF;
  IF NEW.what = 'contract' AND NOT (CASE WHEN d.kind = 'mixed'
    THEN EXISTS (SELECT 1 FROM distributor_term t WHERE t.distributor_id = d.principal_id AND t.what = 'contract' AND t.resale_allowed
      AND t.valid_from <= NEW.valid_from AND least(t.valid_until, t.ended_at) >= NEW.valid_until)
    ELSE EXISTS (SELECT 1 FROM licence l WHERE l.kind IN ('C', 'convention') AND l.valid_from <= NEW.valid_from AND l.valid_until >= NEW.valid_until) END)
  THEN
    RAISE EXCEPTION 'contract % reaches beyond what it rests on', NEW.number USING ERRCODE = 'VA001';
  END IF;
  IF NEW.resale_allowed AND (NEW.what <> 'contract' OR d.kind = 'mixed') THEN
    RAISE EXCEPTION 'only the contract of a class G distributor allows resale' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bounds BEFORE INSERT ON distributor_term FOR EACH ROW EXECUTE FUNCTION distributor_term_bounds();

CREATE FUNCTION distributor_term_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.distributor_id, NEW.what, NEW.number, NEW.valid_from, NEW.valid_until, NEW.resale_allowed, NEW.entered_by, NEW.at)
    IS DISTINCT FROM (OLD.id, OLD.distributor_id, OLD.what, OLD.number, OLD.valid_from, OLD.valid_until, OLD.resale_allowed, OLD.entered_by, OLD.at)
    OR OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'term % is ended once and not changed', OLD.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON distributor_term FOR EACH ROW EXECUTE FUNCTION distributor_term_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON distributor_term FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON distributor FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION shop_windows_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE shop SET sells = distributor_window(distributor_id)
    WHERE distributor_id IN (SELECT id FROM distributor WHERE id = NEW.distributor_id OR principal_id = NEW.distributor_id);
  RETURN NULL;
END $$;
CREATE TRIGGER windows AFTER INSERT OR UPDATE ON distributor_term FOR EACH ROW EXECUTE FUNCTION shop_windows_follow();

CREATE FUNCTION shop_window() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sells := distributor_window(NEW.distributor_id);
  RETURN NEW;
END $$;
CREATE TRIGGER sells BEFORE INSERT OR UPDATE OF distributor_id, sells ON shop FOR EACH ROW EXECUTE FUNCTION shop_window();

-- A mixed distributor resells stock over its counter; it has no terminal.
CREATE FUNCTION terminal_of_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM shop s JOIN distributor d ON d.id = s.distributor_id WHERE s.account_id = NEW.account_id AND d.kind = 'mixed') THEN
    RAISE EXCEPTION 'a class H shop has no terminal' USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER of_seller BEFORE INSERT ON terminal FOR EACH ROW EXECUTE FUNCTION terminal_of_seller();

-- The class I card ends; whoever has left keeps the day of leaving.
ALTER TABLE clerk ADD COLUMN card_until timestamptz NOT NULL DEFAULT now() + interval '5 years', ADD COLUMN left_at timestamptz;
ALTER TABLE clerk ALTER COLUMN card_until DROP DEFAULT;
UPDATE clerk SET left_at = now() WHERE state = 'left';
ALTER TABLE clerk ADD CHECK ((state = 'left') = (left_at IS NOT NULL));

-- What has to be told to CRAJ about the network, by when, and when it was told.
CREATE TABLE network_change (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('distributor-registered', 'term-entered', 'term-ended', 'shop-opened', 'shop-changed', 'shop-suspended',
    'shop-reopened', 'shop-closed', 'clerk-carded', 'clerk-renewed', 'clerk-left')),
  subject uuid NOT NULL,
  distributor_id uuid NOT NULL REFERENCES distributor,
  facts jsonb NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  -- Null where nothing has to be told.
  tell_by timestamptz,
  told_at timestamptz,
  told_by text,
  CHECK ((told_at IS NULL) = (told_by IS NULL))
);
CREATE INDEX network_change_by_distributor ON network_change (distributor_id, id);
CREATE INDEX network_change_untold ON network_change (tell_by) WHERE tell_by IS NOT NULL AND told_at IS NULL;
CREATE FUNCTION network_change_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.subject, NEW.distributor_id, NEW.facts, NEW.actor, NEW.at, NEW.tell_by)
    IS DISTINCT FROM (OLD.id, OLD.kind, OLD.subject, OLD.distributor_id, OLD.facts, OLD.actor, OLD.at, OLD.tell_by) OR OLD.told_at IS NOT NULL THEN
    RAISE EXCEPTION 'change % is told once and not changed', OLD.id USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON network_change FOR EACH ROW EXECUTE FUNCTION network_change_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON network_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- More credit takes two people.
CREATE TABLE credit_change (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES shop,
  credit_cents bigint NOT NULL CHECK (credit_cents >= 0 AND credit_cents <= 100000000000),
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('proposed', 'approved', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT credit_change_four_eyes CHECK (state <> 'approved' OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX credit_change_live ON credit_change (account_id) WHERE state = 'proposed';
CREATE FUNCTION credit_change_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.account_id, NEW.credit_cents, NEW.reason, NEW.proposed_by, NEW.proposed_at)
    IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.credit_cents, OLD.reason, OLD.proposed_by, OLD.proposed_at) OR OLD.state <> 'proposed' THEN
    RAISE EXCEPTION 'credit change % does not go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER steps BEFORE UPDATE ON credit_change FOR EACH ROW EXECUTE FUNCTION credit_change_steps();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON credit_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The morning's look at what ends.
CREATE TABLE network_calendar_run (
  business_day date PRIMARY KEY,
  alarms integer NOT NULL CHECK (alarms >= 0),
  at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON network_calendar_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT ON distributor, distributor_term, network_change, credit_change, network_calendar_run TO valira_app;
GRANT UPDATE (ended_at, end_reason) ON distributor_term TO valira_app;
GRANT UPDATE (told_at, told_by) ON network_change TO valira_app;
GRANT UPDATE (state, decided_by, decided_at) ON credit_change TO valira_app;
