-- Why: a fraction of a pre-assigned number, or a raffle code, exists once in a draw: two tickets can never bear it.
-- A cancelled ticket gives its numbers back to the stock, so rows may be deleted; what was sold stays in ticket and entry.
-- Locks: none on existing tables. Rollout: before the API that sells such games.

CREATE TABLE sold_number (
  contest_id uuid NOT NULL,
  -- The place in the stock: ((number × series) + series − 1) × fractions + fraction − 1; or the number of the code.
  number bigint NOT NULL CHECK (number >= 0),
  ticket_id uuid NOT NULL,
  PRIMARY KEY (contest_id, number)
) PARTITION BY HASH (contest_id, number);
CREATE TABLE sold_number_0 PARTITION OF sold_number FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE sold_number_1 PARTITION OF sold_number FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE sold_number_2 PARTITION OF sold_number FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE sold_number_3 PARTITION OF sold_number FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE INDEX sold_number_by_ticket ON sold_number (ticket_id);
GRANT SELECT, INSERT, DELETE ON sold_number TO valira_app;
