// Needs a site behind a gateway: page caches of nginx decide what guests receive.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { hasNginx } from '../../../deploy/testing/nginx.ts';
import { startPagesGateway } from '../../../deploy/testing/pages.ts';
import { type Sending, send } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { give } from '../pages/gifts.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { addCode } from '../wordpress/add-code.ts';
import { logIn } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';

/*
 * Tests which pages of the plugin a gateway may cache. deploy/gateway/pages.test.ts tests how the same nginx caches
 * pages, and which data about visitors it removes.
 */

/** Adds a mark to each page. The mark changes whenever PHP renders the page again. */
const MARK = "add_action( 'wp_footer', static fn () => printf( '<!--made %s-->', wp_generate_uuid4() ) );";

/** Opens a WordPress that uses the service, behind an nginx with the files of deploy/gateway. */
async function openPagesSite() {
  await using opened = new AsyncDisposableStack();
  const guests = opened.use(await openGuestSite());
  const { site } = guests.system;
  await addCode(site, MARK);
  const gateway = opened.use(await startPagesGateway(site.url));
  const agent = new Agent({ keepAlive: false });
  const host = new URL(site.url).host;
  const all = opened.move();
  return {
    guests,
    gateway,
    /** Sends a request to the gateway. The request is signed out, unless `headers` contains a login. */
    get: async (path: string, headers: Record<string, string> = {}, sending: Sending & { method?: string } = {}) => {
      const { method = 'GET', ...rest } = sending;
      const answer = await send(agent, gateway.url, method, path, { ...rest, headers: { host, ...headers } });
      return { ...answer, made: /<!--made (\S+)-->/.exec(answer.text)?.[1] ?? '' };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

describe('pages for many guests', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  const t = openForSuite(openPagesSite);
  const site = () => t.guests.system.site;
  const wishes = [
    { name: 'Casserole', price: 189 },
    { name: 'Napkins', quantity_needed: 12 },
  ];
  const shown = new Map<string, Shown>();
  const pathOf = (name: string) => shown.get(name)?.path ?? '';

  before(async () => {
    const drafts = {
      open: {},
      surprise: { meta: { registry_surprise: 'hidden' } },
      past: { meta: { registry_event_date: '2020-02-02' } },
      closed: { status: 'private', meta: { registry_invitees: '["invitee"]' } },
      locked: { password: 'sesame' },
      trashed: {},
    };
    for (const [slug, draft] of Object.entries(drafts)) {
      const registry = await t.guests.registry({ title: slug, slug, ...draft }, wishes);
      shown.set(slug, { ...registry, path: `/registry/${slug}/` });
      // Opens each page once, so that any work of a first visit is done before the tests.
      await t.get(pathOf(slug), await cookieOf('admin'));
    }
    await site().wordpress.run('wp_trash_post( $input );', shown.get('trashed')?.id);
  });
  beforeEach(() => t.gateway.clear());

  const cookieOf = async (who: TestUser) => ({ cookie: await logIn(site(), who) });

  it('come from the gateway only once to a guest, until they change', async () => {
    const first = await t.get(pathOf('open'));
    assert.match(first.text, /Casserole/);
    const again = await t.get(`${pathOf('open')}?utm_source=news`, { cookie: '_ga=GA1.1.1', 'accept-language': 'eo' });
    assert.equal(first.made !== '' && first.made, again.made);
    assert.equal(again.headers['set-cookie'], undefined);
    assert.equal(again.headers['cache-control'], 'private, no-cache');
    const changed = () => t.get(pathOf('open'), { 'if-none-match': first.headers.etag ?? '' });
    assert.equal((await changed()).status, 304);
    const { id = 0, items = [] } = shown.get('open') ?? {};
    await give(t.guests.system, id, { item_id: items[1], quantity: 1, giver_name: 'Ada' });
    await t.gateway.clear();
    const next = await changed();
    assert.equal(next.status, 200);
    assert.match(next.text, /11 of 12 still wanted/);
  });

  it('come from WordPress for anyone who has or used a link with a key, and no log contains the key', async () => {
    const kept = await t.get(pathOf('open'));
    const pages = await t.gateway.kept();
    const keys: string[] = [];
    for (const name of ['open', 'closed']) {
      const path = pathOf(name);
      const key = keyIn(await linksOn(site()).family(shown.get(name)?.id ?? 0));
      keys.push(key);
      const asked = await t.get(`${path}?utm_source=a&open=${key}`);
      assert.match(asked.text, /Continue/);
      assert.match(asked.headers['cache-control'] ?? '', /no-store/);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const entered = await t.get(path, form, { method: 'POST', rawBody: `open=${key}` });
      assert.equal(entered.status, 303);
      const [cookie = ''] = (entered.headers['set-cookie']?.[0] ?? '').split(';');
      assert.match(cookie, /^largesse_open_/);
      const own = await t.get(path, { cookie });
      assert.match(own.text, /Casserole/);
      assert.notEqual(own.made, kept.made, path);
      assert.match(own.headers['cache-control'] ?? '', /no-store/);
    }
    assert.equal(await t.gateway.kept(), pages);
    assert.equal((await t.get(pathOf('open'))).made, kept.made);
    for (const name of ['closed', 'locked']) assert.doesNotMatch((await t.get(pathOf(name))).text, /Casserole/);
    const log = await readFile(join(t.gateway.folder, 'access.log'), 'utf8');
    assert.match(log, /"path":"\/registry\/closed\/"/);
    for (const key of keys) assert.ok(!log.includes(key));
  });

  it('come from WordPress with their personal parts', async () => {
    await t.get(pathOf('open'));
    assert.match((await t.get(pathOf('open'), await cookieOf('owner'))).text, /Edit this registry/);
    assert.doesNotMatch((await t.get(pathOf('open'))).text, /Edit this registry/);
    assert.match((await t.get(pathOf('closed'), await cookieOf('invitee'))).text, /Casserole/);
    assert.equal((await t.get(pathOf('closed'))).status, 404);
  });

  it('may be cached only if nothing differs for the visitor, and no other plugin forbids it', async () => {
    await using _ = await addCode(
      site(),
      `add_action( 'wp_footer', static function () {
         match ( $_SERVER['HTTP_X_ACT'] ?? '' ) {
           'cookie'  => setcookie( 'theirs', '1' ),
           'store'   => header( 'Cache-Control: no-store' ),
           'private' => header( 'Cache-Control: private' ),
           'pragma'  => header( 'Pragma: no-cache' ),
           'define'  => define( 'DONOTCACHEPAGE', true ),
           'status'  => status_header( 503 ),
           'end'     => exit(),
           'flush'   => ob_flush(),
           default   => null,
         };
       } );
       if ( 'filter' === ( $_SERVER['HTTP_X_ACT'] ?? '' ) ) {
         add_filter( 'largesse_may_keep_page', '__return_false' );
       }`,
    );
    const may = async (path: string, headers: Record<string, string> = {}) => {
      const sent = { 'X-Largesse-Page': 'may-be-kept', ...headers };
      const response = await fetch(site().url + path, { redirect: 'manual', headers: sent });
      await response.arrayBuffer();
      return response.headers.get('X-Largesse-Page');
    };
    const open = pathOf('open');
    for (const name of ['open', 'surprise', 'past']) assert.equal(await may(pathOf(name)), 'keep', name);
    assert.equal(await may(open, { 'X-Largesse-Page': 'x' }), null);
    for (const act of ['cookie', 'store', 'private', 'pragma', 'define', 'status', 'filter', 'end', 'flush'])
      assert.equal(await may(open, { 'X-Act': act }), null, act);
    assert.equal(await may(open, { cookie: 'a=1' }), null);
    for (const address of ['?x=1', 'feed/', 'embed/', '2/', 'trackback/'])
      assert.equal(await may(open + address), null, address);
    for (const name of ['closed', 'locked', 'trashed']) assert.equal(await may(pathOf(name)), null, name);
    assert.equal(await may('/registry/OPEN/'), null);
  });
});
