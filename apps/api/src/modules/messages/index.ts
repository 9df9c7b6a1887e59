export { messagesHandler, messagesJob, messagesSchedule } from './jobs.ts';
export type { Named, News } from './kinds.ts';
export { openTransports } from './open-transports.ts';
export { queueMessages } from './queue-messages.ts';
export { messageRoutes } from './routes.ts';
