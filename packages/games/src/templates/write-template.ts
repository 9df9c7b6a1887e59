/** Short forms for writing prize plans in templates: one line per tier keeps a prize table readable as a table. */
import type { PrizePlanJson } from '@valira/prizes';

export type TierJson = PrizePlanJson['tiers'][number];
export type SinkJson = TierJson['rounding']['remainderTo'];
export type DestinationJson = NonNullable<TierJson['empty']>;

export const toOperator: SinkJson = { to: 'operator' };
export const toAccount = (account: string): SinkJson => ({ to: 'account', account });
export const carryTo = (tier: string): SinkJson => ({ to: 'carry', tier });
export const nextLower = (otherwise: SinkJson): DestinationJson => ({ to: 'next-lower', otherwise });

/** Prizes rounded down to a step; what is left goes to `remainderTo`. */
export const roundDown = (stepCents: string, remainderTo: SinkJson): TierJson['rounding'] => ({ stepCents, mode: 'down', remainderTo });

export const fixedTier = (id: string, amountCents: string, more: Partial<TierJson> = {}): TierJson => ({
  id,
  prize: { kind: 'fixed', amountCents },
  rounding: roundDown('1', toOperator),
  ...more,
});

export const sharedTier = (
  id: string,
  share: string,
  of: 'stakes' | 'fund' | 'rest',
  rounding: TierJson['rounding'],
  empty: DestinationJson,
  more: Partial<TierJson> = {},
): TierJson => ({ id, prize: { kind: 'shared', share, of }, rounding, empty, ...more });

export const sameName = (name: string) => ({ ca: name, es: name, fr: name, en: name });

/** What no shared source states about a foreign game's sale. */
export const unconfirmedSale = [
  { path: 'draws', note: 'draw days and time' },
  { path: 'sales', note: 'sale window' },
  { path: 'limits', note: 'sale limits' },
  { path: 'claim', note: 'claim period' },
];

export const weekly = (time: string, ...weekdays: number[]) => weekdays.map((weekday) => ({ weekday, time }));

export const saleRules = {
  sales: { opensDaysBefore: 35, closesMinutesBefore: 30 },
  limits: { maxEntries: 10, maxLines: 1000, maxDraws: 10, maxStakeCents: '500000' },
};

/** What players call numbers that have a word of their own. */
export const names = {
  stars: { ca: 'estrelles', es: 'estrellas', fr: 'étoiles', en: 'stars' },
  lucky: { ca: 'números de la sort', es: 'números de la suerte', fr: 'numéros chance', en: 'lucky numbers' },
  key: { ca: 'números clau', es: 'números clave', fr: 'numéros clés', en: 'key numbers' },
  complementary: {
    ca: 'números complementaris',
    es: 'números complementarios',
    fr: 'numéros complémentaires',
    en: 'complementary numbers',
  },
  refund: { ca: 'reintegrament', es: 'reintegro', fr: 'remboursement', en: 'refund digit' },
};
