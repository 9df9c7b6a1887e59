/** Meetings, events, runners, and what happens to an event from its stop-bet to its official result. */
import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const meeting = pgTable('meeting', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  place: text().notNull(),
  day: date({ mode: 'string' }).notNull(),
  createdBy: text().notNull(),
  createdAt: instant().notNull(),
});

export const event = pgTable('event', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['race', 'match', 'other'] }).notNull(),
  name: text().notNull(),
  organiser: text().notNull(),
  competition: text().notNull(),
  startsAt: instant().notNull(),
  createdAt: instant().notNull(),
  meetingId: uuid().notNull(),
  andorransTakePart: boolean().notNull().default(false),
});

export const runner = pgTable(
  'runner',
  {
    eventId: uuid().notNull(),
    number: integer().notNull(),
    name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.number] })],
);

export const contestLeg = pgTable(
  'contest_leg',
  {
    contestId: uuid().notNull(),
    leg: integer().notNull(),
    eventId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.leg] })],
);

export const eventStop = pgTable('event_stop', {
  eventId: uuid().primaryKey(),
  source: text().notNull(),
  actor: text().notNull(),
  at: instant().notNull(),
});

export const scratchProposal = pgTable('scratch_proposal', {
  id: uuid().primaryKey(),
  eventId: uuid().notNull(),
  runner: integer().notNull(),
  reason: text().notNull(),
  preview: jsonb().notNull(),
  proposedBy: text().notNull(),
  at: instant().notNull(),
});

export const scratchRejection = pgTable('scratch_rejection', {
  proposalId: uuid().primaryKey(),
  rejectedBy: text().notNull(),
  at: instant().notNull(),
});

export const scratch = pgTable(
  'scratch',
  {
    eventId: uuid().notNull(),
    runner: integer().notNull(),
    proposalId: uuid().notNull(),
    proposedBy: text().notNull(),
    confirmedBy: text().notNull(),
    touched: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.runner] })],
);

export const eventResultEntry = pgTable(
  'event_result_entry',
  {
    eventId: uuid().notNull(),
    round: integer().notNull(),
    official: text().notNull(),
    result: jsonb().notNull(),
    resultHash: bytea().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.round, table.official] })],
);

export const eventResult = pgTable(
  'event_result',
  {
    eventId: uuid().notNull(),
    version: integer().notNull(),
    result: jsonb().notNull(),
    enteredBy: text().array().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.version] })],
);

export const eventOfficial = pgTable(
  'event_official',
  {
    eventId: uuid().notNull(),
    version: integer().notNull(),
    enteredBy: text().array().notNull(),
    officialBy: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.version] })],
);

export const objection = pgTable('objection', {
  id: uuid().primaryKey(),
  eventId: uuid().notNull(),
  lodgedBy: text().notNull(),
  reason: text().notNull(),
  recordedBy: text().notNull(),
  at: instant().notNull(),
});

export const objectionVote = pgTable(
  'objection_vote',
  {
    objectionId: uuid().notNull(),
    person: text().notNull(),
    verdict: text({ enum: ['upheld', 'dismissed'] }).notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectionId, table.person] })],
);

export const objectionDecision = pgTable('objection_decision', {
  objectionId: uuid().primaryKey(),
  verdict: text({ enum: ['upheld', 'dismissed'] }).notNull(),
  firstPerson: text().notNull(),
  secondPerson: text().notNull(),
  at: instant().notNull(),
});

export const eventResultWithdrawal = pgTable(
  'event_result_withdrawal',
  {
    eventId: uuid().notNull(),
    version: integer().notNull(),
    objectionId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.version] })],
);
