import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { activeItems } from '../plugin/connected.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Answer, type Caller, dispatchAll, page, rest } from '../wordpress/requests.ts';
import { assertNoErrors, openOwnerSite } from './owner-page.ts';

/** Data that the service finds on a shop's page. */
const TEAPOT = {
  name: 'Teapot, blue',
  description: 'Holds 1.2 litres',
  image_url: null,
  price: 39.9,
  currency: 'EUR',
  retailer: 'Pots & Pans',
};
const NOTHING = { name: null, description: null, image_url: null, price: null, currency: null, retailer: null };

const SHOP = 'https://shop.example/teapot';

/** JavaScript code. Records the texts that the dialog announces to screen readers. */
const LISTEN = `window.heard = [];
  new MutationObserver(() => {
    const statuses = [...document.querySelectorAll('dialog[open] [role="status"]')];
    const text = statuses.map(({ textContent }) => textContent).join(' ').trim();
    if (text && text !== window.heard.at(-1)) window.heard.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });`;

/** Answer of the plugin's route for suggestions. */
interface Suggestion {
  preview: Record<string, string> | null;
}

// rules: Shop data; rules: Wishes without a shop
describe('a member who pastes the address of a shop', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  before(() => t.site.wordpress.run(`update_option( 'largesse_currency', 'EUR' );`));

  /** Sets the service's answer about each shop. */
  const answer = (told: unknown) => {
    t.proxied.interference = { instead: ({ path }) => (path === '/previews' ? told : undefined) };
  };
  afterEach(async () => {
    t.proxied.interference = {};
    // Resets the limit of ten requests in a minute, which would otherwise affect the next test.
    await t.site.wordpress.run(
      `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind = 'limit'" ); wp_cache_flush();`,
    );
  });
  const storedItem = async (id: number) => (await activeItems(t.proxied.system, id))[0];
  const suggest = (id: number, who: Caller = 'owner'): Promise<Answer<Suggestion>> =>
    rest(t.site, who, 'POST', `/wp-json/largesse/v1/registries/${id}/previews`, { url: SHOP });

  it('gets empty fields filled, hears the result once, and reverts wrong values by keyboard', async () => {
    answer(TEAPOT);
    const id = await t.registry('owner', {});
    const options = { viewport: { width: 320, height: 667 }, permissions: ['clipboard-read', 'clipboard-write'] };
    await using ownerPage = await t.visit('owner', id, options);
    await ownerPage.addWish();
    const { page } = ownerPage;
    const dialog = page.getByRole('dialog');
    const field = (label: string) => ownerPage.field(label, dialog);
    await page.evaluate(`${LISTEN} navigator.clipboard.writeText(${JSON.stringify(SHOP)})`);
    await page.keyboard.press('ControlOrMeta+v');
    await dialog.getByText('Suggested by the shop’s page: Name, Shop, Price, Description').waitFor();
    assert.equal(await field('Name').inputValue(), 'Teapot, blue');
    assert.match((await field('Name').getAttribute('aria-describedby')) ?? '', /largesse-item-name-suggestion/);
    // Tab reaches the field Name, its button Undo, the field Shop, and the button Undo of the shop.
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await field('Shop').inputValue(), '');
    await dialog.getByRole('button', { name: 'Use: Shop' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Use: Shop');
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    assert.ok(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth));
    assert.equal((await page.evaluate<string[]>('window.heard')).length, 1);
    assertNoErrors(ownerPage);
  });

  it('gets only plain and short values of the right kind, whatever the service found', async () => {
    const id = await t.registry('owner', {});
    const none = { name: '', description: '', retailer: '', image_url: '', price: '', currency: '' };
    const hostile = { name: '<img src=x onerror=alert(1)>\u0000\n&amp;', description: 'long '.repeat(2000) };
    const cases: [shop: unknown, status: number, preview?: object][] = [
      [{ ...NOTHING, missing: 'Nothing could be read there' }, 200, none],
      [{ ...NOTHING, price: 39, currency: 'USD' }, 200, { ...none, price: '39', currency: 'USD' }],
      [500, 503],
      ['<html>', 503],
      ['{"name":["a"],"price":"12","image_url":7}', 200, none],
      ['{"price":1e400,"image_url":"javascript:alert(1)"}', 200, none],
      [{ image_url: 'data:image/svg+xml,<svg onload=alert(1)>', price: 0.001 }, 200, none],
      [{ price: 1e300 }, 200, none],
      [
        { ...hostile, price: 12.345678 },
        200,
        {
          ...none,
          name: '<img src=x onerror=alert(1)> &amp;',
          price: '12.35',
          description: `${'long '.repeat(100).slice(0, 499)}…`,
        },
      ],
    ];
    for (const [shop, status, preview] of cases) {
      answer(shop);
      const { status: got, body } = await suggest(id);
      assert.equal(got, status, JSON.stringify(shop));
      if (preview) assert.deepEqual(body.preview, { url: SHOP, ...preview }, JSON.stringify(shop));
    }
    answer(404);
    assert.equal((await suggest(id)).body.preview, null, 'the site has no previews');
  });

  it('can ask ten times a minute', async () => {
    const id = await t.registry('owner', {});
    // The limit also counts requests that fail.
    answer(500);
    const path = `/wp-json/largesse/v1/registries/${id}/previews`;
    const answers = await dispatchAll(
      t.site,
      Array.from({ length: 11 }, () => ['owner', 'POST', path, { url: SHOP }]),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(10).fill(503), 429],
    );
    const seconds = Number(answers.at(-1)?.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 60, String(seconds));
    assert.equal((await suggest(id, 'admin')).status, 503, 'other members can still ask');
  });

  describe('a wish without a shop', () => {
    const php = (code: string, input: unknown = null) => t.site.wordpress.run(code, input);
    const itemsSeen = async (id: number) => {
      const { body } = await ask(t.site, 'owner', 'GET', `/${id}`);
      return body.registry.items.map(({ name, url, gift_url }) => [name, url, gift_url !== '']);
    };

    it('shows no shop on the guests’ pages', async () => {
      const id = await t.registry('owner', { status: 'publish', slug: 'no-shop', title: 'No shop' });
      const added = await ask(t.site, 'owner', 'POST', `/${id}/items`, {
        name: 'Your best recipe',
        retailer: 'Bakery',
      });
      const { item, registry } = added.body;
      const own = registry.permalink ?? `${t.site.url}/registry/no-shop/`;
      assert.equal((await storedItem(id))?.url, `${own}#largesse-no-shop`);
      const guest = (query: string) => page(t.site, 'nobody', new URL(own).pathname + query);
      for (const query of ['', '?giving=1']) {
        const { html } = await guest(query);
        assert.match(html, /Your best recipe/);
        assert.doesNotMatch(html, /Go to the shop|Bakery|[?&]gift=|no-shop\/#largesse/);
      }
      assert.doesNotMatch((await guest(`?give=${item}`)).html, /Bakery/);
      assert.equal((await guest(`?gift=${item}`)).location, own, 'an old link leads back to the list');
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
  });
});
