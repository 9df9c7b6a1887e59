/**
 * Rejections that nobody waits for. A cut connection can reject inside the database driver (its look-up of types has no caller); that is
 * a fault, and the next query connects anew. Anything else is a bug: it is logged and the process ends, for the supervisor to restart.
 */
import type { Logger } from 'pino';
import { isFault } from './transaction.ts';

export function endOnStrayBugs(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    if (isFault(error)) {
      log.warn({ err: error }, 'fault outside any request or job');
      return;
    }
    log.fatal({ err: error }, 'bug outside any request or job');
    process.exit(1);
  });
}
