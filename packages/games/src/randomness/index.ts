/** Random numbers for draws and quick picks; every function takes its bytes and hashes as arguments. */
export * from './bytes.ts';
export * from './combinations.ts';
export * from './entropy-health.ts';
export * from './hash-ports.ts';
export * from './hmac-drbg.ts';
export * from './rfc3797-selection.ts';
export * from './uniform-below.ts';
