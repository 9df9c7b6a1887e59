import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { apiClient } from './client.ts';
import { type HttpWorld, makeHttpWorld, PUBLIC_URL } from './testing/http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld();
});
afterAll(() => world.end());

describe('the typed client', () => {
  it('speaks the routes as declared: inputs, answers and refusals', async () => {
    const player = await world.newPlayerPerson(1_250n);
    const client = apiClient(PUBLIC_URL, { fetch: world.app.request, headers: { cookie: player.cookie } });
    const me = await client.v1.me.$get();
    if (!me.ok) throw new Error((await me.json()).code);
    const { kind, account } = await me.json();
    expectTypeOf(kind).toEqualTypeOf<'player' | 'staff' | 'inspector' | 'second-holder'>();
    expectTypeOf(account).toEqualTypeOf<{ id: string; availableCents: string; heldCents: string } | null>();
    expect([kind, account?.availableCents]).toEqual(['player', '1250']);

    const page = await client.v1.wallet.entries.$get({ query: { limit: '10' } });
    if (!page.ok) throw new Error('no entries');
    expect((await page.json()).entries).toMatchObject([{ kind: 'deposit', amountCents: '1250', reference: null }]);
  });

  it('knows a refusal by its code', async () => {
    const client = apiClient(PUBLIC_URL, { fetch: world.app.request });
    const me = await client.v1.me.$get();
    expect(me.ok ? null : (await me.json()).code).toBe('not_signed_in');
  });

  it('does not compile with a field that the route does not have', () => {
    const client = apiClient(PUBLIC_URL);
    type SignIn = Parameters<(typeof client.v1.auth)['sign-in']['email']['$post']>[0];
    expectTypeOf<keyof SignIn['json']>().toEqualTypeOf<'email' | 'mobile' | 'password' | 'birthDate'>();
  });
});
