-- Why: the calendar makes draws ahead: each product says where its numbers come from and how far ahead its draws are made, and each
-- announced instant becomes one draw, once.
-- Locks: ACCESS EXCLUSIVE on product for the two columns (a catalogue change, no rewrite). Rollout: before a worker that plans.

-- Without a source nothing is planned: draws are then scheduled by people.
ALTER TABLE product
  ADD COLUMN draw_source text CHECK (draw_source IN ('rng', 'machine', 'external')),
  ADD COLUMN horizon_days integer NOT NULL DEFAULT 35 CHECK (horizon_days BETWEEN 1 AND 366),
  ADD CONSTRAINT draws_have_a_source CHECK (draw_source IS NULL OR family = 'draw');

-- The calendar's instants as they were planned. A postponed draw keeps its row: its instant is not planned again.
CREATE TABLE planned_draw (
  product_id uuid NOT NULL REFERENCES product,
  draws_at timestamptz NOT NULL,
  contest_id uuid NOT NULL UNIQUE REFERENCES contest,
  PRIMARY KEY (product_id, draws_at)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON planned_draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON planned_draw TO valira_app;
