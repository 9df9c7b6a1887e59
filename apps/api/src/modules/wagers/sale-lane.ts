/**
 * The short way of a purchase: `POST /v1/tickets` from Node's request to Node's response.
 *
 * It is made of the route's own parts — who asks, the limit, the schema, the sale, the words of a refusal — without what a framework puts around
 * them, which is a third of what a sale costs this process (docs/adr/0009). Whatever is not a plain, well-formed purchase by somebody who may
 * buy goes the route's way, which answers it; nothing has been done by then, and the body that was read is handed on. So does a
 * purchase in which something failed: the route tries it again under its key.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Refusal } from '@valira/outcome';
import { actorKey, type ClerkActor, type PlayerActor } from '../../platform/auth/index.ts';
import { framing } from '../../platform/http/frame.ts';
import type { HttpSpine } from '../../platform/http/http-env.ts';
import { isForeignWrite } from '../../platform/http/same-origin.ts';
import { isSuspect } from '../../platform/http/text-rules.ts';
import { languageOf } from '../../platform/language.ts';
import { problemOf } from '../../platform/problem.ts';
import { isProblemCode } from '../../platform/problem-registry.ts';
import { buyTicket, purchaseErrors, type TicketDeps } from './buy-ticket.ts';
import { type PurchaseBody, purchaseBody } from './purchase-body.ts';

const PATH = '/v1/tickets';
const MOST_BYTES = 64 * 1024;
const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Where the HTTP adapter finds a body that was read before it. */
type WithBody = IncomingMessage & { rawBody?: Buffer };

type Ready = { readonly actor: PlayerActor | ClerkActor; readonly key: string; readonly purchase: PurchaseBody };

export function saleLane(deps: TicketDeps, spine: HttpSpine, route: RequestListener): RequestListener {
  const { requestIdOf, begin, end, report } = framing(spine);

  /** Judged by its headers alone. */
  const isPlain = ({ method, url, headers }: IncomingMessage): boolean => {
    if (method !== 'POST' || url !== PATH) return false;
    const length = Number(headers['content-length']);
    return (
      length > 0 &&
      length <= MOST_BYTES &&
      headers['content-type'] === 'application/json' &&
      headers['transfer-encoding'] === undefined &&
      headers['content-encoding'] === undefined &&
      headers.expect === undefined &&
      KEY.test(String(headers['idempotency-key'])) &&
      !isForeignWrite((name) => headers[name]?.toString(), spine.trustedOrigins)
    );
  };

  /** Null when the route has something else to say. */
  async function readyToBuy({ headers }: IncomingMessage, body: Buffer): Promise<Ready | null> {
    const found = await spine.actors.identify({
      method: 'POST',
      pathAndQuery: PATH,
      header: (name) => headers[name]?.toString(),
      body: () => body,
    });
    if (!found.ok) return null;
    const actor = found.value;
    if (actor.kind !== 'player' && !(actor.kind === 'terminal' && actor.clerk)) return null;
    const text = body.toString('utf8');
    if (isSuspect(text)) return null;
    const parsed = purchaseBody.safeParse(JSON.parse(text));
    // The limit last: what goes the route's way is counted there.
    if (!parsed.success || (await spine.limits.take('sale', actorKey(actor))) !== null) return null;
    const key = String(headers['idempotency-key']).toLowerCase();
    return { actor: actor as PlayerActor | ClerkActor, key, purchase: parsed.data };
  }

  function answer(outgoing: ServerResponse, status: number, headers: Record<string, string>, value: unknown): void {
    const text = JSON.stringify(value);
    end(outgoing);
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    outgoing.end(text);
  }

  function refuseIn(outgoing: ServerResponse, refusal: Refusal, acceptLanguage: string | undefined): number {
    const { code } = refusal;
    if (!isProblemCode(code)) throw new Error(`refusal without words: ${code}`);
    const problem = problemOf({ ...refusal, code }, acceptLanguage, purchaseErrors(refusal));
    answer(
      outgoing,
      problem.status,
      { 'content-type': 'application/problem+json', 'content-language': languageOf(acceptLanguage) },
      problem,
    );
    return problem.status;
  }

  async function buy(incoming: WithBody, outgoing: ServerResponse, body: Buffer): Promise<void> {
    const started = performance.now();
    const handOn = () => {
      incoming.rawBody = body;
      route(incoming, outgoing);
    };
    const ready = await readyToBuy(incoming, body).catch(() => null);
    if (!ready) return handOn();
    const bought = await buyTicket(deps, ready.actor, ready.key, ready.purchase).catch(() => null);
    if (!bought) return handOn();
    const requestId = requestIdOf(incoming.headers['x-request-id']?.toString());
    begin(outgoing, requestId);
    let status = 200;
    if (!bought.ok) status = refuseIn(outgoing, bought, incoming.headers['accept-language']);
    else {
      if (bought.value.made) status = 201;
      answer(outgoing, status, { 'content-type': 'application/json' }, bought.value.ticket);
    }
    report({ requestId, method: 'POST', route: PATH, status, problem: bought.ok ? undefined : bought.code, started });
  }

  return (incoming, outgoing) => {
    if (!isPlain(incoming)) return route(incoming, outgoing);
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    // A request that breaks off ends without this, and nobody is left to answer.
    incoming.on('end', () => void buy(incoming, outgoing, parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    incoming.on('error', () => undefined);
  };
}
