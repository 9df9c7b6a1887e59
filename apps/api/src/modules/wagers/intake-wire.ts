/** What the requests' thread and the intake's thread say to each other. Bytes go as text: a view would take the whole buffer it lies in along. */
import { cents } from '@valira/money';
import { ok } from '@valira/outcome';
import { fromHex, hex } from '../../platform/hash.ts';
import type { IntakeSettings } from './intake.ts';
import type { SaleAnswer, SaleOrder } from './sale-order.ts';

export type ThreadSettings = IntakeSettings & { readonly databaseUrl: string; readonly keysDir: string };

export type WireOrder = Omit<SaleOrder, 'inputHash' | 'lines' | 'stakePerContest'> & {
  readonly inputHash: string;
  readonly lines: string;
  readonly stakePerContest: string;
};

export type WireAnswer =
  | Extract<SaleAnswer, { ok: false }>
  | {
      readonly ok: true;
      readonly ticketId: string;
      readonly made: { readonly serial: string; readonly soldAt: Date; readonly hash: string } | null;
    };

export type Asked =
  | { readonly kind: 'sell'; readonly orders: readonly { readonly n: number; readonly order: WireOrder }[] }
  | { readonly kind: 'close' };

export type Told =
  | { readonly kind: 'answer'; readonly n: number; readonly answer: WireAnswer }
  | { readonly kind: 'failed'; readonly n: number; readonly error: unknown }
  | { readonly kind: 'batch'; readonly sales: number; readonly ms: number }
  | { readonly kind: 'closed' };

export const orderOut = (order: SaleOrder): WireOrder => ({
  ...order,
  inputHash: hex(order.inputHash),
  lines: hex(order.lines),
  stakePerContest: String(order.stakePerContest),
});

export const orderFrom = (order: WireOrder): SaleOrder => ({
  ...order,
  inputHash: fromHex(order.inputHash),
  lines: fromHex(order.lines),
  stakePerContest: cents(BigInt(order.stakePerContest)),
});

export function answerOut(answer: SaleAnswer): WireAnswer {
  if (!answer.ok) return answer;
  const { ticketId, made } = answer.value;
  return { ok: true, ticketId, made: made && { ...made, hash: hex(made.hash) } };
}

export function answerFrom(answer: WireAnswer): SaleAnswer {
  if (!answer.ok) return answer;
  const { ticketId, made } = answer;
  return ok({ ticketId, made: made && { ...made, hash: fromHex(made.hash) } });
}
