/** Instant tickets: working papers, chances, numbers, keys and faces of finite runs; pure. See README.md in this folder. */
export * from './definition/instant-definition.ts';
export * from './definition/instant-odds.ts';
export * from './definition/instant-problems.ts';
export * from './definition/parse-instant-definition.ts';
export * from './definition/play-rules.ts';
export * from './definition/printed-amounts.ts';
export * from './play/face-layout.ts';
export * from './play/read-face.ts';
export * from './run/cipher-port.ts';
export * from './run/instant-leaf.ts';
export * from './run/instant-run.ts';
export * from './run/pack-layout.ts';
export * from './run/run-keys.ts';
export * from './run/sealed-outcome.ts';
export * from './run/validation-number.ts';
export * from './templates/instant-templates.ts';
export * from './ticket-number.ts';
