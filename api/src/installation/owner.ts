import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  lchownSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * Root works in folders that belong to other accounts, such as that of the service. If such an account put a link in
 * the place of a file, root would change the target of the link. So these functions follow no links.
 */

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

/** Returns the mode for a file that replaces or accompanies another one. Only its owner may use it if there is none. */
export const modeLike = (path: string): number => (existsSync(path) ? statSync(path).mode & 0o777 : PRIVATE);

/**
 * Creates an empty file with the owner and the mode of the file that it replaces. So the service can use the file, even
 * if root made it, and even if the command was interrupted. Without an earlier file, it gets the owner of its folder,
 * and only this owner may read it. SQLite gives the same to the logs of a database.
 */
export function createLike(file: string, replaced: string): void {
  const owner = ownerOf(existsSync(replaced) ? replaced : dirname(replaced));
  const opened = createAs(owner, file);
  try {
    if (owner !== null) fchownSync(opened, owner.uid, owner.gid);
    fchmodSync(opened, modeLike(replaced));
  } finally {
    closeSync(opened);
  }
}

/** Creates a file that belongs to the account from the first moment, if the account can create files in its folder. */
function createAs(owner: Owner | null, file: string): number {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const create = () => openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, PRIVATE);
  try {
    return asAccount(owner, create);
  } catch (error) {
    if (owner === null || !(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error;
    return create();
  }
}

/** Changes the owner of a folder and its files. Null changes nothing. */
export function giveFolder(folder: string, owner: Owner | null): void {
  if (owner === null) return;
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    // On Linux, this is the opened folder, whatever is now in its place.
    const numbered = `/proc/self/fd/${opened}`;
    const inside = existsSync(numbered) ? numbered : folder;
    for (const name of readdirSync(inside)) lchownSync(join(inside, name), owner.uid, owner.gid);
    fchownSync(opened, owner.uid, owner.gid);
  } finally {
    closeSync(opened);
  }
}

/**
 * Does something with the rights of another account. Only for synchronous calls, because the whole process changes its
 * account. Does nothing else than `work` without an account.
 */
export function asAccount<T>(account: Owner | null, work: () => T): T {
  const { seteuid, setegid, setgroups, getgroups } = process;
  if (account === null || !seteuid || !setegid || !setgroups || !getgroups) return work();
  if (account.uid === process.geteuid?.()) return work();
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
