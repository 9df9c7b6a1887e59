export { type RegisteredPlayer, type Registration, registerPlayer } from './register-player.ts';
export { playerRoutes } from './routes.ts';
