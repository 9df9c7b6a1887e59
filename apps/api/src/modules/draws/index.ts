export { bindingOf, commitOperator, commitSecond } from './announce-draw.ts';
export { announcedFallback } from './fallback-plan.ts';
export { revealSecond, runDraw } from './run-draw.ts';
export { runFallback } from './run-fallback.ts';
