import { randomBytes } from 'node:crypto';
import { auditIntent, identityDocument, message } from '@valira/db/schema';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person, UNLIMITED } from '../../../testing/http-world.ts';

let world: HttpWorld;
let desk: Person;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
  desk = await world.newStaff('staff', 'player-desk');
});
afterAll(() => world.end());

const JPEG = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.from('LLEGIBLE-AL-DISC'), randomBytes(2000)]);
const codeOf = async (answer: Response): Promise<unknown> => (answer.ok ? 'ok' : (await jsonOf(answer)).code);
const show = (player: Person, content: Uint8Array = JPEG, side = 'front') =>
  player.call('/v1/identity-checks', { body: { documents: [{ side, content: Buffer.from(content).toString('base64') }] } });
const shown = async (player: Person) => String((await jsonOf(await show(player))).id);
const decide = (id: string, body: unknown, who = desk) => who.call(`/v1/console/identity-checks/${id}/decision`, { body });
const identityOf = async (player: Person) => (await jsonOf(await player.call('/v1/me'))).standing;

describe('a document', () => {
  it('is looked at by the desk as it was shown, each look recorded, and makes the player verified', async () => {
    const player = await world.newPlayerPerson();
    const id = await shown(player);
    const seen = (await jsonOf(await desk.call(`/v1/console/identity-checks/${id}`))) as {
      person: object;
      documents: { content: string; mediaType: string }[];
    };
    expect(seen.documents).toEqual([{ side: 'front', mediaType: 'image/jpeg', content: JPEG.toString('base64') }]);
    expect(seen.person).toMatchObject({ givenNames: 'Júlia', birthDate: '1990-05-04' });
    const looks = await world.db.select().from(auditIntent).where(sql`${auditIntent.body} ->> 'action' = 'identity.read'`);
    const chained = await world.sql<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM audit_event WHERE body ->> 'action' = 'identity.read'`.catch(() => [{ n: 0 }]);
    expect(looks.length + (chained[0]?.n ?? 0)).toBeGreaterThan(0);
    expect(await codeOf(await decide(id, { outcome: 'accepted' }))).toBe('ok');
    expect(await identityOf(player)).toMatchObject({ state: 'verified', identity: 'verified' });
    expect(await codeOf(await show(player))).toBe('player_not_in_state');
    expect((await world.db.select().from(message).where(eq(message.accountId, player.accountId))).map(({ kind }) => kind)).toContain(
      'identity-accepted',
    );
  });

  it('that is not enough is rejected with a reason that the player reads, and another may be shown', async () => {
    const player = await world.newPlayerPerson();
    const first = await shown(player);
    expect(await codeOf(await show(player))).toBe('already_exists');
    expect(await codeOf(await decide(first, { outcome: 'rejected' }))).toBe('invalid_input');
    expect(await codeOf(await decide(first, { outcome: 'rejected', reason: 'unreadable' }))).toBe('ok');
    expect(await codeOf(await decide(first, { outcome: 'accepted' }))).toBe('player_not_in_state');
    expect(await identityOf(player)).toMatchObject({ state: 'provisional' });
    const second = await shown(player);
    expect(await jsonOf(await player.call('/v1/identity-checks'))).toMatchObject({
      checks: [
        { id: second, state: 'open', reason: null },
        { id: first, state: 'rejected', reason: 'unreadable' },
      ],
    });
    expect(
      ((await jsonOf(await desk.call('/v1/console/identity-checks'))) as { checks: { id: string }[] }).checks.map(({ id }) => id),
    ).toContain(second);
  });

  it('of another person suspends the account', async () => {
    const player = await world.newPlayerPerson(1_000n);
    await decide(await shown(player), { outcome: 'rejected', reason: 'other-person' });
    expect(await identityOf(player)).toMatchObject({ state: 'suspended' });
  });

  it('decided by two at once is decided once', async () => {
    const player = await world.newPlayerPerson();
    const id = await shown(player);
    const other = await world.newStaff('staff', 'player-desk');
    const answers = await Promise.all([decide(id, { outcome: 'accepted' }), decide(id, { outcome: 'rejected', reason: 'expired' }, other)]);
    expect((await Promise.all(answers.map(codeOf))).toSorted()).toEqual(['ok', 'player_not_in_state']);
  });

  it('is a picture or a PDF by its bytes, of 3 MB at most, and stands nowhere readable', async () => {
    const player = await world.newPlayerPerson();
    for (const wrong of [Buffer.from('<script>alert(1)</script>'), Buffer.from('GIF89a......'), Buffer.from('MZ......')])
      expect(await codeOf(await show(player, wrong))).toBe('document_type');
    expect(await codeOf(await show(player, Buffer.concat([JPEG, Buffer.alloc(3 * 1024 * 1024)])))).toBe('document_too_large');
    expect(await codeOf(await player.call('/v1/identity-checks', { body: { documents: [] } }))).toBe('invalid_input');
    expect(await codeOf(await show(player))).toBe('ok');
    const boxes = await world.db.select().from(identityDocument);
    for (const { box } of boxes) expect(Buffer.from(box ?? []).includes('LLEGIBLE-AL-DISC')).toBe(false);
  });
});

describe('a player’s own data', () => {
  it('are given to the player alone, person and bank account readable, nobody else’s among them', async () => {
    const player = await world.newPlayerPerson(500n);
    const other = await world.newPlayerPerson(700n);
    const data = (await jsonOf(await player.call('/v1/me/data', { method: 'POST' }))) as {
      person: object;
      movements: unknown[];
      standing: unknown[];
    };
    expect(data).toMatchObject({
      person: { givenNames: 'Júlia', documentNumber: expect.any(String) },
      bankAccount: { iban: 'AD1200012030200359100100' },
    });
    expect([data.movements.length, data.standing.length]).toEqual([1, 1]);
    expect(JSON.stringify(data)).not.toContain(other.accountId);
  });
});
