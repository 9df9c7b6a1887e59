/** A purchase as it is sent. What the lines may be is the product's engine's to say; here they are only bounded. */
import { z } from '@hono/zod-openapi';
import { centsIn, idIn } from '../../platform/http/wire.ts';

const panels = z.record(z.string().max(40), z.array(z.number().int()).max(100));
/** A line of each family of games: reduced system, digits, numbered fraction; and panels, which a keno slip has one of (`marks`). */
const drawLine = z.union([
  panels,
  z.strictObject({ picks: panels, reduced: z.string().min(1).max(40) }),
  z.strictObject({
    bet: z.string().min(1).max(40),
    digits: z.string().regex(/^\d{1,9}$/),
    series: z.number().int().min(1).max(9999).optional(),
  }),
  z.strictObject({
    number: z.string().regex(/^\d{1,8}$/),
    series: z.number().int().min(1).max(9999),
    fraction: z.number().int().min(1).max(100),
  }),
]);

export const drawWager = z.strictObject({
  kind: z.literal('draw'),
  lines: z.array(drawLine).max(100).optional(),
  quickPicks: z.number().int().min(0).max(100).optional(),
  units: z.number().int().min(1).max(1000).optional(),
});
const runners = z.array(z.number().int().min(1).max(64)).min(1).max(64);
const poolWager = z.strictObject({
  kind: z.literal('pool'),
  selections: z.discriminatedUnion('form', [
    z.strictObject({ form: z.literal('straight'), runners }),
    z.strictObject({ form: z.literal('box'), runners }),
    z.strictObject({ form: z.literal('banker'), bankers: runners, partners: runners }),
    z.strictObject({ form: z.literal('wheel'), places: z.array(runners).min(1).max(5) }),
    z.strictObject({ form: z.literal('legs'), legs: z.array(runners).min(1).max(31) }),
    z.strictObject({ form: z.literal('reduced'), system: z.string().min(1).max(80), legs: z.array(runners).min(1).max(31) }),
  ]),
  stakeCents: z.string().regex(/^[1-9]\d{0,14}$/),
});

export const purchaseBody = z.strictObject({
  contestIds: z.array(idIn('contest')).min(1).max(104),
  wager: z.discriminatedUnion('kind', [drawWager, poolWager]),
  priceCents: centsIn,
});

export type PurchaseBody = z.output<typeof purchaseBody>;
