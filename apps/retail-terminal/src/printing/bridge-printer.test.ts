import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { printBridge } from '../../bridge/print-bridge.ts';
import { bridgePrinter } from './bridge-printer.ts';

const ORIGIN = 'https://valira.test';
const closing: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});

const portOf = async (server: { listen(port: number, host: string, done: () => void): unknown; address(): unknown; close(): unknown }) => {
  closing.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
};

/** A printer on port 9100: answers status, takes jobs, and may run out of paper or hang up in the middle. */
function printer(behaviour: { offline: number; paper: number; paperAfter?: number; hangUpAfterBytes?: number }) {
  const taken: number[] = [];
  let { paper } = behaviour;
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at++) {
        if (bytes[at] === 0x10 && bytes[at + 1] === 0x04) {
          socket.write(Uint8Array.of(bytes[at + 2] === 2 ? behaviour.offline : paper));
          at += 2;
          continue;
        }
        taken.push(bytes[at] as number);
        if (behaviour.paperAfter !== undefined) paper = behaviour.paperAfter;
        if (behaviour.hangUpAfterBytes !== undefined && taken.length >= behaviour.hangUpAfterBytes) {
          socket.destroy();
          return;
        }
      }
    });
  });
  return { server, taken };
}

async function setUp(behaviour: Parameters<typeof printer>[0]) {
  const { server, taken } = printer(behaviour);
  const printerPort = await portOf(server);
  const bridgePort = await portOf(printBridge({ printerHost: '127.0.0.1', printerPort, origin: ORIGIN }));
  const address = `http://127.0.0.1:${bridgePort}`;
  const asPage: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), origin: ORIGIN } });
  return { port: bridgePrinter(address, asPage), taken, address };
}

const job = Uint8Array.from({ length: 20_000 }, (_, index) => 0x20 + (index % 90));

test('a job reaches the printer byte for byte, two at once one after the other', async () => {
  const { port, taken } = await setUp({ offline: 0x12, paper: 0x12 });
  expect(await port.state()).toBe('ready');
  expect(await Promise.all([port.print(job), port.print(job)])).toEqual([{ kind: 'printed' }, { kind: 'printed' }]);
  expect(taken).toEqual([...job, ...job]);
});

test('without paper or with its cover open nothing is begun', async () => {
  const without = await setUp({ offline: 0x12, paper: 0x72 });
  expect(await without.port.print(job)).toEqual({ kind: 'not-begun', cause: 'paper-out' });
  expect(without.taken).toEqual([]);
  const open = await setUp({ offline: 0x16, paper: 0x12 });
  expect(await open.port.state()).toBe('cover-open');
  expect(await open.port.print(job)).toEqual({ kind: 'not-begun', cause: 'cover-open' });
});

test('paper that ends and a printer that goes away during a job leave it open what is on paper', async () => {
  const ends = await setUp({ offline: 0x12, paper: 0x12, paperAfter: 0x72 });
  expect(await ends.port.print(job)).toEqual({ kind: 'interrupted', cause: 'paper-out' });
  const gone = await setUp({ offline: 0x12, paper: 0x12, hangUpAfterBytes: 100 });
  expect(await gone.port.print(job)).toEqual({ kind: 'interrupted', cause: 'offline' });
});

test('a printer that is not there begins nothing; a bridge that is not there leaves it open', async () => {
  const bridgePort = await portOf(printBridge({ printerHost: '127.0.0.1', printerPort: 1, origin: ORIGIN }));
  const asPage: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), origin: ORIGIN } });
  const port = bridgePrinter(`http://127.0.0.1:${bridgePort}`, asPage);
  expect(await port.state()).toBe('offline');
  expect(await port.print(job)).toEqual({ kind: 'not-begun', cause: 'offline' });
  expect(await bridgePrinter('http://127.0.0.1:1').print(job)).toEqual({ kind: 'interrupted', cause: 'offline' });
});

test('another page in the browser prints nothing and learns nothing', async () => {
  const { address, taken } = await setUp({ offline: 0x12, paper: 0x12 });
  for (const headers of [{}, { origin: 'https://elsewhere.test' }] as Record<string, string>[]) {
    const answer = await fetch(`${address}/print`, { method: 'POST', headers, body: job });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect(taken).toEqual([]);
});
