export { registerPlayer } from './register-player.ts';
export { playerRoutes } from './routes.ts';
