import { Agent } from 'node:http';
import { type PagesGateway, startPagesGateway } from '../../../deploy/testing/pages.ts';
import { type Answer, type Sending, send } from '../../support/http-client.ts';
import { type GuestSite, openGuestSite } from '../pages/guest-site.ts';
import { addCode } from '../wordpress/add-code.ts';

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
}

/** Opens the site. @param freshness how long pages are fresh; by default longer than any test takes */
export async function openPagesSite(freshness = 'max-age=600'): Promise<PagesSite> {
  await using opened = new AsyncDisposableStack();
  const guests = opened.use(await openGuestSite());
  const { site } = guests.system;
  await addCode(site, MARK);
  const gateway = opened.use(await startPagesGateway({ wordpress: site.url, proxies: ['127.0.0.1'], freshness }));
  const agent = new Agent({ keepAlive: false });
  const host = new URL(site.url).host;
  const all = opened.move();
  return {
    guests,
    gateway,
    get: async (path, headers = {}, sending = {}) => {
      const { method = 'GET', ...rest } = sending;
      const answer = await send(agent, gateway.url, method, path, { ...rest, headers: { host, ...headers } });
      const [, made = '', told = ''] = answer.text.match(/<!--made (\S+) (\S+)-->/) ?? [];
      return { ...answer, made, told: told === '' ? null : JSON.parse(Buffer.from(told, 'base64').toString()) };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
