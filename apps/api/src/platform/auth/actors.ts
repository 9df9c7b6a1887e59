/** Finds out who a request comes from: a terminal that signed it, or a person with a session cookie. */
import type { Outcome } from '@valira/outcome';
import type { Actor } from './actor.ts';
import type { PersonRefusal, PersonSessions } from './person-session.ts';
import type { TerminalRefusal, TerminalSessions } from './terminal-session.ts';

/** What of a request tells who sent it. */
export type Sender = {
  readonly method: string;
  /** As it stood in the request line. */
  readonly pathAndQuery: string;
  header(name: string): string | undefined;
  body(): Uint8Array | Promise<Uint8Array>;
};

export type Actors = {
  identify(sender: Sender): Promise<Outcome<Actor, PersonRefusal | TerminalRefusal>>;
  readonly persons: PersonSessions;
  readonly terminals: TerminalSessions;
};

const NOTHING = new Uint8Array(0);

export function openActors(persons: PersonSessions, terminals: TerminalSessions): Actors {
  return {
    persons,
    terminals,
    async identify(sender) {
      const terminal = sender.header('valira-terminal');
      if (terminal === undefined) return persons.identify(sender.header('cookie'));
      const { method, pathAndQuery } = sender;
      const headers = {
        terminal,
        nonce: sender.header('valira-nonce'),
        signature: sender.header('valira-signature'),
        idempotencyKey: sender.header('idempotency-key'),
        clerkToken: sender.header('valira-clerk'),
      };
      return terminals.identify(headers, {
        method,
        pathAndQuery,
        body: method === 'GET' || method === 'HEAD' ? NOTHING : await sender.body(),
      });
    },
  };
}
