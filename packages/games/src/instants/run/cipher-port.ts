/**
 * The raw block function of AES-256 enters as an argument like every hash. It is used as a pseudo-random function of a counter and as
 * the inside of CCM, never to encrypt text block by block.
 */

/** AES-256 of every 16-byte block of `blocks` by itself, under a key of 32 bytes, in a fresh array of the same length. */
export type EncryptBlocks = (key: Uint8Array, blocks: Uint8Array) => Uint8Array;
