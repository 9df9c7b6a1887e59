/** What every request carries: its id, and the parts of the platform that the HTTP layer itself needs. */
import type { Actors } from '../auth/actors.ts';
import type { Clock } from '../clock.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { InTransaction } from '../transaction.ts';

export type HttpSpine = {
  readonly clock: Clock;
  readonly inTransaction: InTransaction;
  readonly actors: Actors;
  readonly limits: RateLimits;
  readonly telemetry: Telemetry;
  /** Origins (scheme, host, port) whose pages may write with a session cookie, besides the address the request came to. */
  readonly trustedOrigins: readonly string[];
  /** The platform is reached over HTTPS, so browsers are told to use nothing else. */
  readonly overHttps: boolean;
  /** Proxies in front of this process that append to X-Forwarded-For. 0: the peer itself is the client. */
  readonly proxyHops: number;
};

export type HttpVariables = {
  requestId: string;
  spine: HttpSpine;
  /** Code of the problem that was answered, for the log. */
  problemCode: string | undefined;
};

export type HttpEnv = { Variables: HttpVariables };
