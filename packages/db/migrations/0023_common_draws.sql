-- Why: tickets of ours in a draw that another organiser holds for several operators. Each keeps its own operator's part, pays its prize share
-- into the common pool and gets back from it what its own winners won; what is owed either way stands in one account per product.
-- Locks: ACCESS EXCLUSIVE on prize_table for an added column (a catalogue change). Rollout: before the API that sells such draws.

INSERT INTO ledger_code (code, name, owner, normal_side, kind) VALUES (43, 'common-pool', 'product', 'credit', 'liability');

-- The organiser's table, with the winners of all operators. NULL: the table of the contest is its own.
ALTER TABLE prize_table ADD COLUMN common_tiers jsonb;

-- Without an agreement in force a draw that others hold sells nothing here.
CREATE TABLE draw_agreement (
  product_id uuid NOT NULL REFERENCES product,
  organiser text NOT NULL CHECK (length(organiser) BETWEEN 1 AND 120),
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 120),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL CHECK (valid_until > valid_from),
  entered_by text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (product_id, valid_from)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_agreement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON draw_agreement TO valira_app;
