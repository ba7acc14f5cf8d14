import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNginx } from './nginx.ts';

/** A gateway of deploy/gateway in front of processes of the service. */
export interface Gateway extends AsyncDisposable {
  readonly url: string;
  /** Returns everything that it has logged. */
  logs(): Promise<string>;
  /** Accepts these keys from now on, and no others. */
  setKeys(keys: readonly string[]): Promise<void>;
}

export interface GatewayOptions {
  /** Addresses of the processes. */
  processes: readonly string[];
  /** Accepted values of x-api-key. */
  keys: readonly string[];
  /** Addresses of the site's own servers. */
  sites?: readonly string[];
  /** Addresses of proxies in front, which are believed. */
  proxies?: readonly string[];
}

const NGINX = fileURLToPath(new URL('../gateway/nginx', import.meta.url));

/** Returns the files in deploy/gateway/nginx as they are, as those of a folder `largesse`. */
export function nginxFiles(): Record<string, string> {
  const names = readdirSync(NGINX).filter((name) => name.endsWith('.conf'));
  return Object.fromEntries(names.map((name) => [`largesse/${name}`, readFileSync(join(NGINX, name), 'utf8')]));
}

const keyLines = (keys: readonly string[]): string => keys.map((key) => `"~^${key}\\z" 1;\n`).join('');

/** Starts an nginx with the files of deploy/gateway/nginx as they are, and with an operator's four. */
export async function startNginxGateway(options: GatewayOptions): Promise<Gateway> {
  const { processes, keys, sites = [], proxies = [] } = options;
  const nginx = await startNginx({
    http: (port) => `
      include largesse/http.conf;
      server { listen 127.0.0.1:${port}; access_log access.log largesse; include largesse/api.conf; }`,
    files: {
      ...nginxFiles(),
      'largesse.d/upstreams.conf': processes
        .map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=10s;\n`)
        .join(''),
      'largesse.d/keys.conf': keyLines(keys),
      'largesse.d/sites.conf': sites.map((site) => `${site} 1;\n`).join(''),
      'largesse.d/proxies.conf': proxies.map((proxy) => `set_real_ip_from ${proxy};\n`).join(''),
    },
  });
  return {
    url: nginx.url,
    logs: async () =>
      (await Promise.all(['access.log', 'error.log'].map((name) => readFile(join(nginx.folder, name), 'utf8')))).join(
        '',
      ),
    setKeys: async (accepted) => {
      await writeFile(join(nginx.folder, 'largesse.d/keys.conf'), keyLines(accepted));
      nginx.reload();
    },
    [Symbol.asyncDispose]: () => nginx[Symbol.asyncDispose](),
  };
}
