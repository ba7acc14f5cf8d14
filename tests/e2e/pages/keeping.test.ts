// Needs a whole site: WordPress's own routes must not bypass the rules.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { activeItems } from '../plugin/connected.ts';
import { give } from '../plugin/gifts.ts';
import { askDirectly as ask } from '../plugin/rest-namespace.ts';
import { type Dispatched, dispatch, page as html, read } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { assertNoHorizontalScroll, openOwnerSite } from './owner-page.ts';

/** A phone with a touch screen. */
const PHONE = { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true };

// rules: Headings
describe('the wishes of a registry, by heading', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  const run = (code: string, input: unknown = null) => t.site.wordpress.run(code, input);
  const send = (method: string, path: string, body?: unknown, who: TestUser = 'owner') =>
    ask(t.site, who, method, path, body);
  const meta = async (id: number) => (await read(t.site, 'owner', id)).body.meta;
  const stored = async (id: number) => {
    const { registry_headings: headings, registry_most_wanted: most } = await meta(id);
    return { headings: JSON.parse(headings), most: JSON.parse(most) };
  };
  /** Creates a registry of the owner with items of these names; returns their ids by name. */
  async function registryWith(...names: string[]): Promise<{ id: number; of: Record<string, number> }> {
    const id = await t.registry('owner', { status: 'publish', title: 'Ours' }, names);
    const all = await activeItems(t.proxied.system, id);
    await send('GET', `/${id}`);
    return { id, of: Object.fromEntries(all.map((item) => [item.name, item.id])) };
  }
  /** Returns the names of the items under each heading, for example `A B / Kitchen: C`. */
  const look = async (id: number, who: TestUser = 'owner') => {
    const { headings, items } = (await send('GET', `/${id}`, undefined, who)).body.registry;
    const under = (title: string) => items.filter((item) => item.heading === title).map(({ name }) => name);
    assert.equal(
      items.map(({ name }) => name).join(),
      ['', ...headings].flatMap(under).join(),
      'in the displayed order',
    );
    return [under('').join(' '), ...headings.map((title) => `${title}: ${under(title).join(' ')}`.trim())].join(' / ');
  };

  it('can be changed and undone by one route each', async () => {
    const { id, of } = await registryWith('A', 'B', 'C');
    assert.equal(await look(id), 'A B C');
    const add = (title: string, more = {}) => send('POST', `/${id}/headings`, { title, ...more });
    assert.equal((await add('  The \t kitchen ')).status, 201);
    await add('Bath');
    const move = (name: string, before: string | null, heading?: string) =>
      send('POST', `/${id}/items/${of[name]}/move`, { before: before && of[before], heading });
    const first = await move('A', null, 'Bath');
    assert.deepEqual(first.body.undo, { before: of.B, heading: '' });
    await move('C', 'A', 'Bath');
    assert.equal(await look(id), 'B / The kitchen: / Bath: C A');
    await move('C', null);
    assert.equal(await look(id), 'B / The kitchen: / Bath: A C', 'under no heading, it stays below its neighbour');
    assert.deepEqual(JSON.parse((await meta(id)).registry_item_ids), [of.B, of.A, of.C], 'as in the API');
    await send('POST', `/${id}/items/${of.A}/move`, first.body.undo);
    assert.equal(await look(id), 'A B / The kitchen: / Bath: C');

    const version = async (name: string) =>
      (await send('GET', `/${id}`)).body.registry.items.find((item) => item.name === name)?.version;
    await send('PATCH', `/${id}/items/${of.B}`, { version: await version('B'), name: 'B', heading: 'The kitchen' });
    await send('POST', `/${id}/items`, { name: 'D', url: 'https://shop.example/d', heading: 'The kitchen' });
    assert.equal(await look(id), 'A / The kitchen: B D / Bath: C');
    const renamed = await send('PATCH', `/${id}/headings`, { heading: 'The kitchen', title: 'the Kitchen' });
    assert.deepEqual(renamed.body.registry.headings, ['the Kitchen', 'Bath']);
    const moved = await send('PATCH', `/${id}/headings`, { heading: 'Bath', before: 'the Kitchen' });
    assert.deepEqual([await look(id), moved.body.undo], ['A / Bath: C / the Kitchen: B D', { before: null }]);
    const { items } = (await send('GET', `/${id}`)).body.registry;
    assert.deepEqual(
      JSON.parse((await meta(id)).registry_item_ids),
      ['A', 'C', 'B', 'D'].map((name) => items.find((item) => item.name === name)?.id),
      'the API shows the order of the page, too',
    );

    await send('POST', `/${id}/items/${of.B}/most-wanted`);
    const removed = await send('DELETE', `/${id}/items/${of.B}`);
    assert.deepEqual((await stored(id)).most, [], 'removed wishes leave the list');
    await send('POST', `/${id}/items/${of.B}/restore`, removed.body.undo);
    assert.equal(await look(id), 'A / Bath: C / the Kitchen: B D');
    assert.deepEqual((await stored(id)).most, [of.B]);
    const gone = await send('DELETE', `/${id}/headings`, { heading: 'the Kitchen' });
    assert.match(await look(id), /^A B D \/ Bath: C$/);
    await send('POST', `/${id}/headings`, gone.body.undo);
    assert.equal(await look(id), 'A / Bath: C / the Kitchen: B D');
  });

  it('report a heading that no longer exists, and forget wishes that the API removes', async () => {
    const { id, of } = await registryWith('A', 'B', 'C');
    for (const title of ['Cooking', 'Bath']) await send('POST', `/${id}/headings`, { title });
    // Another tab has renamed the heading "Kitchen".
    for (const [method, path, body] of [
      ['POST', `/${id}/items/${of.C}/move`, { before: null, heading: 'Kitchen' }],
      ['PATCH', `/${id}/headings`, { heading: 'Kitchen', title: 'X' }],
      ['PATCH', `/${id}/headings`, { heading: 'Bath', before: 'Kitchen' }],
      ['DELETE', `/${id}/headings`, { heading: 'Kitchen' }],
    ] as const) {
      const { status, body: told } = await send(method, path, body);
      assert.deepEqual([status, told.data.current?.headings[0]], [409, 'Cooking'], `${method} ${path}`);
    }
    const { version } = (await send('GET', `/${id}`)).body.registry.items[0] ?? {};
    const edited = await send('PATCH', `/${id}/items/${of.A}`, { version, name: 'Z', heading: 'Kitchen' });
    assert.deepEqual(edited.body.data.fields, { heading: 'This heading no longer exists.' });
    for (const name of ['A', 'B']) await send('POST', `/${id}/items/${of[name]}/most-wanted`);
    // The API does not support headings, but it can change the order and the items.
    await t.proxied.system.request('owner', 'PATCH', `/registries/${id}`, {
      body: { meta: { registry_item_ids: [of.C, of.A, of.B] } },
    });
    await t.proxied.system.request('owner', 'DELETE', `/registries/${id}/items/${of.B}`);
    assert.equal(await look(id), 'C A / Cooking: / Bath:');
    assert.deepEqual((await stored(id)).most, [of.A]);
  });

  // Order.test.php tests which headings are valid.
  it('refuse an invalid heading with a message for its field', async () => {
    const { id } = await registryWith('A');
    const refused = async (title: unknown) =>
      (await send('POST', `/${id}/headings`, { title })).body.data.fields?.title;
    await send('POST', `/${id}/headings`, { title: 'Kitchen' });
    assert.equal(await refused('KITCHEN '), 'There is already a heading with this title.');
    const rooms = Array.from({ length: 29 }, (_, n) => ({ title: `${n}`, items: [] }));
    await run(`update_post_meta( $input[0], 'registry_headings', wp_json_encode( $input[1] ) );`, [id, rooms]);
    assert.equal((await send('POST', `/${id}/headings`, { title: '<script>alert(1)</script>' })).status, 201);
    assert.equal(await refused('One more'), 'A registry has at most 30 headings.');
    for (const act of ['most-wanted', 'move']) {
      const { status } = await send('POST', `/${id}/items/999999/${act}`, { before: null, heading: '7' });
      assert.equal(status, 404, act);
    }
  });

  it('are restricted in WordPress’s own routes', async () => {
    const { id, of } = await registryWith('A', 'B', 'C');
    const write = (headings: unknown, most: unknown): Dispatched => [
      'owner',
      'PATCH',
      `/registries/${id}`,
      { meta: { registry_headings: JSON.stringify(headings), registry_most_wanted: JSON.stringify(most) } },
    ];
    for (const wrong of [write([{ title: 'Kitchen' }], []), write([], [of.A, of.A])])
      assert.equal((await dispatch(t.site, ...wrong)).status, 400);
    assert.deepEqual(await stored(id), { headings: [], most: [] });
    const right = write([{ title: 'Kitchen', items: [999999, of.B] }], [of.C, 999999]);
    assert.equal((await dispatch(t.site, ...right)).status, 200);
    assert.equal(await look(id), 'A C / Kitchen: B');
    // From a page of sorted wishes, the script of the page returns to the owner's order with these headings.
    const { link } = (await read(t.site, 'nobody', id)).body;
    const sorted = await html(t.site, 'nobody', `${new URL(link).pathname}?sort=price-up`);
    assert.equal(sorted.html.match(/ data-group="1"/g)?.length, 1);
    assert.match(sorted.html, new RegExp(` data-item="${of.B}"[^>]* data-group="1"`));
    await send('POST', `/${id}/items/${of.A}/move`, { before: null });
    assert.deepEqual(await stored(id), { headings: [{ title: 'Kitchen', items: [of.B] }], most: [of.C] });
    // Everyone who can read a registry can read its headings; a password hides them.
    const told = async () => (await read(t.site, 'nobody', id)).body.meta.registry_headings;
    assert.match(await told(), /Kitchen/);
    await dispatch(t.site, 'owner', 'PATCH', `/registries/${id}`, { password: 'sesame' });
    assert.equal(await told(), '[]');
    // Another program has stored an invalid value.
    await run(`update_post_meta( $input, 'registry_headings', 'x' );`, id);
    assert.equal((await send('POST', `/${id}/headings`, { title: 'New' })).status, 201, 'it can be changed again');
  });

  it('keep their headings and marks in a copy, with its helpers', async () => {
    const { id, of } = await registryWith('A', 'B', 'C', 'D');
    for (const title of ['Kitchen', 'Bath']) await send('POST', `/${id}/headings`, { title });
    await send('POST', `/${id}/items/${of.A}/move`, { before: null, heading: 'Bath' });
    await send('POST', `/${id}/items/${of.B}/move`, { before: null, heading: 'Kitchen' });
    await send('POST', `/${id}/items/${of.B}/most-wanted`);
    // The copy lacks a wish that a guest gave in secret if the day of the reveal has come.
    await give(t.proxied.system, of.D ?? 0, { secret: true });
    const copied = {
      registry_owners: '["invitee"]',
      registry_keepers: '["stranger"]',
      registry_event_type: 'Wedding',
      registry_surprise: 'names',
    };
    const notCopied = { registry_event_date: '2020-01-01', registry_invitees: '["mailinvitee"]' };
    const original = { ...copied, ...notCopied };
    await run(`foreach ( $input[1] as $key => $value ) update_post_meta( $input[0], $key, $value );`, [id, original]);
    const copy = (await send('POST', `/${id}/copy`, { title: 'Again' }, 'admin')).body.copy;
    assert.ok(copy);
    assert.equal(await run(`echo get_post( $input )->post_author;`, copy.id), String(t.site.users.owner.id));
    const meta = await run(
      `foreach ( $input[1] as $key ) $meta[ $key ] = get_post_meta( $input[0], $key, true );
       echo wp_json_encode( $meta );`,
      [copy.id, Object.keys(original)],
    );
    assert.deepEqual(JSON.parse(meta), { ...copied, registry_event_date: '', registry_invitees: '[]' });
    assert.equal(await look(copy.id), 'C / Kitchen: B / Bath: A');
    const { items } = (await send('GET', `/${copy.id}`)).body.registry;
    assert.deepEqual(
      items.filter((item) => item.is_most_wanted).map(({ name }) => name),
      ['B'],
    );
  });

  it('are copied as far as the service answers; no empty copy stays', async () => {
    const { id } = await registryWith('A', 'B', 'C');
    let added = 0;
    t.proxied.interference = { before: ({ method }) => method !== 'POST' || ++added === 1 };
    const { copy } = (await send('POST', `/${id}/copy`, { title: 'Partly' })).body;
    assert.partialDeepStrictEqual(copy, { copied: 1, missing: ['B', 'C'] });
    // A wish that the service refuses does not keep the next wishes from the copy.
    added = 0;
    t.proxied.interference = { instead: ({ method }) => (method === 'POST' && ++added === 1 ? 422 : undefined) };
    const refused = (await send('POST', `/${id}/copy`, { title: 'Partly' })).body.copy;
    assert.partialDeepStrictEqual(refused, { copied: 2, missing: ['A'] });
    t.proxied.interference = { before: ({ method }) => method !== 'POST' };
    const { status } = await send('POST', `/${id}/copy`, { title: 'Nothing copied' });
    t.proxied.interference = {};
    assert.ok(status >= 500);
    const titles = await run(
      `echo implode( ', ', wp_list_pluck( get_posts( array( 'post_type' => 'registry', 'post_status' => 'any', 'numberposts' => 2, 'orderby' => 'ID' ) ), 'post_title' ) );`,
    );
    assert.equal(titles, 'Partly, Partly');
  });

  it('can be copied one by one, from one’s own or another registry, without revealing anything', async () => {
    const { id, of } = await registryWith('A');
    const link = (await read(t.site, 'owner', id)).body.link;
    const shown = { retailer: 'Shop', image_url: 'https://shop.example/a.jpg', price: 12.5 };
    const affiliate = { affiliate_url: 'https://shop.example/?for=owner', affiliate_status: 'active' };
    const whole = { ...shown, ...affiliate, description: 'For Ada', quantity_needed: 6 };
    await t.proxied.system.request('admin', 'PUT', `/items/${of.A}`, {
      body: { ...whole, url: `${link}#largesse-no-shop`, quantity_purchased: 2 },
    });
    const other = await t.registry('owner', { title: 'Other' });
    const before = await meta(id);
    const copy = (to: object, who: TestUser = 'owner') => send('POST', `/${id}/items/${of.A}/copy`, to, who);
    const own = await copy({ to: other });
    assert.deepEqual([own.status, own.body.copy?.title], [201, 'Other']);
    assert.partialDeepStrictEqual(await activeItems(t.proxied.system, other), [
      { ...whole, name: 'A', url: `${t.site.url}/#largesse-no-shop`, quantity_purchased: 0 },
    ]);
    const theirs = (await copy({ title: 'Mine, too' }, 'stranger')).body.copy;
    assert.ok(theirs);
    const secrets = { description: null, quantity_needed: 1, quantity_purchased: 0, affiliate_url: null };
    assert.partialDeepStrictEqual(await activeItems(t.proxied.system, theirs.id), [
      { ...shown, ...secrets, name: 'A' },
    ]);
    assert.equal((await read(t.site, 'stranger', theirs.id)).body.status, 'private');
    assert.deepEqual(await meta(id), before, 'the source is unchanged');
    for (const to of [id, 999999, '7', null]) assert.equal((await copy({ to }, 'stranger')).status, 422, String(to));
    const thrown = await t.registry('owner', { title: 'Thrown away' });
    await run('wp_trash_post( $input );', thrown);
    assert.equal((await copy({ to: thrown })).status, 422);
    const listed = await send('GET', '', undefined, 'stranger');
    assert.deepEqual(listed.body.registries, [{ id: theirs.id, title: 'Mine, too' }]);
    await dispatch(t.site, 'owner', 'PATCH', `/registries/${id}`, { password: 'sesame' });
    assert.equal((await copy({ to: theirs.id }, 'stranger')).status, 404, 'visitors without the password see no wish');
    const ownLists = await send('GET', '');
    assert.equal((await send('POST', `/${other}/items/${of.A}/copy`, { title: 'No' })).status, 404);
    assert.deepEqual((await send('GET', '')).body.registries, ownLists.body.registries, 'no empty list stays');
  });

  describe('for guests', () => {
    let id: number;
    let link: string;
    before(async () => {
      const made = await registryWith('Recipe', 'Kettle', 'Pot', 'Towel', 'Tree');
      id = made.id;
      for (const [name, price] of Object.entries({ Kettle: 30, Pot: 20, Towel: 10, Recipe: 80, Tree: 400 }))
        await t.proxied.system.request('admin', 'PUT', `/items/${made.of[name]}`, {
          body: { price, ...(name === 'Towel' ? { quantity_purchased: 1 } : {}) },
        });
      for (const title of ['Kitchen', '<i>[gallery]</i>', 'Empty', 'Garden'])
        await send('POST', `/${id}/headings`, { title });
      for (const [name, heading] of [
        ['Kettle', 'Kitchen'],
        ['Pot', 'Kitchen'],
        ['Towel', '<i>[gallery]</i>'],
        ['Tree', 'Garden'],
      ] as const)
        await send('POST', `/${id}/items/${made.of[name]}/move`, { before: null, heading });
      for (const name of ['Pot', 'Towel', 'Tree']) await send('POST', `/${id}/items/${made.of[name]}/most-wanted`);
      ({ link } = (await read(t.site, 'owner', id)).body);
    });

    /** All headings below the title with their levels, including headings for screen readers only. */
    const outline = (page: Tab) =>
      page
        .getByRole('main')
        .locator('.largesse-group :is(h2, h3)')
        .filter({ visible: true })
        .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName.at(-1)} ${textContent}`).join(', '));
    const IN_ORDER = '2 Wishes, 3 Recipe, 2 Kitchen, 3 Kettle, 3 Pot, 2 <i>[gallery]</i>, 3 Towel, 2 Garden, 3 Tree';
    const jump = (page: Tab) => page.getByRole('navigation', { name: 'What is on the list' });

    for (const isScripted of [true, false])
      it(`are all there, and can be filtered and sorted ${isScripted ? 'at once by keyboard' : 'without JavaScript'}`, async () => {
        await using guest = await openVisitor(t.site, t.browser, 'nobody', { ...PHONE, javaScriptEnabled: isScripted });
        const { page } = guest;
        await page.goto(`${link}?utm=letter`);
        assert.equal(await outline(page), IN_ORDER);
        assert.deepEqual(await jump(page).getByRole('link').allInnerTexts(), ['Kitchen', '<i>[gallery]</i>', 'Garden']);
        // A complete wish has no mark, even if it is most wanted.
        assert.equal(await page.getByText('Most wanted', { exact: true }).count(), 2);
        await assertNoHorizontalScroll(page);
        if (isScripted) assert.deepEqual(await guest.axe('main'), []);
        const choose = async (name: string) => {
          const link = page.locator('.largesse-filter').getByRole('link', { name, exact: true });
          await (isScripted ? link.press('Enter') : page.toNextPage(() => link.tap()));
        };
        await page.getByText('Filter', { exact: true }).tap();
        await choose('Still open');
        assert.equal(await outline(page), IN_ORDER.replace(', 2 <i>[gallery]</i>, 3 Towel', ''));
        assert.deepEqual(await jump(page).getByRole('link').allInnerTexts(), ['Kitchen', 'Garden']);
        await choose('Most wanted first');
        assert.equal(await outline(page), '2 Wishes, 3 Pot, 3 Tree, 3 Recipe, 3 Kettle');
        assert.equal(await jump(page).isVisible(), false);
        if (isScripted) assert.match(await page.getByRole('status').innerText(), /Most wanted first\./);
        assert.equal(new URL(page.url()).search, '?utm=letter&wishes=open&sort=most-wanted');
        await choose('All wishes');
        await choose('Lowest price');
        assert.equal(await outline(page), '2 Wishes, 3 Towel, 3 Pot, 3 Kettle, 3 Recipe, 3 Tree');
        await choose('List order');
        assert.equal(await outline(page), IN_ORDER);
        // Without a choice, the new page folds the filters.
        if (!isScripted) await page.getByText('Filter', { exact: true }).tap();
        await choose('Up to 10.00');
        assert.equal(await outline(page), '2 <i>[gallery]</i>, 3 Towel');
        await choose('<i>[gallery]</i>');
        assert.deepEqual(
          [...new URL(page.url()).searchParams],
          [
            ['utm', 'letter'],
            ['price', '0-10'],
            ['heading', '<i>[gallery]</i>'],
          ],
        );
        assert.equal(await outline(page), '2 <i>[gallery]</i>, 3 Towel');
        assert.equal(await page.getByRole('status').innerText(), 'Found 1 of 5 wishes.');
        await choose('Over 30.00');
        assert.equal(await outline(page), '');
        assert.equal(await page.getByText('Every wish has been granted').isVisible(), false);
        await choose('All prices');
        await assertNoHorizontalScroll(page);
        await choose('All headings');
        assert.equal(await outline(page), IN_ORDER);
        await jump(page).getByRole('link', { name: 'Garden' }).tap();
        assert.match(page.url(), /#largesse-heading-3$/);
        await page.emulateMedia({ media: 'print' });
        assert.equal(await outline(page), IN_ORDER);
        assert.equal(await jump(page).isVisible(), false);
        assert.deepEqual(guest.complaints(), []);
      });

    it('are found by a heading with emoji, in a browser for which WordPress replaces emoji with pictures', async () => {
      const { id: cooking, of } = await registryWith('Pan', 'Rake');
      for (const [name, heading] of [
        ['Pan', '🍳 Kitchen'],
        ['Rake', 'Garden'],
      ] as const) {
        await send('POST', `/${cooking}/headings`, { title: heading });
        await send('POST', `/${cooking}/items/${of[name]}/move`, { before: null, heading });
      }
      await using guest = await openVisitor(t.site, t.browser, 'nobody', PHONE);
      const { page } = guest;
      await page.addInitScript(`sessionStorage.wpEmojiSettingsSupports = JSON.stringify({
        timestamp: Date.now(),
        supportTests: { flag: false, emoji: false },
      })`);
      await page.goto((await read(t.site, 'owner', cooking)).body.link);
      await page.getByText('Filter', { exact: true }).tap();
      const choice = page.locator('[data-parameter="heading"][data-value="🍳 Kitchen"]');
      await choice.locator('img').waitFor({ state: 'attached' });
      await choice.press('Enter');
      assert.equal(await outline(page), '2 🍳 Kitchen, 3 Pan');
    });

    it('have no headings if the owner created none', async () => {
      const plain = await t.registry('owner', { status: 'publish', title: 'Plain' }, ['A', 'B']);
      const address = new URL((await read(t.site, 'owner', plain)).body.link);
      for (const query of ['', '?sort=most-wanted']) {
        const { html: found } = await html(t.site, 'nobody', address.pathname + query);
        // WordPress prints small style sheets into the page; they name the classes, too.
        const markup = found.replaceAll(/<style.*?<\/style>/gs, '');
        assert.match(markup, /largesse-wishes/);
        assert.doesNotMatch(markup, /largesse-group|largesse-jump|>Most wanted/);
      }
      const sorted = await run(
        `$items = array_map( fn ( $price, $index ) => array( 'id' => $index + 1, 'compared_price' => $price ), array( 3, null, 9.5, null, 10 ), range( 0, 4 ) );
        foreach ( array( 'price-up', 'price-down', 'most-wanted' ) as $order )
          $ids[] = array_column( ( new Largesse\\Promises\\Giving\\ListView( '', $order ) )->sort( $items, Largesse\\Registries\\Registry\\WishOrder::of( $input ) ), 'id' );
        echo wp_json_encode( $ids );`,
        plain,
      );
      const expected = [
        [1, 3, 5, 2, 4],
        [5, 3, 1, 2, 4],
        [1, 2, 3, 4, 5],
      ];
      assert.deepEqual(JSON.parse(sorted), expected, 'wishes without a price come last');
    });
  });
});
