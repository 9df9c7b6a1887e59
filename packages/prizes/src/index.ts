export * from './check-prize-input.ts';
export * from './json-text.ts';
export type { Movement, MovementReason, Place } from './movement-book.ts';
export * from './parse-plan.ts';
export * from './plan-problems.ts';
export * from './prize-plan.ts';
export { settlePrizes } from './settle-prizes.ts';
export * from './settlement.ts';
