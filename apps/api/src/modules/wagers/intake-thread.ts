/**
 * The thread that the intake runs in. Commits then never wait for requests that are being read, nor requests for commits: with one thread a
 * batch's answer from the database lay for up to the time of thirty requests before anybody looked at it (docs/adr/0010).
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/clock.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { uuidV7 } from '../../platform/ids.ts';
import { openFileKeyring } from '../../platform/keys/file-keyring.ts';
import { openIntake } from './intake.ts';
import { type Asked, answerOut, orderFrom, type ThreadSettings, type Told } from './intake-wire.ts';

const port = parentPort as MessagePort;
const { databaseUrl, keysDir, ...settings } = workerData as ThreadSettings;

/** Answers of one commit come together: they are told together. */
let telling: Told[] = [];
function tell(told: Told): void {
  if (telling.length === 0)
    setImmediate(() => {
      port.postMessage(telling);
      telling = [];
    });
  telling.push(told);
}

const intake = openIntake(
  {
    databaseUrl,
    keys: openFileKeyring(keysDir),
    ids: uuidV7(systemClock, systemEntropy),
    onBatch: (sales, ms) => tell({ kind: 'batch', sales, ms }),
  },
  settings,
);

port.on('message', (asked: Asked) => {
  if (asked.kind === 'close') {
    void intake.close().then(() => {
      tell({ kind: 'closed' });
      setImmediate(() => port.close());
    });
    return;
  }
  for (const { n, order } of asked.orders)
    intake.sell(orderFrom(order)).then(
      (answer) => tell({ kind: 'answer', n, answer: answerOut(answer) }),
      (error: unknown) => tell({ kind: 'failed', n, error }),
    );
});
