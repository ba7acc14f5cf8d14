import { createServer } from 'node:http';
import { type Listening, listen } from '../../support/server-address.ts';
import type { Site } from '../wordpress/site.ts';

const OPTIONS = {
  baseUrl: 'registry_api_base_url',
  gatewayKey: 'registry_api_gateway_key',
  username: 'registry_api_username',
  appPassword: 'registry_api_app_password',
  siteKey: 'registry_api_site_key',
};

/** Settings of the plugin's client. */
export type ConnectionSettings = { [Name in keyof typeof OPTIONS]?: string | undefined };

const names = Object.keys(OPTIONS).filter((name): name is keyof ConnectionSettings => name in OPTIONS);

/** Stores these settings, and deletes all other settings of the client. */
export async function storeSettings(site: Site, settings: ConnectionSettings): Promise<void> {
  await runWithSettings(site, settings);
}

/** Stores exactly these settings, then runs PHP code in the same request. */
export function runWithSettings(site: Site, settings: ConnectionSettings, php = ''): Promise<string> {
  return site.wordpress.run(
    `foreach ( $input as $name => $value ) { null === $value ? delete_option( $name ) : update_option( $name, $value, false ); }
    ${php}`,
    Object.fromEntries(names.map((name) => [OPTIONS[name], settings[name] ?? null])),
  );
}

/** Returns the stored settings. */
export async function storedSettings(site: Site): Promise<ConnectionSettings> {
  const stored: Record<string, string | { value: string } | false> = JSON.parse(
    await site.wordpress.run('echo wp_json_encode( array_map( "get_option", array_combine( $input, $input ) ) );', [
      ...Object.values(OPTIONS),
    ]),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = stored[OPTIONS[name]];
      return value ? [[name, typeof value === 'string' ? value : value.value]] : [];
    }),
  );
}

/** Answer of a server that is not Largesse; null closes the connection without an answer. */
export type OddAnswer = { status: number; body?: unknown; headers?: Record<string, string> } | null;

/**
 * Starts a web server other than Largesse, or a broken Largesse.
 * @param answer returns the answer for a path. `hasCredentials` is true if the request contains a login, `hasKey` if it
 *   contains a gateway key
 */
export async function openOddService(
  answer: (path: string, hasCredentials: boolean, hasKey: boolean) => OddAnswer,
): Promise<Listening> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '');
    const { authorization, 'x-api-key': key } = request.headers;
    const given = answer(path, authorization !== undefined, key !== undefined);
    if (given === null) return void request.socket.destroy();
    const isText = typeof given.body === 'string';
    response.writeHead(given.status, { 'content-type': isText ? 'text/html' : 'application/json', ...given.headers });
    response.end(isText ? given.body : JSON.stringify(given.body ?? null));
  });
  return listen(server);
}

/** Returns a function that answers like Largesse. For signed-in requests to `/items`, it returns `items`. */
export function largesseExcept(items: OddAnswer, headers: Record<string, string> = {}) {
  return (path: string, hasCredentials: boolean): OddAnswer => {
    if (path === '/health') return { status: 200, body: { status: 'healthy', service: 'largesse-api' }, headers };
    if (path !== '/items' && path !== '/purchases') return { status: 404, body: { detail: 'Not found' } };
    if (!hasCredentials) return { status: 401, body: { detail: 'Invalid or missing credentials' } };
    return path === '/items' ? items : { status: 200, body: [] };
  };
}
