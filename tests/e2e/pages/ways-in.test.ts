// Needs a browser and site: bookmarks, share sheets and windows pass data between origins.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { extract } from '../../../contract/shop-pages/extract.ts';
import { ASK_FOR_PAGE, MAX_PAGE_BYTES } from '../../../plugin/assets/page-message.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { loginPassword, type TestUser } from '../wordpress/site.ts';
import { openVisitor, type Visitor } from '../wordpress/visitor.ts';
import { addressOf, assertNoHorizontalScroll, openOwnerSite } from './owner-page.ts';

const SHOP = 'https://pots.example/cast-iron-26?colour=red';

/** Content Security Policy with which a shop forbids everything. */
const STRICT = "default-src 'none'; script-src 'none'; connect-src 'none'; form-action 'none'";

const PRODUCT = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', name: 'Pots & Pans' },
    {
      '@type': 'Product',
      name: 'Cast-iron pot “26”',
      image: ['/pot.jpg'],
      offers: { '@type': 'Offer', price: '1089.90', priceCurrency: 'EUR' },
    },
  ],
};
const WITH_DATA = `<!doctype html><title>Pots</title><script type="application/ld+json">${JSON.stringify(PRODUCT)}</script><h1>Pot</h1>`;
const PHONE = { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true };

describe('wishes from anywhere', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  let only: number;
  let baby: number;
  before(async () => {
    only = await t.registry('owner', { title: 'Our wedding', status: 'publish' }, ['Teapot']);
    baby = await t.registry('invitee', { title: 'Baby' });
    await t.registry('invitee', { title: 'Summer & sun', status: 'publish' });
    await t.registry('mailInvitee', { title: 'Shared', meta: { registry_owners: '["invitee"]' } });
    const past = await t.registry('invitee', { title: 'Last year' });
    await t.site.wordpress.run(`update_post_meta( $input, '_largesse_past', '1' );`, past);
    await t.site.wordpress.run(`update_option( 'largesse_currency', 'EUR' );`);
  });

  const mine = (query: string, registry?: number) =>
    `${addressOf(t.site, registry)}${registry === undefined ? '?' : '&'}${query}`;
  const phone = (who: TestUser | 'nobody') => openVisitor(t.site, t.browser, who, PHONE);
  /** Evaluates PHP once for each query, as if the address of the request had this query. @returns the results */
  const withQueries = async (queries: string[], php: string) =>
    JSON.parse(
      await t.site.wordpress.run(
        `echo wp_json_encode( array_map( function ( $query ) {
          parse_str( $query, $_GET );
          $_GET = wp_slash( $_GET );
          return ${php};
        }, $input ) );`,
        queries,
      ),
    );

  const fieldsOf = async (tab: Tab) => {
    const form = tab.locator('[data-largesse-form="item"]');
    await form.waitFor();
    const fields = ['url', 'name', 'price', 'image_url'].map((name) => form.locator(`[name="${name}"]`).inputValue());
    const [url, name, price, image] = await Promise.all(fields);
    return { url, name, price, image };
  };
  const stored = async (id: number) => {
    const { items } = JSON.parse(
      await t.site.wordpress.run(
        'echo wp_json_encode( array( "items" => array_column( Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->all( $input ), "name" ) ) );',
        id,
      ),
    );
    return items as string[];
  };
  /** Opens a shop's page in the visitor's browser, and presses the bookmark there. */
  const pressOn = async ({ page }: Visitor, html: string, bookmark: string): Promise<Tab> => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': STRICT };
    await page.context().route('https://pots.example/**', (route) => route.fulfill({ headers, body: html }));
    await page.goto(SHOP);
    const code = decodeURIComponent(bookmark.slice('javascript:'.length));
    return page.toNewTab(() => page.evaluate(code));
  };

  it('have a bookmark, an address for a shortcut, and instructions for phones', async () => {
    await using visitor = await phone('owner');
    const { page } = visitor;
    await page.goto(addressOf(t.site));
    const ways = page.locator('[data-largesse-ways]');
    await ways.locator('summary').click();
    const href = await ways.getByRole('link', { name: 'Add to my wishes' }).getAttribute('href');
    assert.match(href ?? '', /^javascript:[\w%.~!*'()-]+$/);
    assert.ok((href ?? '').length < 4000, `${href?.length} characters`);
    assert.equal(await ways.locator('[data-largesse-copy] input').first().inputValue(), mine('add-wish=#'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ways.getByRole('button', { name: 'Copy the bookmark' }).click();
    await ways.getByText('Copied.').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), href);
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await visitor.axe('.largesse-mine'), []);
    assert.deepEqual(visitor.complaints(), []);
  });

  it('contain what the browser sees at a shop with a strict policy, and are saved only on request', async () => {
    await using visitor = await phone('owner');
    await visitor.page.goto(addressOf(t.site));
    const link = visitor.page.getByRole('link', { name: 'Add to my wishes', includeHidden: true });
    const bookmark = (await link.getAttribute('href')) ?? '';
    const tab = await pressOn(visitor, WITH_DATA, bookmark);
    await tab
      .getByText('Suggested by the shop’s page: Name, Shop, Price, Address of a picture')
      .waitFor({ state: 'attached' });
    assert.deepEqual(await fieldsOf(tab), {
      url: SHOP,
      name: 'Cast-iron pot “26”',
      price: '1089.90',
      image: 'https://pots.example/pot.jpg',
    });
    assert.equal(tab.url(), addressOf(t.site, only), 'a reload would not open it again');
    await assertNoHorizontalScroll(tab);
    assert.deepEqual(await stored(only), ['Teapot']);
    await tab.getByRole('button', { name: 'Save wish' }).click();
    await tab.getByText('“Cast-iron pot “26”” is on the list.').first().waitFor();
    assert.deepEqual(await stored(only), ['Teapot', 'Cast-iron pot “26”']);
  });

  it('contain what the browser sees even if it blocks new tabs', async () => {
    await using visitor = await phone('owner');
    const { page } = visitor;
    await page.goto(addressOf(t.site));
    const link = page.getByRole('link', { name: 'Add to my wishes', includeHidden: true });
    const bookmark = decodeURIComponent(((await link.getAttribute('href')) ?? '').slice('javascript:'.length));
    await page.context().route('https://pots.example/**', (route) => {
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: WITH_DATA });
    });
    await page.goto(SHOP);
    await page.toNextPage(() => page.evaluate(`open = () => null; ${bookmark}`));
    await page.getByText('Suggested by the shop’s page: Name, Shop, Price').waitFor({ state: 'attached' });
    assert.equal((await fieldsOf(page)).name, 'Cast-iron pot “26”');
    assert.equal(page.url(), addressOf(t.site, only));
  });

  it('contain nothing from a page with another origin than the wish', async () => {
    await using visitor = await phone('owner');
    const { page } = visitor;
    await page.context().route('https://evil.example/', (route) => {
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Evil</title>' });
    });
    await page.goto('https://evil.example/');
    const address = mine(`add-wish=${encodeURIComponent('https://pots.example/1')}`, only);
    const tab = await page.toNewTab(() =>
      page.evaluate(`{
        const tab = open(${JSON.stringify(address)});
        setInterval(() => tab.postMessage(${JSON.stringify(WITH_DATA)}, '*'), 10);
      }`),
    );
    // The page looks from its start on, until the time for an answer is over.
    await tab.getByText('Looking at the shop’s page …').waitFor({ state: 'detached' });
    assert.equal((await fieldsOf(tab)).name, '');
  });

  it('come from parts of the page that the reader understands like the whole page', async () => {
    await using visitor = await phone('nobody');
    const { page } = visitor;
    const script = readFileSync(new URL('../../../plugin/build/bookmarklet.js', import.meta.url), 'utf8');
    const code = script.replace('"%ADDRESS%"', '"https://pots.example/my-registries/"').replace('"%HINT%"', '""');
    // The page receives its own parts: the bookmark regards the page as My registries.
    const send = `{
      open = () => window;
      addEventListener('message', ({ data }) => { if (data !== ${JSON.stringify(ASK_FOR_PAGE)}) window.parts = data; });
      ${code}
      postMessage(${JSON.stringify(ASK_FOR_PAGE)}, '*');
    }`;
    let body = '';
    await page.context().route('https://pots.example/**', (route) => {
      if (route.request().resourceType() !== 'document') return route.abort();
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    });
    const partsOf = async (html: string, next = '') => {
      body = html;
      await page.goto(SHOP);
      await page.evaluate(next);
      await page.evaluate(send);
      return String(await (await page.waitForFunction('window.parts')).jsonValue());
    };
    const folder = new URL('../../../contract/shop-pages/pages/', import.meta.url);
    for (const file of globSync('*.html', { cwd: folder })) {
      const html = readFileSync(new URL(file, folder), 'utf8');
      const { image_url: _, ...whole } = extract(html, SHOP);
      const { image_url: __, ...found } = extract(await partsOf(html), SHOP);
      assert.deepEqual(found, whole, file);
    }
    const long = await partsOf(`<!doctype html><h1>Pot ${'ä'.repeat(MAX_PAGE_BYTES)}</h1>${WITH_DATA}`);
    assert.ok(Buffer.byteLength(long) <= MAX_PAGE_BYTES && Buffer.byteLength(long) > MAX_PAGE_BYTES - 4);
    assert.equal(extract(long, SHOP).price, 1089.9, 'data for machines comes first');
    const short = await partsOf(
      '<!doctype html><title>Pot</title><script>secret</script><p>Dear Ada</p><p class="price" onclick="x()">5 €</p>',
    );
    assert.doesNotMatch(short, /secret|Ada|onclick/);
    assert.match(short, /<p class="price">5 €<\/p>/);
    assert.doesNotMatch(short, /data-largesse-loaded/);
    const next = 'history.pushState(null, "", "/lid"); document.querySelector("h1").textContent = "Glass lid"';
    const changed = await partsOf(`<h1>Pot</h1>${WITH_DATA}`, next);
    assert.equal(extract(await partsOf(`<h1>Pot</h1>${WITH_DATA}`), SHOP).price, 1089.9);
    assert.equal(extract(changed, 'https://pots.example/lid').name, 'Glass lid', 'data of the first product');
  });

  it('can come from an installed app, which accepts what a phone shares, whatever the field of the address', async () => {
    await using visitor = await phone('owner');
    await visitor.page.goto(addressOf(t.site));
    const link = (await visitor.page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
    const answer = await fetchOnce(link);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/);
    const manifest = JSON.parse(await answer.text());
    assert.equal(manifest.name, await t.site.wordpress.run(`bloginfo( 'name' );`));
    assert.equal(manifest.start_url, addressOf(t.site));
    for (const { src, sizes } of manifest.icons) {
      const icon = await visitor.page.request.get(src);
      assert.equal(icon.headers()['content-type'], 'image/png');
      const size = (await icon.body()).readUInt32BE(16);
      assert.equal(`${size}x${size}`, sizes);
    }
    const { action, method, params } = manifest.share_target;
    assert.equal(method, 'GET');
    const query = new URLSearchParams({
      [params.title]: 'Pot',
      [params.text]: `Look at this! ${SHOP}.`,
      [params.url]: '',
    });
    await visitor.page.goto(`${action}?${query}`);
    assert.deepEqual(await fieldsOf(visitor.page), { url: SHOP, name: 'Pot', price: '', image: '' });
  });

  it('ask users with several registries to choose', async () => {
    await using visitor = await phone('invitee');
    const { page } = visitor;
    const query = `add-wish=${encodeURIComponent(SHOP)}&name=Pot%20%26%20pan`;
    await page.goto(mine(query));
    const choice = page.locator('[data-largesse-choice]');
    assert.deepEqual(await choice.getByRole('link').allTextContents(), ['Summer & sun', 'Baby', 'Shared']);
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await visitor.axe('.largesse-mine'), []);
    await page.toNextPage(() => choice.getByRole('link', { name: 'Baby' }).click());
    assert.deepEqual(await fieldsOf(page), { url: SHOP, name: 'Pot & pan', price: '', image: '' });
    await page.getByRole('heading', { name: 'Baby' }).waitFor({ state: 'attached' });
    await page.goto(mine('add-wish=#https://pots.example/1?a=1&registry=2#c'));
    await page.waitForFunction(`location.search.includes('add-wish=https')`);
    await page.toNextPage(() => choice.getByRole('link', { name: 'Baby' }).click());
    assert.equal((await fieldsOf(page)).url, 'https://pots.example/1?a=1&registry=2#c', 'a shortcut on an iPhone');
  });

  it('keep what the extension has read while users choose a list', async () => {
    await using visitor = await phone('invitee');
    const { page } = visitor;
    const parts = `<meta property="og:title" content="Blue pot"><meta property="product:price:amount" content="12.50"><meta property="product:price:currency" content="EUR">`;
    await page.goto(
      `${mine(`add-wish=${encodeURIComponent(SHOP)}`)}#${new URLSearchParams({ 'largesse-page': parts })}`,
    );
    await page.toNextPage(() => page.locator('[data-largesse-choice]').getByRole('link', { name: 'Baby' }).click());
    await until('the data of the shop’s page', async () => (await fieldsOf(page)).name === 'Blue pot');
    assert.match((await fieldsOf(page)).price ?? '', /^12[.,]5/);
  });

  it('are complete after signing in', async () => {
    await using visitor = await phone('nobody');
    const { page } = visitor;
    const name = `Töpfchen “für” 50 % &amp; <mehr>`;
    const query = new URLSearchParams({ 'add-wish': SHOP, name: name.replace('&', '&amp;') });
    await page.goto(mine(String(query)));
    await page.getByText('Then the form of your wish opens here').waitFor();
    const content = await page.content();
    assert.doesNotMatch(content, /<mehr>/);
    const [{ login }] = await withQueries(
      [`${query}&registry=${baby}`],
      'Largesse\\Managing\\Wishes\\IncomingWishes::carry_through_login( array() )',
    );
    const { searchParams } = new URL(new URL(login).searchParams.get('redirect_to') ?? '');
    assert.equal(searchParams.get('registry'), String(baby), 'the chosen list');
    await page.toNextPage(() => page.locator('.largesse-mine').getByRole('link', { name: 'Sign in' }).click());
    await page.locator('#user_login').fill(t.site.users.owner.username);
    await page.locator('#user_pass').fill(loginPassword);
    await page.toNextPage(() => page.locator('#wp-submit').click());
    assert.deepEqual(await fieldsOf(page), { url: SHOP, name, price: '', image: '' });
  });

  it('silently lose unusable parts', async () => {
    const long = 'x'.repeat(10_000);
    const shop = encodeURIComponent('https://pots.example/a');
    /** Query of an address, and some fields of the form that the page then shows. */
    const cases: [query: string, expected: Record<string, string | boolean>][] = [
      ['add-wish=javascript:alert(1)&name=Pot', { url: '', name: 'Pot', is_lost: true }],
      ['add-wish=Red%20jug%20https%3A%2F%2Fpots.example%2Fjug', { url: 'https://pots.example/jug', name: 'Red jug' }],
      ['add-wish=Red%20jug%0Ahttps%3A%2F%2Fpots.example%2Fjug.', { url: 'https://pots.example/jug', name: 'Red jug' }],
      ['add-wish=pots.example%2Fjug', { url: 'https://pots.example/jug', name: '' }],
      ['add-wish=https%3A%2F%2Fpots.example%2FJug_(2)', { url: 'https://pots.example/Jug_(2)', name: '' }],
      [
        `add-wish-text=${encodeURIComponent('茶碗 https://pots.example/cup，赤い')}`,
        { url: 'https://pots.example/cup', name: '茶碗 赤い' },
      ],
      ['add-wish=&name=Pot', { url: '', name: 'Pot', is_lost: false }],
      [`add-wish=https://pots.example/${long.slice(0, 5000)}&name=Pot`, { url: '', name: 'Pot' }],
      [`add-wish=${shop}&name=${long.slice(0, 5000)}`, { url: 'https://pots.example/a', name: `${'x'.repeat(99)}…` }],
      [`add-wish=${shop}&name=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E`, { name: '<img src=x onerror=alert(1)>' }],
      [`add-wish[]=${shop}&name[]=a`, { url: '', name: '' }],
      [`add-wish=${shop}&name=%00%1b%ff%e2%80%aePot`, { url: 'https://pots.example/a' }],
    ];
    const found = await withQueries(
      cases.map(([query]) => query),
      'get_object_vars( Largesse\\Managing\\Wishes\\IncomingWish::from_request() )',
    );
    for (const [index, [query, expected]] of cases.entries())
      for (const [field, value] of Object.entries(expected))
        assert.equal(found[index]?.[field], value, `${field} of ${query.slice(0, 80)}`);
  });
});
