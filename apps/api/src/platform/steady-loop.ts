/** Something done again and again until the process stops: at once while there is work, after a pause when there was none. */
import { setTimeout as sleep } from 'node:timers/promises';

export type SteadyLoop = { stop(): Promise<void> };

export type SteadyLoopOptions = {
  /** Pause after a round without work, and after a fault. */
  readonly pauseMs: number;
  readonly onFault: (error: unknown) => void;
};

/** `round` returns whether it found work. A fault is reported and the next round comes after the pause. */
export function steadyLoop(round: (signal: AbortSignal) => Promise<boolean>, { pauseMs, onFault }: SteadyLoopOptions): SteadyLoop {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await round(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) onFault(error);
        return false;
      });
      if (!worked) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
