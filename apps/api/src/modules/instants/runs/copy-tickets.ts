/** Writes a stretch of tickets by COPY: keyed hash and sealed outcome of each, all of them or none. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '@valira/db';
import type { InstantRunRow } from './run.store.ts';
import type { ValidationBatch } from './run-files.ts';

const lineBytes = 64 * 1024;

function* lines(run: Pick<InstantRunRow, 'id' | 'channel'>, batch: ValidationBatch, skip: number): Generator<string> {
  const hashes = Buffer.from(batch.hashes.buffer, batch.hashes.byteOffset, batch.hashes.byteLength);
  const sealed = Buffer.from(batch.sealed.buffer, batch.sealed.byteOffset, batch.sealed.byteLength);
  let text = '';
  for (let i = skip; i < batch.count; i += 1) {
    // An electronic ticket has no number under a coating.
    const virn = run.channel === 'shop' ? `\\\\x${hashes.toString('hex', 32 * i, 32 * (i + 1))}` : '\\N';
    text += `${run.id}\t${batch.first + i}\t${virn}\t\\\\x${sealed.toString('hex', batch.sealedBytes * i, batch.sealedBytes * (i + 1))}\n`;
    if (text.length < lineBytes) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** `skip` tickets of the batch are there already. */
export async function copyTickets(
  sql: Sql,
  run: Pick<InstantRunRow, 'id' | 'channel'>,
  batch: ValidationBatch,
  skip: number,
): Promise<void> {
  const into = await sql`COPY instant_ticket (run_id, index, virn_hash, sealed) FROM STDIN`.writable();
  await pipeline(Readable.from(lines(run, batch, Math.max(0, skip))), into);
}
