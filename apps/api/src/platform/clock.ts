/** Time as a port. The authoritative instant of a sale is the database's; this one serves deadlines, sessions and displays. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
