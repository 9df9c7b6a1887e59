/** What the commands of this system are built on. */
import type { ControlKeys } from './keys/control-keys.ts';
import type { TrustedKeys } from './keys/trusted-keys.ts';
import type { Sql } from './sql.ts';

export type ControlDeps = {
  readonly sql: Sql;
  readonly keys: ControlKeys;
  readonly trusted: TrustedKeys;
  /** This system's own clock. */
  readonly now: () => Date;
  /** How long after the close a link may arrive. */
  readonly graceMs: number;
};
