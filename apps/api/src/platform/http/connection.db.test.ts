import { connect } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type HttpWorld, makeHttpWorld } from '../../testing/http-world.ts';
import { solvedChallenge } from '../auth/challenge-solution.ts';

let world: HttpWorld;
const servers: ServerType[] = [];
let port: number;

const listen = (proxyHops: number): Promise<number> =>
  new Promise((resolve) => {
    const app = createApp({ ...world.parts, spine: { ...world.parts.spine, proxyHops } });
    servers.push(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address) => resolve(address.port)));
  });

beforeAll(async () => {
  world = await makeHttpWorld({ limits: { 'sign-in-address': { points: 2, seconds: 60 } } });
  port = await listen(0);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await world.end();
});

/** Sends these bytes and gives what came back until the server closed or fell silent. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setTimeout(1500, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

const head = (lines: readonly string[]) => `POST /v1/players HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('\r\n')}\r\n\r\n`;

describe('over a real connection', () => {
  it('a body announced too large is refused before it is sent', async () => {
    const answer = await raw(head(['Content-Type: application/json', 'Content-Length: 10000000', 'Connection: close']));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body_too_large"');
  });

  it('a body in chunks is refused when it grows too large', async () => {
    const chunk = `2000\r\n${' '.repeat(0x2000)}\r\n`;
    const answer = await raw(
      `${head(['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close'])}${chunk.repeat(9)}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('malformed JSON in chunks is malformed JSON', async () => {
    const answer = await raw(
      `${head([
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Idempotency-Key: 6f1c2a4e-0000-4000-8000-000000000001',
        'Connection: close',
      ])}2\r\n{"\r\n0\r\n\r\n`,
    );
    expect(answer).toContain('"code":"malformed_json"');
  });

  const signIn = async (to: number, forwarded: string) =>
    fetch(`http://127.0.0.1:${to}/v1/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': forwarded,
        'valira-challenge': await solvedChallenge(await world.parts.challenges.issue()),
      },
      body: JSON.stringify({ email: `${crypto.randomUUID()}@example.ad`, password: 'wrong wrong wrong' }),
    });

  it('tries are counted by the peer’s address, whatever X-Forwarded-For says', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await signIn(port, `10.0.0.${i}`)).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('behind one proxy they are counted by the address that the proxy wrote, not by what the client wrote before it', async () => {
    const behindProxy = await listen(1);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await signIn(behindProxy, `10.9.9.${i}, 192.0.2.1`)).status);
    statuses.push((await signIn(behindProxy, '192.0.2.2')).status);
    expect(statuses).toEqual([401, 401, 429, 401]);
  });
});
