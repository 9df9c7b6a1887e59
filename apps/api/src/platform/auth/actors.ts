/** Finds out who a request comes from: a terminal that signed it, or a person with a session cookie. */
import type { Outcome } from '@valira/outcome';
import type { Context } from 'hono';
import type { Actor } from './actor.ts';
import type { PersonRefusal, PersonSessions } from './person-session.ts';
import type { TerminalRefusal, TerminalSessions } from './terminal-session.ts';

export type Actors = {
  identify(c: Context): Promise<Outcome<Actor, PersonRefusal | TerminalRefusal>>;
  readonly persons: PersonSessions;
  readonly terminals: TerminalSessions;
};

/** Path and query as they stood in the request line. */
function pathAndQueryOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '/' : url.slice(start);
}

export function openActors(persons: PersonSessions, terminals: TerminalSessions): Actors {
  return {
    persons,
    terminals,
    async identify(c) {
      const terminal = c.req.header('valira-terminal');
      if (terminal === undefined) return persons.identify(c.req.header('cookie'));
      const { method } = c.req;
      const body = method === 'GET' || method === 'HEAD' ? new Uint8Array(0) : new Uint8Array(await c.req.arrayBuffer());
      const headers = {
        terminal,
        nonce: c.req.header('valira-nonce'),
        signature: c.req.header('valira-signature'),
        idempotencyKey: c.req.header('idempotency-key'),
        clerkToken: c.req.header('valira-clerk'),
      };
      return terminals.identify(headers, { method, pathAndQuery: pathAndQueryOf(c.req.url), body });
    },
  };
}
