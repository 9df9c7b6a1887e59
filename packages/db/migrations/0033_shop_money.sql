-- Why: commission by shop, product and channel from a date on; a statement a week for each shop, that the database holds to its own sum.
-- Locks: none on existing tables. Rollout: before an API that settles with dated rates.

-- The most particular row in force when a contest opens decides; without one, the rate on the shop. Nothing is changed backwards.
CREATE TABLE commission_rate (
  id uuid PRIMARY KEY,
  -- Null: every shop, every product.
  account_id uuid REFERENCES shop,
  product_id uuid REFERENCES product,
  channel text NOT NULL CHECK (channel IN ('terminal', 'pack')),
  rate_bps integer NOT NULL CHECK (rate_bps BETWEEN 0 AND 2500),
  valid_from timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  entered_by text NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, product_id, channel, valid_from),
  CHECK (valid_from >= at)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION commission_bps(shop_id uuid, product uuid, wanted text, instant timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT r.rate_bps FROM commission_rate r
      WHERE r.channel = wanted AND r.valid_from <= instant AND coalesce(r.account_id, shop_id) = shop_id AND coalesce(r.product_id, product) = product
      ORDER BY (r.account_id IS NOT NULL) DESC, (r.product_id IS NOT NULL) DESC, r.valid_from DESC LIMIT 1),
    (SELECT s.commission_bps FROM shop s WHERE s.account_id = shop_id))
$$;

-- A business week, Monday to Sunday in Andorra. Amounts as the shop sees them: what it owes is positive.
CREATE TABLE shop_statement (
  account_id uuid NOT NULL REFERENCES shop,
  week date NOT NULL CHECK (extract(isodow FROM week) = 1),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  opening_cents bigint NOT NULL,
  sales_cents bigint NOT NULL,
  cancelled_cents bigint NOT NULL,
  prizes_cents bigint NOT NULL,
  commission_cents bigint NOT NULL,
  paid_cents bigint NOT NULL,
  other_cents bigint NOT NULL,
  closing_cents bigint NOT NULL,
  tickets integer NOT NULL CHECK (tickets >= 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, week),
  CHECK (closing_cents = opening_cents + sales_cents - cancelled_cents - prizes_cents - commission_cents - paid_cents + other_cents),
  CHECK (ends_at > starts_at AND at >= ends_at)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shop_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each statement opens with what the one before closed with, and they leave no gap.
CREATE FUNCTION shop_statement_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before shop_statement%ROWTYPE;
BEGIN
  SELECT * INTO before FROM shop_statement s WHERE s.account_id = NEW.account_id ORDER BY s.week DESC LIMIT 1;
  IF NEW.opening_cents <> coalesce(before.closing_cents, 0) OR NEW.starts_at <> coalesce(before.ends_at, NEW.starts_at)
    OR NEW.week <> coalesce(before.week + 7, NEW.week) THEN
    RAISE EXCEPTION 'statement of % for % does not follow the one before', NEW.account_id, NEW.week USING ERRCODE = 'VA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER follows BEFORE INSERT ON shop_statement FOR EACH ROW EXECUTE FUNCTION shop_statement_follows();

GRANT SELECT, INSERT ON commission_rate, shop_statement TO valira_app;
