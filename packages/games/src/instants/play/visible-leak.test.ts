import { describe, expect, it } from 'vitest';
import { hmacSha256, sha256 } from '../../randomness/testing/node-hashes.ts';
import { runChance } from '../chance.ts';
import { rankScore } from '../testing/visible-classifier.ts';
import { enlarged, type Leak, scoreLimit, visibleRun } from '../testing/visible-run.ts';
import { faceLayout } from './face-layout.ts';
import { faceWriter } from './face-writer.ts';
import { readFace } from './read-face.ts';

describe('what is seen before scratching', () => {
  it.each(['tic-tac-toe', 'key-number'])(
    'of 200,000 tickets of the style %s does not tell winners: the classifier ranks them within chance (R21)',
    (style) => {
      const score = rankScore(visibleRun(enlarged(style), `visible ${style}`));
      console.log(`${style}: score ${score.toFixed(2)}`);
      expect(Math.abs(score)).toBeLessThan(scoreLimit);
    },
    120_000,
  );

  const leaks: readonly [string, string, Leak][] = [
    [
      'three winners in ten bear the first picture',
      'key-number',
      (open, wins, index) => {
        if (wins && index % 10 < 3) open[0] = 0;
      },
    ],
    [
      'a winner’s board repeats a number of another board, one time in ten, as in Ontario in 2003',
      'tic-tac-toe',
      (open, wins, index) => {
        if (wins && index % 10 === 0) open[12] = open[3] ?? 0;
      },
    ],
  ];
  it.each(leaks)(
    'tells the same classifier when %s',
    (name, style, leak) => {
      const score = rankScore(visibleRun(enlarged(style), `leaky ${name}`, leak));
      console.log(`leak: score ${score.toFixed(2)}`);
      expect(score).toBeGreaterThan(scoreLimit + 2);
    },
    120_000,
  );

  it('and under the coating, numbers come as often on winners as on losers', () => {
    const definition = enlarged('key-number');
    const seed = sha256(Buffer.from('balance'));
    const chance = runChance(hmacSha256, seed, 'face', 0);
    const write = faceWriter(definition);
    const counts = [new Float64Array(41), new Float64Array(41)];
    const drawn = [0, 0];
    for (let i = 0; i < 60_000; i += 1) {
      const wins = i % 2;
      const face = new Uint8Array(faceLayout(definition.play).length);
      write(wins === 1 ? 1 + (i % definition.tiers.length) : 0, chance, face, 0);
      const zone = readFace(definition, face).zones.find(({ name }) => name === 'winning-numbers');
      for (const field of zone?.fields ?? []) {
        if (field.kind !== 'number') continue;
        const own = counts[wins] as Float64Array;
        own[field.number] = (own[field.number] ?? 0) + 1;
        drawn[wins] = (drawn[wins] ?? 0) + 1;
      }
    }
    for (const [side, own] of counts.entries()) {
      const expected = (drawn[side] ?? 0) / 40;
      for (let number = 1; number <= 40; number += 1) expect(Math.abs((own[number] ?? 0) - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });
});
