import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { freePort } from '@valira/db/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Archive, folderArchive } from './archive.ts';
import { s3Archive } from './s3-archive.ts';

const folders = ['store', 'files'].map((name) => mkdtempSync(join(tmpdir(), `valira-archive-${name}-`)));
const [storeFolder = '', filesFolder = ''] = folders;
let server: S3rver;
const archives: Record<string, Archive> = { 'in a folder': folderArchive(filesFolder) };

beforeAll(async () => {
  const port = await freePort();
  server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: storeFolder,
    configureBuckets: [{ name: 'archive', configs: [] }],
  });
  await server.run();
  archives['in an S3-compatible store'] = s3Archive({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-1',
    bucket: 'archive',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  });
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();

describe.each(['in a folder', 'in an S3-compatible store'])('the archive %s', (where) => {
  it('gives back what was put, in parts or whole, and nothing for what was not', async () => {
    const archive = archives[where];
    await archive?.put('records/a/1.json', [Buffer.from('{"a"'), Buffer.from(':1}')]);
    expect(text((await archive?.get('records/a/1.json')) ?? null)).toBe('{"a":1}');
    expect(await archive?.get('records/a/2.json')).toBeNull();
  });

  it('keeps what was first put under a name', async () => {
    const archive = archives[where];
    await archive?.put('records/b.json', [Buffer.from('first')]);
    await archive?.put('records/b.json', [Buffer.from('second')]);
    expect(text((await archive?.get('records/b.json')) ?? null)).toBe('first');
  });

  it('holds one whole file after many writers at once', async () => {
    const archive = archives[where];
    const content = Buffer.alloc(200_000, 'x');
    await Promise.all(
      Array.from({ length: 8 }, () => archive?.put('records/c.bin', [content.subarray(0, 1_000), content.subarray(1_000)])),
    );
    expect(Buffer.compare((await archive?.get('records/c.bin')) ?? Buffer.alloc(0), content)).toBe(0);
    expect(readdirSync(join(filesFolder, 'records')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
