/** When a beacon round may decide a draw, and what it says: the same for the fallback and for a redraw. */
import type { BeaconPlan, BeaconValue, Receipt } from '@valira/games/verifiable';
import { isSignedRound, roundDueAt } from '../../platform/beacon.ts';
import { fromHex, sha256 } from '../../platform/hash.ts';

const AFTER_RECEIPT_MS = 60_000;

/** Whether nobody could have known the round until a minute after the control system's receipt on what it is mixed with. */
export const isAfterReceipt = (plan: BeaconPlan, receipt: Receipt): boolean =>
  roundDueAt(plan).getTime() >= Date.parse(receipt.body.at) + AFTER_RECEIPT_MS;

/** The value of the planned round; null where this is another round, or the chain did not sign it. Believes nothing but the signature. */
export const valueOfRound = (plan: BeaconPlan, beacon: BeaconValue): Uint8Array | null =>
  beacon.round === plan.round && isSignedRound(plan, beacon.round, beacon.signature) ? sha256(fromHex(beacon.signature)) : null;
