/** What exists for requests to be about: a fresh contest on sale, a ticket of the caller, a terminal; and values for fields by their names. */
import { randomUUID } from 'node:crypto';
import { cims645 } from '@valira/games';
import { type IdKind, PREFIXES, wireId } from '../../platform/ids.ts';
import { type Caller, type HttpWorld, jsonOf } from '../http-world.ts';
import type { Known, Schema } from './json-schema.ts';

export type FuzzFixtures = {
  /** Values under which a command does what it is for. */
  readonly known: Known;
  /** Only ids, instants and other things that have to exist: the schema decides the rest. */
  readonly knownIds: Known;
};

const KINDS = new Map(Object.entries(PREFIXES).map(([kind, prefix]) => [prefix as string, kind as IdKind]));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export async function newFuzzFixtures(world: HttpWorld, role: string, caller: Caller): Promise<FuzzFixtures> {
  const { contestId, productVersionId } = await world.newContest({ definition: cims645 });
  const ids = new Map<string, string>([
    [PREFIXES.contest, wireId('contest', contestId)],
    [PREFIXES.productVersion, wireId('productVersion', productVersionId)],
  ]);
  const [product] = await world.sql<{ slug: string }[]>`
    SELECT slug FROM product p JOIN product_version v ON v.product_id = p.id WHERE v.id = ${productVersionId}`;
  let serial = 'no serial';
  if (role === 'player' || role === 'clerk') {
    const sold = await caller.call('/v1/tickets', {
      body: { contestIds: [wireId('contest', contestId)], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' },
    });
    const ticket = await jsonOf(sold);
    if (sold.status !== 201) throw new Error(`nothing was sold: ${JSON.stringify(ticket)}`);
    serial = String(ticket.serial);
    ids.set(PREFIXES.ticket, String(ticket.id));
  }
  if (role === 'admin') {
    const shopId = await world.newShopWithClerk('1234');
    ids.set(PREFIXES.account, wireId('account', shopId));
    ids.set(PREFIXES.terminal, wireId('terminal', (await world.newTerminalCode(shopId)).terminalId));
    const [held] = await world.sql<{ distributor: string; term: string; clerk: string; change: string }[]>`
      SELECT s.distributor_id AS distributor, (SELECT id FROM distributor_term t WHERE t.distributor_id = s.distributor_id LIMIT 1) AS term,
        (SELECT id FROM clerk c WHERE c.account_id = s.account_id LIMIT 1) AS clerk,
        (SELECT id FROM network_change n WHERE n.distributor_id = s.distributor_id LIMIT 1) AS change
      FROM shop s WHERE s.account_id = ${shopId}`;
    if (!held) throw new Error('the shop has no distributor');
    ids.set(PREFIXES.distributor, wireId('distributor', held.distributor));
    ids.set(PREFIXES.term, wireId('term', held.term));
    ids.set(PREFIXES.clerk, wireId('clerk', held.clerk));
    ids.set(PREFIXES.networkChange, wireId('networkChange', held.change));
  }
  if (role === 'finance') ids.set(PREFIXES.account, wireId('account', await world.newShopWithClerk('1234')));
  const times: Record<string, string> = {
    opensAt: inDays(1),
    closesAt: inDays(2),
    drawsAt: inDays(2),
    startsAt: inDays(3),
    validFrom: inDays(0),
    validUntil: inDays(300),
    from: inDays(-10),
    until: inDays(1),
  };
  const byName: Record<string, unknown> = {
    wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] },
    priceCents: '100',
    maxPriceCents: '100',
    definition: cims645,
    slug: `fuzzed-${randomUUID()}`,
    result: { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } },
    iban: 'AD1200012030200359100100',
    number: 7,
    source: 'rng',
  };
  const idOf = ({ example }: Schema): string | undefined => {
    const prefix = typeof example === 'string' ? /^([a-z]{3})_[0-9A-Z]{26}$/.exec(example)?.[1] : undefined;
    const kind = prefix === undefined ? undefined : KINDS.get(prefix);
    return prefix === undefined || kind === undefined ? undefined : (ids.get(prefix) ?? wireId(kind, world.ids.next()));
  };
  const knownIds: Known = (name, schema) => {
    if (name === 'serial') return serial;
    if (name === 'product') return product?.slug;
    if (/Cents$/.test(name) && schema.type === 'string') return '100';
    if (schema.format === 'date-time') return times[name];
    return idOf(schema);
  };
  return {
    knownIds,
    known: (name, schema) => {
      const given =
        schema.oneOf || schema.anyOf || schema.type === 'object' || schema.type === 'string' || schema.type === 'integer'
          ? byName[name]
          : undefined;
      const fitting =
        given !== undefined && !(schema.enum && !schema.enum.includes(given)) && !(schema.pattern && typeof given !== 'string');
      return fitting ? given : knownIds(name, schema);
    },
  };
}
