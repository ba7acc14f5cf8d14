// Needs a service and site: hidden wishes become items on their day.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { ItemPublic } from '../../../contract/items.ts';
import { dayFromNow, realNow } from '../../../contract/testing/clock.ts';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { ask as askSite, decoded } from '../wordpress/guest.ts';
import { type Caller, create, page } from '../wordpress/requests.ts';
import { inZone } from '../wordpress/zone.ts';
import { ask } from './exchange.ts';

type Values = Record<string, string>;
type Item = Pick<ItemPublic, 'id' | 'name' | 'price' | 'currency' | 'description' | 'url' | 'retailer' | 'image_url'>;

// rules: Hidden and received wishes
describe('hidden and received wishes', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  let list: Shown;
  before(async () => {
    const wishes = ['Pot', 'Lamp', 'Ring'].map((name) => ({
      name,
      url: `https://shop.example/${name}`,
      price: 20.5,
      currency: 'GBP',
    }));
    list = await t.registry({ title: 'A list' }, wishes);
  });

  /** Sends a form to the page; without a form, opens the page. Field names need no prefix `largesse-`. */
  async function send(who: Caller, path: string, form?: Values) {
    const named = ([name, value]: [string, string]) => [name.replace(/^(?!largesse-|_wpnonce)/, 'largesse-'), value];
    const sent = form && Object.fromEntries(Object.entries(form).map(named));
    const { status, location, html } = await askSite(site(), path, { who, form: sent });
    return { status, location: location ?? '', html };
  }
  const address = (id = list.id) => `/my-registries/?registry=${id}&unlisted=edit`;
  const open = async (who: Caller = 'owner') => (await send(who, address())).html;
  const mainOf = (html: string) => /<h2>Hidden and received.*<\/section>/s.exec(html)?.[0] ?? html.slice(0, 2000);
  /** Returns the hidden fields of the form that contains this text. */
  function hiddenIn(html: string, text: string): Values {
    const form = mainOf(html)
      .split('<form')
      .map((part) => part.split('</form>')[0] ?? '')
      .find((part) => part.includes(text));
    assert.ok(form, `${text} in ${mainOf(html)}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  }
  const press = (act: string) => ({ 'largesse-unlisted': act });
  /** Opens the page, and sends the form that contains a text. Returns the status. */
  const change = async (text: string, act: string, values: Values = {}) =>
    (await send('owner', address(), { ...hiddenIn(await open(), text), ...press(act), ...values })).status;
  /** Moves a wish from the list to a folder. Returns the fields of the sent form. */
  async function take(item: number | undefined, folder: string): Promise<Values> {
    const form = { ...hiddenIn(await open(), 'largesse-take-wish'), wish: String(item), folder };
    const { status, location } = await send('owner', address(), form);
    assert.deepEqual([status, location.split('unlisted=')[1]], [303, 'saved']);
    return form;
  }
  /** Adds a hidden wish. Returns the fields of the sent form. */
  async function add(values: Values): Promise<Values> {
    const form = { ...hiddenIn(await open(), 'value="save">Save wish'), ...press('save'), ...values };
    assert.equal((await send('owner', address(), form)).status, 303);
    return form;
  }
  const listed = async () => {
    const { html } = await page(site(), 'nobody', list.path);
    return [...html.matchAll(/class="largesse-item__name"[^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, name]) => name?.trim());
  };
  /** Returns a text for each folder, in the form `name: facts`. */
  const folders = async () =>
    [...mainOf(await open()).matchAll(/<summary><h4 dir="auto">(.*?)<\/h4> <span[^>]*>(.*?)<\/span>/g)].map(
      ([, name = '', facts = '']) => decoded(`${name}: ${facts}`),
    );
  /** Returns the active items of a registry. */
  const items = async (id: number) => (await t.system.request<Item[]>('admin', 'GET', `/items?registry_id=${id}`)).body;
  const gift = (item: number | undefined, secret = true) =>
    t.system.request('admin', 'PUT', `/purchases/${randomUUID()}`, {
      body: { registry_id: list.id, item_id: item, quantity: 1, secret, giver_email: 'ada@people.example' },
    });
  const elsewhere = () =>
    Promise.all(
      [`${list.path}?largesse-feed=1`, `${list.path}feed/`, '/?s=list', `/wp-json/wp/v2/registries/${list.id}`].map(
        async (path) => (await page(site(), 'nobody', path)).html,
      ),
    );

  it('of an owner: received wishes leave the list, and the list of gifts thanks their givers', async () => {
    await run(
      `foreach ( $input[1] as $index => $item ) $grouped[ $item ] = array( 'heading' => 'Kitchen', 'most_wanted' => 0 === $index );
       Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->order->group( $input[0], $grouped );`,
      [list.id, list.items],
    );
    assert.deepEqual(await listed(), ['Pot', 'Lamp', 'Ring']);
    const { html: menu } = await send('owner', `/my-registries/?registry=${list.id}`);
    assert.match(menu, /"unlisted":"[^"]+unlisted=edit&?[^"]*largesse-wish="/);
    const chosen = await send('owner', `${address()}&largesse-wish=${list.items[1]}`);
    assert.match(chosen.html, new RegExp(`value="${list.items[1]}" selected`));
    const form = await take(list.items[0], 'received');
    assert.deepEqual(await listed(), ['Lamp', 'Ring']);
    assert.deepEqual(await folders(), ['Pot: ']);
    assert.equal((await send('owner', address(), form)).status, 303, 'the same form again');
    assert.equal(await change('name="largesse-from"', 'save', { from: ' Ada <b>' }), 303);
    assert.deepEqual(await folders(), ['Pot: from Ada <b>']);
    const gifts = `/my-registries/?registry=${list.id}&gifts=list`;
    assert.match(
      decoded((await send('owner', gifts)).html),
      /1 of 1 still to thank\..*>Pot<.*Ada <b>.*type="checkbox"/s,
    );
    assert.match((await send('owner', gifts.replace('=list', '=csv'))).html, /"Pot","1","Ada <b>"/);
    const back = { ...hiddenIn(await open(), 'name="largesse-from"'), ...press('list') };
    assert.equal((await send('owner', address(), back)).status, 303);
    assert.deepEqual(await listed(), ['Pot', 'Lamp', 'Ring'], 'at its place');
    assert.deepEqual(await folders(), []);
    const found = await items(list.id);
    assert.equal(found[0]?.id, list.items[0], 'the same item, with its gifts');
    const marked = await run(
      `$grouping = Largesse\\Registries\\Registry\\WishOrder::of( $input[0] );
       echo wp_json_encode( array( $grouping->heading_of( $input[1] ), $grouping->is_most_wanted( $input[1] ) ) );`,
      [list.id, list.items[0]],
    );
    assert.deepEqual(JSON.parse(marked), ['Kitchen', true]);
    await run(`Largesse\\Registries\\Registry\\WishOrder::remove_items( ...$input );`, [list.id, list.items]);
    assert.equal((await send('owner', address(), back)).status, 303, 'a late form');
    assert.equal((await send('owner', address(), form)).status, 303, 'a late form');
    assert.deepEqual(await listed(), ['Pot', 'Lamp', 'Ring']);
  });

  it('look the same with and without a secret gift, and cannot be given', async () => {
    const pages: string[] = [];
    for (const isGiven of [false, true]) {
      if (isGiven) assert.equal((await gift(list.items[1])).status, 201);
      await take(list.items[1], 'received');
      const html = mainOf(await open()).replace(/[0-9a-f]{8}-[0-9a-f-]{27}|value="[0-9a-f]{10}"/g, 'X');
      pages.push(html);
      const give = await page(site(), 'nobody', `${list.path}?give=${list.items[1]}`);
      assert.doesNotMatch(give.html, /name="quantity"|largesse-give__form/);
      assert.equal(await change('name="largesse-from"', 'list'), 303);
    }
    assert.equal(pages[0], pages[1]);
  });

  it('are hidden until their day, in the time zone of the site, or until an owner shows them', async () => {
    await inZone(run, 'Pacific/Kiritimati', async () => {
      const day = dayFromNow(40);
      const kite = { name: 'Kite \\ "red"', url: 'https://shop.example/kite', description: '<i>' };
      const form = await add({ ...kite, price: '12.5', day });
      assert.equal((await send('owner', address(), form)).status, 303, 'the same form again');
      assert.match((await folders()).join(), /^Kite \\ "red": €12\.50 · until \w+ \d+, \d+$/);
      const event = async (today: string) =>
        run(
          `Largesse\\Managing\\Unlisted\\UnlistedWishes::change( $input[0], static fn ( $now ) => array_reduce( $now->all, static fn ( $all, $wish ) => $all->with( $wish->with( day: $input[1] ) ), $now ) );
         do_action( 'largesse_show_hidden' );`,
          [list.id, today],
        );
      const inKiritimati = (days: number) =>
        new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format(realNow() + days * 86_400_000);
      await event(inKiritimati(1));
      for (const text of await elsewhere()) assert.doesNotMatch(text, /Kite|kite/);
      assert.deepEqual(await listed(), ['Pot', 'Lamp', 'Ring']);
      t.interference = { before: ({ method }) => method === 'GET' };
      await event(inKiritimati(0));
      t.interference = {};
      assert.match((await folders()).join(), /tries again every hour/);
      await run(`do_action( 'largesse_show_hidden' ); do_action( 'largesse_show_hidden' );`);
      assert.equal((await listed()).filter((name) => name?.startsWith('Kite')).length, 1);
      assert.deepEqual(await folders(), []);
      assert.equal(
        await run(`echo Largesse\\Foundation\\Records\\Records::read( 'unlisted', $input )->time;`, list.id),
        '0',
      );
      assert.partialDeepStrictEqual((await items(list.id)).at(-1), { ...kite, price: 12.5 });
      assert.equal((await send('owner', address(), form)).status, 303, 'a late form');
      assert.deepEqual(await folders(), []);
    });
  });

  it('each appear on their own day, in whatever order they were added', async () => {
    const id = await create(site(), 'stranger', { status: 'draft' });
    const left = await run(
      `foreach ( array( 'Sled' => '2999-01-02', 'Kite' => '2000-01-01', 'Ball' => '2999-01-01', 'Drum' => '' ) as $name => $day ) {
         $wish = new Largesse\\Managing\\Unlisted\\UnlistedWish( wp_generate_uuid4(), 'hidden', array( 'name' => $name, 'url' => '' ), day: $day );
         Largesse\\Managing\\Unlisted\\UnlistedWishes::change( $input, static fn ( $now ) => $now->with( $wish ) );
       }
       do_action( 'largesse_show_hidden' );
       $names = array_map( static fn ( $wish ) => $wish->name(), Largesse\\Managing\\Unlisted\\UnlistedWishes::of( $input )->all );
       echo implode( ' ', $names ), ', next ', gmdate( 'Y-m-d', Largesse\\Foundation\\Records\\Records::read( 'unlisted', $input )->time );`,
      id,
    );
    assert.equal(left, 'Sled Ball Drum, next 2999-01-01');
  });

  it('can be edited while they are hidden, and keep their item', async () => {
    await take(list.items[2], 'hidden');
    const ring = async () => (await items(list.id)).find(({ id }) => id === list.items[2]);
    const typed = { name: 'Ring of gold', url: '', price: '', description: 'Size 54', day: '' };
    assert.equal(await change('value="Ring"', 'list', typed), 303);
    assert.ok((await listed()).includes('Ring of gold'));
    assert.partialDeepStrictEqual(await ring(), { name: 'Ring of gold', price: null, description: 'Size 54' });
    // Saved edits count, too, if the owner changes nothing more when moving the wish to the list.
    await take(list.items[2], 'hidden');
    const saved = { ...typed, price: '7.5', currency: 'GBP', description: 'Size 55' };
    for (const act of ['save', 'list']) {
      assert.doesNotMatch(await open(), /largesse-no-shop/, 'a wish without a shop has no address');
      assert.equal(await change('value="Ring of gold"', act, saved), 303);
    }
    assert.partialDeepStrictEqual(await ring(), {
      name: 'Ring of gold',
      price: 7.5,
      currency: 'GBP',
      description: 'Size 55',
    });
    await take(list.items[2], 'hidden');
    const abroad = { ...saved, price: '9', currency: 'CHF' };
    assert.equal(await change('value="Ring of gold"', 'list', abroad), 303);
    assert.partialDeepStrictEqual(await ring(), { price: 9, currency: 'CHF' });
  });

  it('survive an answer that is lost, without a second wish', async () => {
    const before = await listed();
    await add({ name: 'Drum' });
    t.interference = { after: ({ method }) => method === 'GET' };
    assert.equal(await change('value="Drum"', 'list', { name: 'Drum' }), 503);
    t.interference = {};
    assert.equal(await change('value="Drum"', 'list', { name: 'Drum' }), 303);
    assert.deepEqual(await listed(), [...before, 'Drum']);
    t.interference = { before: ({ method }) => method !== 'DELETE' };
    const found = await items(list.id);
    const taken = { ...hiddenIn(await open(), 'largesse-take-wish'), wish: String(found.at(-1)?.id), folder: 'hidden' };
    assert.equal((await send('owner', address(), taken)).status, 503);
    t.interference = {};
    assert.deepEqual([await listed(), await folders()], [[...before, 'Drum'], []]);
    t.interference = { after: ({ method }) => method !== 'DELETE' };
    const lost = { ...hiddenIn(await open(), 'largesse-take-wish'), wish: taken.wish, folder: 'hidden' };
    assert.equal((await send('owner', address(), lost)).status, 503);
    t.interference = {};
    assert.deepEqual([await listed(), await folders()], [before, ['Drum: until you show it']]);
    assert.equal(await change('value="Drum"', 'delete'), 303);
  });

  it('come back with every word after a mistake, and nothing is stored', async () => {
    const hidden = hiddenIn(await open(), 'value="save">Save wish');
    const bell = { ...hidden, ...press('save'), name: 'Bell', description: 'Loud' };
    for (const [values, message] of [
      [{ name: 'ö'.repeat(101) }, 'aria-invalid'],
      [{ url: 'nonsense' }, 'aria-invalid'],
      [{ day: '2020-01-01' }, 'day after today'],
    ] as const) {
      const wrong = await send('owner', address(), { ...bell, ...values });
      assert.equal(wrong.status, 422, JSON.stringify(values));
      assert.ok(mainOf(wrong.html).includes(message), JSON.stringify(values));
      assert.match(wrong.html, />Loud<\/textarea>/);
    }
    const late = await send('owner', address(), { ...bell, _wpnonce: 'x' });
    assert.equal(late.status, 403);
    assert.match(late.html, /value="Bell"/);
    assert.equal((await send('owner', address(), { ...hidden, ...press('save'), entry: 'x' })).status, 422);
    assert.deepEqual(await folders(), []);
  });

  it('saved in two tabs do not overwrite each other, and can be deleted', async () => {
    await add({ name: 'Bell' });
    const { html: done } = await send('owner', address().replace('unlisted=edit', 'unlisted=saved'));
    assert.match(mainOf(done), /Your change is saved/);
    const first = { ...hiddenIn(done, 'value="Bell"'), ...press('save'), name: 'Big bell' };
    assert.equal((await send('owner', address(), first)).status, 303);
    assert.equal((await send('owner', address(), first)).status, 303, 'the same form twice');
    const second = await send('owner', address(), { ...first, name: 'Small bell' });
    assert.equal(second.status, 409);
    assert.match(second.html, /value="Small bell"/);
    assert.deepEqual(await folders(), ['Big bell: until you show it']);
    const shown = { ...hiddenIn(second.html, 'value="Small bell"'), ...press('delete') };
    assert.equal((await send('owner', address(), shown)).status, 303);
    const after = { ...shown, ...press('save'), name: 'Bell' };
    assert.equal((await send('owner', address(), after)).status, 303, 'a late form');
    assert.deepEqual(await folders(), []);
  });

  it('belong to owners: others see no page, and their forms change nothing', async () => {
    await add({ name: 'Whistle' });
    const form = { ...hiddenIn(await open(), 'value="Whistle"'), ...press('list'), name: 'Whistle' };
    for (const who of ['invitee', 'stranger', 'nobody'] as const) {
      const answer = await send(who, address(), form);
      assert.doesNotMatch(answer.html, /Whistle/, who);
      assert.doesNotMatch(await open(who), /Whistle/, who);
    }
    // A nonce from a registry of the stranger is valid, so only the permission protects the wish.
    const own = await create(site(), 'stranger', {});
    const hidden = hiddenIn((await send('stranger', address(own))).html, 'value="save">Save wish');
    const nonce = { _wpnonce: hidden._wpnonce ?? '' };
    assert.equal((await send('stranger', address(), { ...form, ...nonce })).status, 200);
    for (const text of await elsewhere()) assert.doesNotMatch(text, /Whistle|largesse_unlisted/);
    const { html: settings } = await send('owner', `/my-registries/?registry=${list.id}`);
    assert.match(settings, /1 hidden\S* 0 received/);
    assert.doesNotMatch(settings, /Whistle/);
    t.interference = { before: () => false };
    const offline = mainOf(await open());
    t.interference = {};
    assert.match(offline, /largesse-mine__problem.*Whistle/s, 'the site stores hidden wishes');
    assert.deepEqual(await folders(), ['Whistle: until you show it']);
  });

  it('are in files of the list for its owners, are imported and not copied, and have a limit', async () => {
    await take(list.items[0], 'received');
    await run(
      `Largesse\\Managing\\Unlisted\\UnlistedWishes::change( $input, static fn ( $now ) => array_reduce( $now->all, static fn ( $all, $wish ) => $all->with( 'hidden' === $wish->folder ? $wish->with( day: '2999-01-01' ) : $wish->with( from: 'Ada', is_thanked: true, fields: array( 'quantity_needed' => 3, 'description' => 'Red', 'retailer' => 'Kiste', 'image_url' => 'https://shop.example/pot.jpg' ) + $wish->fields ) ), $now ) );`,
      list.id,
    );
    const { body } = await ask(site(), 'owner', 'GET', `/${list.id}/export`);
    const written = body.export?.registry.unlisted_wishes;
    assert.deepEqual(
      written?.map(({ folder, name, price, url }) => [folder, name, price, url]),
      [
        ['hidden', 'Whistle', null, null],
        ['received', 'Pot', 20.5, 'https://shop.example/Pot'],
      ],
    );
    await run(`update_post_meta( $input, 'registry_keepers', '["stranger"]' );`, list.id);
    const kept = await ask(site(), 'stranger', 'GET', `/${list.id}/export`);
    assert.deepEqual([kept.status, kept.body.export?.registry.unlisted_wishes], [200, undefined], 'a keeper');
    const imported = await ask(site(), 'owner', 'POST', '/from-file', { file: body.export });
    assert.equal(imported.status, 201);
    const id = imported.body.registry?.id ?? 0;
    const again = await ask(site(), 'owner', 'GET', `/${id}/export`);
    assert.partialDeepStrictEqual(again.body.export?.registry.unlisted_wishes, written);
    assert.partialDeepStrictEqual(written, [
      { show_on: '2999-01-01' },
      { from: 'Ada', is_thanked: true, quantity_needed: 3 },
    ]);
    const { html } = await send('owner', address(id));
    const back = { ...hiddenIn(html, 'name="largesse-from"'), ...press('list') };
    assert.equal((await send('owner', address(id), back)).status, 303);
    const found = await items(id);
    const pot = { price: 20.5, currency: 'GBP', description: 'Red', retailer: 'Kiste' };
    assert.partialDeepStrictEqual(
      found.find(({ name }) => name === 'Pot'),
      { ...pot, image_url: 'https://shop.example/pot.jpg' },
    );
    const { body: copied } = await ask(site(), 'owner', 'POST', `/${list.id}/copy`, { title: 'Next year' });
    const copy = (copied as { copy?: { id: number } }).copy?.id;
    assert.doesNotMatch((await send('owner', address(copy))).html, /Whistle|name="largesse-from"/);
    const file = (some: object[]) => ({
      ...body.export,
      registry: { ...body.export?.registry, unlisted_wishes: some },
    });
    const [one = {}] = written ?? [];
    for (const wrong of [[{ ...one, price: -1 }], Array(201).fill(one)]) {
      const refused = await ask(site(), 'owner', 'POST', '/from-file', { file: file(wrong) });
      assert.deepEqual([refused.status, Object.keys(refused.body.data?.fields ?? {})], [422, ['unlisted_wishes']]);
    }
    const { body: made } = await ask(site(), 'owner', 'POST', '/from-file', { file: file(Array(200).fill(one)) });
    const there = address(made.registry?.id);
    const hidden = hiddenIn((await send('owner', there)).html, 'value="save">Save wish');
    const refused = await send('owner', there, { ...hidden, ...press('save'), name: 'Flute' });
    assert.equal(refused.status, 422);
    assert.match(refused.html, /room for 200/);
    assert.match(refused.html, /value="Flute"/);
  });

  it('are in exports of personal data, and can be erased', async () => {
    const tool = (method: string) =>
      run(
        `echo wp_json_encode( Largesse\\Services::get( Largesse\\Managing\\Unlisted\\UnlistedPrivacy::class )->${method}( 'owner@people.example' ) );`,
      ).then((printed) => JSON.parse(printed));
    const { data } = await tool('export');
    const texts = JSON.stringify(data);
    assert.match(texts, /"A list".*"Hidden".*"Whistle".*"Show from","value":"2999-01-01"/);
    assert.match(texts, /"Received".*"Pot".*shop\.example\/Pot.*"Red".*"From","value":"Ada".*"Thanked","value":"Yes"/);
    assert.equal((await tool('erase')).items_removed, true);
    assert.deepEqual((await tool('export')).data, []);
    assert.deepEqual(await folders(), []);
    assert.equal(
      await run(`echo Largesse\\Foundation\\Records\\Records::read( 'unlisted', $input )->time;`, list.id),
      '0',
    );
  });
});
