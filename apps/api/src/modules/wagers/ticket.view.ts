/** A ticket on the wire. The answer to a sale holds what never changes, so a repeated request gets the same bytes. */
import { z } from '@hono/zod-openapi';
import type { Json } from '@valira/games/verifiable';
import { hex } from '../../platform/hash.ts';
import { anyJson, centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import type { SoldContest } from './sold-contests.ts';

const words = z.record(z.string(), z.string());

export const saleView = z
  .object({
    id: idOut('ticket'),
    serial: z.string().nullable().openapi({ description: 'Only for its holder: the player who bought it, or the terminal that prints it' }),
    product: z.object({ slug: z.string(), versionId: idOut('productVersion'), names: words, registrationNumber: z.string().nullable() }),
    contests: z.array(z.object({ id: idOut('contest'), number: z.number().int(), closesAt: instantOut, drawsAt: instantOut })),
    wager: anyJson.openapi({ type: 'object', description: 'As it was asked for, quick picks resolved' }),
    priceCents: centsOut,
    channel: z.enum(['online', 'shop']),
    shop: z.object({ name: z.string(), address: z.string(), licenceNumber: z.string() }).nullable(),
    terminal: z.object({ label: z.string() }).nullable(),
    clerk: z.object({ name: z.string(), cardNumber: z.string() }).nullable(),
    soldAt: instantOut,
    claimUntil: instantOut,
    hash: z.string(),
    commitmentIds: z.array(z.string()),
  })
  .openapi('SoldTicket');

export type SaleView = z.output<typeof saleView>;

export type PrintedTicket = {
  readonly ticketId: string;
  readonly serial: string | null;
  readonly contests: readonly SoldContest[];
  readonly wager: Json;
  readonly priceCents: bigint;
  readonly channel: 'online' | 'shop';
  readonly soldAt: Date;
  readonly hash: Uint8Array;
  readonly shop: SaleView['shop'];
  readonly terminal: SaleView['terminal'];
  readonly clerk: SaleView['clerk'];
};

export function viewOfSale(ticket: PrintedTicket): SaleView {
  const [first] = ticket.contests;
  const last = ticket.contests.at(-1);
  if (!first || !last) throw new Error(`ticket ${ticket.ticketId} is for no contest`);
  return {
    id: wireId('ticket', ticket.ticketId),
    serial: ticket.serial,
    product: {
      slug: first.slug,
      versionId: wireId('productVersion', first.productVersionId),
      names: first.words,
      registrationNumber: first.registrationNumber,
    },
    contests: ticket.contests.map(({ id, number, closesAt, drawsAt }) => ({
      id: wireId('contest', id),
      number,
      closesAt: closesAt.toISOString(),
      drawsAt: drawsAt.toISOString(),
    })),
    wager: ticket.wager,
    priceCents: String(ticket.priceCents),
    channel: ticket.channel,
    shop: ticket.shop,
    terminal: ticket.terminal,
    clerk: ticket.clerk,
    soldAt: ticket.soldAt.toISOString(),
    claimUntil: last.claimUntil.toISOString(),
    hash: hex(ticket.hash),
    commitmentIds: ticket.contests.flatMap(({ commitmentId }) => (commitmentId ? [commitmentId] : [])),
  };
}

export const ticketView = saleView
  .extend({
    state: z.enum(['sold', 'cancelled']),
    contests: z.array(
      z.object({
        id: idOut('contest'),
        number: z.number().int(),
        closesAt: instantOut,
        drawsAt: instantOut,
        state: z.string(),
        result: anyJson.nullable(),
        outcome: z.enum(['open', 'pending', 'win', 'no-win', 'refunded']),
        prizeCents: centsOut,
        shares: z.array(z.object({ tier: z.string(), count: z.string() })),
      }),
    ),
    prizeCents: centsOut,
    paid: z.object({ at: instantOut }).nullable().openapi({ description: 'When the prizes were credited or handed over' }),
  })
  .openapi('Ticket');

export type TicketView = z.output<typeof ticketView>;
