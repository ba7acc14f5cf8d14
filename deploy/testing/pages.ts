import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { keyLines, nginxFiles } from './gateway.ts';
import { type Nginx, startNginx } from './nginx.ts';

/** The nginx of deploy/gateway in front of a WordPress. */
export interface PagesGateway extends Nginx {
  /** Address to which the plugin sends requests that purge pages. */
  readonly forgetUrl: string;
  /** Returns the paths of all pages that the plugin has purged so far. The path `*` means all pages. */
  forgotten(): Promise<string[]>;
  /** Returns the number of cached pages. */
  kept(): Promise<number>;
}

export interface PagesGatewayOptions {
  /** Address of the web server of WordPress. */
  wordpress: string;
  /** Keys for purging pages. */
  keys: readonly string[];
  /** Addresses of trusted proxies in front of nginx. */
  proxies?: readonly string[];
  /** Freshness of pages, as the value of Cache-Control; by default the times in pages-http.conf. */
  freshness?: string;
}

/** Freshness of pages in pages-http.conf. */
const FRESHNESS = 'max-age=2, stale-while-revalidate=2';

/** Starts an nginx with the files of deploy/gateway/nginx, changed only in folders and ports. */
export async function startPagesGateway(options: PagesGatewayOptions): Promise<PagesGateway> {
  const { wordpress, keys, proxies = [], freshness = FRESHNESS } = options;
  const [forget, maker] = [await freePort(), await freePort()];
  const files = Object.entries(nginxFiles()).map(([path, text]) => [
    path,
    text
      .replaceAll('127.0.0.1:8083', `127.0.0.1:${maker}`)
      .replaceAll('/var/cache/nginx/', '')
      .replace(FRESHNESS, freshness)
      .replace('inactive=10s', freshness === FRESHNESS ? 'inactive=10s' : 'inactive=10m'),
  ]);
  const nginx = await startNginx({
    http: (port) => `
      include largesse/pages-http.conf;
      server { listen 127.0.0.1:${port}; access_log access.log largesse_pages; include largesse/pages.conf; }
      log_format forgotten '$status $request_uri';
      server { listen 127.0.0.1:${forget}; access_log forgotten.log forgotten; include largesse/pages-forget.conf; }`,
    files: {
      ...Object.fromEntries(files),
      'largesse.d/wordpress.conf': `server ${new URL(wordpress).host};\n`,
      'largesse.d/pages-keys.conf': keyLines(keys),
      'largesse.d/proxies.conf': proxies.map((proxy) => `set_real_ip_from ${proxy};\n`).join(''),
    },
  });
  const forgetUrl = `http://127.0.0.1:${forget}`;
  return {
    ...nginx,
    forgetUrl,
    kept: async () => {
      const all = await readdir(join(nginx.folder, 'largesse-pages'), { recursive: true, withFileTypes: true });
      return all.filter((entry) => entry.isFile()).length;
    },
    forgotten: async () => {
      // nginx has a single worker here. The worker logs each request before it accepts the next request. So the log is
      // complete after this additional request.
      await fetch(`${forgetUrl}/ready`);
      const log = await readFile(join(nginx.folder, 'forgotten.log'), 'utf8');
      return [...log.matchAll(/^204 \/forget(-all|\/.*)$/gm)].map(([, page = '']) => (page === '-all' ? '*' : page));
    },
  };
}
