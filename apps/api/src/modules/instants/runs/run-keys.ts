/**
 * The keys of one run, from the register's keys. Who may open an outcome holds the purpose `instant-outcome`; everything else here works without it.
 *
 * Run key = HMAC-SHA-256(key of the purpose, "valira-instant-key-‹purpose›-1" ‖ run hash): the register's key never leaves its keyring.
 */
import { createCipheriv } from 'node:crypto';
import { type EncryptBlocks, type InstantKeyPurpose, type InstantKeys, instantKeyPurposes } from '@valira/games/instants';
import type { Keyring } from '../../../platform/keys/keyring.ts';

/** AES-256 block by block, as the engine asks for it. */
export const encryptBlocks: EncryptBlocks = (key, blocks) => {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
};

export const runKey = (keys: Keyring, purpose: InstantKeyPurpose, runHash: Uint8Array): Uint8Array =>
  keys.mac(`instant-${purpose}`, Buffer.concat([Buffer.from(`valira-instant-key-${purpose}-1`), runHash]));

/** All five: what generation and its audit take. */
export const runKeys = (keys: Keyring, runHash: Uint8Array): InstantKeys =>
  Object.fromEntries(instantKeyPurposes.map((purpose) => [purpose, runKey(keys, purpose, runHash)])) as InstantKeys;
