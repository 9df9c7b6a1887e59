/** The hashes of the runtime, in the shapes the pure packages ask for. */
import { createHmac, hash } from 'node:crypto';

export const sha256 = (data: Uint8Array): Uint8Array => hash('sha256', data, 'buffer');

const writeLatin1 = Buffer.prototype.latin1Write;

/** A latin1 string is the fastest way out of the one-shot hash: 3.9 million 65-byte calls a second, a Buffer 1.5 million. */
export const sha256Into = (data: Uint8Array, out: Uint8Array, at: number): void => {
  writeLatin1.call(out, hash('sha256', data, 'latin1'), at, 32);
};

export const hmacSha256 = (key: Uint8Array, data: Uint8Array): Uint8Array => createHmac('sha256', key).update(data).digest();

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

export const fromHex = (text: string): Uint8Array => Buffer.from(text, 'hex');
