import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

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
const PLACES = /^\/wp-(?:includes|admin|content\/themes)\//;

/** A static file of WordPress that a request asked for. */
export interface StaticFile {
  path: string;
  type: string;
  stats: Stats;
}

/**
 * Finds a static file of WordPress. Only named places and media types are looked for, so neither PHP source nor the
 * database can be read this way.
 * @param folder the static files, laid out as on the site
 * @param pathname decoded path of the request, without its query
 */
export async function findStaticFile(folder: string, pathname: string): Promise<StaticFile | undefined> {
  const clean = normalize(pathname).replaceAll('\\', '/');
  const type = TYPES[extname(clean)];
  if (type === undefined || !PLACES.test(clean)) return undefined;
  const path = join(folder, clean);
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? { path, type, stats } : undefined;
}

/** Sends a static file. Browsers may keep it for an hour: WordPress puts its version into the address. */
export function sendStaticFile(response: ServerResponse, { path, type, stats }: StaticFile, withBody: boolean): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': stats.size,
    'cache-control': 'public, max-age=3600',
    'last-modified': stats.mtime.toUTCString(),
  });
  if (withBody)
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response);
  else response.end();
}
