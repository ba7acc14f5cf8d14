import { Agent } from 'node:http';
import { type PagesGateway, startPagesGateway } from '../../../deploy/testing/pages.ts';
import { type Answer, type Sending, send } from '../../support/http-client.ts';
import { type GuestSite, openGuestSite } from '../pages/guest-site.ts';
import { addCode } from '../wordpress/add-code.ts';

const KEY = 'the-key-for-forgetting';

/**
 * Adds a comment to the end of each page. The comment contains a unique mark, and all data about the visitor that PHP
 * received. With this comment, tests check that a cached page cannot contain data about its first visitor.
 */
const MARK = `
add_action( 'wp_footer', static function () {
	$told = array_filter( $_SERVER, static fn ( $name ) => preg_match( '/^(HTTP_|QUERY_STRING|PHP_AUTH)/', $name ), ARRAY_FILTER_USE_KEY );
	ksort( $told );
	$told = array( 'server' => $told, 'get' => $_GET, 'cookies' => array_keys( $_COOKIE ), 'user' => get_current_user_id() );
	printf( '<!--made %s %s-->', wp_generate_uuid4(), base64_encode( wp_json_encode( $told ) ) );
} );`;

/**
 * Raises the plugin's time limit for answers of the gateway from 2 to 60 seconds. In these tests, WordPress and the
 * service share a thread, which can pause for longer on a busy machine.
 */
const PATIENCE = `
add_filter( 'http_request_args', static fn ( $args, $url ) => str_contains( $url, '/forget' ) ? array( 'timeout' => 60 ) + $args : $args, 10, 2 );`;

/** Data about a visitor that PHP received. */
export interface VisitorData {
  server: Record<string, string>;
  get: Record<string, string> | [];
  cookies: string[];
  user: number;
}

/** The gateway's answer to a request for a page. */
export interface Page extends Answer<unknown> {
  /** Mark that changes whenever PHP renders a page again; '' if the answer is not a page. */
  made: string;
  told: VisitorData | null;
}

/** A WordPress that uses the service, behind an nginx with the files of deploy/gateway. */
export interface PagesSite extends AsyncDisposable {
  readonly guests: GuestSite;
  readonly gateway: PagesGateway;
  /** Sends a request to the gateway. The request is signed out, unless `headers` contains a login. */
  get(path: string, headers?: Record<string, string>, sending?: Sending & { method?: string }): Promise<Page>;
  /** Empties the gateway's cache. */
  forgetAll(): Promise<void>;
  /** Sets the gateway's address in the plugin; without an address, the plugin uses no gateway. */
  connect(url?: string, key?: string): Promise<void>;
  /** Returns the pages that the plugin has purged since the last call. */
  forgotten(): Promise<string[]>;
}

/** Opens the site. @param freshness how long pages are fresh; by default longer than any test takes */
export async function openPagesSite(freshness = 'max-age=600'): Promise<PagesSite> {
  await using opened = new AsyncDisposableStack();
  const guests = opened.use(await openGuestSite());
  const { site } = guests.system;
  await addCode(site, MARK + PATIENCE);
  const gateway = opened.use(
    await startPagesGateway({ wordpress: site.url, keys: [KEY], proxies: ['127.0.0.1'], freshness }),
  );
  const agent = new Agent({ keepAlive: false });
  const host = new URL(site.url).host;
  const ask = (base: string, path: string, headers: Record<string, string>, sending: Sending & { method?: string }) =>
    send(agent, base, sending.method ?? 'GET', path, { ...sending, headers: { host, ...headers } });
  let seen = 0;
  const forgotten = async () => {
    const all = await gateway.forgotten();
    const news = all.slice(seen);
    seen = all.length;
    return news;
  };
  const connect = async (url: string = gateway.forgetUrl, key = KEY) => {
    await site.wordpress.run(
      `update_option( 'registry_pages_url', $input[0] ); update_option( 'registry_pages_key', $input[1] );`,
      [url, key],
    );
  };
  await connect();
  const all = opened.move();
  return {
    guests,
    gateway,
    get: async (path, headers = {}, sending = {}) => {
      const answer = await ask(gateway.url, path, headers, sending);
      const [, made = '', told = ''] = answer.text.match(/<!--made (\S+) (\S+)-->/) ?? [];
      return { ...answer, made, told: told === '' ? null : JSON.parse(Buffer.from(told, 'base64').toString()) };
    },
    forgetAll: async () => {
      await ask(gateway.forgetUrl, '/forget-all', { 'x-largesse-key': KEY }, { method: 'POST' });
      await forgotten();
    },
    connect,
    forgotten,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
