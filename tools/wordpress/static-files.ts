import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** Media types by file extension. PHP's own file server serves all other files. */
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.eot': 'application/vnd.ms-fontobject',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Matches paths in the folders from which browsers load static files. */
const PLACES = /^\/wp-(?:includes|admin|content\/(?:themes|plugins|uploads))\//;

/** Folders with static files, by their path on the site. The path has no trailing slash; "" means the whole site. */
export type StaticFolders = Readonly<Record<string, string>>;

/** A requested static file of WordPress. */
export interface StaticFile {
  path: string;
  type: string;
  stats: Stats;
  /** True if the file may change during development. Browsers must then get each change at once. */
  isInWork: boolean;
}

/**
 * Finds a static file of WordPress, the plugin, the theme or the uploads. Serves only certain folders and media types.
 * So nobody can read PHP source or the database.
 * @param folders folders to search; the first folder that contains the file is used
 * @param pathname decoded path of the request, without its query
 */
export async function findStaticFile(folders: StaticFolders, pathname: string): Promise<StaticFile | undefined> {
  const clean = normalize(pathname).replaceAll('\\', '/');
  const type = TYPES[extname(clean)];
  if (type === undefined || !PLACES.test(clean)) return undefined;
  for (const [place, folder] of Object.entries(folders)) {
    if (!clean.startsWith(`${place}/`)) continue;
    const path = join(folder, clean.slice(place.length));
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile()) return { path, type, stats, isInWork: place !== '' && /^(?:text|application)\//.test(type) };
  }
  return undefined;
}

/**
 * Sends a static file. Browsers may cache the file for an hour, because WordPress adds a version to the addresses of
 * files. Styles and scripts of the project may change, so browsers revalidate them each time.
 */
export async function sendStaticFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, type, stats, isInWork }: StaticFile,
): Promise<void> {
  const etag = `"${stats.mtimeMs}-${stats.size}"`;
  const headers = { 'cache-control': isInWork ? 'no-cache' : 'public, max-age=3600', etag };
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
  const bytes = await readFile(path);
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
