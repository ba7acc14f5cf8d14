import { chmodSync, chownSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Account that owns files. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Mode of new files with personal data. */
const PRIVATE = 0o600;

/**
 * Returns the owner of a file or folder, or of its nearest existing parent, if this process is root. Other accounts
 * cannot change owners, and get null.
 */
export function ownerOf(path: string): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(nearest(path));
  return { uid, gid };
}

/** Returns the path itself or its nearest existing parent. */
export const nearest = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));

/**
 * Sets owner and mode of a new file like those of the file that it replaces. So the service can use the file, even if
 * root made it. Without an earlier file, it gets the owner of its folder, and only this owner may read it.
 */
export function ownLike(file: string, replaced: string): void {
  const isThere = existsSync(replaced);
  const owner = ownerOf(isThere ? replaced : dirname(replaced));
  if (owner !== null) chownSync(file, owner.uid, owner.gid);
  chmodSync(file, isThere ? statSync(replaced).mode & 0o777 : PRIVATE);
}

/** Changes the owner of a folder and its files. Null changes nothing. */
export function giveFolder(folder: string, owner: Owner | null): void {
  if (owner === null) return;
  for (const name of readdirSync(folder)) chownSync(join(folder, name), owner.uid, owner.gid);
  chownSync(folder, owner.uid, owner.gid);
}

/**
 * Does something with the rights of another account. Only for synchronous calls, because the whole process changes its
 * account. Does nothing else than `work` without an account.
 */
export function asAccount<T>(account: Owner | null, work: () => T): T {
  const { seteuid, setegid, setgroups, getgroups } = process;
  if (account === null || !seteuid || !setegid || !setgroups || !getgroups) return work();
  const groups = getgroups();
  setgroups([account.gid]);
  setegid(account.gid);
  seteuid(account.uid);
  try {
    return work();
  } finally {
    seteuid(0);
    setegid(0);
    setgroups(groups);
  }
}
