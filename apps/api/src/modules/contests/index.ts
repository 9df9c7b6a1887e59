export { type AddedEvent, addEvent, type EventRefusal, eventProblem, type NewEvent } from './add-event.ts';
export { claimPeriodEnd } from './claim-period.ts';
export { closeContest, databaseNow, openContest, SYSTEM } from './close-contest.ts';
export { closeLockKey } from './close-lock.ts';
export {
  ADVANCE_TOPIC,
  type Contest,
  type ContestState,
  carryOf,
  findContest,
  findContests,
  holdContests,
  lockContest,
  moveContest,
  previousContest,
  publicDefinition,
} from './contest.store.ts';
export { contestView, viewOfContest } from './contest.view.ts';
export { holdEventsOf, isDecidedByEvents } from './decided-by-events.ts';
export { type DrawOccurrence, drawOccurrences } from './draw-calendar.ts';
export type * from './engine/contest-engine.ts';
export { engineCache } from './engine/engine-of.ts';
export { type EventKind, type EventResult, eventResultSchema } from './engine/leg-results.ts';
export { entryBatches, readEntries, type StoredEntry } from './entry-stream.ts';
export { type LiveFigures, openLiveFigures, stakeGroups } from './live-figures.ts';
export { contestRoutes, probablesStream } from './routes.ts';
export { type NewContest, scheduleContest } from './schedule-contest.ts';
export { sealContest } from './seal-contest.ts';
