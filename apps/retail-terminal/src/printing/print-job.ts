/**
 * One sold ticket on paper, whatever the printer and the power do.
 *
 *   waiting → sent → printed | failed          a first print that never began stays `waiting`
 *   sent, failed, printed → (reprint n) sent → …
 *
 * `sent` is on disk before a byte leaves. After a jam or a power cut nobody knows what is on the paper, so anything after `waiting` is a
 * reprint: counted by the platform, with the same serial and its number on it. Two papers, one ticket.
 */
import type { SaleAttempt, SoldAttempt } from '../sale/sale-attempt.ts';
import type { PrinterState, PrintOutcome } from './printer-port.ts';

export type PrintPorts = {
  readonly keep: (attempt: SaleAttempt) => Promise<void>;
  /** Counts a reprint under its key and says which it is; null when no answer came. */
  readonly countReprint: (ticketId: string, key: string) => Promise<number | null>;
  readonly print: (attempt: SoldAttempt) => Promise<PrintOutcome>;
  readonly newKey: () => string;
};

export type PrintResult =
  | { readonly kind: 'printed'; readonly attempt: SoldAttempt }
  | { readonly kind: 'not-printed'; readonly cause: PrinterState | 'not-counted'; readonly attempt: SoldAttempt };

export async function printTicket(ports: PrintPorts, sold: SoldAttempt, told: (attempt: SoldAttempt) => void): Promise<PrintResult> {
  const enter = async (attempt: SoldAttempt): Promise<SoldAttempt> => {
    await ports.keep(attempt);
    told(attempt);
    return attempt;
  };
  let ready = sold;
  if (sold.paper !== 'waiting') {
    // The key stays until its print begins, so that a lost answer counts one reprint and not two.
    const reprintKey = sold.reprintKey ?? ports.newKey();
    const asked = await enter({ ...sold, reprintKey });
    const number = await ports.countReprint(sold.ticket.id, reprintKey);
    if (number === null) return { kind: 'not-printed', cause: 'not-counted', attempt: asked };
    ready = { ...asked, reprints: number };
  }
  const before = sold.paper;
  // From here on a cut of the power leaves open what is on the paper: whoever prints next counts anew.
  const sent = await enter({ ...ready, paper: 'sent', reprintKey: null });
  const outcome = await ports.print(sent);
  switch (outcome.kind) {
    case 'printed':
      return { kind: 'printed', attempt: await enter({ ...sent, paper: 'printed' }) };
    case 'not-begun':
      return { kind: 'not-printed', cause: outcome.cause, attempt: await enter({ ...ready, paper: before }) };
    case 'interrupted':
      return { kind: 'not-printed', cause: outcome.cause, attempt: await enter({ ...sent, paper: 'failed' }) };
  }
}

/** Tickets that are sold and not surely on paper. */
export const owedPaper = (attempts: readonly SaleAttempt[]): readonly SoldAttempt[] =>
  attempts.filter((attempt): attempt is SoldAttempt => attempt.state === 'sold' && attempt.paper !== 'printed');
