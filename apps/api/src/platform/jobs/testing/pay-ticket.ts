/** The job of the suite that pays: at least once in the queue, exactly once in the database. */
import postgres from 'postgres';
import { z } from 'zod';
import { defineJob } from '../define-job.ts';

export const payTicket = defineJob({
  name: 'pay-ticket',
  lane: 'settlement',
  schema: z.strictObject({ ticket: z.string(), resultVersion: z.int() }),
  key: ({ ticket, resultVersion }) => `${ticket}~${resultVersion}`,
  retry: { attempts: 3, firstMs: 50, longestMs: 200 },
});

export const PAYMENTS = `
  CREATE TABLE payment (ticket text PRIMARY KEY, paid_by text NOT NULL);
  CREATE TABLE payment_run (id bigint GENERATED ALWAYS AS IDENTITY, ticket text NOT NULL, runner text NOT NULL, step text NOT NULL);
  GRANT SELECT, INSERT, DELETE ON payment, payment_run TO valira_app`;

/** Writes that a runner began or finished, and pays under the ticket's unique key. */
export function payments(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 2 });
  return {
    sql,
    note: (ticket: string, runner: string, step: 'began' | 'finished') =>
      sql`INSERT INTO payment_run (ticket, runner, step) VALUES (${ticket}, ${runner}, ${step})`,
    pay: (ticket: string, runner: string) => sql`INSERT INTO payment VALUES (${ticket}, ${runner}) ON CONFLICT DO NOTHING`,
  };
}
