/**
 * A network between terminal and platform that loses, delays, repeats and cuts: what happens to each request about tickets is chosen by the
 * test. It works on whole requests, so that a late or second delivery is the signed request itself, byte for byte.
 */
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';

export const FATES = [
  'pass',
  'delay',
  /** Never arrives. */
  'lost',
  /** Cut while it is being sent. */
  'cut-request',
  /** Arrives and is answered; the answer is lost. */
  'answer-lost',
  /** Cut in the middle of the answer. */
  'cut-answer',
  /** Arrives twice at the same moment. */
  'twice',
  /** Arrives, and once more much later. */
  'again-later',
  /** The terminal hears nothing; it arrives much later, when the terminal has asked what became of it. */
  'late',
] as const;
export type Fate = (typeof FATES)[number];

export type SeenRequest = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };
type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type FlakyProxy = {
  readonly url: string;
  /** Every request about tickets, as it was signed. */
  readonly seen: readonly SeenRequest[];
  /** Sends a request to the platform as it is. */
  readonly deliver: (sent: SeenRequest) => Promise<Answered>;
  /** Delivers what is still held. */
  readonly drain: () => Promise<void>;
  readonly close: () => void;
};

export async function startFlakyProxy(
  upstream: string,
  next: { readonly fate: (path: string) => Fate; readonly delayMs: () => number },
): Promise<FlakyProxy> {
  const target = new URL(upstream);
  const seen: SeenRequest[] = [];
  let held: SeenRequest[] = [];

  const send = (sent: SeenRequest, bytes: Buffer = sent.body): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { connection: _, host: _host, 'transfer-encoding': _encoding, ...headers } = sent.headers;
      const call = request(
        {
          host: target.hostname,
          port: target.port,
          method: sent.method,
          path: sent.path,
          headers: { ...headers, 'content-length': sent.body.length },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
        },
      );
      call.on('error', reject);
      if (bytes.length < sent.body.length) call.write(bytes, () => setTimeout(() => call.destroy(), 5));
      else call.end(bytes);
    });
  const answer = (response: ServerResponse, { status, headers, body }: Answered) => {
    const { connection: _, 'transfer-encoding': _encoding, 'keep-alive': _alive, ...rest } = headers;
    response.writeHead(status, { ...rest, 'content-length': body.length });
  };
  const cut = (response: ServerResponse) => void response.socket?.destroy();
  const release = async () => {
    const due = held;
    held = [];
    for (const one of due) await send(one).catch(() => {});
  };

  async function carry(sent: SeenRequest, response: ServerResponse, fate: Fate): Promise<void> {
    switch (fate) {
      case 'lost':
        return cut(response);
      case 'late':
        held.push(sent);
        return cut(response);
      case 'cut-request':
        await send(sent, sent.body.subarray(0, Math.floor(sent.body.length / 2))).catch(() => {});
        return cut(response);
      case 'answer-lost':
        await send(sent);
        return cut(response);
      case 'cut-answer': {
        const got = await send(sent);
        answer(response, got);
        response.write(got.body.subarray(0, Math.floor(got.body.length / 2)), () => setTimeout(() => cut(response), 5));
        return;
      }
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, next.delayMs()));
        break;
      case 'again-later':
        held.push(sent);
        break;
      case 'twice': {
        const [first] = await Promise.all([send(sent), send(sent)]);
        answer(response, first);
        response.end(first.body);
        return;
      }
      case 'pass':
    }
    const got = await send(sent);
    answer(response, got);
    response.end(got.body);
    // Whatever was held arrives after the answer to a question about it.
    if (sent.path.endsWith('/resolve')) await release();
  }

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const sent: SeenRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(parts),
      };
      const isSale = sent.path.startsWith('/v1/tickets');
      if (isSale) seen.push(sent);
      carry(sent, response, isSale ? next.fate(sent.path) : 'pass').catch(() => cut(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    deliver: (sent) => send(sent),
    drain: release,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
