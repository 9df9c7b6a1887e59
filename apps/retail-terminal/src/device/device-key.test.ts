import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeDeviceKey, signedText, signRequest } from './device-key.ts';

const parts = { method: 'POST', path: '/v1/tickets?x=1', nonce: '6f1c2a4e-0000-4000-8000-000000000001', body: '{"priceCents":"400"}' };

test('the private half of a device key cannot be exported', async () => {
  const { privateKey, publicKey } = await makeDeviceKey();
  expect(privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
  expect(Object.keys(publicKey).sort()).toEqual(['crv', 'kty', 'x', 'y']);
});

test('a signature verifies against method, path, nonce and body, and against nothing else', async () => {
  const { privateKey, publicKey } = await makeDeviceKey();
  const signature = Buffer.from(await signRequest(privateKey, parts), 'base64url');
  expect(signature).toHaveLength(64);
  const key = createPublicKey({ key: publicKey, format: 'jwk' });
  const holds = async (changed: Partial<typeof parts>) =>
    verify('sha256', Buffer.from(await signedText({ ...parts, ...changed })), { key, dsaEncoding: 'ieee-p1363' }, signature);
  expect(await holds({})).toBe(true);
  expect(await holds({ method: 'GET' })).toBe(false);
  expect(await holds({ path: '/v1/tickets' })).toBe(false);
  expect(await holds({ nonce: '6f1c2a4e-0000-4000-8000-000000000002' })).toBe(false);
  expect(await holds({ body: '{"priceCents":"100"}' })).toBe(false);
});
