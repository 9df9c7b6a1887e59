/** What a ticket plays in one part of a game, after it was checked. */
export type MatrixEntry = {
  /** Ascending picks per panel, in the order of the definition. */
  readonly picks: readonly (readonly number[])[];
  /** Id of a reduced system, absent for a single line or a full system. */
  readonly reduced?: string;
};
export type KenoEntry = { readonly marks: readonly number[] };
export type DigitsEntry = {
  readonly bet: string;
  readonly digits: readonly number[] /** 0 when the game has no series. */;
  readonly series: number;
};
export type PreassignedEntry = { readonly number: number; readonly series: number; readonly fraction: number };
export type RaffleEntry = { /** Number of the code in the order of its pattern. */ readonly code: bigint };

type Play<F extends string, E> = {
  readonly family: F;
  /** Stake multiple of every line. */
  readonly units: number;
  /** Digits printed on the ticket, one per drawn digit of the definition; empty until the ticket is issued. */
  readonly digits: readonly number[];
  readonly entries: readonly E[];
};
export type MatrixPlay = Play<'matrix', MatrixEntry>;
export type KenoPlay = Play<'keno', KenoEntry>;
export type DigitsPlay = Play<'digits', DigitsEntry>;
export type PreassignedPlay = Play<'preassigned', PreassignedEntry>;
export type RafflePlay = Play<'raffle', RaffleEntry>;
export type PartPlay = MatrixPlay | KenoPlay | DigitsPlay | PreassignedPlay | RafflePlay;
export type Entry = PartPlay['entries'][number];

/** A checked ticket: the main game, its add-ons, and for how many consecutive draws. */
export type TicketPlay = { readonly main: PartPlay; readonly addOns: Readonly<Record<string, PartPlay>>; readonly draws: number };
