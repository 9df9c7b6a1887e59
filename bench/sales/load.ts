/**
 * The load, in a process of its own: 64 connections, each with one purchase on its way at a time, four of five by players and one by
 * terminals. Speaks HTTP/1.1 on bare sockets so that the generator takes as little as it can of the processors it shares with what
 * it measures. Prints one JSON line: answers by status, and a histogram of latencies.
 */
import { createHash, createPrivateKey, randomInt, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { wireId } from '../../apps/api/src/platform/ids.ts';
import type { Town } from './town.ts';

export type LoadResult = {
  readonly seconds: number;
  readonly sold: number;
  /** Every purchase that was acknowledged, those outside the measured time included. */
  readonly acknowledged: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly firstRefusal: string | null;
  /** Answers per millisecond of latency. */
  readonly histogram: readonly number[];
  /** Processor time of the load process itself. */
  readonly processorMs: number;
};

const { values } = parseArgs({
  options: {
    town: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    warmup: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
  },
});
const town: Town = JSON.parse(readFileSync(values.town, 'utf8'));
const port = Number(values.port);
const host = `localhost:${port}`;
const terminals = town.terminals.map((terminal) => ({ ...terminal, key: createPrivateKey(terminal.privateKey) }));
const contest = wireId('contest', town.contestId);
const TERMINAL_SHARE = 5;

function body(): string {
  const picked = new Set<number>();
  while (picked.size < 6) picked.add(randomInt(1, 46));
  return `{"contestIds":["${contest}"],"wager":{"kind":"draw","lines":[{"main":[${[...picked].sort((a, b) => a - b).join(',')}]}]},"priceCents":"100"}`;
}

function who(text: string, key: string): string {
  const terminal = randomInt(TERMINAL_SHARE) === 0 ? terminals[randomInt(terminals.length)] : undefined;
  if (!terminal) return `cookie: ${town.cookies[randomInt(town.cookies.length)]}\r\norigin: http://${host}\r\n`;
  const toSign = Buffer.from(`POST\n/v1/tickets\n${key}\n${createHash('sha256').update(text).digest('hex')}`);
  const signature = sign('sha256', toSign, { key: terminal.key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `valira-terminal: ${terminal.id}\r\nvalira-nonce: ${key}\r\nvalira-signature: ${signature}\r\nvalira-clerk: ${terminal.clerkToken}\r\n`;
}

function request(): string {
  const text = body();
  const key = randomUUID();
  return `POST /v1/tickets HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\naccept-language: ca\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nidempotency-key: ${key}\r\n${who(text, key)}\r\n${text}`;
}

const histogram: number[] = [];
const statuses: Record<string, number> = {};
let sold = 0;
let acknowledged = 0;
let firstRefusal: string | null = null;
const start = performance.now();
const from = start + Number(values.warmup) * 1000;
const until = from + Number(values.seconds) * 1000;

function answered(status: string, content: string, sentAt: number): void {
  const now = performance.now();
  if (status === '201') acknowledged += 1;
  else firstRefusal ??= `${status} ${content.slice(0, 400)}`;
  if (now < from || now > until) return;
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status === '201') sold += 1;
  const ms = Math.floor(now - sentAt);
  histogram[ms] = (histogram[ms] ?? 0) + 1;
}

const buy = () =>
  new Promise<void>((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let read = '';
    const send = () => {
      sentAt = performance.now();
      socket.write(request());
    };
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('data', (part) => {
      read += part.toString('latin1');
      const head = read.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(read.slice(0, head))?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) return fail(new Error(`an answer without a length: ${read.slice(0, 300)}`));
      if (read.length < head + 4 + length) return;
      answered(read.slice(9, 12), read.slice(head + 4), sentAt);
      read = '';
      if (performance.now() < until) send();
      else socket.end(done);
    });
  });

await Promise.all(Array.from({ length: Number(values.connections) }, buy));
const { user, system } = process.cpuUsage();
const result: LoadResult = {
  processorMs: (user + system) / 1000,
  seconds: Number(values.seconds),
  sold,
  acknowledged,
  statuses,
  firstRefusal,
  histogram: Array.from(histogram, (count) => count ?? 0),
};
console.log(JSON.stringify(result));
