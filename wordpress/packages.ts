/** A published npm package from which files are taken without installing it. */
export interface PinnedPackage {
  name: string;
  version: string;
  /** SHA-512 of the tarball, base64. A tarball with another hash is refused. */
  sha512: string;
  /** What a person reads while it is fetched, with its size. */
  label: string;
  /** Returns where a file of the tarball belongs in the cache folder; `undefined` leaves it out. */
  target(path: string): string | undefined;
}

/** The WordPress versions that can be booted: the oldest supported one, and a later development version. */
export type WordPressVersion = '6.5' | 'nightly';

/**
 * Installed copies of WordPress. The zip of a version holds its PHP, the folder beside it the scripts and styles
 * that the zip lacks.
 */
export const wordpressBuilds: PinnedPackage = {
  name: '@wp-playground/wordpress-builds',
  version: '0.9.19',
  sha512: 'dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==',
  label: 'WordPress (158 MB)',
  target: (path) => path.match(/^package\/(?:src\/wordpress|public)\/(wp-(?:6\.5|nightly)(?:\.zip$|\/.*))/)?.[1],
};

/** The plugin that lets WordPress keep its data in SQLite; newer than the one beside the WordPress builds. */
export const sqliteDriver: PinnedPackage = {
  name: '@wp-playground/cli',
  version: '3.1.56',
  sha512: 'JTxl6djPEM2YRYz/w+BUoyoCvhSGHIjqMi4fMV1b8o1UPNvZatLaS7opo57UsrVElXrfdZwvi6IuyS4LswUx9Q==',
  label: 'the SQLite driver for WordPress (0.4 MB)',
  target: (path) => path.match(/^package\/(sqlite-database-integration\.zip)$/)?.[1],
};
