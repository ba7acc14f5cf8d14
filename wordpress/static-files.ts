import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { compressed, type Encoded, isText, wayFor } from './compressed.ts';

/** The media types of what WordPress ships; anything else is left to PHP's own file server. */
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

/** Places on a WordPress site that hold files which a browser loads as they are. */
const PLACES = /^\/wp-(?:includes|admin|content\/(?:themes|plugins|uploads))\//;

/** Where static files are: path on the site, without trailing slash ("" for all of it) → folder of this machine. */
export type StaticFolders = Readonly<Record<string, string>>;

/** A static file of WordPress that a request asked for. */
export interface StaticFile {
  path: string;
  type: string;
  stats: Stats;
  /** True if somebody may be changing it right now, and wants to see that at once. */
  isInWork: boolean;
}

/**
 * Finds a static file of WordPress, the plugin, the theme or the uploads. Only named places and media types are looked
 * for, so neither PHP source nor the database can be read this way.
 * @param folders where they are; the first that has it counts
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

/** What was compressed before, by path, time and way: a file that browsers load is small, and loaded again. */
const known = new Map<string, Promise<Encoded>>();

/**
 * Sends a static file. Browsers may keep it for an hour: WordPress puts its version into the address. For styles and
 * scripts of the project they ask each time whether they have changed.
 */
export async function sendStaticFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, type, stats, isInWork }: StaticFile,
): Promise<void> {
  const etag = `"${stats.mtimeMs}-${stats.size}"`;
  const headers = { 'cache-control': isInWork ? 'no-cache' : 'public, max-age=3600', etag };
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
  const key = [path, etag, wayFor(request)?.name].join(' ');
  const sent = known.get(key) ?? readFile(path).then((bytes) => compressed(request, type, bytes));
  if (isText(type)) known.set(key, sent);
  const { bytes, headers: added } = await sent.catch((error) => {
    known.delete(key);
    throw error;
  });
  response.writeHead(200, { ...headers, ...added, 'content-type': type, 'content-length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
