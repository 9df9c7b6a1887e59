-- Why: heads and status ask for the last link of every intake; read link by link that grows with the sales, read chain by chain it does not.
-- Locks: none. Rollout: before the control process that reads it.

-- One row for each intake. Walks from intake to intake along the primary key and takes the last link of each.
CREATE VIEW intake_head AS
  WITH RECURSIVE intake AS (
    (SELECT intake_id FROM link ORDER BY intake_id LIMIT 1)
    UNION ALL
    SELECT (SELECT l.intake_id FROM link l WHERE l.intake_id > i.intake_id ORDER BY l.intake_id LIMIT 1)
    FROM intake i WHERE i.intake_id IS NOT NULL
  )
  SELECT last.* FROM intake i
    CROSS JOIN LATERAL (SELECT l.* FROM link l WHERE l.intake_id = i.intake_id ORDER BY l.sequence DESC LIMIT 1) AS last
  WHERE i.intake_id IS NOT NULL;

GRANT SELECT ON intake_head TO valira_control_app;
