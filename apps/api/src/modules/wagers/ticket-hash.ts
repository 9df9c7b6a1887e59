/** The fingerprint stored with a ticket and printed on it: everything that was sold, to whom, where and when. */
import { sha256 } from '../../platform/hash.ts';
import { uuidBytes } from '../../platform/ids.ts';
import type { SaleOrder } from './sale-order.ts';

const NONE = new Uint8Array(16);

/** SHA-256 over ids, contests (counted), channel, instant (ms), stake per contest and lines, each of fixed length but the last. */
export function hashOfTicket(order: SaleOrder, ticketId: string, soldAt: Date): Uint8Array {
  const numbers = Buffer.alloc(19);
  numbers.writeUInt16BE(order.contestIds.length, 0);
  numbers.writeUInt8(order.channel === 'online' ? 1 : 2, 2);
  numbers.writeBigUInt64BE(BigInt(soldAt.getTime()), 3);
  numbers.writeBigUInt64BE(order.stakePerContest, 11);
  return sha256(
    Buffer.concat([
      uuidBytes(ticketId),
      uuidBytes(order.accountId),
      uuidBytes(order.productVersionId),
      order.terminalId ? uuidBytes(order.terminalId) : NONE,
      order.clerkId ? uuidBytes(order.clerkId) : NONE,
      numbers,
      ...order.contestIds.map(uuidBytes),
      order.lines,
    ]),
  );
}
