import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Route } from 'playwright-core';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { activeItems } from '../plugin/connected.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { addCommandLine, wp } from '../plugin/wp-cli.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Dispatched, dispatchAll, page } from '../wordpress/requests.ts';
import { assertNoErrors, assertNoHorizontalScroll, type OwnerPage, openOwnerSite } from './owner-page.ts';

/** Data that the service finds on a shop's page. */
const TEAPOT = {
  name: 'Teapot, blue',
  description: 'Holds 1.2 litres',
  image_url: null as string | null,
  price: 39.9 as number | null,
  currency: 'EUR',
  retailer: 'Pots & Pans',
  source: 'json-ld',
  missing: null as string | null,
};
const NOTHING = { name: null, description: null, image_url: null, price: null, currency: null, retailer: null };

const SHOP = 'https://shop.example/teapot';

/** JavaScript code. Records the texts that the dialog announces to screen readers. */
const LISTEN = `window.heard = [];
  new MutationObserver(() => {
    const text = document.querySelector('dialog[open] [role="status"]')?.textContent.trim();
    if (text && text !== window.heard.at(-1)) window.heard.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });`;

// rules: Suggestions; rules: Wishes without a shop
describe('a member who pastes the address of a shop', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  before(() => t.site.wordpress.run(`update_option( 'largesse_currency', 'EUR' );`));

  /** Addresses of shops in the site's requests to the service. */
  const asked: string[] = [];
  /** Sets the service's answer for each address of a shop. */
  const answer = (told: (url: string) => unknown) => {
    t.proxied.interference = {
      instead: (call, body) => {
        if (call.path !== '/previews') return undefined;
        const { url }: { url: string } = JSON.parse(body);
        asked.push(url);
        return told(url);
      },
    };
  };
  afterEach(async () => {
    t.proxied.interference = {};
    asked.length = 0;
    // Resets the limit of ten requests in a minute, which would otherwise affect the next test.
    await t.site.wordpress.run(
      `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '%largesse_recent%'" ); wp_cache_flush();`,
    );
  });

  interface Form {
    ownerPage: OwnerPage;
    dialog: Locator;
    address: Locator;
    field(label: string): Locator;
    values(): Promise<string[]>;
    save(): Promise<void>;
  }
  const LABELS = ['Name', 'Shop', 'Price', 'Description', 'Address of a picture'];
  function formOf(ownerPage: OwnerPage): Form {
    const dialog = ownerPage.page.getByRole('dialog');
    const field = (label: string) => ownerPage.field(label, dialog);
    return {
      ownerPage,
      dialog,
      field,
      address: field('Address of the product'),
      values: () => Promise.all(LABELS.map((label) => field(label).inputValue())),
      save: () => dialog.getByRole('button', { name: 'Save wish' }).click(),
    };
  }
  async function openForm(id: number, options?: BrowserContextOptions): Promise<Form & AsyncDisposable> {
    const ownerPage = await t.visit('owner', id, options);
    await ownerPage.addWish();
    return { ...formOf(ownerPage), [Symbol.asyncDispose]: () => ownerPage.close() };
  }
  /** Types an address and leaves the field. */
  async function look({ address, field }: Form, url = SHOP): Promise<void> {
    await address.fill(url);
    await field('How many are wanted').focus();
  }
  const told = (form: Form) => form.dialog.getByRole('status').first();
  const hears = async (form: Form, text: string) => {
    await form.dialog.getByRole('status').filter({ hasText: text }).waitFor();
  };
  const storedItem = async (id: number) => (await activeItems(t.proxied.system, id))[0];

  it('gets empty fields filled on a phone by keyboard, hears the result once, and reverts wrong values', async () => {
    const picture = `${t.site.url}/wp-includes/images/media/default.png`;
    answer((url) => ({ url, ...TEAPOT, image_url: picture }));
    const id = await t.registry('owner', {});
    const options = { viewport: { width: 375, height: 667 }, permissions: ['clipboard-read', 'clipboard-write'] };
    await using form = await openForm(id, options);
    const { ownerPage, address, field, dialog } = form;
    const { page } = ownerPage;
    assert.equal(await address.evaluate((element) => element === element.ownerDocument.activeElement), true);
    assert.equal(await address.getAttribute('aria-required'), null);
    await page.evaluate(`${LISTEN} navigator.clipboard.writeText(${JSON.stringify(SHOP)})`);
    await page.keyboard.press('ControlOrMeta+v');
    await hears(form, 'Suggested by the shop’s page: Name, Shop, Price, Description, Address of a picture.');
    assert.deepEqual(await form.values(), ['Teapot, blue', 'Pots & Pans', '39.90', 'Holds 1.2 litres', picture]);
    assert.equal(await dialog.getByText('Suggested by the shop', { exact: true }).count(), 5);
    assert.match((await field('Name').getAttribute('aria-describedby')) ?? '', /largesse-item-name-suggestion/);
    // Tab reaches the field Name, its button Undo, the field Shop, and the button Undo of the shop.
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await field('Shop').inputValue(), '');
    await dialog.getByRole('button', { name: 'Use: Shop' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Use: Shop');
    await field('Description').fill('The big one');
    await dialog.getByText('The shop says: Holds 1.2 litres').waitFor();
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 667 });
      await assertNoHorizontalScroll(page);
      assert.ok(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth), `${width} px`);
    }
    assert.equal((await page.evaluate<string[]>('window.heard')).length, 1);
    await form.save();
    await ownerPage.says('“Teapot, blue” is on the list.');
    const saved = { name: 'Teapot, blue', url: SHOP, price: 39.9, retailer: '', description: 'The big one' };
    assert.partialDeepStrictEqual(await storedItem(id), { ...saved, image_url: picture });
    assert.deepEqual(asked, [SHOP], 'leaving the field sent no second request');
    // The next form contains none of these values.
    await ownerPage.addWish();
    assert.deepEqual(await form.values(), ['', '', '', '', '']);
    assert.equal(await told(form).textContent(), '');
    assertNoErrors(ownerPage);
  });

  it('keeps typed and cleared fields; the suggestions appear next to them', async () => {
    answer((url) => ({ url, ...TEAPOT, price: 20 }));
    const id = await t.registry('owner', {}, [['Pot', { url: 'https://old.example/pot', price: 20 }]]);
    await using ownerPage = await t.visit('owner', id);
    await ownerPage.button('Edit Pot').click();
    const form = formOf(ownerPage);
    await form.field('Description').fill('x');
    await form.field('Description').fill('');
    await form.address.focus();
    await form.field('Name').focus();
    assert.deepEqual(asked, [], 'the address is the previous one');
    await look(form, 'shop.example/teapot');
    await hears(form, 'Suggested by the shop’s page: Name, Shop, Description.');
    assert.deepEqual(asked, [SHOP], 'with its scheme');
    assert.deepEqual(await form.values(), ['Pot', 'Pots & Pans', '20', '', '']);
    await form.dialog.getByRole('button', { name: 'Use: Name' }).click();
    assert.equal(await form.field('Name').inputValue(), 'Teapot, blue');
    await form.dialog.getByRole('button', { name: 'Undo: Name' }).click();
    assert.equal(await form.field('Name').inputValue(), 'Pot');
    await form.dialog.getByRole('button', { name: 'Use: Description' }).click();
    await form.save();
    await ownerPage.says('“Pot” is saved.');
    const wanted = { name: 'Pot', url: 'shop.example/teapot', retailer: 'Pots & Pans', price: 20 };
    assert.partialDeepStrictEqual(await storedItem(id), { ...wanted, description: TEAPOT.description });
    assertNoErrors(ownerPage);
  });

  it('saves without waiting, and a late answer changes nothing', async () => {
    // Delays the answers in the browser, because the site itself would time out after some seconds.
    const held: Route[] = [];
    const id = await t.registry('owner', {});
    await using form = await openForm(id);
    const { ownerPage, address, field, dialog } = form;
    const { page } = ownerPage;
    await page.route('**/previews', (route) => void held.push(route));
    const release = async (number: number) => {
      const came = page.waitForResponse(/\/previews$/);
      const preview = { ...TEAPOT, url: SHOP, price: '39.9', image_url: '', note: '' };
      await held[number]?.fulfill({ json: { preview } });
      await (await came).finished();
      // Waits until the page's script has read the preview. Scripts get answers in the order in which they arrive. So
      // after the answer to this second request, the script has already read the preview.
      await page.evaluate(`fetch('/wp-json/largesse/v1/status').then((answer) => answer.text())`);
    };
    await look(form);
    await dialog.getByText('Looking at the shop’s page …').waitFor();
    await until('the service was asked', () => held.length === 1);
    await field('Name').fill('Jug');
    await form.save();
    await ownerPage.says('“Jug” is on the list.');
    await ownerPage.addWish();
    await release(0);
    assert.deepEqual(await form.values(), ['', '', '', '', ''], 'another wish');

    // The user changes the address before the first answer. Only the answer for the newer address has an effect,
    // regardless of the order of the answers.
    await look(form);
    await until('the service was asked', () => held.length === 2);
    await look(form, 'https://shop.example/other');
    await until('the service was asked', () => held.length === 3);
    await release(1);
    assert.deepEqual(await form.values(), ['', '', '', '', '']);
    await dialog.getByText('Looking at the shop’s page …').waitFor();
    await release(2);
    await hears(form, 'Suggested');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // Late answers have no effect after the user has removed the address, or has closed the form.
    await ownerPage.addWish();
    await look(form);
    await until('the service was asked', () => held.length === 4);
    await look(form, '');
    await release(3);
    assert.equal(await told(form).textContent(), '');
    await look(form, `${SHOP}?2`);
    await until('the service was asked', () => held.length === 5);
    await page.keyboard.press('Escape');
    await release(4);
    await ownerPage.addWish();
    assert.deepEqual(await form.values(), ['', '', '', '', '']);
    await address.focus();
    await field('Name').focus();
    await until('the service was asked', () => held.length === 6);
    await release(5);
    await hears(form, 'Suggested');

    // A late answer also has no effect while the user is typing another address.
    await look(form, `${SHOP}?3`);
    await until('the service was asked', () => held.length === 7);
    await address.fill('https://shop.example/being-typed');
    await release(6);
    assert.equal(await told(form).textContent(), '');
    assertNoErrors(ownerPage);
  });

  it('can work without the shop: empty results, failures and hostile answers leave the form unchanged', async () => {
    let shop: unknown;
    answer((url) => (typeof shop === 'object' ? { url, ...TEAPOT, ...NOTHING, ...shop } : shop));
    const id = await t.registry('owner', {});
    await using form = await openForm(id);
    const { ownerPage } = form;
    const empty = ['', '', '', '', ''];
    const guessed = ['Blue teapot', '', '', '', ''];
    const cases: [shop: unknown, said: string, values: string[], path?: string][] = [
      [{ missing: 'Nothing could be read there' }, 'We found nothing on that page.', empty],
      [{ price: 39, currency: 'USD' }, '39.00 USD at the shop', empty],
      [500, 'The name is a guess from the address.', guessed, '/blue-teapot-1l'],
      ['<html>', 'We cannot read the shop’s page right now.', empty],
      ['{"name":["a"],"price":"12","image_url":7}', 'We found nothing on that page.', empty],
      ['{"price":1e400,"image_url":"javascript:alert(1)"}', 'We found nothing on that page.', empty],
      [{ image_url: 'data:image/svg+xml,<svg onload=alert(1)>', price: 0.001 }, 'We found nothing', empty],
      [{ price: 1e300 }, 'We found nothing', empty],
      [{ price: 0.01 }, 'Suggested by the shop’s page: Price.', ['', '', '0.01', '', '']],
      [
        { name: '<img src=x onerror=alert(1)>\u0000\n&amp;', description: 'long '.repeat(2000), price: 12.345678 },
        'Suggested by the shop’s page: Name, Price, Description.',
        ['<img src=x onerror=alert(1)> &amp;', '', '12.35', `${'long '.repeat(100).slice(0, 499)}…`, ''],
      ],
    ];
    for (const [index, [told, said, values, path]] of cases.entries()) {
      shop = told;
      await look(form, path ? `https://shop.example${path}` : `https://shop.example/${index}`);
      await hears(form, said);
      assert.deepEqual(await form.values(), values, JSON.stringify(told));
    }
    assert.equal(await form.dialog.locator('img').count(), 0);
    await form.save();
    await ownerPage.says('is on the list.');
    assert.partialDeepStrictEqual(await storedItem(id), { price: 12.35, description: cases.at(-1)?.[2][3] });
    assertNoErrors(ownerPage, true);
  });

  it('learns politely that there were too many requests, and can still save', async () => {
    // The limit also counts requests that fail.
    answer((url) => (url === `${SHOP}0` ? 500 : { url, ...TEAPOT, ...NOTHING }));
    const id = await t.registry('owner', {});
    await using form = await openForm(id);
    const previews = Array.from({ length: 11 }, (_, time): Dispatched => {
      return ['owner', 'POST', `/wp-json/largesse/v1/registries/${id}/previews`, { url: `${SHOP}${time}` }];
    });
    const answers = await dispatchAll(t.site, previews);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, ...Array(9).fill(200), 429],
    );
    const seconds = Number(answers.at(-1)?.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 60, String(seconds));
    await look(form);
    await hears(form, 'You have visited many shops in a short time.');
    assert.equal(asked.length, 10, 'the service receives no request');
    const [other] = await dispatchAll(t.site, [
      ['admin', 'POST', `/wp-json/largesse/v1/registries/${id}/previews`, { url: `${SHOP}0` }],
    ]);
    assert.equal(other?.status, 503, 'other members can still ask');
    await form.field('Name').fill('Bowl');
    await form.save();
    await form.ownerPage.says('“Bowl” is on the list.');
    assertNoErrors({ ...form.ownerPage, complaints: () => form.ownerPage.complaints().filter((c) => !/429/.test(c)) });
  });

  it('enters another address, whose suggestions replace the first ones, until the site has no previews', async () => {
    answer((url) => ({ url, ...TEAPOT, ...(url.endsWith('cup') ? { ...NOTHING, name: 'Cup', price: 5 } : {}) }));
    const id = await t.registry('owner', {});
    await using form = await openForm(id);
    await look(form);
    await hears(form, 'Suggested');
    await form.field('Shop').fill('Corner shop');
    await look(form, 'https://shop.example/cup');
    await hears(form, 'Suggested by the shop’s page: Name, Price.');
    assert.deepEqual(await form.values(), ['Cup', 'Corner shop', '5', '', '']);
    await form.dialog.getByRole('button', { name: 'Cancel' }).click();
    await form.ownerPage.addWish();

    answer(() => 404);
    asked.length = 0;
    const came = form.ownerPage.page.waitForResponse(/\/previews$/);
    await look(form);
    assert.deepEqual(await (await came).json(), { preview: null });
    await form.dialog.getByText('Looking at the shop’s page …').waitFor({ state: 'hidden' });
    assert.equal(await told(form).textContent(), '');
    await look(form, `${SHOP}?2`);
    await form.field('Name').fill('Bowl');
    await form.save();
    await form.ownerPage.says('“Bowl” is on the list.');
    assert.deepEqual(asked, [SHOP]);
    assertNoErrors(form.ownerPage);
  });

  it('writes in two tabs, and neither overwrites the other', async () => {
    answer((url) => ({ url, ...TEAPOT }));
    const id = await t.registry('owner', {}, [['Pot', { url: 'https://old.example/pot' }]]);
    await using one = await t.visit('owner', id);
    await using other = await t.visit('owner', id);
    await one.button('Edit Pot').click();
    const form = formOf(one);
    await look(form);
    await hears(form, 'Suggested by the shop’s page: Name, Shop, Price, Description.');
    await other.button('Edit Pot').click();
    await formOf(other).field('Price').fill('17');
    await formOf(other).save();
    await other.says('“Pot” is saved.');
    await form.save();
    await one.says('Someone else just changed this.');
    await form.dialog.getByRole('button', { name: 'Take theirs' }).click();
    assert.deepEqual(await form.values(), ['Pot', 'Pots & Pans', '17', 'Holds 1.2 litres', '']);
    await form.dialog.getByText('The shop says: 39.90').waitFor();
    await form.save();
    await one.says('“Pot” is saved.');
    assert.partialDeepStrictEqual(await storedItem(id), { name: 'Pot', price: 17, url: SHOP, retailer: 'Pots & Pans' });
    assertNoErrors(one, true);
  });

  describe('a wish without a shop', () => {
    const php = (code: string, input: unknown = null) => t.site.wordpress.run(code, input);
    const itemsSeen = async (id: number) => {
      const { body } = await ask(t.site, 'owner', 'GET', `/${id}`);
      return body.registry.items.map(({ name, url, gift_url }) => [name, url, gift_url !== '']);
    };
    const guestPage = async (id: number) => (await page(t.site, 'nobody', `/?post_type=registry&p=${id}`)).location;

    it('shows no shop on the guests’ pages, and can gain or lose an address later', async () => {
      answer((url) => ({ url, ...TEAPOT, ...NOTHING }));
      const id = await t.registry('owner', { status: 'publish', slug: 'no-shop', title: 'No shop' });
      await using form = await openForm(id, { viewport: { width: 375, height: 667 } });
      const { ownerPage } = form;
      await form.field('Name').fill('Your best recipe');
      await form.field('Shop').fill('Any bakery');
      await form.save();
      await ownerPage.says('“Your best recipe” is on the list.');
      const hasShop = async () => {
        await ownerPage.button('More for Your best recipe').click();
        const count = await ownerPage.page.getByRole('menuitem', { name: 'Open the shop: Any bakery' }).count();
        await ownerPage.page.keyboard.press('Escape');
        return count > 0;
      };
      assert.equal(await hasShop(), false);
      const own = `${t.site.url}/registry/no-shop/`;
      assert.equal((await storedItem(id))?.url, `${own}#largesse-no-shop`);

      const path = new URL((await guestPage(id)) ?? own, own).pathname;
      const guest = async (query = '') => page(t.site, 'nobody', path + query);
      const isBare = async () => {
        for (const query of ['', '?giving=1']) {
          const { html } = await guest(query);
          assert.match(html, /Your best recipe/);
          assert.doesNotMatch(html, /Go to the shop|Any bakery|[?&]gift=|no-shop\/#largesse/);
        }
        const item = (await storedItem(id))?.id;
        assert.doesNotMatch((await guest(`?give=${item}`)).html, /Any bakery/);
        assert.equal((await guest(`?gift=${item}`)).location, own, 'an old link leads back to the list');
      };
      await isBare();

      await ownerPage.button('Edit Your best recipe').click();
      assert.equal(await form.address.inputValue(), '');
      await look(form, 'https://shop.example/book');
      await hears(form, 'We found nothing');
      await form.save();
      await ownerPage.says('“Your best recipe” is saved.');
      assert.equal(await hasShop(), true);
      assert.match((await guest()).html, /Any bakery[\s\S]*Go to the shop/);
      await ownerPage.button('Edit Your best recipe').click();
      await form.address.fill('');
      await form.save();
      await ownerPage.says('“Your best recipe” is saved.');
      assert.equal(await hasShop(), false);
      await isBare();
      assertNoErrors(ownerPage);
    });

    it('stays without a shop after its registry has moved, in a copy, and in requests of programs', async () => {
      const own = (slug: string) => `${t.site.url}/registry/${slug}`;
      const id = await t.registry('owner', { status: 'publish', slug: 'here', title: 'Here' }, [
        ['Plain', { url: `${own('here')}/`, retailer: 'Here' }],
        ['Bare', { url: own('here').replace('http:', 'HTTPS:') }],
        ['Neighbour', { url: `${own('there')}/` }],
        ['Shop', { url: 'https://shop.example/x', affiliate_url: 'https://ads.example/x', affiliate_status: 'active' }],
      ]);
      const add = (body: object) => ask(t.site, 'owner', 'POST', `/${id}/items`, body);
      assert.equal((await add({ name: 'Marked' })).status, 201);
      assert.equal((await add({ name: 'Null', url: null })).status, 201);
      const before = [
        ['Plain', '', false],
        ['Bare', '', false],
        ['Neighbour', `${own('there')}/`, true],
        ['Shop', 'https://shop.example/x', true],
        ['Marked', '', false],
        ['Null', '', false],
      ];
      assert.deepEqual(await itemsSeen(id), before);
      const copied = await ask(t.site, 'owner', 'POST', `/${id}/copy`, { title: 'Again' });
      assert.ok(copied.body.copy);
      const copy = copied.body.copy.id;
      assert.deepEqual(await itemsSeen(copy), before);
      const urls = (await activeItems(t.proxied.system, copy)).map(({ url }) => url);
      assert.doesNotMatch(urls.join(), /\/here/, 'the copy’s links lead to the copy');

      await php(`wp_update_post( array( 'ID' => $input, 'post_name' => 'elsewhere' ) );`, id);
      const marked = async () => (await itemsSeen(id)).filter(([name]) => ['Marked', 'Null'].includes(String(name)));
      const moved = [
        ['Marked', '', false],
        ['Null', '', false],
      ];
      assert.deepEqual(await marked(), moved);
      await using _ = await addCode(t.site, `add_filter( 'post_type_link', fn () => 'https://new.example/list' );`);
      assert.deepEqual(await marked(), moved);
    });

    it('has no link in PHP, on wp-admin screens, in exports and on the command line', async () => {
      const id = await t.registry('owner', { status: 'publish', slug: 'quiet' });
      await ask(t.site, 'owner', 'POST', `/${id}/items`, { name: 'A song' });
      await addCommandLine(t.site);
      const listed = await wp(t.site, 'largesse', 'items', String(id), '--format=json', '--fields=name,url');
      assert.deepEqual(JSON.parse(listed.stdout), [{ name: 'A song', url: '' }]);
      const screens = [
        '/wp-admin/edit.php?post_type=registry&page=largesse-affiliate-links&s=A+song',
        `/wp-admin/post.php?post=${id}&action=edit`,
      ];
      const [affiliate = '', registry = ''] = await Promise.all(
        screens.map(async (path) => (await page(t.site, 'admin', path)).html),
      );
      assert.match(affiliate, /A song[\s\S]*<em>No shop<\/em>/);
      assert.match(registry, /<th scope="row"[^>]*>\s*<bdi[^>]*>A song<\/bdi>\s*<\/th>/);
      const told = await php(
        `wp_set_current_user( get_user_by( 'login', 'owner' )->ID );
         $exporter = apply_filters( 'wp_privacy_personal_data_exporters', array() );
         foreach ( $exporter as $one ) {
           $number = 0;
           do {
             $page = call_user_func( $one['callback'], get_user_by( 'login', 'owner' )->user_email, ++$number );
             foreach ( $page['data'] ?? array() as $group ) {
               if ( 'largesse-items' === $group['group_id'] ) $exported[] = wp_json_encode( $group['data'] );
             }
           } while ( empty( $page['done'] ) );
         }
         echo wp_json_encode( array( largesse_get_registry( $input )['items'], $exported ) );`,
        id,
      );
      const [[item], exported]: [{ name: string; url: string }[], string[]] = JSON.parse(told);
      assert.deepEqual([item?.name, item?.url], ['A song', '']);
      const song = exported.filter((one) => one.includes('A song'));
      assert.ok(song.length > 0);
      for (const one of song) assert.doesNotMatch(one, /quiet/);
    });
  });
});
