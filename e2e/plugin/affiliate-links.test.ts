import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe } from 'node:test';
import type { Item } from '@largesse/contract';
import type { Locator } from 'playwright-core';
import { fetchOnce } from '../../api/testing/http-client.ts';
import { CLOSED_ADDRESS } from '../../api/testing/server-address.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { openChromium } from '../../browser/chromium.ts';
import type { Tab } from '../../browser/tab.ts';
import type { WordPressVersion } from '../../wordpress/packages.ts';
import { create, logIn, page as pageOf, rest } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';

const PATH = '/wp-admin/edit.php?post_type=registry&page=largesse-affiliate-links';
for (const version of versions) describe(`the affiliate links screen on WordPress ${version}`, () => screenOn(version));

function screenOn(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openProxiedSite(version, 5));

  const site = () => t.system.site;
  const add = (registry: number, name: string, fields: object = {}) => addItem(t.system, registry, name, fields);
  const registries = new Map<string, Promise<number>>();
  /** Returns the registry with a title, created once: tests only differ in its items. */
  function registry(title: string): Promise<number> {
    const known = registries.get(title) ?? create(site(), 'owner', { title, status: 'private' });
    registries.set(title, known);
    return known;
  }
  /** Returns the HTML of the screen for an administrator; a browser would be slower without testing more. */
  async function html(query: string): Promise<string> {
    const { status, html } = await pageOf(site(), 'admin', PATH + query);
    assert.equal(status, 200);
    return html;
  }
  /** Returns the names in the list, if they need no HTML escaping. */
  const listed = async (query: string) =>
    [...(await html(query)).matchAll(/class="row-title" href="[^"]*"><bdi>([^<]*)</g)].map(([, name]) => name);
  const item = async (id: number): Promise<Pick<Item, 'affiliate_url' | 'affiliate_status'>> => {
    const { data } = (await t.system.request<{ data: Item }>('admin', 'GET', `/items/${id}`)).body;
    return { affiliate_url: data.affiliate_url, affiliate_status: data.affiliate_status };
  };
  const linked = (id: number) => ({ affiliate_url: `https://aff.example/${id}`, affiliate_status: 'active' });

  /** The administrator's browser, with or without JavaScript, shared by all tests to save time. */
  const admins = new Map<boolean, Promise<Admin>>();
  function adminOf(javaScriptEnabled: boolean): Promise<Admin> {
    const admin = admins.get(javaScriptEnabled) ?? openAdmin(site(), browser, 'admin', { javaScriptEnabled });
    admins.set(javaScriptEnabled, admin);
    return admin;
  }

  /** Acts on the screen in the administrator's browser, and checks that there are no errors. */
  async function onScreen(
    query: string,
    act: (page: Tab, admin: Admin) => Promise<void>,
    { javaScriptEnabled = true } = {},
  ): Promise<void> {
    const admin = await adminOf(javaScriptEnabled);
    await admin.page.goto(site().url + PATH + query);
    await act(admin.page, admin);
    assert.deepEqual(admin.complaints(), []);
  }

  beforeEach(async () => {
    t.interference = {};
    // Each test sees only its own items.
    const { body } = await t.system.request<Item[]>('admin', 'GET', '/items?limit=1000');
    for (const { id } of body) await t.system.request('admin', 'DELETE', `/items/${id}`);
  });

  describe('the list', () => {
    it('shows every item with its registry, links and status, whatever they contain', async () => {
      const evil = `<script>alert(1)</script>"'&amp;`;
      const title = `Hochzeit <script>alert(1)</script>"' שלום`;
      const wedding = await registry('Hochzeit');
      // As an administrator's title is stored in the database.
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
      await rest(site(), 'owner', 'DELETE', `/registries/${trashed}`);
      await onScreen('', async (page, admin) => {
        await shows(page, [`Kettle ${evil}`, 'إبريق', 'Orphan', 'Bowl']);
        const kettle = row(page, 'Kettle');
        const link = kettle.getByRole('link', { name: title });
        assert.match((await link.getAttribute('href')) ?? '', new RegExp(`post\\.php\\?post=${wedding}&action=edit$`));
        for (const text of ['Expired', '1,234.50', '<b>Shop</b>'])
          await kettle.getByText(text, { exact: true }).waitFor();
        assert.match((await kettle.textContent()) ?? '', /javascript:alert\(1\)\s*Not an http\(s\) address/);
        assert.match(
          (await row(page, 'إبريق').textContent()) ?? '',
          /shop\.example\/"><script>\s*Not an http\(s\) address/,
        );
        await row(page, 'Orphan').getByText('Registry 999999 is gone').waitFor();
        await row(page, 'Bowl').getByText('In the trash').waitFor();
        assert.equal(await row(page, 'Bowl').getByRole('link', { name: 'Binned' }).count(), 0);
        const links = await page.locator('tbody a[href*=".example"]').all();
        assert.ok(links.length >= 4);
        for (const link of links) {
          assert.equal(await link.getAttribute('rel'), 'noopener');
          assert.equal(await link.getAttribute('target'), null);
        }
        assert.equal(await page.locator('a[href^="javascript"]').count(), 0);
        assert.deepEqual(await admin.axe(), []);
      });
    });

    it('requests one page from the service, not all items', async () => {
      const list = await registry('Many');
      for (let n = 1; n <= 25; n++) await add(list, `Item ${n}`);
      const calls = await t.callsDuring(() => html(''));
      assert.deepEqual(calls, ['GET /items/search?sort=id&skip=0&limit=20']);
    });

    it('searches names, retailers, links and registries', async () => {
      const wedding = await registry('Wedding of A & B <3 100%');
      const birth = await registry('Birth');
      await add(wedding, 'Kettle');
      await add(wedding, 'Pot', { retailer: 'Pots & Pans' });
      await add(birth, 'Bowl', { url: 'https://shop.example/cast_iron', ...linked(7) });
      await onScreen('', async (page, admin) => {
        const search = async (text: string, found: string[]) => {
          await page.getByRole('searchbox', { name: 'Search items' }).fill(text);
          await page.toNextPage(() => page.getByRole('button', { name: 'Search items' }).click());
          await page.getByText(`Search results for: ${text}`, { exact: true }).waitFor();
          await shows(page, found);
        };
        await search('a & b <3', ['Kettle', 'Pot']);
        await search(`"><script>alert('x')</script>\\`, []);
        await page.getByText('No items found.').waitFor();
        assert.deepEqual(await admin.axe(), []);
      });
      for (const [text, found] of [
        ['KETT', ['Kettle']],
        ['pots & p', ['Pot']],
        ['cast_iron', ['Bowl']],
        ['aff.example/7', ['Bowl']],
        ['100%', ['Kettle', 'Pot']],
      ] as const)
        assert.deepEqual(await listed(`&s=${encodeURIComponent(text)}`), found, text);
    });

    it('filters by status, with counts, and keeps the search', async () => {
      const list = await registry('List');
      for (const status of ['active', 'active', 'inactive', 'expired', 'none', null]) {
        await add(list, `Pot ${status}`, { affiliate_status: status });
      }
      await add(list, 'Bowl', { affiliate_status: 'active' });
      await onScreen('&s=pot', async (page, admin) => {
        const view = (name: string) => page.getByRole('link', { name, exact: true });
        for (const name of ['All (6)', 'Active (2)', 'Inactive (1)', 'Expired (1)', 'None (1)', 'Not set (1)']) {
          await view(name).waitFor();
        }
        await page.toNextPage(() => view('Active (2)').click());
        await shows(page, ['Pot active', 'Pot active']);
        assert.equal(await view('Active (2)').getAttribute('aria-current'), 'page');
        assert.deepEqual(await admin.axe(), []);
        await page.toNextPage(() => view('Not set (1)').click());
        await shows(page, ['Pot null']);
      });
    });

    it('shows where the service stops counting, and continues paging from there', async () => {
      const database = t.system.environment.DATABASE_URL ?? '';
      using items = new DatabaseSync(database.replace('sqlite:', ''), { timeout: 5000 });
      items.exec(`
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10050)
        INSERT INTO items (registry_id, name, url) SELECT 1, 'Kettle ' || i, 'https://shop.example/' || i FROM n`);
      try {
        const first = await html('&orderby=name');
        assert.match(first, />All <span class="count">\(10,000\+\)</);
        assert.match(first, />Not set <span class="count">\(10,000\+\)</);
        assert.match(first, />Active <span class="count">\(0\)</);
        assert.match(first, />10,000\+ items</);
        assert.match(first, /class='total-pages'>500\+</);
        const further = await html('&paged=502');
        assert.match(further, />Kettle 10021</);
        assert.match(further, />10,041\+ items</);
        assert.match(await html('&paged=503'), />10,050 items</);
      } finally {
        items.exec('UPDATE items SET is_active = 0 WHERE is_active = 1');
      }
    });

    everywhere(
      'sorts, pages, shows the columns chosen by the user, and sets the status of selected items',
      async () => {
        const [first, second] = [await registry('Z'), await registry('A')];
        const b = await add(second, 'b', { affiliate_status: 'none' });
        const c = await add(first, 'C', linked(1));
        await add(second, 'a', { affiliate_status: 'expired' });
        await add(first, 'd', { affiliate_status: null });
        const mark = () =>
          site().wordpress.run('echo get_post_meta( $input, "_largesse_items_changed", true );', first);
        const before = await mark();
        await onScreen('', async (page) => {
          await page.getByRole('columnheader', { name: 'Price' }).first().waitFor();
          const sortBy = (name: string) =>
            page.toNextPage(() => page.locator('thead').getByRole('link', { name }).click());
          await sortBy('Item');
          await shows(page, ['a', 'b', 'C', 'd']);
          await sortBy('Item');
          await shows(page, ['d', 'C', 'b', 'a']);
          await sortBy('Registry');
          await shows(page, ['C', 'd', 'b', 'a']);
          await sortBy('Status');
          await shows(page, ['d', 'C', 'a', 'b']);

          await page.getByRole('button', { name: 'Screen Options' }).click();
          await Promise.all([
            page.waitForResponse((answer) => answer.url().endsWith('admin-ajax.php')),
            page.getByRole('checkbox', { name: 'Price' }).uncheck(),
          ]);
          await page.getByRole('spinbutton', { name: /items per page/i }).fill('3');
          await page.toNextPage(() => applyButtons(page).first().click());
          await shows(page, ['d', 'C', 'a']);
          assert.equal(await page.getByRole('columnheader', { name: 'Price' }).count(), 0);
          await page.toNextPage(() => page.getByRole('link', { name: 'Next page' }).first().click());
          await shows(page, ['b']);
          const pageNumber = page.getByRole('textbox', { name: 'Current Page' });
          await pageNumber.fill('1');
          await page.toNextPage(() => pageNumber.press('Enter'));
          await shows(page, ['d', 'C', 'a']);

          await choose(page, 'C');
          await bulk(page, 'Expired');
          await page.getByRole('status').getByText('1 item changed.').waitFor();
          assert.notEqual(await mark(), before, 'pages show the change at once');
          await choose(page, 'C');
          await bulk(page, 'Expired');
          await page.getByRole('status').getByText('Nothing had to be changed.').waitFor();
          await bulk(page, 'Active');
          await page.getByText('Choose at least one item first').waitFor();

          await page.goto(`${site().url + PATH}&paged=99`);
          await shows(page, ['d']);
          await page.getByRole('button', { name: 'Screen Options' }).click();
          await page.getByRole('spinbutton', { name: /items per page/i }).fill('999');
          const calls = await t.callsDuring(async () => {
            await page.toNextPage(() => applyButtons(page).first().click());
            await shows(page, ['b', 'C', 'a', 'd']);
          });
          assert.match(calls.at(-1) ?? '', /limit=200$/);
        }).finally(() =>
          // Other tests see the screen with default settings.
          site().wordpress.run(
            `global $wpdb;
           $wpdb->query( "DELETE FROM $wpdb->usermeta WHERE meta_key LIKE '%affiliate_links_per_page' OR meta_key LIKE 'manage%columnshidden'" );`,
          ),
        );
        assert.deepEqual(await item(c), { ...linked(1), affiliate_status: 'expired' });
        assert.deepEqual(await item(b), { affiliate_url: null, affiliate_status: 'none' });
      },
    );

    it('explains that there are no items yet', () =>
      onScreen('', async (page, admin) => {
        await page.getByText('No registry has an item yet.').waitFor();
        assert.deepEqual(await admin.axe(), []);
      }));

    it('ignores invalid parameters in its address', async () => {
      await add(await registry('List'), 'Kettle');
      const query = '&s[]=x&orderby[]=y&order[]=z&paged[]=2&affiliate_status=nope&action[]=edit&item[][]=4&updated[]=1';
      assert.deepEqual(await listed(query), ['Kettle']);
      assert.deepEqual(await listed('&action=explode&item=1'), ['Kettle']);
    });
  });

  describe('changing links', () => {
    it('edits one by keyboard alone', async () => {
      const list = await registry('List');
      const kettle = await add(list, 'Kettle', { affiliate_status: 'inactive' });
      await add(list, 'Bowl');
      await onScreen('', async (page) => {
        await skipToContent(page);
        await tabTo(page, page.getByRole('searchbox', { name: 'Search items' }));
        await page.keyboard.type('kettle');
        await page.toNextPage(() => page.keyboard.press('Enter'));
        await page.getByText('Search results for: kettle').waitFor();
        await skipToContent(page);
        await tabTo(page, page.getByRole('link', { name: 'Edit the affiliate link of Kettle' }));
        await page.toNextPage(() => page.keyboard.press('Enter'));
        await page.getByRole('heading', { name: 'Edit affiliate link', level: 1 }).waitFor();
        await skipToContent(page);
        await tabTo(page, page.getByRole('textbox', { name: 'Affiliate link of Kettle' }));
        await page.keyboard.type('https://aff.example/k%2Fettle?a=1&b=<2>');
        await page.keyboard.press('Tab');
        assert.ok(await isFocused(page.getByRole('combobox', { name: 'Status of Kettle' })));
        await page.keyboard.type('Act');
        await page.keyboard.press('Tab');
        assert.ok(await isFocused(page.getByRole('button', { name: 'Save' })));
        await page.toNextPage(() => page.keyboard.press('Enter'));
        await page.getByRole('status').getByText('1 item changed.').waitFor();
        await shows(page, ['Kettle']);
      });
      assert.deepEqual(await item(kettle), {
        affiliate_url: 'https://aff.example/k%2Fettle?a=1&b=<2>',
        affiliate_status: 'active',
      });
    });

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
      await onScreen('', async (page, admin) => {
        await page.getByRole('checkbox', { name: 'Select All' }).first().check();
        await bulk(page, 'Edit');
        await page.getByRole('heading', { name: 'Edit affiliate links', level: 1 }).waitFor();
        assert.deepEqual(await admin.axe(), []);
        const link = (name: string) => page.getByRole('textbox', { name: `Affiliate link of ${name}` });
        const status = (name: string) => page.getByRole('combobox', { name: `Status of ${name}` });
        assert.equal(await link('Kettle').inputValue(), exact.affiliate_url);
        await link('Bowl').fill(' ');
        await status('Bowl').selectOption('Not set');
        await link('Pot').fill('https://aff.example/pot');
        await status('Cup').selectOption('Inactive');
        for (const id of ids.slice(3)) await t.system.request('admin', 'PUT', `/items/${id}`, { body: linked(9) });
        const calls = await t.callsDuring(async () => {
          await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());
          await page.getByRole('status').getByText('3 items changed.').waitFor();
        });
        assert.deepEqual(
          calls.filter((call) => call.startsWith('PUT')),
          [1, 2, 4].map((n) => `PUT /items/${ids[n]}?registry_id=${list}`),
        );
        await page.reload();
      });
      assert.deepEqual(await Promise.all(ids.map(item)), [
        exact,
        { affiliate_url: null, affiliate_status: null },
        { affiliate_url: 'https://aff.example/pot', affiliate_status: null },
        linked(9),
        { ...linked(9), affiliate_status: 'inactive' },
      ]);
    });

    it('works without JavaScript: bulk action, confirmed removal, page number', async () => {
      const list = await registry('List');
      const ids = [await add(list, 'Kettle', linked(1)), await add(list, 'Bowl', linked(2)), await add(list, 'Pot')];
      await onScreen(
        '',
        async (page) => {
          await choose(page, 'Pot');
          await bulk(page, 'None', 'below');
          await page.getByRole('status').getByText('1 item changed.').waitFor();
          await bulk(page, null, 'below');
          await page.getByRole('checkbox', { name: 'Select Kettle' }).check();
          await page.getByRole('checkbox', { name: 'Select Bowl' }).check();
          await bulk(page, 'Remove link');
          await page.getByText('This cannot be undone.').waitFor();
          assert.deepEqual(await item(ids[0]!), linked(1), 'nothing happens unasked');
          await page.toNextPage(() => page.getByRole('button', { name: 'Remove links' }).click());
          await page.getByRole('status').getByText('2 items changed.').waitFor();
          await page.toNextPage(() => page.getByRole('link', { name: 'Remove link of Pot' }).click());
          await page.toNextPage(() => page.getByRole('link', { name: 'Cancel' }).click());
          await shows(page, ['Kettle', 'Bowl', 'Pot']);
          await choose(page, 'Pot');
          await bulk(page, 'Edit');
          await page.getByRole('textbox', { name: 'Affiliate link of Pot' }).fill('nonsense');
          await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());
          await page.getByRole('alert').getByText('1 item was not changed:').waitFor();
          await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());
          await page.toNextPage(() => page.getByRole('link', { name: 'Cancel' }).click());
          await bulk(page, null);
          await shows(page, ['Kettle', 'Bowl', 'Pot']);
        },
        { javaScriptEnabled: false },
      );
      const cleared = { affiliate_url: null, affiliate_status: null };
      assert.deepEqual(await Promise.all(ids.map(item)), [cleared, cleared, { ...cleared, affiliate_status: 'none' }]);
    });
  });

  describe('failures', () => {
    it('are reported for each item in the service’s words, and the input stays', async () => {
      const list = await registry('List');
      const names = ['Kettle', 'Bowl', 'Pot <script>', 'Pan'];
      const ids: number[] = [];
      for (const name of names) ids.push(await add(list, name, linked(1)));
      const [kettle = 0, bowl = 0, pot = 0, pan = 0] = ids;
      const tooLong = `https://aff.example/${'x'.repeat(2000)}`;
      await onScreen(`&action=edit${ids.map((id) => `&item[]=${id}`).join('')}`, async (page, admin) => {
        const field = (name: string) => page.getByRole('textbox', { name: `Affiliate link of ${name}` });
        await field('Kettle').fill('https://aff.example/new');
        await field('Bowl').fill(tooLong);
        await field('Pot <script>').fill('javascript:alert("1")');
        await field('Pan').fill('https://aff.example/pan');
        await page.getByRole('combobox', { name: 'Status of Bowl' }).selectOption('Expired');
        await t.system.request('admin', 'DELETE', `/items/${pan}`);
        await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());

        const told = page.getByRole('alert');
        await told.getByText('3 items were not changed:').waitFor();
        await told.getByText('Bowl: affiliate_url: must be at most 2000 characters').waitFor();
        await told.getByText('Pot <script>: The affiliate link must be a complete address').waitFor();
        await told.getByText(`Item ${pan}: This item is no longer there.`).waitFor();
        await page.getByRole('status').getByText('1 item changed:').waitFor();
        assert.deepEqual(await page.getByRole('status').getByRole('listitem').allTextContents(), ['Kettle']);

        assert.equal(await field('Kettle').count(), 0, 'the successful changes are not repeated');
        assert.equal(await field('Bowl').inputValue(), tooLong);
        assert.equal(await field('Bowl').getAttribute('aria-invalid'), 'true');
        assert.equal(await page.getByRole('combobox', { name: 'Status of Bowl' }).inputValue(), 'expired');
        assert.equal(await field('Pot <script>').inputValue(), 'javascript:alert("1")');
        assert.deepEqual(await admin.axe(), []);

        await field('Bowl').fill('https://aff.example/bowl');
        await field('Pot <script>').fill('');
        await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());
        await page.getByRole('status').getByText('2 items changed.').waitFor();
      });
      assert.deepEqual(await Promise.all([kettle, bowl, pot].map(item)), [
        { affiliate_url: 'https://aff.example/new', affiliate_status: 'active' },
        { affiliate_url: 'https://aff.example/bowl', affiliate_status: 'expired' },
        { affiliate_url: null, affiliate_status: 'active' },
      ]);
    });

    it('leave the remaining items unchanged and selected if the service stops answering', async () => {
      const list = await registry('List');
      const ids = [await add(list, 'Kettle'), await add(list, 'Bowl'), await add(list, 'Pot')];
      t.interference = { before: ({ method, path }) => !(method === 'PUT' && path.startsWith(`/items/${ids[1]}?`)) };
      await onScreen('', async (page, admin) => {
        await page.getByRole('checkbox', { name: 'Select All' }).first().check();
        const told = page.getByRole('alert');
        const calls = await t.callsDuring(async () => {
          await bulk(page, 'Active');
          await told.getByText('Bowl: The registry service did not answer.').waitFor();
        });
        assert.equal(calls.filter((call) => call.startsWith('PUT')).length, 2);
        await told.getByText('Pot: Not tried, because the registry service did not answer.').waitFor();
        await page.getByRole('status').getByText('1 item changed:').waitFor();
        assert.equal(await page.getByRole('checkbox', { name: 'Select Kettle' }).isChecked(), false);
        assert.equal(await page.getByRole('checkbox', { name: 'Select Bowl' }).isChecked(), true);
        assert.equal(await page.getByRole('checkbox', { name: 'Select Pot' }).isChecked(), true);
        assert.deepEqual(await admin.axe(), []);
        t.interference = {};
        await bulk(page, 'Active');
        await page.getByRole('status').getByText('2 items changed.').waitFor();
      });
    });

    it('keep the input if the service is down', async () => {
      const kettle = await add(await registry('List'), 'Kettle');
      await onScreen(`&action=edit&item=${kettle}`, async (page, admin) => {
        const field = page.getByRole('textbox');
        await page.getByRole('textbox', { name: 'Affiliate link of Kettle' }).fill('https://aff.example/typed');
        t.interference = { before: () => false };
        await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());
        await page.getByRole('alert').getByText('The registry service did not answer.').waitFor();
        assert.equal(await field.inputValue(), 'https://aff.example/typed');
        assert.deepEqual(await admin.axe(), []);
        t.interference = {};
        await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).click());
        await page.getByRole('status').getByText('1 item changed.').waitFor();
      });
      assert.equal((await item(kettle)).affiliate_url, 'https://aff.example/typed');
    });

    it('are reported for an item that was removed before its form opens', async () => {
      assert.match(await html('&action=edit&item=987654'), /The item is no longer there\./);
    });
  });

  describe('without a service', () => {
    const settings = (values: Record<string, string>) =>
      site().wordpress.run(
        `$old = array();
         foreach ( $input as $name => $value ) {
           $old[ $name ] = get_option( "registry_api_$name" );
           update_option( "registry_api_$name", $value );
         }
         echo wp_json_encode( $old );`,
        values,
      );
    /** Changes the settings while a function runs. */
    async function during(values: Record<string, string>, act: () => Promise<unknown>): Promise<void> {
      const old = JSON.parse(await settings(values));
      try {
        await act();
      } finally {
        await settings(old);
      }
    }
    const stranger = () => {
      const { username, applicationPassword } = site().users.stranger;
      return { username, app_password: applicationPassword };
    };

    for (const [how, change, said] of [
      ['is not set up', () => ({ base_url: '' }), 'The address of the registry service is not set.'],
      ['refuses the account', () => ({ app_password: 'wrong' }), 'Invalid or missing credentials'],
      ['knows the account as no administrator’s', stranger, 'Not allowed'],
      ['is something else', () => ({ base_url: `${site().url}/wp-json` }), 'The address is wrong.'],
    ] as const) {
      it(`explains that it ${how}, and where to fix that`, () =>
        during(change(), async () => {
          for (const query of ['', '&action=edit&item=1']) {
            const screen = await html(query);
            const told = screen.match(/<div class="notice notice-error.*?<\/div>/s)?.[0] ?? '';
            assert.ok(told.includes(said), `${query}: ${told}`);
            assert.match(
              told,
              /<a href="[^"]*options-general\.php\?page=largesse">Check the settings of Largesse<\/a>/,
            );
            assert.doesNotMatch(screen, /<table/);
          }
        }));
    }

    it('explains that it does not answer, and where to fix that', () =>
      during({ base_url: CLOSED_ADDRESS }, async () => {
        for (const query of ['', '&action=edit&item=1']) {
          await onScreen(query, async (page, admin) => {
            const told = page.getByRole('alert');
            await told.getByText('The registry service did not answer.').first().waitFor();
            const link = told.getByRole('link', { name: 'Check the settings of Largesse' }).first();
            assert.match((await link.getAttribute('href')) ?? '', /options-general\.php\?page=largesse$/);
            assert.equal(await page.getByRole('table').count(), 0);
            assert.deepEqual(await admin.axe(), []);
          });
        }
      }));
  });

  describe('users without permission', () => {
    it('cannot see it or act: subscribers, editors and visitors', async () => {
      const kettle = await add(await registry('List'), 'Kettle', linked(1));
      await site().wordpress.run(`get_user_by( 'login', 'invitee' )->set_role( 'editor' );`);
      for (const person of ['stranger', 'invitee'] as const) {
        for (const [method, query, body] of await everyAction(person, kettle)) {
          const answer = await send(person, method, query, body);
          assert.equal(answer.status, 403, `${person} ${method} ${query}`);
          assert.doesNotMatch(answer.html, /Kettle|aff\.example/);
        }
      }
      assert.equal((await send(null, 'GET', '')).status, 302);
      assert.deepEqual(await item(kettle), linked(1));
    });

    it('cannot act: an administrator without a valid nonce', async () => {
      const kettle = await add(await registry('List'), 'Kettle', linked(1));
      const [another = ''] = await noncesOf('admin', ['something-else']);
      for (const [method, query, body] of await everyAction('admin', kettle)) {
        if (method === 'GET') continue;
        for (const nonce of ['', 'wrong', another]) {
          const answer = await send('admin', method, query, { ...body, _wpnonce: nonce });
          assert.equal(answer.status, 403);
        }
      }
      assert.deepEqual(await item(kettle), linked(1));
    });

    /** Nonces that are valid in the user's own session. */
    async function noncesOf(person: TestUser, actions: readonly string[]): Promise<string[]> {
      const cookie = await logIn(site(), person);
      const nonces = await site().wordpress.run(
        `foreach ( explode( '; ', $input['cookie'] ) as $pair ) {
           list( $name, $value ) = explode( '=', $pair, 2 );
           $_COOKIE[ $name ] = urldecode( $value );
         }
         wp_set_current_user( get_user_by( 'login', $input['login'] )->ID );
         echo wp_json_encode( array_map( 'wp_create_nonce', $input['actions'] ) );`,
        { cookie, login: site().users[person].username, actions },
      );
      return JSON.parse(nonces);
    }

    /** Sends every action of the screen, with the user's own nonces. */
    async function everyAction(person: TestUser, id: number): Promise<[string, string, Record<string, string>?][]> {
      const [save, remove, many] = await noncesOf(person, [
        'largesse-save-affiliate-links',
        'largesse-remove-affiliate-links',
        'bulk-affiliate-links',
      ]);
      const chosen = { 'item[]': String(id) };
      return [
        ['GET', ''],
        ['GET', `&action=edit&item=${id}`],
        ['GET', `&action=remove&item=${id}`],
        ['POST', '', { _wpnonce: many!, action: 'status-expired', ...chosen }],
        ['POST', '', { _wpnonce: many!, action: 'edit', ...chosen }],
        ['POST', '', { _wpnonce: remove!, 'largesse-remove-affiliate-links': '1', ...chosen }],
        [
          'POST',
          '',
          {
            _wpnonce: save!,
            'largesse-save-affiliate-links': '1',
            [`largesse_links[${id}][url]`]: 'https://evil.example/',
            [`largesse_links[${id}][status]`]: 'none',
            [`largesse_links[${id}][url_was]`]: linked(1).affiliate_url,
            [`largesse_links[${id}][status_was]`]: linked(1).affiliate_status,
          },
        ],
      ];
    }

    /** Sends a request like a user's browser, on a separate connection. */
    async function send(person: TestUser | null, method: string, query: string, body?: Record<string, string>) {
      const response = await fetchOnce(site().url + PATH + query, {
        method,
        redirect: 'manual',
        headers: person ? { cookie: await logIn(site(), person) } : {},
        ...(body ? { body: new URLSearchParams(body) } : {}),
      });
      return { status: response.status, html: await response.text() };
    }

    it('except an administrator with the same requests', async () => {
      const kettle = await add(await registry('List'), 'Kettle', linked(1));
      for (const [method, query, body] of await everyAction('admin', kettle)) {
        const { status } = await send('admin', method, query, body);
        assert.ok(status === 200 || status === 302, `${status} ${method} ${JSON.stringify(body)}`);
      }
      assert.deepEqual(await item(kettle), { affiliate_url: 'https://evil.example/', affiliate_status: 'none' });
    });
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

const row = (page: Tab, name: string): Locator => page.getByRole('row', { name: new RegExp(`Select ${name}`) });

async function choose(page: Tab, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

/** Runs a bulk action with the controls above or below the list; without an action, only sends the form. */
async function bulk(page: Tab, action: string | null, place: 'above' | 'below' = 'above'): Promise<void> {
  const choices = page.getByRole('combobox', { name: 'Select bulk action' });
  const buttons = applyButtons(page);
  if (action !== null) await (place === 'above' ? choices.first() : choices.last()).selectOption(action);
  await page.toNextPage(() => (place === 'above' ? buttons.first() : buttons.last()).click());
}

const applyButtons = (page: Tab): Locator => page.getByRole('button', { name: 'Apply' });

const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element.matches(':focus'));

/** Presses WordPress's first link for keyboard users. */
async function skipToContent(page: Tab): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Skip to main content' }));
  await page.keyboard.press('Enter');
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Tab, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab never reached it');
}
