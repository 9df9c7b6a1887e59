/** Plays random draws and pools with the engine and hands each bundle to the verifier. */
import { type BundleReport, verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { playDraw } from './make-draw.ts';
import { playWinPool } from './make-pool.ts';
import { sampleGames } from './sample-definitions.ts';

const fallbacks = ['none', 'none', 'beacon', 'witness'] as const;
const games = Object.values(sampleGames);

export type Agreement = {
  readonly bundles: number;
  /** Reports that did not pass, with the seed that makes them again. */
  readonly disagreements: readonly { readonly seed: string; readonly report: BundleReport }[];
  /** Winning shares over all records: a run without winners would prove little. */
  readonly shares: bigint;
  /** Bundles whose winners or dividend the verifier counted itself. */
  readonly counted: number;
};

/** Every sixth bundle is a win pool, the others draws; none to twelve tickets each. */
export function agree(bundles: number): Agreement {
  const disagreements: { seed: string; report: BundleReport }[] = [];
  let shares = 0n;
  let counted = 0;
  for (let i = 0; i < bundles; i += 1) {
    const seed = `bundle ${i}`;
    const game = games[i % games.length];
    if (game === undefined) throw new Error('no games');
    const { file, record } =
      i % 6 === 5
        ? playWinPool(seed, i % 13)
        : playDraw(seed, {
            game,
            tickets: i % 13,
            secondHolder: (i & 1) === 1,
            beacon: (i & 2) === 2,
            fallback: fallbacks[(i >> 2) % fallbacks.length] ?? 'none',
          });
    const report = verifyBundle(nodePorts, file);
    if (!report.passed) disagreements.push({ seed, report });
    for (const row of record.prizes) shares += BigInt(row.winners);
    if (!report.notChecked.includes('winners')) counted += 1;
  }
  return { bundles, disagreements, shares, counted };
}
