/** Counting what tickets win, ticket by ticket, whatever the game. */

export type TierCount = {
  /** Adds a sold ticket. False when its lines are none of this game. */
  readonly add: (lines: Buffer, stakeCents: bigint) => boolean;
  /** Winning shares of each tier that can be won, by its own name; 0 where nobody won it. */
  readonly winners: () => ReadonlyMap<string, bigint>;
  /** The own name of a tier as a result names it; null when this contest has no such tier. */
  readonly tierNamed: (stated: string) => string | null;
};
