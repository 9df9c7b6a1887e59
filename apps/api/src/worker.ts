/** The worker process: relays the outbox, chains the audit, feeds the control system, runs the jobs. Several may run side by side. */
import { join } from 'node:path';
import { loadConfig, openSharedToken, settingProblems } from '@valira/config';
import { barredRegisterOf, openArchive, openCore } from './composition.ts';
import { calendarHandler, calendarJob, calendarSchedule } from './modules/calendar/index.ts';
import { lapseHandler, lapseJob, lapseSchedule } from './modules/claims/index.ts';
import { feedControl, openControlClient, publishPublicKeys } from './modules/control/index.ts';
import { exposureHandlers, exposureRulesJob, exposureSchedules, exposureSumsJob } from './modules/exposure/index.ts';
import {
  generateRunHandler,
  generateRunJob,
  instantsDayHandler,
  instantsDayJob,
  instantsDaySchedule,
  runFiles,
} from './modules/instants/index.ts';
import { messagesHandler, messagesJob, messagesSchedule, openTransports } from './modules/messages/index.ts';
import { openPayments, paymentHandlers, paymentJobs, paymentSweepSchedule, reconciliationSchedule } from './modules/payments/index.ts';
import {
  registerHandler,
  registerJob,
  registerSchedule,
  retentionHandler,
  retentionJob,
  retentionSchedule,
} from './modules/players/index.ts';
import { advanceJob, dayEndHandler, dayEndJob, dayEndSchedule, procedureJobs, sweepJob, sweepSchedule } from './modules/procedure/index.ts';
import { OPERATOR } from './modules/reporting/index.ts';
import { closeWeeksHandler, closeWeeksSchedule, networkCalendarHandler, networkCalendarSchedule } from './modules/retail/index.ts';
import {
  databaseClock,
  registerStart,
  startOfDayHandler,
  startOfDayJob,
  startOfDaySchedule,
  watchClock,
} from './modules/start-of-day/index.ts';
import { subscriptionHandler, subscriptionJob, subscriptionSchedule } from './modules/subscriptions/index.ts';
import { cancelOpenTickets, openIntake, openSales, openSoldContests } from './modules/wagers/index.ts';
import { sequenceOnce } from './platform/audit/audit-chain.ts';
import { readBuild } from './platform/build.ts';
import { openJobs, planner, queueProblem } from './platform/jobs/index.ts';
import { registerKeys } from './platform/keys/key-register.ts';
import { ensureMonthPartitions } from './platform/month-partitions.ts';
import { relayOnce } from './platform/relay.ts';
import { steadyLoop } from './platform/steady-loop.ts';
import { endOnStrayBugs } from './platform/stray-faults.ts';

const loaded = loadConfig(process.env, ['DATABASE_URL', 'KEYS_DIR', 'ARCHIVE_DIR', 'INSTANTS_DIR', 'PUBLIC_URL', 'CONTROL_URL']);
if (!loaded.ok) {
  for (const problem of settingProblems(loaded)) console.error(problem);
  process.exit(1);
}
const config = loaded.value;

const { core, telemetry, close } = openCore(config, 'worker');
const { log } = telemetry;
endOnStrayBugs(log);
publishPublicKeys(core.keys, config.KEYS_DIR);
await registerKeys(core.db, core.keys, OPERATOR);
await ensureMonthPartitions(core.db);

const now = () => Temporal.Instant.fromEpochMilliseconds(core.clock.now().getTime());
const opened = await openJobs({
  redisUrl: config.REDIS_URL,
  databaseUrl: config.DATABASE_URL,
  jobs: [
    advanceJob,
    sweepJob,
    dayEndJob,
    calendarJob,
    lapseJob,
    messagesJob,
    startOfDayJob,
    exposureRulesJob,
    exposureSumsJob,
    subscriptionJob,
    registerJob,
    retentionJob,
    generateRunJob,
    instantsDayJob,
    ...paymentJobs,
  ],
  now,
  onFault: (words) => log.warn({ reason: words }, 'queue connection'),
});
if (!opened.ok) {
  console.error(queueProblem(opened));
  process.exit(1);
}
const jobs = opened.value;

const control = openControlClient({ url: config.CONTROL_URL, token: openSharedToken(join(config.KEYS_DIR, 'control.token')) });
const software = { build: readBuild(), demo: config.DEMO_MODE ?? false };
await registerStart(core, 'worker', software);
const deps = { core, control, archive: openArchive(config), record: software };
const controlClock = { name: 'control', ask: async () => new Date((await control.status()).at) };
const alarm = (facts: object) => log.error(facts, 'alarm: sales stopped');
const transports = openTransports(config);
const soldContests = openSoldContests(core.db);
const payments = openPayments(config);
/** Subscriptions are sold here, by an intake like the API's: its own chain, its own connection. */
const intake = openIntake(
  { databaseUrl: config.DATABASE_URL, keys: core.keys, ids: core.ids },
  { lanes: 1, batchMax: config.INTAKE_BATCH_MAX, queueMax: config.INTAKE_QUEUE_MAX },
);
const handled = [
  ...procedureJobs(deps, (message) => jobs.queue.enqueue(message)),
  dayEndHandler(deps),
  calendarHandler(core),
  ...exposureHandlers(core, alarm),
  closeWeeksHandler(core),
  networkCalendarHandler(core, (facts) => log.warn(facts, 'alarm: network of shops')),
  messagesHandler({ ...core, transports }),
  lapseHandler({ ...core, soldContests }),
  subscriptionHandler({ core, soldContests, sales: openSales({ intake, contests: soldContests }) }),
  ...(payments ? paymentHandlers({ ...core, provider: payments.provider }, (facts) => log.error(facts, 'alarm: payments')) : []),
  registerHandler({
    core,
    source: barredRegisterOf(config),
    alarm: (facts) => log.error(facts, 'alarm: the register of barred persons was not taken'),
    cancelOpenTickets: (accountId) => cancelOpenTickets(core, accountId),
  }),
  retentionHandler(core),
  generateRunHandler({ core, control, files: runFiles(), folder: config.INSTANTS_DIR }),
  instantsDayHandler(core),
  startOfDayHandler({ core, software, clocks: [controlClock], alarm }),
];
const runner = await jobs.run(handled, {
  concurrency: config.WORKER_CONCURRENCY,
  report: (report) => log[report.kind === 'done' ? 'debug' : 'warn'](report, 'job'),
});

const onFault = (name: string) => (error: unknown) => log.warn({ err: error }, name);
const PAUSE_MS = 100;
const relay = steadyLoop(async () => (await relayOnce(core.db, jobs.queue)) > 0, { pauseMs: PAUSE_MS, onFault: onFault('relay') });
const sequencer = steadyLoop(async () => (await sequenceOnce(core.db)) > 0, { pauseMs: PAUSE_MS, onFault: onFault('audit sequencer') });
const plan = planner({
  daily: [
    dayEndSchedule(deps),
    lapseSchedule(core),
    startOfDaySchedule(core),
    networkCalendarSchedule(core),
    retentionSchedule(core),
    ...(payments ? [reconciliationSchedule(core)] : []),
  ],
  steady: [
    sweepSchedule,
    calendarSchedule,
    messagesSchedule,
    ...exposureSchedules,
    closeWeeksSchedule,
    subscriptionSchedule,
    registerSchedule,
    instantsDaySchedule,
    ...(payments ? [paymentSweepSchedule] : []),
  ],
  enqueue: (message) => jobs.queue.enqueue(message),
  now,
  onFault: onFault('planner'),
}).start();
/** Between two looks at the clocks. */
const CLOCK_LOOK_MS = 10_000;
const clockWatch = steadyLoop(
  async () => {
    for (const apart of await watchClock(core, 'worker', [databaseClock(core), controlClock]))
      log.error(apart, 'alarm: clocks apart, sales stopped');
    return false;
  },
  { pauseMs: CLOCK_LOOK_MS, onFault: onFault('clock watch') },
);
const feeding = new AbortController();
const feed = feedControl({
  sql: core.sql,
  client: control,
  signal: feeding.signal,
  onTrouble: (trouble) => log.warn(trouble, 'control feed'),
});
log.info('worker runs');

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  feeding.abort();
  await Promise.all([plan.stop(), relay.stop(), sequencer.stop(), clockWatch.stop(), feed]);
  await runner.stop();
  await intake.close();
  await jobs.close();
  await transports.close();
  await close();
  log.info('worker stopped');
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
