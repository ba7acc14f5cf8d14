import { cp, glob } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { DEVELOPMENT_ONLY } from './components.ts';

/**
 * Packaged files of each folder, as globs within the folder. A test fails if a file is neither listed here nor in
 * `DEVELOPMENT_ONLY`.
 */
export const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  plugin: [
    '{largesse,functions,uninstall}.php',
    'readme.txt',
    'LICENSE',
    '{src,assets,blocks,build}/**',
    'languages/*.{l10n.php,json,pot}',
  ],
  'plugin/extension': ['manifest.json', '_locales/**', '*.{html,css,png}'],
  theme: [
    ...['style.css', 'theme.json', 'functions.php', 'readme.txt', 'screenshot.png', 'LICENSE'],
    '{inc,languages,assets,parts,patterns,styles,templates,build}/**',
  ],
  api: ['*.ts', '*.js', '*.sh', 'package.json', 'LICENSE', 'README.md', 'src/**'],
  contract: ['*.ts', 'shop-pages/*.ts', 'openapi.json', 'package.json', 'LICENSE', 'README.md'],
  // The package of the API contains these files, so that users can run the API without containers. It contains all
  // files that the guides for operators name.
  'deploy/systemd': ['*'],
  'deploy/gateway': ['README.md', '{nginx,caddy}/**'],
  'deploy/prometheus': ['{alerts,prometheus}.yml'],
  'deploy/grafana': ['*.json'],
  'deploy/pgbouncer': ['*.ini'],
};

/** Folders in `SHIPPED` that the package of the API contains. */
export const API_FOLDERS = [
  'contract',
  'api',
  ...Object.keys(SHIPPED).filter((folder) => folder.startsWith('deploy/')),
] as const;

/** Returns whether a file is only for developers of the project. */
export function isDevelopmentOnly(file: string): boolean {
  return DEVELOPMENT_ONLY.some((pattern) => matchesGlob(file, pattern));
}

/** Returns whether a package includes a file. */
export function isShipped(component: string, file: string): boolean {
  return !isDevelopmentOnly(file) && (SHIPPED[component] ?? []).some((pattern) => matchesGlob(file, pattern));
}

/**
 * Copies the files of a package.
 * @param component name of a folder in `SHIPPED`
 * @param from path of that folder
 */
export async function copyShipped(component: string, from: string, to: string): Promise<void> {
  for await (const entry of glob('**', { cwd: from, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
      .slice(from.length + 1)
      .replaceAll('\\', '/');
    if (entry.isFile() && isShipped(component, file)) await cp(join(from, file), join(to, file));
  }
}
