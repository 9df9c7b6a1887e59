/**
 * Hash functions enter this package as arguments, so that the same mathematics runs on a server, in a browser and on paper.
 *
 * On Node the fastest synchronous form is `crypto.hash('sha256', data, 'latin1')` decoded into 32 bytes (about 3.5 million
 * calls of 65 bytes a second, where `createHash` makes 0.9 million).
 */

/** SHA-256 (FIPS 180-4): the 32-byte digest of `data`, in a fresh array. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

/** SHA-256 of `data` written into `out` from `at` on, where nothing new is to be made per call. `data` may be a part of `out`. */
export type Sha256Into = (data: Uint8Array, out: Uint8Array, at: number) => void;

/** HMAC-SHA-256 (RFC 2104): the 32-byte code of `data` under `key`, in a fresh array. */
export type HmacSha256 = (key: Uint8Array, data: Uint8Array) => Uint8Array;

/** MD5 (RFC 1321), needed by the RFC 3797 selection alone: 16 bytes. */
export type Md5 = (data: Uint8Array) => Uint8Array;

/** The next `count` bytes of a random stream. A source never returns fewer. */
export type ByteSource = (count: number) => Uint8Array;
