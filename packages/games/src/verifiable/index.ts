/** Draws that anyone can check: the mathematics of docs/verify.md, pure, with hashes and signatures as arguments. */
export * from './bundle.ts';
export * from './bundle-file.ts';
export * from './canonical-json.ts';
export * from './draw-mapping.ts';
export * from './draw-numbers.ts';
export * from './draw-secret.ts';
export * from './draw-seed.ts';
export * from './game-mapping.ts';
export * from './generator-log.ts';
export * from './inclusion-proof.ts';
export * from './merkle-tree.ts';
export * from './receipt-log.ts';
export * from './record-tables.ts';
export * from './signed-statement.ts';
export * from './ticket-leaf.ts';
