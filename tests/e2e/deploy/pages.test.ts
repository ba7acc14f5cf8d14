import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { hasNginx } from '../../../deploy/testing/nginx.ts';
import { openForSuite } from '../../support/suite.ts';
import { give } from '../pages/gifts.ts';
import type { Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { addCode } from '../wordpress/add-code.ts';
import { logIn } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { openPagesSite, type Page } from './pages-site.ts';

const skip = hasNginx ? false : 'nginx is not installed';

describe('pages for many guests', { skip }, () => {
  const t = openForSuite(() => openPagesSite());
  const site = () => t.guests.system.site;
  const run = (code: string, input?: unknown) => site().wordpress.run(code, input);
  const wishes = [
    { name: 'Casserole', price: 189 },
    { name: 'Napkins', quantity_needed: 12 },
  ];
  let open: Shown;
  let surprise: Shown;
  let closed: Shown;
  let locked: Shown;
  let trashed: Shown;
  let past: Shown;

  before(async () => {
    open = await t.guests.registry({ title: 'Open to all', slug: 'open' }, wishes);
    surprise = await t.guests.registry(
      { title: 'Surprise', slug: 'surprise', meta: { registry_surprise: 'hidden' } },
      wishes,
    );
    closed = await t.guests.registry(
      { title: 'Closed', slug: 'closed', status: 'private', meta: { registry_invitees: '["invitee"]' } },
      wishes,
    );
    locked = await t.guests.registry({ title: 'Locked', slug: 'locked', password: 'sesame' }, wishes);
    trashed = await t.guests.registry({ title: 'Trashed', slug: 'trashed' }, wishes);
    await run('wp_trash_post( $input );', trashed.id);
    past = await t.guests.registry(
      { title: 'Past', slug: 'past', meta: { registry_event_date: '2020-02-02' } },
      wishes,
    );
    closed = { ...closed, path: '/registry/closed/' };
    // Opens each page once, so that any work of a first visit is done before the tests.
    for (const { path } of [open, surprise, closed, locked, past]) await t.get(path, await cookieOf('admin'));
  });
  beforeEach(() => t.gateway.clear());

  const cookieOf = async (who: TestUser) => ({ cookie: await logIn(site(), who) });
  /** Checks whether two answers contain the same copy of a page. */
  const isKept = (one: Page, other: Page) => one.made !== '' && one.made === other.made;
  /** The only data about a visitor that PHP may receive when it renders a page for everyone. */
  const everybody = () => ({
    server: {
      HTTP_CONNECTION: 'close',
      HTTP_HOST: new URL(site().url).host,
      HTTP_USER_AGENT: 'largesse-gateway',
      HTTP_X_FORWARDED_PROTO: 'http',
      HTTP_X_LARGESSE_PAGE: 'may-be-kept',
    },
    get: [],
    cookies: [],
    user: 0,
  });
  const isForEverybody = (page: Page) => {
    assert.equal(page.status, 200);
    const { QUERY_STRING: query = '', ...server } = page.told?.server ?? {};
    assert.equal(query, '');
    assert.deepEqual({ ...page.told, server }, everybody());
  };

  describe('come from the gateway', () => {
    it('for all visitors without cookies, and browsers must not store them', async () => {
      const first = await t.get(open.path);
      isForEverybody(first);
      assert.match(first.text, /Casserole/);
      const again = await t.get(`${open.path}?utm_source=news`, { cookie: '_ga=GA1.1.1', 'accept-language': 'nl' });
      assert.ok(isKept(first, again));
      assert.equal(again.headers['set-cookie'], undefined);
      assert.equal(again.headers['cache-control'], 'private, no-cache');
    });

    it('only once to an open page of a guest, until they change', async () => {
      const { headers } = await t.get(open.path);
      const again = () => t.get(open.path, { 'if-none-match': headers.etag ?? '' });
      assert.equal((await again()).status, 304);
      await give(t.guests.system, open.id, { item_id: open.items[1], quantity: 1, giver_name: 'Ada' });
      await t.gateway.clear();
      const next = await again();
      assert.equal(next.status, 200);
      assert.match(next.text, /11 of 12 still wanted/);
    });

    it('of public registries of every kind', async () => {
      for (const { path } of [surprise, past]) assert.ok(isKept(await t.get(path), await t.get(path)), path);
    });
  });

  describe('come from WordPress', () => {
    it('for anyone who has or used a link with a key, and no log contains the key', async () => {
      const kept = await t.get(open.path);
      const pages = await t.gateway.kept();
      const keys: string[] = [];
      for (const { id, path } of [open, closed]) {
        const key = keyIn(await linksOn(site()).family(id));
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
        assert.ok(!isKept(own, kept), path);
        assert.match(own.headers['cache-control'] ?? '', /no-store/);
      }
      assert.equal(await t.gateway.kept(), pages);
      assert.ok(isKept(kept, await t.get(open.path)));
      for (const { path } of [closed, locked]) assert.doesNotMatch((await t.get(path)).text, /Casserole/);
      const log = await readFile(join(t.gateway.folder, 'access.log'), 'utf8');
      assert.match(log, /"path":"\/registry\/closed\/"/);
      for (const key of keys) assert.ok(!log.includes(key));
    });

    it('with their personal parts', async () => {
      await t.get(open.path);
      assert.match((await t.get(open.path, await cookieOf('owner'))).text, /Edit this registry/);
      assert.doesNotMatch((await t.get(open.path)).text, /Edit this registry/);
      assert.match((await t.get(closed.path, await cookieOf('invitee'))).text, /Casserole/);
      assert.equal((await t.get(closed.path)).status, 404);
    });

    it('without permission to cache them, if anything differs for the visitor or another plugin forbids it', async () => {
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
             'filter'  => null,
             'end'     => exit(),
             'flush'   => ob_flush(),
             default   => null,
           };
         } );
         if ( 'filter' === ( $_SERVER['HTTP_X_ACT'] ?? '' ) ) {
           add_filter( 'largesse_may_keep_page', '__return_false' );
         }`,
      );
      const may = async (address: string, headers: Record<string, string> = {}) => {
        const response = await fetch(site().url + address, {
          redirect: 'manual',
          headers: { 'X-Largesse-Page': 'may-be-kept', ...headers },
        });
        await response.arrayBuffer();
        return response.headers.get('X-Largesse-Page');
      };
      assert.equal(await may(open.path), 'keep');
      assert.equal(await may(open.path, { 'X-Largesse-Page': 'x' }), null);
      for (const act of ['cookie', 'store', 'private', 'pragma', 'define', 'status', 'filter', 'end', 'flush'])
        assert.equal(await may(open.path, { 'X-Act': act }), null, act);
      assert.equal(await may(open.path, { cookie: 'a=1' }), null);
      for (const address of ['?x=1', 'feed/', 'embed/', '2/', 'trackback/'])
        assert.equal(await may(open.path + address), null, address);
      for (const { path } of [closed, locked, trashed]) assert.equal(await may(path), null, path);
      assert.equal(await may('/registry/OPEN/'), null);
    });
  });
});
