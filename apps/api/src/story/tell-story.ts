/**
 * Puts the story into an empty database, and keeps it going at later starts: a draw and a race are always open.
 *
 * Everything goes through the commands that people use, four eyes included; money of players is posted as a deposit. Telling it
 * again changes nothing that is there.
 */
import type { Tx } from '@valira/db';
import { authUser, contest, licence, product, productVersion } from '@valira/db/schema';
import { parseGameDefinition } from '@valira/games';
import { commitToSecret } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { drawOccurrences, findContest, scheduleContest } from '../modules/contests/index.ts';
import { bindingOf, commitOperator, commitSecond } from '../modules/draws/index.ts';
import { account, postOperation } from '../modules/ledger/index.ts';
import { changePlayer, registerPlayer } from '../modules/players/index.ts';
import { decideVersion, draftVersion, type NewVersion, releaseVersion, submitVersion } from '../modules/products/index.ts';
import {
  addClerk,
  addShop,
  addTerminal,
  enterTerm,
  issueEnrolmentCode,
  type NewShop,
  registerDistributor,
} from '../modules/retail/index.ts';
import { addStaff } from '../modules/staff/index.ts';
import { hashPassword } from '../platform/auth/password-hash.ts';
import { OPERATOR_ZONE } from '../platform/business-day.ts';
import type { Core } from '../platform/core.ts';
import { sha256 } from '../platform/hash.ts';
import { CROWD, PLAYERS, registrationOf, SHOPS, STAFF, STORY_PASSWORD } from './people.ts';
import { CIMS, RACE, WIN } from './products.ts';
import { secretOf } from './second-holder.ts';

export type DemoLogin = { readonly door: string; readonly name: string; readonly login: string; readonly password: string };

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const STORY = 'story';

async function tellLicences({ db, ids, clock }: Core): Promise<void> {
  const found = await db.select({ id: licence.id }).from(licence);
  if (found.length > 0) return;
  const from = clock.now();
  const common = {
    legalName: 'Valira Loteries, SA',
    registerNumber: 'AD-91-2026',
    responsiblePerson: 'Arnau Ribes',
    validFrom: from,
    validUntil: new Date(from.getTime() + 5 * YEAR_MS),
  };
  await db.insert(licence).values([
    { ...common, id: ids.next(), kind: 'C', number: 'C-2026-1', modalities: ['a', 'b', 'c'], pariMutuelInShops: false },
    { ...common, id: ids.next(), kind: 'C@', number: 'C@-2026-1', modalities: ['a', 'b', 'c'] },
  ]);
}

async function tellPeople(core: Core): Promise<DemoLogin[]> {
  const { db, ids, clock } = core;
  const logins: DemoLogin[] = [
    ...PLAYERS.map(({ givenNames, surnames, email }) => ({
      door: 'Player shop',
      name: `${givenNames} ${surnames}`,
      login: email,
      password: STORY_PASSWORD,
    })),
    ...STAFF.map(({ door, name, email, roles }) => ({
      door,
      name: roles.length > 0 ? `${name} (${roles.join(', ')})` : name,
      login: email,
      password: STORY_PASSWORD,
    })),
  ];
  const [known] = await db.select({ id: authUser.id }).from(authUser).limit(1);
  if (known) return logins;
  // One hash for the whole story: its password is printed on the screen anyway.
  const passwordHash = await hashPassword(STORY_PASSWORD);
  await db.transaction(async (tx) => {
    for (const { door: _, ...person } of STAFF)
      expectOk(await addStaff(core, tx, { ...person, passwordHash, language: 'ca', grantedBy: STORY }));
    for (const { cashCents, ...who } of [...PLAYERS, ...CROWD]) {
      const { accountId } = expectOk(await registerPlayer(core, tx, { ...registrationOf(who), passwordHash, language: 'ca' }));
      const verified = { actor: STORY, reason: 'document seen' };
      if (who.verified) expectOk(await changePlayer(core, tx, accountId, { kind: 'verify' }, verified));
      expectOk(
        await postOperation(tx, ids, clock.now(), {
          accountId,
          key: 'story-deposit',
          postings: [
            {
              debit: account('payment-clearing'),
              credit: account('player-cash', accountId),
              amount: cents(cashCents),
              kind: 'deposit',
              reference: accountId,
            },
          ],
        }),
      );
    }
  });
  return logins;
}

/** A distributor with licence and contract in force, the contract up to the end of the operator's licence. */
async function openStoryShop(core: Core, tx: Tx, kind: 'principal' | 'secondary', terms: Omit<NewShop, 'distributorId'>): Promise<string> {
  const { name, licenceNumber } = terms;
  const distributorId = expectOk(await registerDistributor(core, tx, STORY, { kind, name, registerNumber: `R-${licenceNumber}` }));
  const operator = await tx.query.licence.findFirst({ where: (row, { eq: is }) => is(row.kind, 'C') });
  if (!operator) throw new Error('the story has no operator’s licence');
  const validFrom = new Date(Math.max(operator.validFrom.getTime(), core.clock.now().getTime() - YEAR_MS));
  const validUntil = new Date(Math.min(operator.validUntil.getTime(), validFrom.getTime() + 4 * YEAR_MS));
  for (const what of ['licence', 'contract'] as const) {
    const number = what === 'licence' ? licenceNumber : `C-${licenceNumber}`;
    const resaleAllowed = what === 'contract' && kind === 'principal';
    expectOk(await enterTerm(core, tx, STORY, { distributorId, what, number, validFrom, validUntil, resaleAllowed }));
  }
  return expectOk(await addShop(core, tx, STORY, { ...terms, distributorId }));
}

async function tellShops(core: Core): Promise<DemoLogin[]> {
  const { db, clock } = core;
  const logins: DemoLogin[] = [];
  const found = await db.query.shop.findMany();
  for (const { terminals, clerks, kind, ...terms } of SHOPS) {
    const known = found.find(({ licenceNumber }) => licenceNumber === terms.licenceNumber);
    await db.transaction(async (tx) => {
      const shopId = known?.accountId ?? (await openStoryShop(core, tx, kind, terms));
      if (!known) {
        for (const clerk of clerks)
          expectOk(await addClerk(core, tx, STORY, { shopId, cardUntil: new Date(clock.now().getTime() + 3 * YEAR_MS), ...clerk }));
        for (const label of terminals) expectOk(await addTerminal(core, tx, STORY, { shopId, label }));
      }
      const own = await tx.query.terminal.findMany({ where: (row, { eq: is }) => is(row.accountId, shopId) });
      // A terminal that no device has enrolled yet gets a fresh code at each start, since a code lives for an hour.
      for (const { id, label, state } of own) {
        const issued = state === 'awaiting' ? await issueEnrolmentCode(core, tx, STORY, id) : null;
        const code = issued?.ok ? issued.value.code : 'enrolled';
        logins.push({
          door: 'Shop terminal',
          name: `${terms.name} ${label}`,
          login: `code ${code}`,
          password: `PIN ${clerks[0]?.pin ?? ''}`,
        });
      }
    });
  }
  return logins;
}

async function staffIds({ db }: Core): Promise<(email: string) => string> {
  const rows = await db
    .select({ id: authUser.id, email: authUser.email })
    .from(authUser)
    .where(
      inArray(
        authUser.email,
        STAFF.map(({ email }) => email),
      ),
    );
  return (email) => {
    const row = rows.find((one) => one.email === email);
    if (!row) throw new Error(`the story has nobody at ${email}`);
    return row.id;
  };
}

async function tellProduct(core: Core, wanted: NewVersion, registrationNumber: string): Promise<string> {
  const [found] = await core.db
    .select({ id: productVersion.id })
    .from(productVersion)
    .innerJoin(product, eq(product.id, productVersion.productId))
    .where(eq(product.slug, wanted.slug))
    .orderBy(desc(productVersion.version))
    .limit(1);
  if (found) return found.id;
  const who = await staffIds(core);
  const proposer = `staff:${who('producte@valira.example')}`;
  const id = expectOk(await draftVersion(core, proposer, wanted));
  expectOk(await submitVersion(core, proposer, id));
  expectOk(await decideVersion(core, `inspector:${who('inspeccio@craj.example')}`, id, { decision: 'approved', registrationNumber }));
  expectOk(await releaseVersion(core, `staff:${who('direccio@valira.example')}`, id));
  return id;
}

/** The next Saturday at this time in Andorra, at least a day away. */
function nextSaturday(now: Date, time: string): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).add({ days: 1 });
  const day = from.toPlainDate().add({ days: (6 - from.dayOfWeek + 7) % 7 });
  return new Date(day.toZonedDateTime({ timeZone: OPERATOR_ZONE, plainTime: time }).epochMilliseconds);
}

async function nextNumber({ db }: Core, productVersionId: string): Promise<number | null> {
  const rows = await db
    .select({ number: contest.number, state: contest.state })
    .from(contest)
    .where(eq(contest.productVersionId, productVersionId));
  if (rows.some(({ state }) => state === 'open' || state === 'scheduled')) return null;
  return Math.max(0, ...rows.map(({ number }) => number)) + 1;
}

async function tellDraw(core: Core, productVersionId: string, secondHolderFolder: string): Promise<void> {
  const number = await nextNumber(core, productVersionId);
  if (number === null) return;
  const who = await staffIds(core);
  const now = core.clock.now();
  const game = expectOk(parseGameDefinition(CIMS.definition));
  // At least a day away, so that a newcomer has time to look around.
  const [next] = drawOccurrences(game, new Date(now.getTime() + DAY_MS), 1);
  if (!next) throw new Error('the calendar of the story has ended');
  const id = expectOk(
    await scheduleContest(core, `staff:${who('oficial1@valira.example')}`, {
      productVersionId,
      number,
      source: 'rng',
      opensAt: now,
      closesAt: next.closesAt,
      drawsAt: next.drawsAt,
      event: null,
      ...(number === 1 && { carriedIn: { carriedOutCents: { '6': '41265000' }, accountsCents: { reserve: '5000000' }, nextCycleDraw: 6 } }),
    }),
  );
  expectOk(await commitOperator(core, id, STORY));
  const scheduled = await findContest(core.db, id);
  if (!scheduled) throw new Error('the draw of the story vanished');
  const secret = secretOf(secondHolderFolder, id);
  expectOk(
    await commitSecond(core, id, commitToSecret(sha256, 'second', bindingOf(scheduled), secret), {
      id: who('notaria@canillo.example'),
      name: 'Notaria Canillo',
    }),
  );
}

async function tellRace(core: Core, productVersionId: string): Promise<void> {
  const number = await nextNumber(core, productVersionId);
  if (number === null) return;
  const who = await staffIds(core);
  const now = core.clock.now();
  const startsAt = nextSaturday(now, '15:40');
  expectOk(
    await scheduleContest(core, `staff:${who('curses1@valira.example')}`, {
      productVersionId,
      number,
      source: 'event',
      opensAt: now,
      closesAt: startsAt,
      drawsAt: startsAt,
      event: { kind: 'race', name: `Cursa ${number}`, startsAt, ...RACE },
    }),
  );
}

/** Money that the story starts with besides the players': the jackpot that rolled over and the reserve, taken over from the bank. */
async function tellFunds(core: Core, productVersionId: string): Promise<void> {
  const [version] = await core.db
    .select()
    .from(productVersion)
    .where(and(eq(productVersion.id, productVersionId)));
  if (!version) throw new Error('the story has no product');
  const { productId } = version;
  await core.inTransaction(async (tx) => {
    expectOk(
      await postOperation(tx, core.ids, core.clock.now(), {
        accountId: '00000000-0000-7000-8000-000000000001',
        key: 'story-funds',
        postings: [
          {
            debit: account('bank'),
            credit: account('jackpot', productId),
            amount: cents(41_265_000n),
            kind: 'fund-taken-over',
            reference: productId,
          },
          {
            debit: account('bank'),
            credit: account('reserve', productId),
            amount: cents(5_000_000n),
            kind: 'fund-taken-over',
            reference: productId,
          },
        ],
      }),
    );
  });
}

export async function tellStory(core: Core, secondHolderFolder: string): Promise<DemoLogin[]> {
  await tellLicences(core);
  const people = await tellPeople(core);
  const shops = await tellShops(core);
  const cims = await tellProduct(core, CIMS, 'CRAJ-2026-0001');
  const win = await tellProduct(core, WIN, 'CRAJ-2026-0002');
  await tellFunds(core, cims);
  await tellDraw(core, cims, secondHolderFolder);
  await tellRace(core, win);
  return [...people, ...shops];
}
