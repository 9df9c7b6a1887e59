-- Why: a bad print is a reprint of the same ticket, counted; a cancelled ticket knows which chain holds its cancellation.
-- Locks: none on existing tables. Rollout: before an API that reprints.

CREATE TABLE ticket_reprint (
  account_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  actor text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (account_id, ticket_id, number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticket_reprint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON ticket_reprint TO valira_app;
