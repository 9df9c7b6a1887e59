/**
 * The test vectors of docs/verify.md, made by the engine. `node apps/cli/src/testing/verify-vectors.ts` writes them anew
 * (with `--bundles`, new bundles too); a test on each side keeps engine and verifier to the file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type ByteSource, drbgByteSource, hmacDrbg, toHex, u32, uniformBelow, utf8 } from '@valira/games/randomness';
import {
  canonicalHash,
  canonicalJson,
  commitToSecret,
  type DrawMapping,
  drawNumbers,
  drawSeed,
  encodeTicketLeaf,
  fallbackSeed,
  inclusionProof,
  leafHash,
  merkleRoot,
  merkleTree,
  redrawSeed,
  signStatement,
  statementHash,
  statementMessage,
  ticketCommitment,
} from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { playDraw } from './make-draw.ts';
import { playWinPool } from './make-pool.ts';
import { sampleGames } from './sample-definitions.ts';
import { hmacSha256, seededBytes, sha256, signerNamed } from './signing-keys.ts';

const canonicalValues = [
  null,
  true,
  -12,
  9007199254740991,
  '',
  'a"b\\c\u0001/\u00e9\u20ac\ud83c\udfb2',
  [],
  {},
  { b: [1, 'é'], a: null, B: false },
  { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
  { nested: { z: [{ y: {} }], a: '100' } },
];

function leaves() {
  const take = seededBytes('leaves');
  return (['sold', 'cancelled'] as const).flatMap((state) =>
    [0, 14, 300].map((length) => {
      const serial = toHex(take(10)).toUpperCase();
      const [salt, lines] = [take(16), take(length)];
      const stakeCents = cents(BigInt(length) * 1_000_003n);
      const commitment = ticketCommitment(sha256, serial, salt);
      const entry = encodeTicketLeaf({ commitment, lines, stakeCents, state });
      return {
        ...{ serial, salt: toHex(salt), commitment: toHex(commitment), lines: toHex(lines), stakeCents: String(stakeCents), state },
        ...{ entry: toHex(entry), leafHash: toHex(leafHash(sha256, entry)) },
      };
    }),
  );
}

function proofs() {
  return [1, 2, 7, 256, 300].flatMap((size) => {
    const tiles = new Map<string, Uint8Array>();
    const tree = merkleTree(sha256, ({ level, index, hashes }) => tiles.set(`${level}/${index}`, hashes));
    for (let i = 0; i < size; i += 1) tree.appendEntry(u32(i));
    const root = toHex(tree.finish().root);
    return [...new Set([0, size >> 1, size - 1])].map((index) => {
      const { path } = inclusionProof(sha256, index, size, (ref) => tiles.get(`${ref.level}/${ref.index}`) ?? new Uint8Array(0));
      return { size, index, leafHash: toHex(leafHash(sha256, u32(index))), path: path.map(toHex), root };
    });
  });
}

const mappings: readonly DrawMapping['panels'][] = [
  [
    { name: 'main', pick: 6, from: 1, to: 45 },
    { name: 'bonus', pick: 1, from: 1, to: 45, fromRestOf: 'main' },
  ],
  [
    { name: 'main', pick: 5, from: 1, to: 50 },
    { name: 'stars', pick: 2, from: 1, to: 12 },
  ],
  [{ name: 'digits', pick: 5, from: 0, to: 9, ordered: true, repeats: true }],
  [{ name: 'numbers', pick: 20, from: 1, to: 80 }],
  [{ name: 'first', pick: 3, from: 0, to: 99_999, ordered: true }],
  [{ name: 'only', pick: 1, from: 7, to: 7 }],
];

function uniform() {
  const take = seededBytes('uniform');
  return [1, 2, 20, 45, 255, 256, 257, 1_000, 65_537, 13_983_816, 2 ** 40 - 87].map((n) => {
    const stream = take(64);
    let read = 0;
    const source: ByteSource = (count) => {
      read += count;
      return stream.slice(read - count, read);
    };
    return { n, stream: toHex(stream), value: uniformBelow(n, source), read };
  });
}

function bundles() {
  const game = sampleGames.cims;
  if (game === undefined) throw new Error('no game');
  const draw = playDraw('vector', { game, tickets: 5, secondHolder: true, beacon: true, fallback: 'none' }).file;
  const pool = playWinPool('vector', 9).file;
  return [
    { name: 'draw', file: draw },
    { name: 'win pool', file: pool },
  ].map(({ name, file }) => ({
    name,
    file: toHex(file),
    passes: true,
    // XOR of one byte at each of these offsets: none passes.
    failsWhenChangedAt: [0, 8, 11, 12, 13, 200, 1_000, 2_000, file.length - 60, file.length - 20, file.length - 2, file.length - 1],
  }));
}

export function verifyVectors() {
  const definition = { id: 'vector', panels: [1] };
  const definitionHash = canonicalHash(sha256, definition);
  const take = seededBytes('secrets');
  const [operator, second, root, beacon] = [take(32), take(32), take(32), take(32)];
  const mapping: DrawMapping = { version: 'valira-mapping-1', panels: [...(mappings[0] ?? [])] };
  const binding = { drawId: 'drw_véctor', definitionHash, mappingHash: canonicalHash(sha256, mapping) };
  const drbg = drbgByteSource(
    hmacDrbg(hmacSha256, { entropy: operator, nonce: utf8('drw_véctor'), personalization: utf8(mapping.version) }),
  );
  return {
    canonicalJson: canonicalValues.map((value) => ({ value, text: canonicalJson(value) })),
    leaves: leaves(),
    trees: [0, 1, 2, 3, 4, 5, 8, 9, 255, 256, 257, 1_000].map((size) => ({
      size,
      root: toHex(
        merkleRoot(
          sha256,
          Array.from({ length: size }, (_, i) => u32(i)),
        ),
      ),
    })),
    proofs: proofs(),
    statements: (['seal', 'receipt', 'countersignature'] as const).map((purpose) => ({
      purpose,
      message: toHex(statementMessage(purpose, definition)),
      hash: statementHash(sha256, purpose, definition),
      signed: signStatement(sha256, signerNamed('vector'), purpose, definition),
    })),
    commitments: (['operator', 'second'] as const).map((role) => {
      const secret = role === 'operator' ? operator : second;
      return {
        ...{ role, drawId: binding.drawId, definitionHash: toHex(definitionHash), mapping, secret: toHex(secret) },
        commitment: toHex(commitToSecret(sha256, role, binding, secret)),
      };
    }),
    seeds: [
      { second, beacon },
      { second, beacon: null },
      { second: null, beacon },
    ].map((parts) => ({
      operator: toHex(operator),
      second: parts.second && toHex(parts.second),
      root: toHex(root),
      beacon: parts.beacon && toHex(parts.beacon),
      seed: toHex(drawSeed(hmacSha256, { operator, second: parts.second }, root, parts.beacon)),
    })),
    fallbackSeeds: [{ root: toHex(root), value: toHex(beacon), seed: toHex(fallbackSeed(sha256, root, beacon)) }],
    redrawSeeds: [
      { root: toHex(root), statementHash: toHex(operator), value: toHex(beacon), seed: toHex(redrawSeed(sha256, root, operator, beacon)) },
    ],
    generator: { entropy: toHex(operator), nonce: 'drw_véctor', personalization: mapping.version, output: toHex(drbg(160)) },
    uniform: uniform(),
    mappings: mappings.map((panels, i) => {
      const seed = sha256(u32(i));
      const drawn = drawNumbers({ sha256, hmacSha256 }, seed, `drw_${i}`, { version: 'valira-mapping-1', panels: [...panels] });
      return { panels, seed: toHex(seed), drawId: `drw_${i}`, result: drawn.panels, rawOutputHash: toHex(drawn.rawOutputHash) };
    }),
  };
}

export const vectorsPath = new URL('../../../../docs/verify-vectors.json', import.meta.url);

/** Recorded bundles stay as they are when the rest is written anew: what was published once has to pass for ever. */
if (import.meta.main) {
  const recorded: unknown = process.argv.includes('--bundles') ? bundles() : JSON.parse(await readFile(vectorsPath, 'utf8')).bundles;
  await writeFile(vectorsPath, `${JSON.stringify({ ...verifyVectors(), bundles: recorded }, null, 1)}\n`);
}
