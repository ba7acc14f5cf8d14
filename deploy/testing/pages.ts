import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { nginxFiles } from './gateway.ts';
import { type Nginx, startNginx } from './nginx.ts';

/** The nginx of deploy/gateway in front of a WordPress. */
export interface PagesGateway extends Nginx {
  /** Returns the number of cached pages. */
  kept(): Promise<number>;
  /** Deletes all cached pages. */
  clear(): Promise<void>;
}

/** Freshness of pages in pages-http.conf. */
const FRESHNESS = 'max-age=2, stale-while-revalidate=2';

/**
 * Starts an nginx with the files of deploy/gateway/nginx, changed only in folders and ports. Pages stay fresh for
 * longer than any test takes. nginx trusts this machine as a proxy.
 * @param wordpress address of the web server of WordPress
 */
export async function startPagesGateway(wordpress: string): Promise<PagesGateway> {
  const maker = await freePort();
  const configuration = Object.entries(nginxFiles()).map(([path, text]) => [
    path,
    text
      .replaceAll('127.0.0.1:8083', `127.0.0.1:${maker}`)
      .replaceAll('/var/cache/nginx/', '')
      .replace(FRESHNESS, 'max-age=600')
      .replace('inactive=10s', 'inactive=10m'),
  ]);
  const nginx = await startNginx({
    http: (port) => `
      include largesse/pages-http.conf;
      server { listen 127.0.0.1:${port}; access_log access.log largesse_pages; include largesse/pages.conf; }`,
    files: {
      ...Object.fromEntries(configuration),
      'largesse.d/wordpress.conf': `server ${new URL(wordpress).host};\n`,
      'largesse.d/proxies.conf': 'set_real_ip_from 127.0.0.1;\n',
    },
  });
  const folder = join(nginx.folder, 'largesse-pages');
  const files = async () => {
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };
  return {
    ...nginx,
    kept: async () => (await files()).length,
    clear: async () => void (await Promise.all((await files()).map((file) => rm(file, { force: true })))),
  };
}
