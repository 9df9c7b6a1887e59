export * from './allocate.ts';
export * from './amount.ts';
export * from './cents.ts';
export * from './conservation.ts';
export * from './rational.ts';
export * from './rounding.ts';
