export { bindingOf, commitOperator, commitSecond } from './announce-draw.ts';
export { revealSecond, runDraw } from './run-draw.ts';
