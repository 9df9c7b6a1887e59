import { dayInAndorra } from '@valira/ui';
import type { Ticket } from '../../api/wire.ts';

/** Stakes of tickets sold on the Andorran day of `nowMs`, cancelled ones left out, in minor units. */
export const playedToday = (tickets: readonly Ticket[], nowMs: number): bigint =>
  tickets
    .filter((ticket) => ticket.state === 'sold' && dayInAndorra(ticket.soldAt) === dayInAndorra(nowMs))
    .reduce((sum, ticket) => sum + BigInt(ticket.priceCents), 0n);
