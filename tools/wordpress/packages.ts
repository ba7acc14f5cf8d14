/** A published npm package. Its files are used, but the package is not installed. */
export interface PinnedPackage {
  name: string;
  version: string;
  /** SHA-512 of the tarball in base64. A tarball with another hash is rejected. */
  sha512: string;
  /** Description of the package with its size, shown during the download. */
  label: string;
  /** Returns the path in the cache folder for a file of the tarball; `undefined` skips the file. */
  target(path: string): string | undefined;
}

/**
 * WordPress versions that this project can start: the oldest supported version, a development version, and the newest
 * version that Debian has packaged (see `debianWordPress`).
 */
export type WordPressVersion = '6.5' | 'nightly' | 'debian';

/**
 * Package with installed copies of WordPress. The zip of a version contains its PHP files. The folder next to the zip
 * contains the scripts and styles that the zip lacks.
 */
export const wordpressBuilds: PinnedPackage = {
  name: '@wp-playground/wordpress-builds',
  version: '0.9.19',
  sha512: 'dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==',
  label: 'WordPress (158 MB)',
  target: (path) => path.match(/^package\/(?:src\/wordpress|public)\/(wp-(?:6\.5|nightly)(?:\.zip$|\/.*))/)?.[1],
};

/** The plugin that stores WordPress's data in SQLite. It is newer than the same plugin in the WordPress builds. */
export const sqliteDriver: PinnedPackage = {
  name: '@wp-playground/cli',
  version: '3.1.56',
  sha512: 'JTxl6djPEM2YRYz/w+BUoyoCvhSGHIjqMi4fMV1b8o1UPNvZatLaS7opo57UsrVElXrfdZwvi6IuyS4LswUx9Q==',
  label: 'the SQLite driver for WordPress (0.4 MB)',
  target: (path) => path.match(/^package\/(sqlite-database-integration\.zip)$/)?.[1],
};

/** Builds of PHP that only tests of the newest versions use, so `npm ci` does not download them. */
export const phpBuilds = {
  '8.4': phpBuild('8.4', 'fam1tyIcDqyJrgUvm3gW37FZhE02YOL2nYUJpLwq0B9QA4WxQo2wx0W1Tg9LBoIeD7JtvEOHk1soyg6awLPMDQ=='),
  '8.5': phpBuild('8.5', 'dCalDHUAcX+/VgQbioj0HpzPb+cgTT6kpV12JBegtE0GgOXN2SJnZDi+8LGyVY8DH6APX9MqSYsppKRc+dACBQ=='),
};

/** Returns the build for Node versions that can pause WebAssembly (24 and newer), without PHP's optional extensions. */
function phpBuild(version: string, sha512: string): PinnedPackage {
  return {
    name: `@php-wasm/node-${version.replace('.', '-')}`,
    version: '3.1.56',
    sha512,
    label: `PHP ${version} (24 MB)`,
    target: (path) => path.match(/^package\/(package\.json|jspi\/(?!extensions).*)$/)?.[1],
  };
}
