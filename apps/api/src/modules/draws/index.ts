export { bindingOf, commitOperator, commitSecond } from './announce-draw.ts';
export { announcedBeacon, announcedFallback } from './announced-rounds.ts';
export { mayRedraw, orderRedraw, redrawOf } from './redraw-plan.ts';
export { revealSecond, runDraw } from './run-draw.ts';
export { runFallback } from './run-fallback.ts';
export { runRedraw } from './run-redraw.ts';
