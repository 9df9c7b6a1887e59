/** The hashes of the runtime, in the shapes the pure packages ask for. */
import { createHmac, hash } from 'node:crypto';

export const sha256 = (data: Uint8Array): Uint8Array => hash('sha256', data, 'buffer');

export const hmacSha256 = (key: Uint8Array, data: Uint8Array): Uint8Array => createHmac('sha256', key).update(data).digest();

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

export const fromHex = (text: string): Uint8Array => Buffer.from(text, 'hex');
