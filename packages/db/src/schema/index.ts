export * from './contests.ts';
export * from './ledger.ts';
export * from './people.ts';
export * from './products.ts';
export * from './reprints.ts';
export * from './settlement.ts';
export * from './spine.ts';
export * from './tickets.ts';
