-- Why: the inspector's log takes the statement of a redraw before the round that it names is known; one for each draw.
-- Locks: receipt for the moment in which its check is replaced over its rows, a few for each draw. Rollout: before the platform that hands redraws in.

ALTER TABLE receipt DROP CONSTRAINT receipt_kind_check;
ALTER TABLE receipt ADD CONSTRAINT receipt_kind_check
  CHECK (kind IN ('announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw'));
