/** Logs and metrics of one process. Logs are JSON lines without personal data, secrets or serials: callers log ids and codes only. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** Bugs that reached a client as a 500. Any increase alerts. */
  readonly bugs: Counter;
  readonly faults: Counter;
  readonly limited: Counter<'limit'>;
  /** Sales per group commit. */
  readonly batchSales: Histogram;
  readonly batchSeconds: Histogram;
};

export type Telemetry = { readonly log: Logger; readonly metrics: Metrics };

/** Should one of these ever be logged by mistake, its value is not written. */
const NEVER_WRITTEN = [
  'password',
  'pin',
  'token',
  'serial',
  'email',
  'birthDate',
  'cookie',
  'authorization',
  'documentNumber',
  'secret',
  'salt',
];

export function openTelemetry(settings: {
  readonly process: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const options = {
    name: settings.process,
    level: settings.level,
    base: { process: settings.process },
    redact: { paths: NEVER_WRITTEN.flatMap((field) => [field, `*.${field}`]), censor: '[not written]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return {
    log: settings.destination ? pino(options, settings.destination) : pino(options),
    metrics: {
      registry,
      requests: new Histogram({
        name: 'valira_http_request_seconds',
        help: 'Time to answer a request',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
        registers,
      }),
      bugs: new Counter({ name: 'valira_bugs_total', help: 'Unexpected errors answered with 500', registers }),
      faults: new Counter({ name: 'valira_faults_total', help: 'Requests answered with 503 after a database fault', registers }),
      limited: new Counter({ name: 'valira_rate_limited_total', help: 'Requests answered with 429', labelNames: ['limit'], registers }),
      batchSales: new Histogram({
        name: 'valira_intake_batch_sales',
        help: 'Sales that one group commit wrote',
        buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
        registers,
      }),
      batchSeconds: new Histogram({
        name: 'valira_intake_batch_seconds',
        help: 'Time of one group commit, from reading to durable',
        buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
        registers,
      }),
    },
  };
}
