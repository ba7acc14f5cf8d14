import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { hasProgram, startProgram } from './program.ts';

/** A running gateway with the files of deploy/gateway, in front of processes of the service. */
export interface Gateway extends AsyncDisposable {
  readonly url: string;
  /** Returns the log of the gateway. */
  logs(): Promise<string>;
  /** Runs commands of a guide with the settings of this gateway. @returns their output */
  run(script: string): Promise<string>;
}

export interface GatewayOptions {
  /** Addresses of the service's processes. */
  processes: readonly string[];
  /** Accepted values of x-api-key. */
  keys: readonly string[];
  /** Addresses of the site's own servers. The gateway does not limit their requests. */
  sites?: readonly string[];
  /** Addresses of trusted proxies in front of the gateway. */
  proxies?: readonly string[];
}

const NGINX = fileURLToPath(new URL('../gateway/nginx', import.meta.url));

/** Returns the contents of all files in deploy/gateway/nginx. Each key is `largesse/` and a file name. */
export function nginxFiles(): Record<string, string> {
  const names = readdirSync(NGINX).filter((name) => name.endsWith('.conf'));
  return Object.fromEntries(names.map((name) => [`largesse/${name}`, readFileSync(join(NGINX, name), 'utf8')]));
}

/** Formats keys as lines of keys.conf. */
export const keyLines = (keys: readonly string[]): string => keys.map((key) => `"~^${key}\\z" 1;\n`).join('');

/** Starts an nginx with the files of deploy/gateway/nginx and the files that an operator adds. */
export async function startNginxGateway(options: GatewayOptions): Promise<Gateway> {
  const { processes, keys, sites = [], proxies = [] } = options;
  const files = nginxFiles();
  const nginx = await startNginx({
    // Uses api-server.conf unchanged, except for its port and the folder of the logs.
    http: (port) =>
      (files['largesse/api-server.conf'] ?? '')
        .replace('listen 8080;', `listen 127.0.0.1:${port};`)
        .replaceAll('/var/log/nginx/', ''),
    files: {
      ...files,
      'largesse.d/upstreams.conf': processes
        .map((url) => `server ${new URL(url).host} max_fails=3 fail_timeout=1s;\n`)
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
    run: (script) =>
      runScript(nginx.folder, script.replaceAll('/etc/nginx/', `${nginx.folder}/`), {
        nginx: `command nginx -p '${nginx.folder}' -e error.log -c nginx.conf "$@"`,
      }),
    [Symbol.asyncDispose]: () => nginx[Symbol.asyncDispose](),
  };
}

/**
 * Runs a shell script.
 * @param programs commands that replace programs in the script, by name; `"$@"` are its arguments
 */
async function runScript(folder: string, script: string, programs: Record<string, string>): Promise<string> {
  const functions = Object.entries(programs).map(([name, command]) => `${name}() { ${command}; }`);
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
  const { stdout } = await promisify(execFile)('sh', ['-euc', [...functions, script].join('\n')], options);
  return stdout;
}

const CADDYFILE = fileURLToPath(new URL('../gateway/caddy/Caddyfile', import.meta.url));

export const hasCaddy = hasProgram('caddy', 'version');

/** Formats keys as matchers for Caddy. The first line is a comment, because Caddy does not accept an empty file. */
const keyMatchers = (keys: readonly string[]): string =>
  ['# Accepted keys.', ...keys.map((key) => `header X-Api-Key ${key}`), ''].join('\n');

/** Starts a Caddy with the Caddyfile of deploy/gateway and the three files that an operator adds. */
async function startCaddyGateway({ processes, keys, sites = [] }: GatewayOptions): Promise<Gateway> {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await temporaryFolder());
  const [port, adminPort] = [await freePort(), await freePort()];
  const config = join(path, 'Caddyfile');
  await mkdir(join(path, 'largesse.d'));
  await writeFile(config, await readFile(CADDYFILE));
  const keysFile = join(path, 'largesse.d/keys.caddy');
  await writeFile(keysFile, keyMatchers(keys));
  const hosts = processes.map((url) => new URL(url).host);
  await writeFile(join(path, 'largesse.d/processes.caddy'), `to ${hosts.join(' ')}\n`);
  await writeFile(
    join(path, 'largesse.d/sites.caddy'),
    `remote_ip ${(sites.length > 0 ? sites : ['203.0.113.7']).join(' ')}\n`,
  );
  const env = {
    HOME: path,
    LARGESSE_API_ADDRESS: `http://:${port}`,
    LARGESSE_CADDY_ADMIN: `127.0.0.1:${adminPort}`,
  };
  const variables = Object.entries(env)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ');
  const url = `http://127.0.0.1:${port}`;
  const caddy = resources.use(await startProgram(['caddy', 'run', '--config', config], url, env));
  const started = resources.move();
  return {
    url,
    logs: async () => caddy.output(),
    run: (script) =>
      // An operator's shell has none of Caddy's variables. Only systemd knows them, also for the unit's ExecReload.
      runScript(path, script.replaceAll('/etc/caddy/', `${path}/`), {
        caddy: `command caddy "$@" --address '${env.LARGESSE_CADDY_ADMIN}'`,
        systemctl: `[ "$*" = 'reload caddy' ] && env ${variables} caddy reload --config '${config}' --force`,
      }),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Both gateways, for tests of their common behaviour. */
export const GATEWAYS = [
  { name: 'nginx', isInstalled: hasNginx, start: startNginxGateway },
  { name: 'caddy', isInstalled: hasCaddy, start: startCaddyGateway },
] as const;
