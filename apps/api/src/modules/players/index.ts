export { ageOn, LEGAL_AGE } from './age.ts';
export { registerPlayer } from './register-player.ts';
export { playerRoutes } from './routes.ts';
