-- Why: a sale asks whether any prize was taken back this month before it sums what came back to a player; there is hardly ever one.
-- Locks: SHARE on each partition of transfer while the index is built; it holds no rows but recalls. Rollout: before the API that asks.
CREATE INDEX transfer_recalled ON transfer (id) WHERE kind = 'prize-recalled';
