// Needs a whole site: WordPress's screen, nonces and the service.
import assert from 'node:assert/strict';
import { beforeEach, describe } from 'node:test';
import type { Item } from '@largesse/contract';
import type { Locator } from 'playwright-core';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, dispatch, page as pageOf } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';

/** A request to the screen. With `form`, the request is a POST. Without `form`, the request is a GET. */
type Request = readonly [query: string, form?: Record<string, unknown> | undefined];

/** Result of the screen: a page, a redirect or an error page. */
interface Sent {
  html?: string;
  redirect?: string;
  /** Status of an error page, such as `403`. */
  refused?: string;
}

/** Returns the form of the table with lines, by the id of the item. */
const save = (largesse_links: object) => ({ _wpnonce: 'largesse_links', largesse_links });

/** Returns the fields of an item in the table: what it shows, and what was typed. */
const line = (item: object, typed: { url?: string; status?: string } = {}) => {
  const { affiliate_url: url, affiliate_status: status } = { affiliate_url: '', affiliate_status: 'unset', ...item };
  return { item: JSON.stringify(item), url: url ?? '', status: status ?? 'unset', ...typed };
};

const PATH = '/wp-admin/edit.php?post_type=registry&page=largesse-affiliate-links';
for (const version of versions) describe(`the affiliate links screen on WordPress ${version}`, () => screenOn(version));

function screenOn(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openProxiedSite(version));

  const site = () => t.system.site;
  const add = (registry: number, name: string, fields: object = {}) => addItem(t.system, registry, name, fields);
  const registries = new Map<string, Promise<number>>();
  /** Returns the registry with a title. Creates each registry only once, because tests only change the items. */
  function registry(title: string): Promise<number> {
    const known = registries.get(title) ?? create(site(), 'owner', { title, status: 'private' });
    registries.set(title, known);
    return known;
  }
  /**
   * Calls the screen in PHP, which takes less time than opening pages.
   * @param requests queries, and the fields of forms. If `_wpnonce` is the name of an action, the function sends a
   *   valid nonce. Otherwise, `_wpnonce` is a wrong nonce
   */
  async function answersTo(person: TestUser, ...requests: Request[]): Promise<Sent[]> {
    const told = await site().wordpress.run(
      `require_once ABSPATH . 'wp-admin/includes/admin.php';
      wp_set_current_user( $input['user'] );
      $end = static fn ( string $kind, string $text ) => throw new Exception( wp_json_encode( array( $kind => $text ) ) );
      add_filter( 'wp_redirect', static fn ( $address ) => $end( 'redirect', $address ) );
      add_filter( 'wp_die_handler', static fn () => static fn ( $message, $title, $more ) => $end( 'refused', (string) $more['response'] ) );
      $GLOBALS['hook_suffix'] = 'registry_page_largesse-affiliate-links';
      set_current_screen( $GLOBALS['hook_suffix'] );
      foreach ( $input['requests'] as $request ) {
        parse_str( $request[0], $_GET );
        $form  = $request[1] ?? array();
        $nonce = $form['_wpnonce'] ?? '';
        if ( str_starts_with( $nonce, 'largesse' ) ) $form['_wpnonce'] = wp_create_nonce( $nonce );
        $_GET     = wp_slash( $_GET );
        $_POST    = wp_slash( $form );
        $_REQUEST = $_POST + $_GET;

        $_SERVER['REQUEST_METHOD'] = isset( $request[1] ) ? 'POST' : 'GET';
        try {
          $screen = new Largesse\\Operation\\Affiliates\\AffiliateScreen( Largesse\\Services::get( Largesse\\Operation\\Affiliates\\AffiliateForm::class ), Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class ) );
          $screen->load();
          ob_start();
          $screen->show();
          $answers[] = array( 'html' => ob_get_clean() );
        } catch ( Exception $ended ) {
          $answers[] = json_decode( $ended->getMessage(), true );
        }
      }
      echo wp_json_encode( $answers );`,
      { user: site().users[person].id, requests: requests.map(([query, form]) => [query.slice(1), form]) },
    );
    return JSON.parse(told);
  }
  const answers = (...requests: Request[]) => answersTo('admin', ...requests);
  const html = async (query: string, form?: Record<string, unknown>) =>
    (await answers([query, form]))[0]?.html ?? assert.fail(query);
  /** Returns the names in the list. Does not decode HTML, so it works only for names without special characters. */
  const namesIn = ({ html = '' }: Sent) =>
    [...html.matchAll(/class="row-title"><bdi>([^<]*)</g)].map(([, name]) => name);
  const item = async (id: number): Promise<Pick<Item, 'affiliate_url' | 'affiliate_status'>> => {
    const data = await whole(id);
    return { affiliate_url: data.affiliate_url, affiliate_status: data.affiliate_status };
  };
  const whole = async (id: number) =>
    (await t.system.request<{ data: Item }>('admin', 'GET', `/items/${id}`)).body.data;
  const linked = (id: number) => ({ affiliate_url: `https://aff.example/${id}`, affiliate_status: 'active' });

  let admin: Admin | undefined;
  /** Acts on the screen in the administrator's browser, and checks that there are no errors. */
  async function onScreen(query: string, act: (page: Tab, admin: Admin) => Promise<void>): Promise<void> {
    admin ??= await openAdmin(site(), browser, 'admin');
    await admin.page.goto(site().url + PATH + query);
    await act(admin.page, admin);
    assert.deepEqual(admin.complaints(), []);
  }

  beforeEach(async () => {
    t.interference = {};
    // Deletes the items of earlier tests, so that each test sees only its own items.
    const { body } = await t.system.request<Item[]>('admin', 'GET', '/items?limit=1000');
    for (const { id } of body) await t.system.request('admin', 'DELETE', `/items/${id}`);
  });

  describe('the list', () => {
    it('shows every item with its registry, links and status, whatever they contain', async () => {
      const evil = `<script>alert(1)</script>"'&amp;`;
      const title = `Hochzeit <script>alert(1)</script>"' שלום`;
      const wedding = await registry('Hochzeit');
      // Writes to the database, as if an administrator had stored this title.
      await site().wordpress.run(
        'global $wpdb; $wpdb->update( $wpdb->posts, array( "post_title" => $input["title"] ), array( "ID" => $input["id"] ) );',
        { title, id: wedding },
      );
      await add(wedding, `Kettle ${evil}`, {
        retailer: `<b>Shop</b>`,
        affiliate_url: 'javascript:alert(1)',
        affiliate_status: 'expired',
        price: 1234.5,
      });
      await add(wedding, 'إبريق', {
        url: 'shop.example/"><script>',
        affiliate_url: `https://aff.example/?a=1&b="><script>`,
      });
      await add(999_999, 'Orphan', linked(1));
      const trashed = await registry('Binned');
      await add(trashed, 'Bowl');
      await dispatch(site(), 'owner', 'DELETE', `/registries/${trashed}`);
      await onScreen('', async (page, admin) => {
        await shows(page, ['Bowl', 'Orphan', 'إبريق', `Kettle ${evil}`]);
        const kettle = row(page, 'Kettle');
        const link = kettle.getByRole('link', { name: title });
        assert.match((await link.getAttribute('href')) ?? '', new RegExp(`post\\.php\\?post=${wedding}&action=edit$`));
        const shown = (await kettle.textContent()) ?? '';
        for (const text of ['1,234.50', '<b>Shop</b>']) assert.ok(shown.includes(text), shown);
        assert.equal(await page.getByLabel(`Affiliate link of Kettle ${evil}`).inputValue(), 'javascript:alert(1)');
        assert.equal(await page.getByLabel(`Status of Kettle ${evil}`).inputValue(), 'expired');
        await row(page, 'Orphan').getByText('Registry 999999 was deleted').waitFor();
        await row(page, 'Bowl').getByText('In the trash').waitFor();
        const unsafe = 'tbody a[href*=".example"]:not([rel="noopener"]), a[href^="javascript"]';
        assert.equal(await page.locator(unsafe).count(), 0);
        assert.deepEqual(await admin.axe(), []);
      });
    });

    it('searches in the service, and for registries by their names, whatever their status', async () => {
      const trashed = await registry('A & b <3 of ours');
      await add(trashed, 'Lid');
      await dispatch(site(), 'owner', 'DELETE', `/registries/${trashed}`);
      const [found, none] = await answers(
        [`&s=${encodeURIComponent('b <3')}`],
        [`&s=${encodeURIComponent(`"><script>alert('x')</script>\\`)}`],
      );
      assert.deepEqual(namesIn(found ?? {}), ['Lid']);
      assert.match(none?.html ?? '', /No items found\./);
      assert.match(none?.html ?? '', /value="&quot;&gt;&lt;script&gt;alert\(&#039;x&#039;\)&lt;\/script&gt;\\"/);
      assert.doesNotMatch(none?.html ?? '', /<script>alert/);
      await using _ = await addCode(
        site(),
        `add_filter( 'posts_pre_query', static fn ( $posts, $query ) => 'many' === $query->get( 's' ) ? range( 1, 101 ) : $posts, 10, 2 );`,
      );
      const calls = await t.callsDuring(async () => assert.match(await html('&s=many'), /more than 100 registries/));
      const ids = Array.from({ length: 100 }, (_, index) => index + 1);
      assert.deepEqual(calls.map(decodeURIComponent), [
        `GET /items/search?q=many&q_registry_ids=${ids}&sort=-id&skip=0&limit=51`,
      ]);
    });

    it('requests one page from the service, with the text and the status of its address', async () => {
      const queries = {
        '&paged=3': 'sort=-id&skip=100&limit=51',
        '&affiliate_status=active&s=pot': 'q=pot&affiliate_status=active&sort=-id&skip=0&limit=51',
        '&s[]=x&paged[]=2&affiliate_status=nope&updated[]=1': 'sort=-id&skip=0&limit=51',
      };
      const calls = await t.callsDuring(() => answers(...Object.keys(queries).map((query) => [query] as const)));
      assert.deepEqual(
        calls,
        Object.values(queries).map((query) => `GET /items/search?${query}`),
      );
    });

    everywhere('filters by status, turns pages of fifty items, and saves links in the table', async () => {
      const list = await registry('Z');
      const names = Array.from({ length: 50 }, (_, index) => `Pot ${50 - index}`);
      const b = await add(list, 'b', { affiliate_status: 'none' });
      const c = await add(list, 'C', linked(1));
      for (const name of names.toReversed()) await add(list, name);
      await onScreen('', async (page) => {
        await shows(page, names);
        await page.toNextPage(() => page.getByRole('link', { name: 'Next page' }).click());
        await shows(page, ['C', 'b']);
        await page.getByLabel('Status of C').selectOption('Expired');
        await page.getByLabel('Affiliate link of b').fill('https://aff.example/b');
        await page.toNextPage(() => page.getByLabel('Affiliate link of b').press('Enter'));
        await page.getByRole('status').getByText('2 items changed.').waitFor();
        await shows(page, ['C', 'b']);
        assert.equal(await page.getByRole('link', { name: 'Next page' }).count(), 0);
        await page.toNextPage(() => page.getByRole('link', { name: 'Previous page' }).click());
        await page.getByLabel('Status', { exact: true }).selectOption('Expired');
        await page.toNextPage(() => page.getByRole('button', { name: 'Search items' }).click());
        await shows(page, ['C']);
        assert.equal(await page.getByLabel('Status', { exact: true }).inputValue(), 'expired');
      });
      assert.deepEqual(await item(c), { ...linked(1), affiliate_status: 'expired' });
      assert.deepEqual(await item(b), { affiliate_url: 'https://aff.example/b', affiliate_status: 'none' });
    });
  });

  describe('changing links', () => {
    it('edits many, and writes only fields changed here, even if someone else has changed other fields', async () => {
      const list = await registry('List');
      const exact = { affiliate_url: 'https://aff.example/?a=1&amp;b=%3C "', affiliate_status: 'active' };
      const ids: number[] = [];
      for (const [name, fields] of [
        ['Kettle', exact],
        ['Bowl', linked(2)],
        ['Pot', {}],
        ['Pan', linked(3)],
        ['Cup', linked(4)],
      ] as const)
        ids.push(await add(list, name, fields));
      const opened = await html('');
      assert.ok(opened.includes('value="https://aff.example/?a=1&amp;amp;b=%3C &quot;"'), 'the link is unchanged');
      const shown = await Promise.all(ids.map(whole));
      for (const id of ids.slice(3)) await t.system.request('admin', 'PUT', `/items/${id}`, { body: linked(9) });
      const typed = [{}, { url: ' ', status: 'unset' }, { url: 'https://aff.example/pot' }, {}, { status: 'inactive' }];
      const lines = shown.map((item, index) => [item.id, line(item, typed[index])]);
      const calls = await t.callsDuring(async () => {
        const [saved] = await answers(['', save(Object.fromEntries(lines))]);
        assert.match(saved?.redirect ?? '', /&updated=3$/);
      });
      assert.deepEqual(
        calls.filter((call) => call.startsWith('PUT')),
        [1, 2, 4].map((n) => `PUT /items/${ids[n]}?registry_id=${list}`),
      );
      assert.deepEqual(await Promise.all(ids.map(item)), [
        exact,
        { affiliate_url: null, affiliate_status: null },
        { affiliate_url: 'https://aff.example/pot', affiliate_status: null },
        linked(9),
        { ...linked(9), affiliate_status: 'inactive' },
      ]);
    });
  });

  describe('failures', () => {
    it('are reported for each item in the service’s words, and the input stays', async () => {
      const list = await registry('List');
      const typed = {
        Kettle: 'https://aff.example/new',
        Bowl: `https://aff.example/${'x'.repeat(2000)}`,
        'Pot <script>': 'javascript:alert("1")',
        Pan: 'https://aff.example/pan',
      };
      const ids: number[] = [];
      for (const name of Object.keys(typed)) ids.push(await add(list, name, linked(1)));
      const lines = (await Promise.all(ids.map(whole))).map((item, n) => [
        item.id,
        line(item, { url: Object.values(typed)[n] ?? '', ...(n === 1 && { status: 'expired' }) }),
      ]);
      await t.system.request('admin', 'DELETE', `/items/${ids[3]}`);
      const screen = await html('', save(Object.fromEntries(lines)));
      const text = screen.replaceAll(/<[^>]*>/g, '');
      for (const told of [
        /1 item changed\. 3 items were not changed\./,
        /Bowl.*affiliate_url: must be at most 2000 characters/s,
        /Pot &lt;script&gt;.*The affiliate link must be a complete address/s,
        /Pan.*This item is no longer there\./s,
      ])
        assert.match(text, told);
      const fields = screen.match(/<input[^>]*\[url\]"[^>]*>/g) ?? [];
      assert.deepEqual(
        fields.map((field) => [/value="([^"]*)"/.exec(field)?.[1], field.includes('aria-invalid="true"')]),
        [typed.Bowl, 'javascript:alert(&quot;1&quot;)', typed.Pan].map((url) => [url, true]),
        'the form contains the refused changes only',
      );
      assert.match(screen, /<option value="expired"\s+selected/);
      const stored = await Promise.all(ids.slice(0, 3).map(item));
      assert.deepEqual(stored, [{ ...linked(1), affiliate_url: typed.Kettle }, linked(1), linked(1)]);
    });

    it('leave the remaining items unchanged, with what was typed, if the service stops answering', async () => {
      const list = await registry('List');
      const ids = [await add(list, 'Kettle'), await add(list, 'Bowl'), await add(list, 'Pot')];
      t.interference = { before: ({ method, path }) => !(method === 'PUT' && path.startsWith(`/items/${ids[1]}?`)) };
      const items = await Promise.all(ids.map(whole));
      const form = save(Object.fromEntries(items.map((item) => [item.id, line(item, { status: 'active' })])));
      let screen = '';
      const calls = await t.callsDuring(async () => (screen = await html('', form)));
      assert.equal(calls.filter((call) => call.startsWith('PUT')).length, 2);
      const text = screen.replaceAll(/<[^>]*>/g, '');
      assert.match(
        text,
        /Bowl.*The registry service did not answer\..*Pot.*Skipped, because the registry service did not answer\./s,
      );
      assert.match(text, /1 item changed\. 2 items were not changed\./);
      assert.deepEqual(namesIn({ html: screen }), ['Bowl', 'Pot']);
      assert.equal([...screen.matchAll(/<option value="active"\s+selected/g)].length, 2);
    });
  });

  it('explains why the service cannot be used, and where to fix that', async () => {
    const { username, applicationPassword } = site().users.stranger;
    await using _ = await addCode(
      site(),
      `add_filter( 'pre_option_registry_api_username', fn () => '${username}' );
      add_filter( 'pre_option_registry_api_app_password', fn () => '${applicationPassword}' );`,
    );
    const told = (await html('')).match(/<div class="notice notice-error.*?<\/div>/s)?.[0] ?? '';
    assert.match(told, /Not allowed.*<a href="[^"]*page=largesse">Check the settings of Largesse<\/a>/s);
  });

  it('refuses users without permission, and requests without a valid nonce', async () => {
    const kettle = await add(await registry('List'), 'Kettle', linked(1));
    const form = save({ [kettle]: line(await whole(kettle), { url: 'https://evil.example/', status: 'none' }) });
    const columns = await site().wordpress.run(
      `get_user_by( 'login', 'invitee' )->set_role( 'editor' );
       foreach ( array( 'admin', 'invitee' ) as $login ) {
         wp_set_current_user( get_user_by( 'login', $login )->ID );
         $columns[] = Largesse\\Operation\\Affiliates\\AffiliateScreen::add_column( array(), array( array( 'id' => 7 ) ) );
       }
       echo wp_json_encode( $columns );`,
    );
    assert.equal(columns, '[{"Affiliate link":{"7":"Not set"}},[]]', 'columns of tables of items');
    for (const person of ['stranger', 'invitee'] as const) {
      const { status, html } = await pageOf(site(), person, PATH);
      assert.equal(status, 403, person);
      assert.doesNotMatch(html, /Kettle|aff\.example/);
      for (const { refused } of await answersTo(person, [''], ['', form])) assert.equal(refused, '403', person);
    }
    assert.equal((await pageOf(site(), 'nobody', PATH)).status, 302);
    for (const _wpnonce of ['', 'wrong', 'largesse-something-else']) {
      const late = await html('', { ...form, _wpnonce });
      assert.match(late, /The page was open for too long/);
      assert.match(late, /value="https:\/\/evil\.example\/"/, 'what was typed stays');
    }
    assert.deepEqual(await item(kettle), linked(1));
    assert.match((await answers(['', form]))[0]?.redirect ?? '', /updated=1$/);
    assert.deepEqual(await item(kettle), { affiliate_url: 'https://evil.example/', affiliate_status: 'none' });
  });
}

/** Waits until the list has these names, from top to bottom. */
async function shows(page: Tab, expected: readonly string[]): Promise<void> {
  const names = page.locator('tbody .row-title');
  await page
    .waitForFunction(
      `JSON.stringify([...document.querySelectorAll('tbody .row-title')].map((one) => one.textContent)) ===
        ${JSON.stringify(JSON.stringify(expected))}`,
    )
    .catch(async () => assert.deepEqual(await names.allTextContents(), expected));
}

const row = (page: Tab, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });
