/** Random tickets sold with the engine: parsed, issued, priced, packed, each with serial and salt; the same for the same bytes. */
import {
  type Entry,
  encodeLines,
  type GameDefinition,
  issueTicket,
  type MatrixEntry,
  parseTicket,
  priceTicket,
  quickPick,
} from '@valira/games';
import { type ByteSource, toHex, uniformBelow, uniformBelowBigint } from '@valira/games/randomness';
import { encodeTicketLeaf, type TicketState, ticketCommitment } from '@valira/games/verifiable';
import type { Cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { sha256 } from './signing-keys.ts';

export type SoldTicket = {
  readonly serial: string;
  readonly salt: Uint8Array;
  readonly entry: Uint8Array;
  readonly lines: Uint8Array;
  readonly stakeCents: Cents;
  readonly state: TicketState;
};

/** A quick pick, at times a system or a reduced one. */
function pickEntry(game: GameDefinition, take: ByteSource): Entry {
  const below = (n: bigint) => uniformBelowBigint(n, take);
  const one = (n: number) => uniformBelow(n, take);
  if (game.family === 'matrix') {
    const reduced = game.reducedSystems[0];
    if (reduced !== undefined && one(6) === 0) {
      const entry = quickPick(game, below, { picks: { [reduced.panel]: reduced.picks } });
      return { ...(entry as MatrixEntry), reduced: reduced.id };
    }
    const picks = Object.fromEntries(
      game.panels.map(({ id, choose, maxPicks }) => [id, one(3) === 0 ? choose + one(maxPicks - choose + 1) : choose]),
    );
    return quickPick(game, below, { picks });
  }
  if (game.family === 'keno') return quickPick(game, below, { marks: game.minMarks + one(game.maxMarks - game.minMarks + 1) });
  if (game.family === 'digits') return quickPick(game, below, { bet: game.bets[one(game.bets.length)]?.id ?? '' });
  return quickPick(game, below);
}

function ticketInput(game: GameDefinition, entries: readonly Entry[], units: number): unknown {
  const named = entries.map((entry) =>
    'picks' in entry && game.family === 'matrix'
      ? {
          picks: Object.fromEntries(game.panels.map(({ id }, i) => [id, entry.picks[i]])),
          ...(entry.reduced === undefined ? {} : { reduced: entry.reduced }),
        }
      : 'bet' in entry
        ? { ...entry, digits: entry.digits.join(''), ...(entry.series === 0 ? {} : { series: entry.series }) }
        : entry,
  );
  return { entries: named, units };
}

/** One to three entries a ticket, systems and reduced systems among them; one ticket in eight is cancelled. */
export function sellTickets(game: GameDefinition, count: number, take: ByteSource): SoldTicket[] {
  const tickets: SoldTicket[] = [];
  const units = game.units.map(Number);
  for (let i = 0; i < count; i += 1) {
    const entries = Array.from({ length: 1 + uniformBelow(3, take) }, () => pickEntry(game, take));
    const wished = parseTicket(game, ticketInput(game, entries, units[uniformBelow(units.length, take)] ?? 1));
    // Past the game's limits: one line.
    const plain = quickPick(game, (n) => uniformBelowBigint(n, take));
    const parsed = wished.ok ? wished.value : expectOk(parseTicket(game, ticketInput(game, [plain], 1)));
    const issued = issueTicket(game, parsed, { below: (n) => uniformBelowBigint(n, take), raffleCode: () => 0n });
    const lines = encodeLines(game, issued.main);
    const stakeCents = priceTicket(game, issued).perDrawCents;
    const serial = toHex(take(10)).toUpperCase();
    const salt = take(16);
    const state = uniformBelow(8, take) === 0 ? 'cancelled' : 'sold';
    const entry = encodeTicketLeaf({ commitment: ticketCommitment(sha256, serial, salt), lines, stakeCents, state });
    tickets.push({ serial, salt, entry, lines, stakeCents, state });
  }
  return tickets;
}
