/** The platform as a process of its own, with a shop whose terminal is to be enrolled. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('../../../api/src/testing/shop-platform-worker.ts', import.meta.url));

export type PlatformReport = {
  readonly tickets: string;
  readonly staked: string;
  readonly owed: string;
  readonly keys: readonly { readonly key: string; readonly outcome: 'sold' | 'abandoned' }[];
};

export type ShopPlatform = {
  readonly url: string;
  readonly code: string;
  readonly pin: string;
  readonly contestId: string;
  readonly report: () => Promise<PlatformReport>;
  readonly end: () => Promise<void>;
};

export async function startShopPlatform(): Promise<ShopPlatform> {
  const child = spawn(process.execPath, [WORKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async <T>(): Promise<T> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the platform has ended');
    return JSON.parse(value) as T;
  };
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const told = await answer<Pick<ShopPlatform, 'url' | 'code' | 'pin' | 'contestId'>>();
  return {
    ...told,
    report() {
      child.stdin.write('report\n');
      return answer<PlatformReport>();
    },
    async end() {
      child.stdin.write('end\n');
      await ended;
    },
  };
}
