/**
 * A worker that blocks its event loop in the middle of a job, longer than its lock lasts, and then goes on as if nothing had
 * happened (R31). Started by the suite as a process of its own, which may also be killed while it is blocked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk } from '@valira/outcome';
import { openJobs } from '../open-jobs.ts';
import { payments, payTicket } from './pay-ticket.ts';

const { DATABASE_URL = '', REDIS_URL, LOCK_MS = '', BLOCK_MS = '' } = process.env;
const database = payments(DATABASE_URL);
const jobs = expectOk(
  await openJobs({
    redisUrl: REDIS_URL,
    databaseUrl: DATABASE_URL,
    jobs: [payTicket],
    now: () => Temporal.Now.instant(),
    onFault: () => {},
  }),
);
const finished = new Promise<void>((settle) => {
  const handled = payTicket.handledBy(async ({ ticket }) => {
    await database.note(ticket, 'blocked', 'began');
    process.stdout.write('began\n');
    await sleep(20);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(BLOCK_MS));
    await database.pay(ticket, 'blocked');
    await database.note(ticket, 'blocked', 'finished');
    settle();
    return undefined;
  });
  void jobs.run([handled], { concurrency: 1, lockMs: Number(LOCK_MS), report: () => {} });
});
await finished;
process.exit(0);
