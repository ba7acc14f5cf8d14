import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { openService, type Service } from '../../../api/src/service.ts';
import { readSettings } from '../../../api/src/settings.ts';
import { openLineLog } from '../../support/evidence.ts';
import { type Answer, type Sending, send } from '../../support/http-client.ts';
import { AMPLE } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { abilitiesApi } from '../wordpress/abilities-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, logIn } from '../wordpress/requests.ts';
import { openSite, type Site, type TestUser } from '../wordpress/site.ts';
import { KILOBYTE, makeDeterministic, RANDOM_BUFFER_END } from './determinism.ts';

/** Milliseconds for which a gateway with default settings caches a page. */
const KEPT_MS = 2000;

/** A mail that the site has sent. */
export interface SentMail {
  to: string[];
  /** Subject, headers and text. */
  text: string;
}

/** Answer to a request. */
export interface Seen {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A WordPress with the service. Both can return to a saved state, including clock and random numbers. */
export interface RepeatableSite extends AsyncDisposable {
  readonly site: Site;
  /** Saves the current state. */
  keep(): Promise<void>;
  /** Restores the saved state. */
  rewind(): Promise<void>;
  /** Sets the clock to a number of milliseconds after noon (UTC). */
  at(milliseconds: number): void;
  /** Sends a request to the site as a signed-in user or as `nobody`. */
  ask(who: Caller, method: string, path: string, sending?: Sending): Promise<Seen>;
  /** Opens a page through the gateway, as a visitor without cookies. */
  visit(path: string): Promise<Seen>;
  /**
   * Sends a request with a nonce, like the script of a page. The path is relative to `largesse/v1`, or begins with
   * `/wp-json`.
   */
  rest(who: TestUser, method: string, path: string, body?: object): Promise<Seen>;
  /** Sends a request to the service. */
  api<T>(who: TestUser, method: string, path: string, body?: object): Promise<Answer<T>>;
  /** Returns the mails that the site has sent since the state was saved or restored. */
  mails(): Promise<SentMail[]>;
}

/**
 * Resets the random numbers for each request, and stores mails in the site's folder instead of sending them. A header
 * of each answer contains the amount of work, because an owner can measure the time of an answer.
 *
 * At the start of each request, this code refills PHP's buffer of random bytes exactly once, and reads the buffer to
 * its end. If the buffer is empty at first, the first call of random_bytes() in the loop refills the buffer. Otherwise,
 * the loop reads the rest of the old bytes, and the call of random_bytes() after the loop refills the buffer.
 */
const HELPERS = `<?php
$GLOBALS['calls'] = array();
add_filter( 'pre_http_request', function ( $answer, $sent, $url ) {
	// Replaces cursors of events, because they contain random bytes of the service.
	$GLOBALS['calls'][] = $sent['method'] . ' ' . preg_replace( '/(?<=[?&]after=)[\\w-]{40,}/', 'a-cursor', $url );
	return $answer;
}, 10, 3 );
// The random keys of two creations at one time are equal, so the service would refuse the second one. It could not
// store keys anyway, because the clock of these tests returns fractions of a millisecond.
add_filter( 'http_request_args', function ( $sent ) {
	unset( $sent['headers']['Idempotency-Key'] );
	return $sent;
} );
ob_start( function ( $text ) {
	header( 'X-Work: ' . $GLOBALS['wpdb']->num_queries . ' queries; ' . implode( ' ', $GLOBALS['calls'] ) );
	return $text;
} );
for ( $chance = ''; ! str_ends_with( $chance, '${RANDOM_BUFFER_END}' ) && strlen( $chance ) < 5000; ) {
	$chance .= random_bytes( 1 );
}
if ( strlen( $chance ) < ${KILOBYTE} ) {
	random_bytes( ${KILOBYTE} );
}
add_filter( 'pre_wp_mail', function ( $done, $mail ) {
	$mail['to'] = is_array( $mail['to'] ) ? $mail['to'] : explode( ',', $mail['to'] );
	file_put_contents( '/site/mails.jsonl', wp_json_encode( $mail ) . "\\n", FILE_APPEND );
	return true;
}, 10, 2 );`;

/**
 * Opens a site with all default settings: the plugin calls the service as the site's administrator. A gateway
 * in front of the site caches public pages.
 */
export async function openRepeatableSite(): Promise<RepeatableSite> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder()).path;
  const [data, kept] = [join(folder, 'site'), join(folder, 'kept')];
  await mkdir(data);
  // Runs PHP in this process, so that PHP uses the same clock and random numbers.
  const site = opened.use(
    await openSite({ version: '6.5', theme: 'largesse', dataFolder: data, engine: 'wasm', fixedCode: true }),
  );
  await site.wordpress.run(
    "wp_mkdir_p( WPMU_PLUGIN_DIR ); file_put_contents( WPMU_PLUGIN_DIR . '/repeatable.php', $input );",
    HELPERS,
  );
  await addCode(site, abilitiesApi());
  const items = join(folder, 'items');
  await mkdir(items);
  let port = '0';
  const environment = () => ({
    HOST_URL: site.url,
    DATABASE_URL: `sqlite:${join(items, 'items.db')}`,
    PORT: port,
    LOG_LEVEL: 'fatal',
    HOST_TIMEOUT: '60',
    PREVIEWS: 'off',
  });
  const log = openLineLog('service');
  opened.defer(() => log.end());
  const start = async () => {
    const service = await openService(readSettings({ ...environment(), LOG_LEVEL: 'debug' }), { log, ...AMPLE });
    const url = await service.listen();
    return { service, url };
  };
  let running: { service: Service; url: string } = await start();
  opened.defer(() => running.service.close());
  port = new URL(running.url).port;
  const { username, applicationPassword } = site.users.admin;
  const pages = new Map<string, { page: Seen; until: number }>();
  await site.wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value ); }', {
    registry_api_base_url: running.url,
    registry_api_username: username,
    registry_api_app_password: applicationPassword,
  });
  const agent = new Agent({ keepAlive: false });
  const fate = makeDeterministic();
  opened.defer(() => fate[Symbol.dispose]());
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  fate.beginAt(noon);
  const api: RepeatableSite['api'] = (who, method, path, body) =>
    send(agent, running.url, method, path, {
      headers: { authorization: site.users[who].authorization },
      ...(body && { body }),
    });
  /** Closes the service, copies the stored data of the site and the service, and starts the service again. */
  const copy = async (from: string, to: string) => {
    await running.service.close();
    for (const name of ['database', 'items']) {
      const [source, target] = [from, to].map((root) =>
        join(root === folder && name === 'database' ? data : root, name),
      );
      if (source === undefined || target === undefined) continue;
      await mkdir(target, { recursive: true });
      for (const old of await readdir(target)) await rm(join(target, old), { recursive: true });
      await cp(source, target, { recursive: true });
    }
    await rm(join(data, 'mails.jsonl'), { force: true });
    running = await start();
    // With this request, the service looks up the caller on WordPress. Otherwise, a later page would wait for this
    // look-up.
    await api('admin', 'GET', '/items');
  };
  const ask: RepeatableSite['ask'] = async (who, method, path, { headers, ...sending } = {}) => {
    const login = who === 'nobody' ? {} : { cookie: await logIn(site, who) };
    const answer = await send(agent, site.url, method, path, { ...sending, headers: { ...login, ...headers } });
    // Omits the date, because Node's server sets the date with its own clock.
    const { date: _, ...told } = answer.headers;
    return { status: answer.status, headers: told, text: answer.text };
  };
  const nonces = new Map<TestUser, string>();
  const all = opened.move();
  return {
    site,
    keep: async () => {
      await copy(folder, kept);
    },
    rewind: async () => {
      fate.beginAt(noon);
      pages.clear();
      await copy(kept, folder);
    },
    at: (milliseconds) => fate.beginAt(noon + milliseconds),
    ask,
    // Caches pages like `deploy/gateway`, with the clock of this process (pages: Many guests). The tests cannot use the
    // gateway itself, because the gateway has its own clock.
    visit: async (path) => {
      const old = pages.get(path);
      if (old && Date.now() < old.until) return old.page;
      const page = await ask('nobody', 'GET', path, { headers: { 'x-largesse-page': 'may-be-kept' } });
      if (page.headers['x-largesse-page'] === 'keep') pages.set(path, { page, until: Date.now() + KEPT_MS });
      return page;
    },
    rest: async (who, method, path, body) => {
      const nonce = nonces.get(who) ?? (await ask(who, 'GET', '/wp-admin/admin-ajax.php?action=rest-nonce')).text;
      nonces.set(who, nonce);
      return ask(who, method, path.startsWith('/wp-json') ? path : `/wp-json/largesse/v1${path}`, {
        headers: { 'x-wp-nonce': nonce },
        ...(body && method !== 'GET' && { body }),
      });
    },
    api,
    mails: async () => {
      const lines = await readFile(join(data, 'mails.jsonl'), 'utf8').catch(() => '');
      return lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ({ to: JSON.parse(line).to, text: line }));
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
