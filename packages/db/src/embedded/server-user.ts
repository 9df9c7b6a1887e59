/**
 * The operating-system user the server runs as. PostgreSQL refuses to run as root, so root lends it the user `postgres`
 * (created when missing); every other user runs it as itself. That user must be able to reach the folders it works in:
 * as root, a data folder below a folder with mode 0700 would fail deep inside the server with "Permission denied".
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Outcome, ok, refuse } from '@valira/outcome';

export type ServerUser = { readonly uid: number; readonly gid: number; readonly name: string };

const NAME = 'postgres';

/** The user to lend, `undefined` when the server may run as the current user. Refusal `server_user_missing` when root can make none. */
export function serverUser(): Outcome<ServerUser | undefined, 'server_user_missing'> {
  if (process.getuid?.() !== 0) return ok(undefined);
  const existing = lookUp();
  if (existing) return ok(existing);
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', NAME], { stdio: 'ignore' });
  } catch {
    return refuse('server_user_missing', { facts: { user: NAME } });
  }
  const created = lookUp();
  return created ? ok(created) : refuse('server_user_missing', { facts: { user: NAME } });
}

function lookUp(): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${NAME}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid), name: NAME } : undefined;
}

/** The outermost folder on the way to `path` that `user` may not pass through, if any. Folders that do not exist yet are skipped. */
export function unreachableFolder(path: string, user: Pick<ServerUser, 'uid' | 'gid'>): string | undefined {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (!stat) return false;
    if (stat.uid === user.uid) return (stat.mode & 0o100) === 0;
    if (stat.gid === user.gid) return (stat.mode & 0o010) === 0;
    return (stat.mode & 0o001) === 0;
  });
}
