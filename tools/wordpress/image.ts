import type { MountHandler, PHP } from '@php-wasm/universal';

/**
 * A copy of a prepared site. A site that starts from this copy need not unpack WordPress, compile the code, or set up
 * the site.
 */
export interface SiteImage {
  /** Content of PHP's own file system: WordPress and its compiled code. */
  entries: Entry[];
  database: Uint8Array;
}

interface Entry {
  path: string;
  /** Absent for a folder. */
  contents?: Uint8Array;
  /** Modification time (milliseconds). PHP compiles a file again if its modification time has changed. */
  changed: number;
}

type FileSystem = Parameters<MountHandler>[1];

/** Copies folders of PHP's file system with their content. @param without paths to exclude */
export async function copyOut(php: PHP, folders: readonly string[], without: ReadonlySet<string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  const copy = (files: FileSystem, path: string) => {
    if (without.has(path)) return;
    const { mode, mtime } = files.stat(path);
    const changed = new Date(mtime).getTime();
    if (files.isFile(mode)) return void entries.push({ path, contents: files.readFile(path), changed });
    entries.push({ path, changed });
    for (const name of files.readdir(path)) if (name !== '.' && name !== '..') copy(files, `${path}/${name}`);
  };
  await withFiles(php, (files) => {
    for (const folder of folders) copy(files, folder);
  });
  return entries;
}

/** Writes the copies into PHP's file system. Replaces existing files. */
export async function copyIn(php: PHP, entries: readonly Entry[]): Promise<void> {
  await withFiles(php, (files) => {
    for (const { path, contents, changed } of entries) {
      if (contents === undefined) files.mkdirTree(path);
      else {
        files.writeFile(path, contents);
        files.utime(path, changed, changed);
      }
    }
  });
}

/**
 * Restores the state that a folder had when `copyOut` was called.
 * @param without paths to leave unchanged
 */
export async function restore(
  php: PHP,
  folder: string,
  without: ReadonlySet<string>,
  entries: readonly Entry[],
): Promise<void> {
  const former = new Map(entries.map((entry) => [entry.path, entry]));
  const found = new Set<string>();
  await withFiles(php, (files) => {
    const remove = (path: string) => {
      if (files.isFile(files.stat(path).mode)) return files.unlink(path);
      for (const name of files.readdir(path)) if (name !== '.' && name !== '..') remove(`${path}/${name}`);
      files.rmdir(path);
    };
    const check = (path: string) => {
      if (without.has(path)) return;
      const entry = former.get(path);
      if (!entry) return remove(path);
      const { mode, mtime, size } = files.stat(path);
      if (files.isFile(mode)) {
        const isSame = size === entry.contents?.length && new Date(mtime).getTime() === entry.changed;
        if (isSame) found.add(path);
        return;
      }
      found.add(path);
      for (const name of files.readdir(path)) if (name !== '.' && name !== '..') check(`${path}/${name}`);
    };
    check(folder);
  });
  await copyIn(
    php,
    entries.filter(({ path }) => path.startsWith(`${folder}/`) && !found.has(path)),
  );
}

/**
 * Calls a function with PHP's file system. php-wasm gives the file system only to the handler of a mount, so this
 * function makes a temporary mount for the call.
 */
async function withFiles(php: PHP, use: (files: FileSystem) => void): Promise<void> {
  const unmount = await php.mount('/internal/shared', (_php, files) => {
    use(files);
    return () => {};
  });
  await unmount();
}
