/** Counting winners while the leaves go by, and comparing with the record at the end. */
import type { SoldTicket } from './leaf-scan.ts';

/** Winning shares of one game, ticket by ticket. */
export type TicketWinners = {
  /** Adds the winning shares of the lines at file[from … to − 1]; false when they cannot be read. */
  readonly add: (file: Uint8Array, from: number, to: number) => boolean;
  /** Shares per tier so far; a tier without winners has 0. */
  readonly shares: () => ReadonlyMap<string, bigint>;
};

export type WinnerCheck = { readonly onSold: SoldTicket; readonly compare: () => void };
