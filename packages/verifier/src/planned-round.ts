/** The beacon round that counts (docs/verify.md, section 5): the announced one, later by as much as the draw's time was moved. */
import type { BeaconPlan, BundleRecord } from './record-shape.ts';

/** ⌈move / period⌉ rounds for each postponement. Example: 10 minutes at a period of 3 s are 200 rounds. */
export const plannedRound = ({ postponements = [] }: Pick<BundleRecord, 'postponements'>, plan: BeaconPlan): BeaconPlan => ({
  ...plan,
  round: postponements.reduce((round, { body: { from, to } }) => {
    const movedMs = Date.parse(to.drawsAt) - Date.parse(from.drawsAt);
    return round + Math.ceil(movedMs / (plan.periodSeconds * 1_000));
  }, plan.round),
});
