export { type ContestLock, lockOf } from './contest-lock-cause.ts';
export { decideMeasure } from './decide-measure.ts';
export {
  contestsWithDueMeasures,
  dueMeasure,
  endMeasure,
  findMeasure,
  type Measure,
  measuresOf,
  measuresUnder,
  newTimesOf,
  peopleOf,
} from './measure.store.ts';
export { possibleMeasures } from './measure-rules.ts';
export { proposeMeasure } from './propose-measure.ts';
export { proposeBreakdown } from './start-breakdown.ts';
