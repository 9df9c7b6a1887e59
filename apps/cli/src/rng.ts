/**
 * `valira rng collect --raw <file> --mapped <file> --bytes <n> [--seed <hex>] [--mapping <file>]`: generator output for
 * outside test suites (NIST STS, Dieharder, TestU01 and a laboratory's own).
 *
 * The raw file holds n bytes of HMAC_DRBG output, the mapped file one draw a line as the mapping gives it (6/45 without one).
 * Without a seed the generator is seeded from the operating system after the health tests have passed on 64 KB of its entropy;
 * with one, the same files come out again.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { concat, drbgByteSource, fromHex, healthLimits, hmacDrbg, testEntropy } from '@valira/games/randomness';
import { type DrawMapping, mapDraw, parseDrawMapping } from '@valira/games/verifiable';
import type { Command } from './command.ts';

const usage = 'usage: valira rng collect --raw <file> --mapped <file> --bytes <n> [--seed <hex of 32 bytes>] [--mapping <file>]';

/** One gigabit: a thousand sequences of a million bits, as the NIST suite takes them. */
const mostBytes = 2 ** 27;
const drawsAtOnce = 10_000;
const healthSample = 65_536;

const sixOfFortyFive: DrawMapping = { version: 'valira-mapping-1', panels: [{ name: 'main', pick: 6, from: 1, to: 45 }] };

const hmacSha256 = (key: Uint8Array, data: Uint8Array): Uint8Array => createHmac('sha256', key).update(data).digest();

export const rng: Command = async (args, io) => {
  const refuse = (why: string): 2 => {
    io.err(why);
    return 2;
  };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch {
    return refuse(usage);
  }
  const { raw, mapped, bytes, seed: seedHex, mapping: mappingPath } = parsed.values;
  const count = Number(bytes);
  if (parsed.positionals.join(' ') !== 'collect' || raw === undefined || mapped === undefined) return refuse(usage);
  if (!Number.isInteger(count) || count < 1 || count > mostBytes) return refuse(`--bytes is 1 to ${mostBytes}`);
  const seed = seedHex === undefined ? randomBytes(32) : fromHex(seedHex);
  if (seed?.length !== 32) return refuse('--seed is 64 lower-case hexadecimal digits');
  if (seedHex === undefined) {
    const health = testEntropy(randomBytes(healthSample), healthLimits(8, 512, 40));
    if (!health.healthy) {
      io.err(`entropy failed the ${health.test} test at sample ${health.at}: nothing was collected`);
      return 1;
    }
  }
  let mapping = sixOfFortyFive;
  if (mappingPath !== undefined) {
    let json: unknown;
    try {
      json = JSON.parse(new TextDecoder().decode(await io.readFile(mappingPath)));
    } catch (error) {
      return refuse(`cannot read ${mappingPath}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const read = parseDrawMapping(json);
    if (!read.ok) return refuse(`${mappingPath}: ${read.code} at ${read.path}`);
    mapping = read.value;
  }

  const generator = (nonce: string) => hmacDrbg(hmacSha256, { entropy: seed, nonce: Buffer.from(nonce) });
  const rawDrbg = generator('raw');
  const output = new Uint8Array(count);
  for (let at = 0; at < count; at += 65_536) output.set(rawDrbg.generate(Math.min(65_536, count - at)), at);
  await io.writeFile(raw, output);

  let read = 0;
  const take = drbgByteSource(generator('mapped'), (block) => {
    read += block.length;
  });
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let draws = 0;
  while (read < count) {
    let lines = '';
    for (let i = 0; i < drawsAtOnce && read < count; i += 1, draws += 1) {
      const panels = mapDraw(mapping, take).map((panel) => panel.drawn.join(' '));
      lines += `${panels.join(' | ')}\n`;
    }
    chunks.push(encoder.encode(lines));
  }
  await io.writeFile(mapped, concat(...chunks));
  io.out(`${count} raw bytes, ${draws} draws`);
  return 0;
};

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      raw: { type: 'string' },
      mapped: { type: 'string' },
      bytes: { type: 'string', default: '1048576' },
      seed: { type: 'string' },
      mapping: { type: 'string' },
    },
  });
