/**
 * Conservation: wherever money is split, what came in equals what went out, to the unit.
 * A difference is a bug, so it throws, and it names every amount so that the log tells the story.
 */
export class ConservationError extends Error {
  constructor(what: string, inflow: Readonly<Record<string, bigint>>, outflow: Readonly<Record<string, bigint>>) {
    const show = (amounts: Readonly<Record<string, bigint>>) =>
      Object.entries(amounts)
        .map(([name, amount]) => `${name} ${amount}`)
        .join(' + ');
    super(`${what}: ${show(inflow)} is not ${show(outflow)}`);
    this.name = 'ConservationError';
  }
}

const total = (amounts: Readonly<Record<string, bigint>>): bigint => Object.values(amounts).reduce((sum, amount) => sum + amount, 0n);

/** Throws a ConservationError unless both sides have the same total. `what` names the operation for the log. */
export function assertConserved(what: string, inflow: Readonly<Record<string, bigint>>, outflow: Readonly<Record<string, bigint>>): void {
  if (total(inflow) !== total(outflow)) throw new ConservationError(what, inflow, outflow);
}
