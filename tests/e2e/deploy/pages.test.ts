import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { hasNginx } from '../../../deploy/testing/nginx.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
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
  beforeEach(() => t.forgetAll());

  const cookieOf = async (who: TestUser) => ({ cookie: await logIn(site(), who) });
  /** Checks whether two answers contain the same copy of a page. */
  const isKept = (one: Page, other: Page) => one.made !== '' && one.made === other.made;
  /** Requests a page until the gateway keeps it: PHP may purge the page late, after the answer to an earlier change. */
  const keep = async (path: string): Promise<Page> => {
    let page = await t.get(path);
    await until('the gateway keeps the page', async () => {
      const again = await t.get(path);
      const kept = isKept(page, again);
      page = again;
      return kept;
    });
    return page;
  };
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
      const again = await t.get(`${open.path}?utm_source=news`, { cookie: '_ga=GA1.1.1', 'accept-language': 'de' });
      assert.ok(isKept(first, again));
      assert.equal(again.headers['set-cookie'], undefined);
      assert.equal(again.headers['cache-control'], 'private, no-cache');
    });

    it('only once to an open page of a guest, until a gift changes them', async () => {
      const { headers } = await t.get(open.path);
      const again = () => t.get(open.path, { 'if-none-match': headers.etag ?? '' });
      assert.equal((await again()).status, 304);
      await give(t.guests.system, open.id, { item_id: open.items[1], quantity: 1, giver_name: 'Ada' });
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

  describe('are purged at once', () => {
    /** Returns the page before and after a change, and the addresses that the plugin purged. */
    const change = async (
      path: string,
      act: () => Promise<unknown>,
    ): Promise<{ before: Page; after: Page; forgotten: string[] }> => {
      const before = await keep(path);
      await t.forgotten();
      await act();
      const forgotten = await t.forgotten();
      return { before, after: await t.get(path), forgotten };
    };
    let mine: Shown;
    let count = 0;
    const fresh = async (draft = {}) => {
      mine = await t.guests.registry({ title: 'Mine', slug: `mine-${++count}`, ...draft }, wishes);
      return mine;
    };
    const store = (code: string, input: unknown = {}) =>
      run(`$store = Largesse\\Services::get( Largesse\\Registry\\Store::class ); ${code}`, {
        id: mine.id,
        item: mine.items[0],
        ...Object(input),
      });

    it('when a wish is added, changed, removed, moved or restored', async () => {
      const { path } = await fresh();
      const acts = [
        `$store->items->update( $input['id'], $input['item'], array( 'name' => 'Saucepan' ) );`,
        `$store->order->move( $input['id'], $input['item'], null );`,
        `$store->items->remove( $input['id'], $input['item'] );`,
        `$store->items->restore( $input['id'], $input['item'], null );`,
      ];
      const add = `$store->items->add( $input['id'], array( 'name' => 'Teapot', 'url' => 'https://shop.example/x' ) );`;
      const { before, after } = await change(path, () => store(add));
      assert.doesNotMatch(before.text, /Teapot/);
      assert.match(after.text, /Teapot/);
      for (const act of acts) {
        await store(act);
        const forgotten = await t.forgotten();
        assert.ok(forgotten.length > 0 && forgotten.every((one) => one === path), act);
      }
      assert.match((await t.get(path)).text, /<\/head>[\s\S]*Napkins[\s\S]*Teapot[\s\S]*Saucepan/);
    });

    it('when a registry is hidden or deleted', async () => {
      const acts = [
        `wp_update_post( array( 'ID' => $input['id'], 'post_status' => 'draft' ) );`,
        `wp_trash_post( $input['id'] );`,
        `wp_delete_post( $input['id'], true );`,
        `wp_update_post( array( 'ID' => $input['id'], 'post_password' => 'sesame' ) );`,
        `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_update_post( array( 'ID' => $input['id'], 'post_author' => $u = wp_insert_user( array( 'user_login' => wp_generate_uuid4(), 'user_pass' => 'x' ) ) ) ); wp_delete_user( $u );`,
      ];
      for (const act of acts) {
        const { path } = await fresh();
        await t.forgotten();
        await store(act);
        assert.ok((await t.forgotten()).includes(path), act);
      }
      const { path } = await fresh({ content: 'A secret story' });
      const { before, after } = await change(path, () =>
        store(`wp_update_post( array( 'ID' => $input['id'], 'post_status' => 'private' ) );`),
      );
      assert.match(before.text, /A secret story/);
      assert.equal(after.status, 404);
      assert.doesNotMatch(after.text, /Casserole|A secret story/);
      assert.ok(!isKept(after, await t.get(path)), 'the error is not cached');
    });

    it('at the old address when a registry moves', async () => {
      const { path } = await fresh();
      const { after } = await change(path, () =>
        store(`wp_update_post( array( 'ID' => $input['id'], 'post_name' => 'moved' ) );`),
      );
      assert.equal(after.status, 301);
      assert.match(String(after.headers.location), /\/registry\/moved\//);
    });

    it('when a guest gives openly, gives more, or gives back', async () => {
      const { path, id, items } = await fresh();
      const { before, after } = await change(path, () => give(t.guests.system, id, { item_id: items[1], quantity: 5 }));
      assert.doesNotMatch(before.text, /7 of 12/);
      assert.match(after.text, /7 of 12 still wanted/);
      const gift = await give(t.guests.system, id, { item_id: items[1], quantity: 1 });
      const purchases = 'Largesse\\Services::get( Largesse\\Giving\\Purchases::class )';
      for (const act of [
        `change( $input[0], $input[1], array( 'quantity' => 2 ) )`,
        'give_back( $input[0], $input[1], false )',
      ]) {
        await t.forgotten();
        await run(`${purchases}->${act};`, [id, gift.id]);
        assert.ok((await t.forgotten()).includes(path), act);
      }
    });

    it('when gifts are revealed to the owner, but not again by pages that check for it', async () => {
      const { path, id, items } = await fresh({
        meta: { registry_surprise: 'hidden', registry_reveal_date: '2020-01-01' },
      });
      await t.guests.system.request('admin', 'PUT', `/purchases/${crypto.randomUUID()}`, {
        body: { item_id: items[1], quantity: 3, secret: true },
      });
      await t.get(path);
      await until('the gift is visible', async () => /9 of 12/.test((await t.get(path)).text));
      const [one, other] = [await t.get(path), await t.get(path)];
      assert.ok(isKept(one, other));
      assert.ok(id > 0);
    });

    it('when any shown value changes, and together with all others when their look changes', async () => {
      const { id, path } = await fresh();
      const [sent, hosts, seconds]: [Record<string, string[]>, string[], number] = JSON.parse(
        await run(
          `$purger = Largesse\\Services::get( Largesse\\PageCache\\Purger::class );
           $sent   = array();
           add_filter( 'pre_http_request', static function ( $response, $options, $url ) use ( &$sent ) {
             $sent[] = wp_parse_url( $url, PHP_URL_PATH );
             return array( 'response' => array( 'code' => 204 ), 'headers' => array(), 'body' => '' );
           }, 10, 3 );
           $acts = array();
           foreach ( array( 'registry_headings', 'registry_most_wanted', 'registry_event_type', 'registry_event_date', 'registry_surprise', 'registry_reveal_date', 'registry_cover', '_thumbnail_id', '_wp_page_template', 'registry_item_ids' ) as $key ) {
             $acts[ "add $key" ]    = static fn () => add_post_meta( $input, $key, '1' );
             $acts[ "change $key" ] = static fn () => update_post_meta( $input, $key, '2' );
             $acts[ "delete $key" ] = static fn () => delete_post_meta( $input, $key );
           }
           foreach ( array( 'blogname', 'largesse_currency', 'largesse_shops_see_no_guests', 'blogdescription', 'timezone_string', 'date_format', 'theme_mods_x', 'widget_x', 'site_icon' ) as $name ) {
             $acts[ "all $name" ] = static fn () => update_option( $name, 'site_icon' === $name ? '9' : 'Europe/Oslo' );
           }
           foreach ( array( 'blog_public', 'home', 'siteurl', 'permalink_structure', 'rewrite_rules', 'sidebars_widgets', 'show_on_front', 'page_on_front', 'site_logo', 'WPLANG', 'gmt_offset', 'template', 'stylesheet', 'active_plugins', 'active_sitewide_plugins' ) as $name ) {
             $acts[ "all $name" ] = static fn () => do_action( 'updated_option', $name, 'old', 'new' );
           }
           foreach ( array( 'wp_template', 'wp_template_part', 'wp_global_styles', 'wp_navigation', 'nav_menu_item', 'wp_block', 'custom_css' ) as $type ) {
             $acts[ "all $type" ] = static fn () => wp_insert_post( array( 'post_type' => $type, 'post_status' => 'publish', 'post_title' => 'x', 'post_content' => 'x' ) );
           }
           $acts['all theme']    = static fn () => do_action( 'switch_theme', 'x' );
           $acts['all upgrade']  = static fn () => do_action( 'upgrader_process_complete', null, array() );
           $acts['all look']     = static fn () => do_action( 'customize_save_after', null );
           $many = static function ( int $number ) use ( $purger ): void {
             for ( $at = 0; $at < $number; $at++ ) {
               $purger->mark( new WP_Post( (object) array( 'ID' => 9, 'post_type' => 'registry', 'post_status' => 'publish', 'post_name' => "many-$at", 'filter' => 'raw' ) ) );
             }
           };
           $acts['all deleted']  = static fn () => delete_option( 'largesse_currency' );
           $acts['all of 20']    = static fn () => $many( 20 );
           $acts['none of gift'] = static fn () => update_option( 'largesse_retention', array( 'day' => 'x' ) ) && update_post_meta( $input, '_largesse_edits', 'x' );
           $purger->send_purges();
           foreach ( $acts as $what => $act ) {
             $sent = array();
             $act();
             $purger->send_purges();
             $found[ $what ] = array_values( array_unique( $sent ) );
           }
           foreach ( array( 'blogname' => 'Site', 'largesse_currency' => 'EUR', 'date_format' => 'F j, Y', 'largesse_shops_see_no_guests' => '', 'blogdescription' => '', 'timezone_string' => '', 'site_icon' => '' ) as $name => $value ) {
             update_option( $name, $value );
           }
           $url  = get_option( 'registry_pages_url' );
           $hosts = array();
           add_filter( 'pre_http_request', static function ( $response, $options, $url ) use ( &$hosts ) {
             $hosts[] = wp_parse_url( $url, PHP_URL_PORT ) . ' ' . $options['headers']['X-Largesse-Key'] . ' ' . $options['headers']['Host'];
             return str_contains( $url, ':9' ) ? new WP_Error( 'x', 'silent' ) : $response;
           }, 11, 3 );
           update_option( 'registry_pages_url', 'http://127.0.0.1:7 http://127.0.0.1:9' );
           foreach ( array( 1, 2 ) as $time ) {
             $purger->mark( $input );
             $purger->send_purges();
           }
           update_option( 'registry_pages_url', $url );
           $silent  = 'largesse_pages_silent_' . md5( 'http://127.0.0.1:9' );
           $seconds = (int) get_option( "_transient_timeout_{$silent}" ) - time();
           delete_transient( $silent );
           echo wp_json_encode( array( $found, $hosts, $seconds ) );`,
          id,
        ),
      );
      for (const [what, purged] of Object.entries(sent)) {
        const expected = what.startsWith('all') ? ['/forget-all'] : what.startsWith('none') ? [] : [`/forget${path}`];
        assert.deepEqual(purged, expected, what);
      }
      assert.equal(Object.keys(sent).length, 67);
      // Each gateway gets the key and the name of the site. A gateway that did not answer is skipped for a while.
      const rest = `the-key-for-forgetting ${new URL(site().url).host}`;
      assert.deepEqual(hosts, [`7 ${rest}`, `9 ${rest}`, `7 ${rest}`]);
      assert.ok(seconds > 0 && seconds <= 10, String(seconds));
    });

    it('under every spelling of their address', async () => {
      const { path } = await fresh({ slug: 'праздник' });
      assert.match(path, /%d0/);
      const loud = path.replaceAll(/%[0-9a-f]{2}/g, (escaped) => escaped.toUpperCase());
      await t.get(loud);
      const { after } = await change(path, () =>
        store(`wp_update_post( array( 'ID' => $input['id'], 'post_status' => 'private' ) );`),
      );
      assert.equal(after.status, 404);
      assert.equal((await t.get(loud)).status, 404);
    });

    it('even if WordPress is rendering them from older data at that moment', async () => {
      const { path, id } = await fresh();
      await t.connect();
      const begun = Promise.withResolvers<void>();
      const changed = Promise.withResolvers<void>();
      t.guests.interference = {
        after: async ({ path: asked }) => {
          if (!asked.includes(`registry_id=${id}`)) return;
          begun.resolve();
          await changed.promise;
        },
      };
      const slow = t.get(path);
      await begun.promise;
      t.guests.interference = {};
      await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, id);
      changed.resolve();
      // The request before the change still gets the old page, which was correct at that time. Later requests do not
      // get the old page.
      assert.match((await slow).text, /Casserole/);
      assert.equal((await t.get(path)).status, 404);
    });

    it('and no other change purges them', async () => {
      const { path, id } = await fresh();
      const other = await t.get(open.path);
      const { forgotten } = await change(path, () =>
        store(`wp_update_post( array( 'ID' => $input['id'], 'post_title' => 'New' ) );`),
      );
      assert.deepEqual(forgotten, [path]);
      assert.ok(isKept(other, await t.get(open.path)));
      // Guests of the page cannot see these changes.
      const still = await change(path, async () => {
        await run(
          `Largesse\\Services::get( Largesse\\Registry\\Store::class )->people->invite( $input, array( 'somebody' ) ); Largesse\\Services::get( Largesse\\Registry\\Store::class )->details->set_past( $input, true ); update_post_meta( $input, '_edit_lock', 'x' );`,
          id,
        );
        await run(
          `wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_title' => 'Private' ) );`,
        );
        await run(
          `update_option( 'largesse_of_others', wp_rand() ); delete_option( 'largesse_of_others' ); set_transient( 'largesse_x', 1, 9 );`,
        );
      });
      assert.deepEqual(still.forgotten, []);
      assert.ok(isKept(still.before, still.after));
    });
  });

  describe('reveal nothing to owners', () => {
    it('of gifts that were made in secret, after the level has changed', async () => {
      const { path, id, items } = await t.guests.registry(
        { title: 'Was', slug: 'was', meta: { registry_surprise: 'hidden' } },
        wishes,
      );
      const gift = await give(t.guests.system, id, { item_id: items[1], quantity: 2 });
      await run(`update_post_meta( $input, 'registry_surprise', 'counts' );`, id);
      const before = await t.get(path);
      await t.forgotten();
      await run(
        `Largesse\\Services::get( Largesse\\Giving\\Purchases::class )->change( $input[0], $input[1], array( 'quantity' => 3 ) );
         Largesse\\Services::get( Largesse\\Giving\\Purchases::class )->give_back( $input[0], $input[1], true );`,
        [id, gift.id],
      );
      assert.deepEqual(await t.forgotten(), []);
      assert.ok(isKept(before, await t.get(path)));
    });

    it('of a giver’s message or purchase if owners see numbers only', async () => {
      const gift = await give(t.guests.system, open.id, { item_id: open.items[1], quantity: 1 });
      await t.forgotten();
      await run(
        `Largesse\\Services::get( Largesse\\Giving\\Purchases::class )->change( $input[0], $input[1], array( 'state' => 'bought', 'message' => 'x' ) );`,
        [open.id, gift.id],
      );
      assert.deepEqual(await t.forgotten(), []);
    });
  });

  describe('are watched by the site’s checks', () => {
    const found = async () => {
      const text = await run(
        `echo wp_json_encode( Largesse\\Services::get( Largesse\\PageCache\\PagesCheck::class )->checks()['pages']() );`,
      );
      const finding: { status: string; description: string } | null = JSON.parse(text);
      return finding && `${finding.status}: ${finding.description}`;
    };

    it('which skip a missing gateway, confirm a working one, and explain why changes do not reach it', async () => {
      const rows: [string, string | undefined, RegExp][] = [
        [t.gateway.forgetUrl, undefined, /^good: The gateway caches pages/],
        [t.gateway.forgetUrl, 'another-key', /^recommended: \S+ does not know the key of this site\. Until then, /],
        [
          `${t.gateway.forgetUrl} ${CLOSED_ADDRESS}`,
          undefined,
          /^recommended: \S+ does not answer: .*[^.]\. Until then, /,
        ],
        [
          t.guests.system.url,
          undefined,
          /^recommended: \S+ answered with status \d+\. That is not a gateway of Largesse\. /,
        ],
        ['gateway', undefined, /^recommended: It must be a complete address/],
        [t.gateway.forgetUrl, 'ключ', /^recommended: It must be made of ASCII characters\. Until then, /],
      ];
      for (const [url, key, says] of rows) {
        await t.connect(url, key);
        assert.match((await found()) ?? '', says, url);
      }
      await t.connect('');
      assert.equal(await found(), null);
      await t.connect();
    });
  });
});
