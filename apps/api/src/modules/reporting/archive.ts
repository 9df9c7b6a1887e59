/** Where records and bundles are kept: append-only, in a folder here or in an S3-compatible store. */
import { createWriteStream, existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Archive = {
  /** Stores once: a name that exists is left as it is, and must hold the same bytes. */
  put(name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
};

export function folderArchive(folder: string): Archive {
  return {
    async put(name, content) {
      const path = join(folder, name);
      if (existsSync(path)) return;
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}.part`;
      await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o644, flush: true }));
      // A link never replaces what is there: of two writers the first wins, and both wrote the same.
      await link(draft, path).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code !== 'EEXIST') throw fault;
      });
      await unlink(draft);
    },
    async get(name) {
      return existsSync(join(folder, name)) ? readFile(join(folder, name)) : null;
    },
  };
}
