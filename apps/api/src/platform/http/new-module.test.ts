import { createRoute, z } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { json, jsonBody, problems } from './answer.ts';
import { newModule } from './new-module.ts';

const wager = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('draw'), lines: z.array(z.strictObject({ main: z.array(z.number().int().min(1).max(45)).length(6) })) }),
  z.strictObject({ kind: z.literal('pool'), stakeCents: z.string() }),
]);
const amount = z.union([z.strictObject({ fixed: z.strictObject({ cents: z.string() }) }), z.strictObject({ share: z.number() })]);

const module = newModule().openapi(
  createRoute({
    method: 'post',
    path: '/things/{id}',
    request: {
      params: z.object({ id: z.string().max(4) }),
      query: z.strictObject({ dry: z.enum(['yes', 'no']).optional() }),
      body: jsonBody(z.strictObject({ wager, amount: amount.optional() })),
    },
    responses: { 200: json(z.object({ done: z.boolean() }), 'Done'), ...problems },
  }),
  (c) => c.json({ done: true }, 200),
);

async function errorsOf(body: unknown, path = '/things/1'): Promise<unknown> {
  const answer = await module.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(422);
  const { code, errors } = (await answer.json()) as { code: string; errors: unknown };
  expect(code).toBe('invalid_input');
  return errors;
}

const line = { main: [1, 2, 3, 4, 5, 6] };

describe('errors by path', () => {
  it('lead to the number in the line', async () => {
    const lines = [line, { main: [1, 2, 3, 4, 5, 46] }];
    expect(await errorsOf({ wager: { kind: 'draw', lines } })).toMatchObject([{ path: 'wager.lines.1.main.5', code: 'too_big' }]);
  });

  it('name an unknown field where it stands', async () => {
    expect(await errorsOf({ wager: { kind: 'draw', lines: [{ ...line, bonus: 7 }] } })).toEqual([
      { path: 'wager.lines.0.bonus', code: 'unknown_field' },
    ]);
  });

  it('name the kind that does not exist', async () => {
    expect(await errorsOf({ wager: { kind: 'toto' } })).toMatchObject([{ path: 'wager.kind' }]);
  });

  it('speak of the alternative that was meant when none fits', async () => {
    const errors = await errorsOf({ wager: { kind: 'draw', lines: [line] }, amount: { fixed: { cents: 5 } } });
    expect(errors).toMatchObject([{ path: 'amount.fixed.cents', code: 'invalid_type' }]);
  });

  it('say when it is the path or the query', async () => {
    const body = { wager: { kind: 'draw', lines: [line] } };
    expect(await errorsOf(body, '/things/12345')).toMatchObject([{ path: 'path.id', code: 'too_big' }]);
    expect(await errorsOf(body, '/things/1?dry=perhaps')).toMatchObject([{ path: 'query.dry' }]);
    expect(await errorsOf(body, '/things/1?wet=yes')).toEqual([{ path: 'query.wet', code: 'unknown_field' }]);
  });
});
