/** The platform's public keys as it publishes them in a file: `{ "keys": [{ keyId, purpose, publicKey }] }`. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { unhex } from '../statements/digest.ts';
import { keyIdOf } from '../statements/signed-statement.ts';
import type { TrustedPurpose } from './trusted-keys.ts';

const fileShape = z.object({
  keys: z.array(z.object({ keyId: z.string(), purpose: z.string(), publicKey: z.string().regex(/^[0-9a-f]{64}$/) })),
});

export type PublishedKey = { readonly keyId: string; readonly purpose: TrustedPurpose; readonly publicKey: Uint8Array };

/** Signing keys for sales and seals; none while the file is not there. Throws when the file is not of this form or an id is not its key's. */
export function readPublishedKeys(path: string): PublishedKey[] {
  if (!existsSync(path)) return [];
  const { keys } = fileShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  return keys.flatMap(({ keyId, purpose, publicKey }) => {
    if (purpose !== 'intake' && purpose !== 'seal') return [];
    const bytes = unhex(publicKey);
    if (keyIdOf(bytes) !== keyId) throw new Error(`${path}: ${keyId} is not the id of its key`);
    return [{ keyId, purpose, publicKey: bytes }];
  });
}
