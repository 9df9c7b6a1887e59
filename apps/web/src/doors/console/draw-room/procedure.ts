/**
 * The steps of a draw's or pool's procedure and where it stands, from its state and the facts recorded.
 *
 * scheduled → open → closed → sealed → countersigned → drawn → certified → settled → reconciled → published. The
 * countersignature is no state of its own: the contest stays "sealed" until the result exists, but no draw starts and no
 * result can be entered before it, so it is a step that people wait for.
 */
import type { Contest } from '../../../api/wire.ts';

export const procedureSteps = [
  'open',
  'closed',
  'sealed',
  'countersigned',
  'drawn',
  'certified',
  'settled',
  'reconciled',
  'published',
] as const;

export type ProcedureStepName = (typeof procedureSteps)[number];

const stateSteps: Readonly<Record<string, number>> = {
  scheduled: 0,
  open: 0,
  closed: 2,
  sealed: 3,
  locked: 5,
  drawn: 5,
  certified: 6,
  settled: 7,
  reconciled: 8,
  published: 9,
  archived: 9,
};

/** Index of the step that is under way; the number of steps when all are done. */
export function stepUnderWay(contest: Pick<Contest, 'state' | 'seal'>): number {
  const from = stateSteps[contest.state] ?? 0;
  return contest.state === 'sealed' && contest.seal?.countersignature ? 4 : from;
}

/** The fact that tells when a step was done and by whom; facts name the step or the state it leads to. */
const factNames: Readonly<Record<ProcedureStepName, readonly string[]>> = {
  open: ['open', 'opened'],
  closed: ['closed', 'bets-stopped'],
  sealed: ['sealed'],
  countersigned: ['countersigned'],
  drawn: ['drawn', 'entered'],
  certified: ['certified'],
  settled: ['settled'],
  reconciled: ['reconciled'],
  published: ['published'],
};

export const factOf = (contest: Pick<Contest, 'steps'>, step: ProcedureStepName): Contest['steps'][number] | undefined =>
  contest.steps.find((fact) => factNames[step].includes(fact.step));
