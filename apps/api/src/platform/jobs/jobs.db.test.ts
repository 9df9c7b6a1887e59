import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@valira/db/testing';
import { expectOk, refuse } from '@valira/outcome';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob, type HandledJob } from './define-job.ts';
import { type Jobs, openJobs, type QueueRefusal, queueProblem } from './open-jobs.ts';
import { planner } from './planner.ts';
import { prepareQueueSchema } from './postgres-backend.ts';
import type { JobReport, JobRunner } from './run-jobs.ts';
import { PAYMENTS, payments, payTicket } from './testing/pay-ticket.ts';
import { startRedis, type TestRedis } from './testing/start-redis.ts';

const now = () => Temporal.Now.instant();
const onFault = () => {};

const sendLetter = defineJob({
  name: 'send-letter',
  lane: 'background',
  schema: z.strictObject({ letter: z.string() }),
  key: ({ letter }) => letter,
  retry: { attempts: 1, firstMs: 10, longestMs: 10 },
});

let database: TestDatabase;
let owner: postgres.Sql;
let redis: TestRedis;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepareQueueSchema(database.ownerUrl, 'valira_app');
  owner = postgres(database.ownerUrl, { max: 2, onnotice: () => {} });
  await owner.unsafe(PAYMENTS);
  redis = await startRedis();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  await redis.stop();
});

type Place = { readonly name: string; redisUrl(): string | undefined; empty(): Promise<void>; cutConnections(): Promise<void> };

const places: Place[] = [
  {
    name: 'PostgreSQL',
    redisUrl: () => undefined,
    async empty() {
      const tables = await owner<{ name: string }[]>`
        SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename <> 'migration'`;
      // One by one: a TRUNCATE of all would lock out, and deadlock with, a worker that is taking a job.
      for (const { name } of tables) await owner.unsafe(`DELETE FROM ${name}`);
    },
    async cutConnections() {
      const admin = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1 });
      await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${database.database} AND usename = 'valira_app'`;
      await admin.end();
    },
  },
  {
    name: 'Redis',
    redisUrl: () => redis.url,
    async empty() {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
    },
    async cutConnections() {
      const client = new Redis(redis.url);
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      client.disconnect();
    },
  },
];

describe.each(places)('jobs in $name', (place) => {
  let jobs: Jobs;
  let reports: JobReport[];
  const runners: JobRunner[] = [];

  const open = async () =>
    expectOk(await openJobs({ redisUrl: place.redisUrl(), databaseUrl: database.appUrl, jobs: [payTicket, sendLetter], now, onFault }));
  const run = async (handled: HandledJob[], lockMs = 30_000, concurrency = 4) => {
    const runner = await jobs.run(handled, { concurrency, lockMs, report: (report) => reports.push(report) });
    runners.push(runner);
    return runner;
  };
  const reported = (kind: JobReport['kind'], count = 1) =>
    expect
      .poll(() => reports.filter((report) => report.kind === kind).length, { timeout: 20_000, interval: 20 })
      .toBeGreaterThanOrEqual(count);

  beforeEach(async () => {
    reports = [];
    await place.empty();
    await owner`DELETE FROM payment`;
    await owner`DELETE FROM payment_run`;
    jobs = await open();
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop(100);
    await jobs.close();
  });

  it('runs each message, with the payload it was sent with', async () => {
    const seen: unknown[] = [];
    await run([
      payTicket.handledBy(async (payload, { attempt }) => {
        seen.push([payload, attempt]);
        return undefined;
      }),
    ]);
    expect(await jobs.queue.enqueue(payTicket.message({ ticket: 'tkt_1', resultVersion: 1 }))).toBe('queued');
    await reported('done');
    expect(seen).toEqual([[{ ticket: 'tkt_1', resultVersion: 1 }, 1]]);
  });

  it('holds one waiting job per key and says so instead of ignoring the second (R32)', async () => {
    const message = sendLetter.message({ letter: 'a:b%c' });
    expect(await jobs.queue.enqueueAll([message, sendLetter.message({ letter: 'other' })])).toEqual(['queued', 'queued']);
    expect(await jobs.queue.enqueue(message)).toBe('already-queued');
    expect(await jobs.queue.enqueueAll([message])).toEqual(['already-queued']);
    const letters: string[] = [];
    await run([
      sendLetter.handledBy(async ({ letter }) => {
        letters.push(letter);
        return undefined;
      }),
    ]);
    await reported('done', 2);
    expect(letters.sort()).toEqual(['a:b%c', 'other']);
  });

  it('runs a key again after it has finished, and settles a corrected result beside the first (R32)', async () => {
    const settled: string[] = [];
    await run([
      payTicket.handledBy(async ({ ticket, resultVersion }) => {
        settled.push(`${ticket} version ${resultVersion}`);
        return undefined;
      }),
    ]);
    for (const [index, resultVersion] of [1, 2, 2].entries()) {
      expect(await jobs.queue.enqueue(payTicket.message({ ticket: 'tkt_77', resultVersion }))).toBe('queued');
      await reported('done', index + 1);
    }
    expect(settled).toEqual(['tkt_77 version 1', 'tkt_77 version 2', 'tkt_77 version 2']);
  });

  it('tries again after a growing wait, then keeps the job as failed until it is sent again', async () => {
    const tries: number[] = [];
    let broken = true;
    await run([
      payTicket.handledBy(async (_payload, { attempt }) => {
        tries.push(performance.now());
        if (broken) throw new Error(`no answer on try ${attempt}`);
        return undefined;
      }),
    ]);
    const message = payTicket.message({ ticket: 'tkt_2', resultVersion: 1 });
    await jobs.queue.enqueue(message);
    await reported('failed');
    expect(reports.map(({ kind }) => kind)).toEqual(['retrying', 'retrying', 'failed']);
    expect(reports.at(-1)).toMatchObject({ job: 'pay-ticket', words: 'no answer on try 3' });
    const [first = 0, second = 0, third = 0] = tries;
    expect(second - first).toBeGreaterThanOrEqual(40);
    expect(third - second).toBeGreaterThanOrEqual(80);
    expect((await jobs.queue.counts()).settlement).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 1 });

    broken = false;
    const sentTwice = await Promise.all([jobs.queue.enqueue(message), jobs.queue.enqueue(message)]);
    expect(sentTwice.filter((answer) => answer === 'restarted')).toHaveLength(1);
    await reported('done');
    expect((await jobs.queue.counts()).settlement.failed).toBe(0);
  });

  it('reports a refusal without trying again, and a payload that does not fit without running it', async () => {
    let calls = 0;
    await run([
      payTicket.handledBy(async () => {
        calls += 1;
        return refuse('ticket_cancelled');
      }),
    ]);
    await jobs.queue.enqueue(payTicket.message({ ticket: 'tkt_3', resultVersion: 1 }));
    await reported('refused');
    await jobs.queue.enqueue({ topic: 'pay-ticket', key: 'tkt_4', payload: { ticket: 4 } });
    await reported('failed');
    expect(reports.map(({ kind }) => kind)).toEqual(['refused', 'failed']);
    expect(reports[0]).toMatchObject({ words: 'ticket_cancelled' });
    expect(calls).toBe(1);
  });

  it('refuses a message that no job is called by, before anything is queued', async () => {
    await expect(jobs.queue.enqueue({ topic: 'pay-tickte', key: 'x', payload: {} })).rejects.toThrow('no job is called pay-tickte');
  });

  it('waits until the moment a message is not to run before', async () => {
    let ranAt = 0;
    await run([
      sendLetter.handledBy(async () => {
        ranAt = Date.now();
        return undefined;
      }),
    ]);
    const notBefore = now().add({ milliseconds: 600 });
    await jobs.queue.enqueue(sendLetter.message({ letter: 'later' }), { notBefore });
    expect((await jobs.queue.counts()).background).toMatchObject({ delayed: 1 });
    await reported('done');
    expect(ranAt).toBeGreaterThanOrEqual(notBefore.epochMilliseconds);
    expect(ranAt).toBeLessThan(notBefore.epochMilliseconds + 2_000);
  });

  it('lets a running job finish when it is asked to stop, and leaves the waiting ones for the next worker', async () => {
    let begin: () => void = () => {};
    const began = new Promise<void>((settle) => {
      begin = settle;
    });
    const done: string[] = [];
    const handled = sendLetter.handledBy(async ({ letter }, { signal }) => {
      begin();
      await new Promise((settle) => setTimeout(settle, 150));
      done.push(`${letter} ${signal.aborted ? 'while stopping' : ''}`.trim());
      return undefined;
    });
    const first = await run([handled], 30_000, 1);
    await jobs.queue.enqueueAll(['one', 'two'].map((letter) => sendLetter.message({ letter })));
    await began;
    await first.stop();
    expect(done).toEqual(['one while stopping']);
    expect((await jobs.queue.counts()).background).toMatchObject({ waiting: 1, active: 0 });
    await run([handled]);
    await reported('done', 2);
    expect(done).toEqual(['one while stopping', 'two']);
  });

  it('gives up waiting after the grace time, and the job runs again elsewhere', async () => {
    let begin: () => void = () => {};
    const began = new Promise<void>((settle) => {
      begin = settle;
    });
    const hanging = sendLetter.handledBy(() => {
      begin();
      return new Promise(() => {});
    });
    const stuck = await run([hanging], 500);
    await jobs.queue.enqueue(sendLetter.message({ letter: 'stuck' }));
    await began;
    const askedAt = performance.now();
    await stuck.stop(200);
    expect(performance.now() - askedAt).toBeLessThan(1_000);
    await run([sendLetter.handledBy(async () => undefined)], 500);
    await reported('done');
  });

  it.each([
    ['goes on after its lock ran out', false],
    ['is killed', true],
  ])('pays once when a worker blocks in the middle of a job and %s (R31)', async (_what, killed) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./testing/blocked-worker.ts', import.meta.url))], {
      env: { ...process.env, DATABASE_URL: database.appUrl, REDIS_URL: place.redisUrl(), LOCK_MS: '500', BLOCK_MS: '3000' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const { sql, note, pay } = payments(database.appUrl);
    await jobs.queue.enqueue(payTicket.message({ ticket: 'tkt_5', resultVersion: 1 }));
    await once(child.stdout, 'data');
    if (killed) child.kill('SIGKILL');
    await run(
      [
        payTicket.handledBy(async ({ ticket }) => {
          await note(ticket, 'second', 'began');
          await pay(ticket, 'second');
          await note(ticket, 'second', 'finished');
          return undefined;
        }),
      ],
      500,
    );
    await reported('done');
    await exited;
    const runs = await sql`SELECT runner, step FROM payment_run ORDER BY id`;
    expect(runs).toEqual(
      [['blocked', 'began'], ['second', 'began'], ['second', 'finished'], ...(killed ? [] : [['blocked', 'finished']])].map(
        ([runner, step]) => ({ runner, step }),
      ),
    );
    expect(await sql`SELECT ticket FROM payment`).toEqual([{ ticket: 'tkt_5' }]);
    await sql.end();
  });

  it('loses nothing when the queue is emptied: what the database says is due is sent again and paid once', async () => {
    const tickets = Array.from({ length: 50 }, (_, index) => `tkt_${100 + index}`);
    const messages = (due: readonly string[]) => due.map((ticket) => payTicket.message({ ticket, resultVersion: 1 }));
    await jobs.queue.enqueueAll(messages(tickets));
    await place.empty();
    expect((await jobs.queue.counts()).settlement.waiting).toBe(0);

    const { sql, pay } = payments(database.appUrl);
    await run([
      payTicket.handledBy(async ({ ticket }) => {
        await pay(ticket, 'worker');
        return undefined;
      }),
    ]);
    const sweep = async () => {
      const paid = new Set((await sql<{ ticket: string }[]>`SELECT ticket FROM payment`).map(({ ticket }) => ticket));
      return jobs.queue.enqueueAll(messages(tickets.filter((ticket) => !paid.has(ticket))));
    };
    await Promise.all([sweep(), sweep()]);
    await expect.poll(async () => (await sql`SELECT ticket FROM payment`).length, { timeout: 20_000 }).toBe(tickets.length);
    expect(await sweep()).toEqual([]);
    await sql.end();
  });

  it('mends itself when every connection to the queue is cut', async () => {
    await run([sendLetter.handledBy(async () => undefined)]);
    await jobs.queue.enqueue(sendLetter.message({ letter: 'before' }));
    await reported('done');
    await place.cutConnections();
    await expect
      .poll(() => jobs.queue.enqueue(sendLetter.message({ letter: 'after' })).catch(() => 'not yet'), { timeout: 20_000 })
      .not.toBe('not yet');
    await reported('done', 2);
  });

  it('closes each business date once over both clock changes, with two planners and an emptied queue (R33)', async () => {
    const closed: string[] = [];
    const done = new Set<string>();
    const closeDay = defineJob({
      name: 'close-day',
      lane: 'clock',
      schema: z.strictObject({ businessDate: z.string() }),
      key: ({ businessDate }) => businessDate,
      retry: { attempts: 1, firstMs: 10, longestMs: 10 },
    });
    const clockJobs = expectOk(
      await openJobs({ redisUrl: place.redisUrl(), databaseUrl: database.appUrl, jobs: [closeDay], now, onFault }),
    );
    const runner = await clockJobs.run(
      [
        closeDay.handledBy(async ({ businessDate }) => {
          if (!done.has(businessDate)) closed.push(businessDate);
          done.add(businessDate);
          return undefined;
        }),
      ],
      { concurrency: 2, report: (report) => reports.push(report) },
    );
    for (const [from, hours] of [
      ['2026-03-28T00:00Z', 60],
      ['2026-10-24T00:00Z', 60],
    ] as const) {
      let clock = Temporal.Instant.from(from);
      const planners = [1, 2].map(() =>
        planner({
          daily: [
            {
              name: 'close-day',
              at: Temporal.PlainTime.from('02:30'),
              message: (date) => closeDay.message({ businessDate: date.toString() }),
              isDone: async (date) => done.has(date.toString()) || Temporal.PlainDate.compare(date, from.slice(0, 10)) < 0,
            },
          ],
          steady: [],
          enqueue: clockJobs.queue.enqueue,
          now: () => clock,
          onFault,
        }),
      );
      for (let half = 0; half < hours * 2; half += 1) {
        clock = clock.add({ minutes: 30 });
        await Promise.all(planners.map(({ look }) => look()));
        if (half % 7 === 0) await place.empty();
      }
      await expect
        .poll(() => clockJobs.queue.counts().then(({ clock: { waiting, active } }) => waiting + active), { timeout: 20_000 })
        .toBe(0);
    }
    await runner.stop();
    await clockJobs.close();
    expect(closed.sort()).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26']);
  });
});

describe('a queue that cannot be used is refused at the start, in words', () => {
  const words = async (options: { redisUrl?: string; databaseUrl: string }) => {
    const opened = await openJobs({ ...options, jobs: [], now, onFault });
    if (opened.ok) await opened.value.close();
    return opened.ok ? 'opened' : `${opened.code satisfies QueueRefusal}: ${queueProblem(opened)}`;
  };

  it('when nobody answers', async () => {
    expect(await words({ redisUrl: 'redis://127.0.0.1:1', databaseUrl: database.appUrl })).toMatch(
      /^queue_unreachable: The job queue at 127\.0\.0\.1:1 cannot be reached \(.+\)\. Start it, or correct REDIS_URL/,
    );
    expect(await words({ databaseUrl: 'postgres://a:b@127.0.0.1:1/valira' })).toMatch(/^queue_unreachable: .* at 127\.0\.0\.1:1 /);
  });

  it('when Redis would drop jobs to make room', async () => {
    const forgetful = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
    expect(await words({ redisUrl: forgetful.url, databaseUrl: database.appUrl })).toMatch(
      /^queue_forgets: Redis at .+ has maxmemory-policy "allkeys-lru" and would drop jobs when full\. Set it to "noeviction"\./,
    );
    await forgetful.stop();
  });

  it('when the database has no queue schema', async () => {
    const bare = await createTestDatabase();
    expect(await words({ databaseUrl: bare.appUrl })).toMatch(/^queue_not_prepared: /);
    await bare.drop();
  });
});
