-- Why: an amount out of all range is refused by the database wherever one is kept, not only where it moves. One movement was bounded already
-- (transfer: 10,000,000,000.00); what a movement is made from, and what is added up from movements, was not.
-- Locks: ACCESS EXCLUSIVE on each table while its rows are read once. Rollout: any time; no code writes such amounts.

ALTER TABLE balance ADD CONSTRAINT balance_in_range CHECK (amount_cents BETWEEN -1000000000000000 AND 1000000000000000 AND floor_cents >= -1000000000000);
ALTER TABLE hold ADD CONSTRAINT hold_in_range CHECK (amount_cents <= 1000000000000);
ALTER TABLE entry ADD CONSTRAINT entry_stake_in_range CHECK (stake_cents <= 100000000);
ALTER TABLE prize ADD CONSTRAINT prize_in_range CHECK (amount_cents <= 1000000000000);
ALTER TABLE prize_end ADD CONSTRAINT prize_end_in_range CHECK (amount_cents <= 1000000000000);
ALTER TABLE claim ADD CONSTRAINT claim_in_range CHECK (amount_cents <= 1000000000000);
ALTER TABLE payment_order ADD CONSTRAINT payment_order_in_range CHECK (amount_cents <= 1000000000000);
ALTER TABLE seal ADD CONSTRAINT seal_stake_in_range CHECK (stake_cents BETWEEN 0 AND 1000000000000000);
ALTER TABLE settlement_chunk ADD CONSTRAINT settlement_chunk_in_range CHECK (stake_cents BETWEEN 0 AND 1000000000000000);
ALTER TABLE payment_chunk ADD CONSTRAINT payment_chunk_in_range CHECK (amount_cents BETWEEN 0 AND 1000000000000000);
ALTER TABLE prize_table ADD CONSTRAINT prize_table_in_range
  CHECK (prizes_cents BETWEEN 0 AND 1000000000000000 AND refunds_cents BETWEEN 0 AND 1000000000000000);
