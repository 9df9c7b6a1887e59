/**
 * The device's key: an ECDSA P-256 pair made in this browser whose private half cannot be exported, not even by this
 * program. Copying the stored files elsewhere copies a handle that only this browser profile can use.
 *
 * Each request is signed over `METHOD \n path with query \n nonce \n hexadecimal SHA-256 of the body`; the signature is the
 * 64 bytes r ‖ s as base64url. The nonce is the idempotency key where there is one, so that the key is signed too.
 */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export type DeviceKey = { readonly privateKey: CryptoKey; readonly publicKey: JsonWebKey };

export async function makeDeviceKey(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: { kty, crv, x, y } as JsonWebKey };
}

const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export type SignedParts = { readonly method: string; readonly path: string; readonly nonce: string; readonly body: string };

export const signedText = async ({ method, path, nonce, body }: SignedParts): Promise<string> =>
  `${method}\n${path}\n${nonce}\n${hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)))}`;

export async function signRequest(privateKey: CryptoKey, parts: SignedParts): Promise<string> {
  const text = new TextEncoder().encode(await signedText(parts));
  return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text));
}
