// Needs a service and site: the service reads shops for the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { activeItems } from '../plugin/connected.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Answer, type Caller, page, rest } from '../wordpress/requests.ts';
import { openGuestSite } from './guest-site.ts';

const NOTHING = { name: null, description: null, image_url: null, price: null, currency: null, retailer: null };

const SHOP = 'https://shop.example/teapot';

/** Answer of the plugin's route for suggestions. */
interface Suggestion {
  preview: Record<string, string | number | null> | null;
}

// rules: Shop data; rules: Wishes without a shop
describe('a member who pastes the address of a shop', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;

  it('gets only plain and short values of the right kind, ten times a minute', async () => {
    const { id } = await t.registry({ title: 'Ours' });
    /** Asks for suggestions, and sets the service's answer about the shop. */
    const suggest = (told: unknown, who: Caller = 'owner'): Promise<Answer<Suggestion>> => {
      t.interference = { instead: ({ path }) => (path === '/previews' ? told : undefined) };
      return rest(site(), who, 'POST', `/wp-json/largesse/v1/registries/${id}/previews`, { url: SHOP });
    };
    const none = { name: '', description: '', retailer: '', image_url: '', price: null, currency: '' };
    const teapot = { name: 'Teapot', retailer: 'Pots & Pans', price: 39, currency: 'USD' };
    const hostile = { name: '<img src=x onerror=alert(1)>\u0000\n&amp;', description: 'long '.repeat(2000) };
    const cases: [shop: unknown, status: number, preview?: object][] = [
      [{ ...NOTHING, missing: 'Nothing could be read there' }, 200, none],
      [{ ...NOTHING, ...teapot }, 200, { ...none, ...teapot }],
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
          price: 12.35,
          description: `${'long '.repeat(100).slice(0, 499)}…`,
        },
      ],
    ];
    for (const [shop, status, preview] of cases) {
      const { status: got, body } = await suggest(shop);
      assert.equal(got, status, JSON.stringify(shop));
      if (preview) assert.deepEqual(body.preview, { url: SHOP, ...preview }, JSON.stringify(shop));
    }
    assert.equal((await suggest(404)).body.preview, null, 'the site has no previews');
    const { status, headers } = await suggest(404);
    assert.equal(status, 429, 'also after requests that fail');
    const seconds = Number(headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 60, String(seconds));
    assert.equal((await suggest(500, 'admin')).status, 503, 'other members can still ask');
    t.interference = {};
  });

  describe('a wish without a shop', () => {
    const itemsSeen = async (id: number) => {
      const { body } = await ask(site(), 'owner', 'GET', `/${id}`);
      return body.registry.items.map(({ name, url, gift_url }) => [name, url, gift_url !== '']);
    };

    it('shows no shop on the guests’ pages', async () => {
      const { id } = await t.registry({ slug: 'no-shop', title: 'No shop' });
      const added = await ask(site(), 'owner', 'POST', `/${id}/items`, {
        name: 'Your best recipe',
        retailer: 'Bakery',
      });
      const { item, registry } = added.body;
      const own = registry.permalink ?? `${site().url}/registry/no-shop/`;
      assert.equal((await activeItems(t.system, id))[0]?.url, `${site().url}/#largesse-no-shop`);
      const guest = (query: string) => page(site(), 'nobody', new URL(own).pathname + query);
      for (const query of ['', '?giving=1']) {
        const { html } = await guest(query);
        assert.match(html, /Your best recipe/);
        assert.doesNotMatch(html, /Go to the shop|Bakery|[?&]gift=|#largesse-no-shop/);
      }
      assert.doesNotMatch((await guest(`?give=${item}`)).html, /Bakery/);
      assert.equal((await guest(`?gift=${item}`)).location, own, 'an old link leads back to the list');
    });

    it('stays without a shop after its registry has moved, in a copy, and in requests of programs', async () => {
      const own = (slug: string) => `${site().url}/registry/${slug}`;
      const affiliate = { affiliate_url: 'https://ads.example/x', affiliate_status: 'active' } as const;
      const { id } = await t.registry({ slug: 'here', title: 'Here' }, [
        { name: 'Plain', url: `${own('here')}/#largesse-no-shop`, retailer: 'Here' },
        { name: 'Neighbour', url: `${own('there')}/` },
        { name: 'Shop', url: 'https://shop.example/x', ...affiliate },
      ]);
      const add = (body: object) => ask(site(), 'owner', 'POST', `/${id}/items`, body);
      assert.equal((await add({ name: 'Marked' })).status, 201);
      assert.equal((await add({ name: 'Null', url: null })).status, 201);
      const marked = ['Marked', 'Null'].map((name) => [name, '', false]);
      const before = [
        ['Plain', '', false],
        ['Neighbour', `${own('there')}/`, true],
        ['Shop', 'https://shop.example/x', true],
        ...marked,
      ];
      assert.deepEqual(await itemsSeen(id), before);
      const copied = await ask(site(), 'owner', 'POST', `/${id}/copy`, { title: 'Again' });
      assert.ok(copied.body.copy);
      const copy = copied.body.copy.id;
      assert.deepEqual(await itemsSeen(copy), before);
      const urls = (await activeItems(t.system, copy)).map(({ url }) => url);
      assert.doesNotMatch(urls.join(), /\/here/, 'the copy’s links lead to the copy');

      const run = (code: string) => site().wordpress.run(code, id);
      await run(`wp_update_post( array( 'ID' => $input, 'post_name' => 'elsewhere' ) );`);
      assert.deepEqual((await itemsSeen(id)).slice(-2), marked);
      await using _ = await addCode(site(), `add_filter( 'post_type_link', fn () => 'https://new.example/list' );`);
      assert.deepEqual((await itemsSeen(id)).slice(-2), marked);
    });
  });
});
