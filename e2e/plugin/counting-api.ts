import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { addressOf } from '../../api/testing/server-address.ts';
import type { Theme } from '../../demo/wordpress/boot.ts';
import type { WordPressVersion } from '../../demo/wordpress/packages.ts';
import { openWhole, type Whole } from '../api/whole.ts';

/** A call that WordPress made to the service. */
export interface Call {
  method: string;
  /** With the query string. */
  path: string;
}

/** What a test does to calls on their way; promises are waited for. */
export interface Interference {
  /** Before the service sees the call; `false` cuts the connection. */
  before?(call: Call): unknown;
  /** After the service has answered and before WordPress hears of it; `false` cuts the connection. */
  after?(call: Call): unknown;
}

/** A WordPress whose plugin speaks to the real service, through a proxy that counts. */
export interface Counted extends AsyncDisposable {
  readonly whole: Whole;
  readonly calls: Call[];
  interference: Interference;
  /** The calls that are made while something happens. */
  callsDuring(action: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

/** Boots all of it; the plugin speaks as the site's administrator. @param cacheSeconds how long items are remembered */
export async function openCounted(
  version: WordPressVersion,
  cacheSeconds = 0,
  theme: Theme = 'default',
): Promise<Counted> {
  await using opened = new AsyncDisposableStack();
  const whole = opened.use(await openWhole(version, {}, theme));
  const calls: Call[] = [];
  const server = createServer((incoming, response) => {
    const call = { method: incoming.method ?? '', path: incoming.url ?? '' };
    calls.push(call);
    void pass(whole.url, call, counted.interference, incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { username, applicationPassword } = whole.site.users.admin;
  await whole.site.wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value ); }', {
    registry_api_base_url: addressOf(server),
    registry_api_username: username,
    registry_api_app_password: applicationPassword,
    registry_api_cache_seconds: String(cacheSeconds),
  });
  // The service asks WordPress who calls, once; later pages must not have to wait for that.
  await whole.request('admin', 'GET', '/items');
  const all = opened.move();
  const close = () => all.disposeAsync();
  const counted: Counted = {
    whole,
    calls,
    interference: {},
    callsDuring: async (action) => {
      const before = calls.length;
      await action();
      return calls.slice(before).map(({ method, path }) => `${method} ${path}`);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return counted;
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
  const outgoing = request(url + call.path, { method: call.method, headers: incoming.headers, agent: false });
  outgoing.end(Buffer.concat(sent));
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (!answer) throw new Error('The service did not answer');
  const body = Buffer.concat(await Array.fromAsync<Buffer>(answer));
  if ((await interference.after?.(call)) === false) return void response.destroy();
  response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
}

/** Lets nobody on before a number of them have come. */
export function barrier(count: number): () => Promise<void> {
  const open = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come++;
    if (come >= count) open.resolve();
    return open.promise;
  };
}
