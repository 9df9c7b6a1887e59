/**
 * The close fence. A sale holds this advisory lock shared while it reads the clock and writes; the closer takes it alone. So a sale
 * that was let in before the close is committed before the seal is made, and none is let in after.
 */
import { uuidBytes } from '../../platform/ids.ts';

/** The lock's number: the last 64 bits of the contest's id, which are random. */
export const closeLockKey = (contestId: string): bigint => Buffer.from(uuidBytes(contestId)).readBigInt64BE(8);
