/**
 * Between the terminal's page and a receipt printer in the shop's network.
 *
 * A browser cannot open a printer's port (9100), so this runs on the counter's machine, answers on the loopback address alone and only to the
 * pages of one origin, and hands each job to one printer, one at a time. It keeps nothing.
 *
 *   node apps/retail-terminal/bridge/print-bridge.ts --printer 192.168.1.50:9100 --origin https://valira.example
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { canPrint, type PrinterState, type PrintOutcome } from '../src/printing/printer-port.ts';
import { askStatus, readStatus } from '../src/printing/printer-status.ts';

const BRIDGE_PORT = 9101;
const MOST_BYTES = 262_144;
const CONNECT_MS = 2_000;
const STATUS_MS = 1_000;
const SEND_MS = 10_000;

const within = <T>(promise: Promise<T>, ms: number): Promise<T> =>
  Promise.race([promise, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), ms).unref())]);

function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port });
  socket.setNoDelay(true);
  // Later faults end the promise that waits for them.
  socket.on('error', () => {});
  return within(
    new Promise<Socket>((resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('error', reject);
    }),
    CONNECT_MS,
  ).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

const answerOf = (socket: Socket, kind: 2 | 4): Promise<number> =>
  within(
    new Promise<number>((resolve, reject) => {
      socket.once('data', (bytes: Buffer) => resolve(bytes.at(-1) ?? 0));
      socket.once('close', () => reject(new Error('closed')));
      socket.write(askStatus(kind));
    }),
    STATUS_MS,
  );

const stateOf = async (socket: Socket): Promise<PrinterState> =>
  readStatus({ offline: await answerOf(socket, 2), paper: await answerOf(socket, 4) });

async function print(host: string, port: number, bytes: Uint8Array): Promise<PrintOutcome> {
  let socket: Socket;
  try {
    socket = await open(host, port);
  } catch {
    return { kind: 'not-begun', cause: 'offline' };
  }
  try {
    const before = await stateOf(socket).catch((): PrinterState => 'offline');
    if (!canPrint(before)) return { kind: 'not-begun', cause: before };
    await within(
      new Promise<void>((resolve, reject) => {
        socket.once('close', () => reject(new Error('closed')));
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
      SEND_MS,
    );
    // The printer answers in order, so its answer comes after it has taken the job.
    const after = await stateOf(socket).catch((): PrinterState => 'offline');
    return canPrint(after) ? { kind: 'printed' } : { kind: 'interrupted', cause: after };
  } catch {
    return { kind: 'interrupted', cause: 'offline' };
  } finally {
    socket.destroy();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export type BridgeSetting = { readonly printerHost: string; readonly printerPort: number; readonly origin: string };

export function printBridge({ printerHost, printerPort, origin }: BridgeSetting): Server {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const turn = last.then(job, job);
    last = turn.catch(() => {});
    return turn;
  };
  const tell = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Another page in the same browser must not print, nor learn of the printer.
    if (request.headers.origin !== origin) return tell(response, 403, { kind: 'not-begun', cause: 'offline' });
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.setHeader('access-control-allow-headers', 'content-type');
      response.setHeader('access-control-allow-private-network', 'true');
      return void response.writeHead(204).end();
    }
    if (request.method === 'GET' && request.url === '/state') {
      const state = await inTurn(async (): Promise<PrinterState> => {
        const socket = await open(printerHost, printerPort).catch(() => null);
        if (!socket) return 'offline';
        return stateOf(socket)
          .catch((): PrinterState => 'offline')
          .finally(() => socket.destroy());
      });
      return tell(response, 200, { state });
    }
    if (request.method === 'POST' && request.url === '/print') {
      const bytes = await bodyOf(request);
      if (!bytes) return tell(response, 413, { kind: 'not-begun', cause: 'fault' });
      return tell(response, 200, await inTurn(() => print(printerHost, printerPort, bytes)));
    }
    return tell(response, 404, { kind: 'not-begun', cause: 'fault' });
  };
  return createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { printer: { type: 'string' }, origin: { type: 'string' } } });
  const [printerHost, printerPort = '9100'] = (values.printer ?? '').split(':');
  if (!printerHost || !values.origin) {
    console.error('node print-bridge.ts --printer <host[:port]> --origin <https://…>');
    process.exit(2);
  }
  printBridge({ printerHost, printerPort: Number(printerPort), origin: values.origin }).listen(BRIDGE_PORT, '127.0.0.1');
}
