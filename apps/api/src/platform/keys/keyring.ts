/**
 * Keys behind a port. Code names a purpose; where the key lives (a folder here, a KMS or HSM elsewhere) is the keyring's matter.
 *
 * Separate keys per purpose: learning one opens nothing else. A rotated key stays readable under its id, so old seals verify.
 */
import type { Ed25519Signer } from '@valira/games/verifiable';

export const KEY_PURPOSES = {
  'ticket-serial': 'secret',
  'ticket-salt': 'secret',
  'serial-index': 'secret',
  'draw-secret': 'encryption',
  'personal-data': 'encryption',
  'personal-index': 'secret',
  'instant-seed': 'encryption',
  'instant-virn': 'secret',
  'instant-validation': 'secret',
  'instant-salt': 'secret',
  'instant-outcome': 'secret',
  'instant-print': 'secret',
  session: 'secret',
  seal: 'signing',
  intake: 'signing',
  archive: 'signing',
} as const;

export type KeyPurpose = keyof typeof KEY_PURPOSES;
export type PurposeOf<Kind> = { [P in KeyPurpose]: (typeof KEY_PURPOSES)[P] extends Kind ? P : never }[KeyPurpose];

export type Keyring = {
  /** HMAC-SHA-256 under the purpose's secret. */
  mac(purpose: PurposeOf<'secret'>, data: Uint8Array): Uint8Array;
  /** Ed25519 under the purpose's current key. Its id is that of `keyIdOf` over the public key. */
  signer(purpose: PurposeOf<'signing'>): Ed25519Signer;
  /** The raw 32-byte public key of a signing key, current or rotated. Null when the id is unknown. */
  publicKey(keyId: string): Uint8Array | null;
  /** AES-256-GCM: nonce ‖ tag ‖ ciphertext. `context` is authenticated with it. */
  encrypt(purpose: PurposeOf<'encryption'>, plain: Uint8Array, context: Uint8Array): { keyId: string; box: Uint8Array };
  /** Throws when the box or its context was changed. */
  decrypt(keyId: string, box: Uint8Array, context: Uint8Array): Uint8Array;
  /** What the key register shows. */
  describe(): readonly { keyId: string; purpose: KeyPurpose; algorithm: string; publicKey: Uint8Array | null; createdAt: Date }[];
};
