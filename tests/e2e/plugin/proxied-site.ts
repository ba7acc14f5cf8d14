import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { addressOf } from '../../support/server-address.ts';
import { openSiteWithApi, type SiteWithApi } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import type { TestTheme } from '../wordpress/site.ts';

/** A call from WordPress to the service. */
export interface Call {
  method: string;
  /** Path and query string. */
  path: string;
}

/** Functions of a test that delay, cut or answer calls. The proxy awaits their promises. */
export interface Interference {
  /** Runs before the service receives the call. If the result is `false`, the proxy cuts the connection. */
  before?(call: Call): unknown;
  /** Returns an answer for WordPress. If the result is `undefined`, the service answers the call. */
  instead?(call: Call, body: string): unknown;
  /** Runs before WordPress gets the service's answer. If the result is `false`, the proxy cuts the connection. */
  after?(call: Call): unknown;
}

/** An answer of the service that refuses a call. */
export class Refused {
  readonly status: number;
  readonly detail: string;
  readonly headers: Record<string, string>;

  constructor(status: number, detail = 'No', headers: Record<string, string> = {}) {
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** A WordPress whose plugin calls the real service through a proxy that records and delays calls. */
export interface ProxiedSite extends AsyncDisposable {
  readonly system: SiteWithApi;
  interference: Interference;
  /** Runs an action, and returns the calls that WordPress made in the meantime, as `GET /path`. */
  callsDuring(action: () => Promise<unknown>): Promise<string[]>;
}

/** Disables the pause of ten seconds after a failure of the service, unless the option `test_pause` is set. */
const NO_PAUSE = `
add_filter( 'pre_option', static fn ( $value, $name ) => str_starts_with( $name, '_transient_largesse_items_failed_' ) && ! get_option( 'test_pause' ) ? '' : $value, 10, 2 );`;

/** Boots site, service and proxy; the plugin calls the service as the site's administrator. */
export async function openProxiedSite(version: WordPressVersion, theme: TestTheme = 'plain'): Promise<ProxiedSite> {
  await using opened = new AsyncDisposableStack();
  const system = opened.use(await openSiteWithApi(version, {}, theme));
  const calls: Call[] = [];
  const server = createServer((incoming, response) => {
    const call = { method: incoming.method ?? '', path: incoming.url ?? '' };
    calls.push(call);
    void pass(system.url, call, proxied.interference, incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  await addCode(system.site, NO_PAUSE);
  const { username, applicationPassword } = system.site.users.admin;
  await system.site.wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value ); }', {
    registry_api_base_url: addressOf(server),
    registry_api_username: username,
    registry_api_app_password: applicationPassword,
  });
  // With this request, the service looks up the caller in WordPress. So later pages do not wait for this look-up.
  await system.request('admin', 'GET', '/items');
  const all = opened.move();
  const proxied: ProxiedSite = {
    system,
    interference: {},
    callsDuring: async (action) => {
      const before = calls.length;
      await action();
      return calls.slice(before).map(({ method, path }) => `${method} ${path}`);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
  return proxied;
}

async function pass(
  url: string,
  call: Call,
  interference: Interference,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await Array.fromAsync<Buffer>(incoming);
  if ((await interference.before?.(call)) === false) return void response.destroy();
  const told = await interference.instead?.(call, Buffer.concat(sent).toString());
  if (told !== undefined) return void tell(response, told);
  const outgoing = request(url + call.path, { method: call.method, headers: incoming.headers, agent: false });
  outgoing.end(Buffer.concat(sent));
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (!answer) throw new Error('The service did not answer');
  const body = Buffer.concat(await Array.fromAsync<Buffer>(answer));
  if ((await interference.after?.(call)) === false) return void response.destroy();
  response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
}

/** Sends an answer. A number is the status of a refusal, a text is sent unchanged, and other values become JSON. */
function tell(response: ServerResponse, told: unknown): void {
  const refused = typeof told === 'number' ? new Refused(told) : told;
  const { status, detail, headers } = refused instanceof Refused ? refused : new Refused(200);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const body = refused instanceof Refused ? { detail } : told;
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Creates a barrier. Callers wait at the barrier until `count` callers have arrived. */
export function barrier(count: number): () => Promise<void> {
  const open = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come++;
    if (come >= count) open.resolve();
    return open.promise;
  };
}
