/** What must happen once, asked for by several at the same moment, each under a key of their own and until they are answered. */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../apps/api/src/demo/caller.ts';
import type { Stage } from '../../apps/api/src/demo/stage.ts';
import type { Answered, Cancelling, Claiming, Purchase, Ticket } from './happened.ts';
import { insist, untilAnswered } from './stubborn-caller.ts';

async function ask(caller: Caller, path: string, body: unknown): Promise<Answered> {
  const key = randomUUID();
  const answer = await untilAnswered(`POST ${path}`, () => caller.call<{ code?: string }>('POST', path, body, key));
  return { code: answer.status < 300 ? 'done' : (answer.body.code ?? String(answer.status)) };
}

/** Cancels a ticket where it was bought, twice at once. */
export async function cancelTwice(seller: Caller, { id, serial }: Ticket): Promise<Cancelling> {
  const cancel = () => ask(seller, `/v1/tickets/${id}/cancel`, { serial });
  return { ticketId: id, answers: await Promise.all([cancel(), cancel()]) };
}

const CLAIMANT = { documentKind: 'passport', documentNumber: 'AD-0148207', name: 'Carme Torres', birthDate: '1970-02-28' };

/** Claims the winning shop tickets of a contest, up to `limit`, each at two terminals and at the operator's desk at once. */
export async function claimEverywhere(
  stage: Stage,
  purchases: readonly Purchase[],
  contestId: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<Claiming[]> {
  const claimings: Claiming[] = [];
  for (const { seller, ticket, contestId: played } of purchases) {
    if (claimings.length >= limit) break;
    if (!ticket || played !== contestId || !stage.terminals.includes(seller)) continue;
    const { serial } = ticket;
    const found = await insist<{ outcome: string; amountCents: string | null }>(seller, 'POST', '/v1/validations', { serial });
    if (found.outcome !== 'pays' || !found.amountCents) continue;
    const { amountCents } = found;
    const elsewhere = stage.terminals.find((one) => one !== seller) ?? seller;
    const answers = await Promise.all([
      ask(seller, '/v1/claims', { serial, amountCents }),
      ask(elsewhere, '/v1/claims', { serial, amountCents }),
      ask(stage.finance, '/v1/console/claims', { serial, amountCents, identification: CLAIMANT }),
    ]);
    claimings.push({ ticketId: ticket.id, amountCents, answers });
  }
  return claimings;
}
