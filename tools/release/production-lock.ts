/** Entry of a package in a lock file. */
export interface LockedPackage {
  /** True if the entry is a link to the folder in `resolved`. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  [key: string]: unknown;
}

/** npm's lock file, version 3: packages by folder. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
  [key: string]: unknown;
}

/**
 * Reduces a lock file to the production dependencies of a package and its workspaces.
 * @param lock lock file of the whole project
 * @param root entry of the new root package
 * @param workspaces folders of the remaining workspaces
 */
export function productionLock({ packages, ...lock }: LockFile, root: LockedPackage, workspaces: string[]): LockFile {
  const kept = new Set<string>();
  const links = Object.keys(packages).filter((path) => workspaces.includes(packages[path]?.resolved ?? ''));
  const waiting = [...workspaces, ...links, ...needs(root).map((name) => `node_modules/${name}`)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path];
    if (entry === undefined || kept.has(path)) continue;
    kept.add(path);
    if (entry.link && entry.resolved !== undefined) waiting.push(entry.resolved);
    for (const name of needs(entry)) waiting.push(found(packages, path, name));
  }
  const entries = Object.entries(packages)
    .filter(([path]) => kept.has(path))
    .map(([path, entry]) => [path, withoutDevelopment(entry)]);
  const { name, version } = root;
  return { ...lock, name, version, packages: { '': root, ...Object.fromEntries(entries) } };
}

/** Returns an entry without development flags: `devOptional` becomes `optional`. */
function withoutDevelopment({ dev, devOptional, ...entry }: LockedPackage): LockedPackage {
  return devOptional === true ? { ...entry, optional: true } : entry;
}

function needs({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Finds a package as Node does: in the nearest `node_modules` in a folder or its parents. */
function found(packages: LockFile['packages'], from: string, name: string): string {
  for (let folder = from; folder !== ''; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const path = `${folder}/node_modules/${name}`;
    if (path in packages) return path;
  }
  return `node_modules/${name}`;
}
