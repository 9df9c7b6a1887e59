/** What the person at the terminal sees while the platform starts: one line per step, with the seconds it took. */
export type Progress = {
  step<T>(words: string, work: () => Promise<T>): Promise<T>;
  say(words: string): void;
  /** Seconds since the start, with one decimal. */
  elapsed(): string;
};

/** A step that takes longer is announced, so that nobody wonders whether anything happens. */
const SAY_AFTER_MS = 1_500;

export function showProgress(): Progress {
  const startedAt = performance.now();
  const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
  return {
    async step(words, work) {
      const since = performance.now();
      const saysSo = setTimeout(() => process.stdout.write(`  … ${words}\n`), SAY_AFTER_MS);
      try {
        const result = await work();
        process.stdout.write(`  ✓ ${words.padEnd(58)} ${seconds(since).padStart(6)} s\n`);
        return result;
      } finally {
        clearTimeout(saysSo);
      }
    },
    say: (words) => process.stdout.write(`${words}\n`),
    elapsed: () => seconds(startedAt),
  };
}

/** A reason to stop that is told in words, without a stack. */
export class CannotStartError extends Error {}
