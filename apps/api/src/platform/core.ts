/** What nearly every command needs, built once in composition.ts. */
import type { Db, Sql } from '@valira/db';
import type { Beacon } from './beacon.ts';
import type { Clock } from './clock.ts';
import type { Entropy } from './entropy.ts';
import type { Ids } from './ids.ts';
import type { Keyring } from './keys/keyring.ts';
import type { InTransaction } from './transaction.ts';

export type Core = {
  readonly db: Db;
  readonly sql: Sql;
  readonly inTransaction: InTransaction;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly keys: Keyring;
  /** Where one is set: named in announcements as the way out when the second holder is silent. */
  readonly beacon?: Beacon;
};
