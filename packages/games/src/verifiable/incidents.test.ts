/** Incidents of others that the mathematics of a draw has to withstand; the process around it is tested with the API. */
import { cents, divide } from '@valira/money';
import { describe, expect, it } from 'vitest';
import { toHex, u32 } from '../randomness/bytes.ts';
import { hmacSha256, seededBytes, sha256 } from '../randomness/testing/node-hashes.ts';
import { type DrawMapping, mapDraw } from './draw-mapping.ts';
import { drawNumbers } from './draw-numbers.ts';
import { drawSeed, fallbackSeed, isPubliclyVerifiable } from './draw-seed.ts';
import { type GeneratorCall, logGeneratorCall, newGeneratorLog } from './generator-log.ts';

const hashes = { sha256, hmacSha256 };
const sixOfFortyFive: DrawMapping = { version: 'valira-mapping-1', panels: [{ name: 'main', pick: 6, from: 1, to: 45 }] };
/** So few outcomes that equal numbers from different bytes are soon found. */
const oneOfFour: DrawMapping = { version: 'valira-mapping-1', panels: [{ name: 'main', pick: 1, from: 1, to: 4 }] };

/** A log with look-ups over all its calls, as the API keeps it. */
function generatorLog() {
  let head = newGeneratorLog('rng-1');
  const calls: GeneratorCall[] = [];
  return (drawId: string, outputHash: string) => {
    const logged = logGeneratorCall(
      sha256,
      head,
      { at: '2026-12-05T20:30:00.000Z', purpose: 'numbers', drawId, outputHash },
      {
        drawWithSameOutput: calls.find((call) => call.outputHash === outputHash)?.drawId ?? null,
        callsForThisPurpose: calls.filter((call) => call.drawId === drawId).length,
      },
    );
    head = logged.head;
    calls.push(logged.call);
    return logged.verdict;
  };
}

describe('R12: the generator gave the same output twice', () => {
  it('stops the second draw that has the raw output of an earlier one, and names the earlier', () => {
    const log = generatorLog();
    const output = drawNumbers(hashes, sha256(u32(1)), 'drw_1', sixOfFortyFive);
    expect(log('drw_1', toHex(output.rawOutputHash)).ok).toBe(true);
    expect(log('drw_2', toHex(output.rawOutputHash))).toMatchObject({
      code: 'generator_output_repeated',
      facts: { earlierDrawId: 'drw_1' },
    });
  });

  it('accepts equal numbers from different raw output: draws 8 and 9 are both published', () => {
    const log = generatorLog();
    const eighth = drawNumbers(hashes, sha256(u32(8)), 'drw_8', oneOfFour);
    const equal = Array.from({ length: 40 }, (_, i) => drawNumbers(hashes, sha256(u32(100 + i)), 'drw_9', oneOfFour)).find(
      ({ panels }) => panels[0]?.drawn[0] === eighth.panels[0]?.drawn[0],
    );
    if (equal === undefined) throw new Error('no equal numbers in forty draws');
    expect(equal.panels).toEqual(eighth.panels);
    expect(log('drw_8', toHex(eighth.rawOutputHash)).ok).toBe(true);
    expect(log('drw_9', toHex(equal.rawOutputHash)).ok).toBe(true);
  });

  it('has another starting state and other output for another draw, even if all secrets were used again', () => {
    const [one, two] = ['drw_1', 'drw_2'].map((drawId) => drawNumbers(hashes, sha256(u32(1)), drawId, sixOfFortyFive));
    expect(toHex(one?.stateHash ?? u32(0))).not.toBe(toHex(two?.stateHash ?? u32(0)));
    expect(toHex(one?.rawOutputHash ?? u32(0))).not.toBe(toHex(two?.rawOutputHash ?? u32(0)));
  });
});

describe('R16: odd-looking but right', () => {
  it('shares 114,000,000.07 over 20 and 236,000,000.00 over 433 with the remainder named', () => {
    const share = (fund: bigint, winners: bigint) => {
      const each = divide(fund, winners, 'down');
      return [each, fund - each * winners];
    };
    expect(share(cents(114_000_000_07n), 20n)).toEqual([5_700_000_00n, 7n]);
    expect(share(cents(236_000_000_00n), 433n)).toEqual([545_034_64n, 88n]);
  });

  it('has no filter on unlikely numbers: some bytes draw 5 6 7 8 9, and every draw of 5 of 12 comes up', () => {
    const mapping: DrawMapping = { version: 'valira-mapping-1', panels: [{ name: 'main', pick: 5, from: 1, to: 12 }] };
    const take = seededBytes('all draws');
    const seen = new Set<string>();
    for (let i = 0; i < 12_000 && seen.size < 792; i += 1) seen.add(mapDraw(mapping, take)[0]?.numbers.join(' ') ?? '');
    expect(seen.size).toBe(792);
    expect(seen.has('5 6 7 8 9')).toBe(true);
  });
});

describe('R18: the insider who could touch the generator', () => {
  const secrets = { operator: sha256(u32(1)), second: sha256(u32(2)) };
  const root = sha256(u32(3));

  it('records a spare call before the official one and stops the draw', () => {
    const log = generatorLog();
    expect(log('drw_1', 'aa'.repeat(32)).ok).toBe(true);
    expect(log('drw_1', 'bb'.repeat(32))).toMatchObject({ code: 'generator_call_spare', facts: { drawId: 'drw_1', purpose: 'numbers' } });
  });

  it('gives the same numbers whenever it is run: nothing but secrets, root, beacon and draw goes in', () => {
    const draw = () => drawNumbers(hashes, drawSeed(hmacSha256, secrets, root, null), 'drw_1', sixOfFortyFive);
    expect(draw()).toEqual(draw());
  });

  it('gives other numbers for one ticket more, another secret of either holder, or another beacon', () => {
    const beacon = sha256(u32(4));
    const other = sha256(u32(5));
    const seeds = [
      drawSeed(hmacSha256, secrets, root, beacon),
      drawSeed(hmacSha256, secrets, root, null),
      drawSeed(hmacSha256, secrets, root, other),
      drawSeed(hmacSha256, secrets, other, beacon),
      drawSeed(hmacSha256, { ...secrets, operator: other }, root, beacon),
      drawSeed(hmacSha256, { ...secrets, second: other }, root, beacon),
      drawSeed(hmacSha256, { ...secrets, second: null }, root, beacon),
      drawSeed(hmacSha256, { operator: secrets.second, second: secrets.operator }, root, beacon),
      fallbackSeed(sha256, root, beacon),
    ].map(toHex);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(() => drawSeed(hmacSha256, { operator: new Uint8Array(31), second: null }, root, null)).toThrow(RangeError);
    expect(() => drawSeed(hmacSha256, { ...secrets, second: new Uint8Array(33) }, root, null)).toThrow(RangeError);
  });

  it('is called publicly verifiable only with a second holder or a beacon', () => {
    const label = (secondHolder: boolean, beacon: boolean) => isPubliclyVerifiable({ secondHolder, beacon });
    expect([label(true, true), label(true, false), label(false, true), label(false, false)]).toEqual([true, true, true, false]);
  });
});
