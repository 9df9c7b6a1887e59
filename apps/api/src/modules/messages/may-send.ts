/**
 * Whether a message may go out, decided at the moment it is sent and in the one sender that all channels use (R40).
 *
 * A service message goes to everybody it concerns. Advertising goes only where everything is known to be well: an active player's account, and
 * consent on this very channel. Whatever is not known counts as a no. Example: consent at 09:00, the account is barred at 09:05, a campaign made
 * at 09:00 is sent at 09:10: suppressed, `account-barred`.
 */
import { isAdvertising } from './kinds.ts';

export type Recipient = {
  readonly accountKind: string;
  readonly accountState: string;
  /** Consent on the channel of the message; null where nothing was said. */
  readonly advertising: boolean | null;
};

/** Null: it may go. Otherwise why it may not. */
export function suppression(kind: string, recipient: Recipient | null): string | null {
  if (recipient?.accountKind !== 'player') return 'no-such-player';
  if (!isAdvertising(kind)) return null;
  if (recipient.accountState !== 'active') return `account-${recipient.accountState}`;
  return recipient.advertising === true ? null : 'no-consent';
}
