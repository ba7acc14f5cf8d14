// Needs a service and site: suggestions become items and gifts.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Idea } from '../../../contract/ideas.ts';
import type { Item } from '../../../contract/items.ts';
import type { Purchase } from '../../../contract/purchases.ts';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { openFormBrowser, type Seen } from '../wordpress/form-browser.ts';
import type { Caller } from '../wordpress/requests.ts';
import { runCron } from './cron.ts';
import { give, OWN_GIFT } from './gifts.ts';

type Values = Record<string, string>;

// rules: Presents that are not on the list
describe('suggestions of guests', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  const browser = (who: Caller = 'nobody') => openFormBrowser(site(), who);
  type Browser = ReturnType<typeof browser>;
  before(() => run(`update_option( 'largesse_gifts_per_address', 1000 );`));

  /** Creates a list whose guests tell about no presents. */
  async function closedList(draft = {}): Promise<Shown> {
    const made = await t.registry({ title: 'A list', ...draft });
    await run(`update_post_meta( $input, '_largesse_no_ideas', '1' );`, made.id);
    return made;
  }
  /** Creates a list that takes suggestions, but no ideas. */
  async function list(draft = {}): Promise<Shown> {
    const made = await closedList(draft);
    await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, made.id);
    return made;
  }
  const PREFIXED = /^(?=(?:name|url|price|currency|description)$)/;
  const fields = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace(PREFIXED, 'largesse-'), value]));
  const open = (who: Browser, { path }: Shown) => who.send(`${path}?present=1`);
  /** Sends the form of a guest. */
  const press = async (who: Browser, of: Shown, values: Values, from?: Seen) =>
    who.press(from ?? (await open(who, of)), of.path, 'largesse-homepage', fields({ present: 'send', ...values }));
  async function suggest(who: Browser, of: Shown, values: Values): Promise<void> {
    const { status, html } = await press(who, of, values);
    assert.equal(status, 303, html);
  }
  const page = ({ id }: Shown) => `/my-registries/?registry=${id}`;
  /** Answers a suggestion as an owner. */
  const answer = async (
    of: Shown,
    name: string,
    act: string,
    values: Values = {},
    from?: Seen,
    who = browser('owner'),
  ) =>
    who.press(from ?? (await who.send(page(of))), page(of), `>${name}</h3>`, {
      ...fields({ name, url: '', price: '', description: '', ...values }),
      'largesse-suggestion': act,
    });
  const items = async ({ id }: Shown) =>
    (await t.system.request<Item[]>('admin', 'GET', `/items?registry_id=${id}&include=remaining`)).body;
  const gifts = async ({ id }: Shown) =>
    (await t.system.request<Purchase[]>('admin', 'GET', `/purchases?registry_id=${id}`)).body;
  const names = (some: { name: string }[]) => some.map(({ name }) => name);
  const block = (html: string) => /<section class="[^"]*largesse-mine__suggested.*?<\/section>/s.exec(html)?.[0] ?? '';
  const text = (html: string) =>
    html
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');

  it('wait above the wishes of the owner, who accepts, changes or declines them', async () => {
    const of = await list();
    const [ada, ben] = [browser(), browser('invitee')];
    assert.match((await ada.send(of.path)).html, /href="[^"]*present=1"/);
    assert.match((await open(ada, of)).cache ?? '', /no-store/);
    await suggest(ada, of, {
      name: 'Lamp',
      url: 'https://shop.example/l',
      price: '12.5',
      description: 'Blue',
      person: 'Ada',
    });
    for (const name of ['Pan', 'Vase']) await suggest(ben, of, { name, person: '' });
    const seen = (await browser('owner').send(page(of))).html;
    assert.match(text((await browser('owner').send('/my-registries/')).html), /A list 3 suggestions Public/);
    assert.match(text(block(seen)), /Suggestions of guests 3 .*Lamp From Ada · €12\.50 shop\.example Blue/);
    assert.equal(block((await browser('stranger').send(page(of))).html), '');
    assert.equal(
      (await answer(of, 'Pan', 'accept', { name: 'Big pan', price: '30', url: 'shop.example/pan' })).status,
      303,
    );
    assert.equal((await answer(of, 'Vase', 'decline')).status, 303);
    assert.deepEqual(
      (await items(of)).map(({ name, price, url }) => [name, price, url]),
      [['Big pan', 30, 'https://shop.example/pan']],
    );
    assert.match(text((await open(ben, of)).html), /Your suggestions .*Big pan On the list\. /);
    assert.doesNotMatch((await open(ben, of)).html, /Vase/, 'declined in silence');
    assert.doesNotMatch((await open(ada, of)).html, /Big pan/, 'only their own');
    assert.deepEqual(await gifts(of), []);
  });

  it('become secret gifts of guests who promised them, exactly once', async () => {
    const of = await list({ meta: { registry_surprise: 'hidden' } });
    const [ada, ben] = [browser(), browser('invitee')];
    await suggest(ada, of, { name: 'Lamp', person: 'Ada', gives: '1', email_for_gift: 'ADA@people.example' });
    await suggest(ben, of, { name: 'Pan', gives: '1' });
    assert.match(text((await open(ada, of)).html), /Lamp The owner has not answered yet\. You will give it\./);
    const seen = await browser('owner').send(page(of));
    assert.doesNotMatch(seen.html, /people\.example/i);
    // The owner presses the button twice. Then another owner, who has opened the page before, presses it with another
    // name.
    const twice = await Promise.all([answer(of, 'Lamp', 'accept', {}, seen), answer(of, 'Lamp', 'accept', {}, seen)]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      [303, 303],
    );
    assert.equal((await answer(of, 'Lamp', 'accept', { name: 'Lamps' }, seen)).status, 303);
    assert.deepEqual(names(await items(of)), ['Lamp']);
    assert.deepEqual(await gifts(of), [], 'not while the owner waits');
    await Promise.all([runCron(site()), browser('stranger').send(`${of.path}?giving=1`), open(ada, of)]);
    await runCron(site());
    const [gift, ...more] = await gifts(of);
    assert.deepEqual(
      [gift?.quantity, gift?.is_secret, gift?.giver_name, gift?.giver_email, more],
      [1, true, 'Ada', 'ada@people.example', []],
    );
    assert.match((await open(ada, of)).html, /gift-of=/);
    assert.match((await ada.send(`${of.path}?giving=1`)).html, /You are giving this/);
    assert.doesNotMatch((await browser().send(`${of.path}?giving=1`)).html, /You are giving this/);
    await answer(of, 'Pan', 'accept', { name: 'Big pan' });
    await browser().send(`${of.path}?giving=1`);
    assert.deepEqual(
      (await gifts(of)).map(({ giver_user_id }) => giver_user_id).sort(),
      [null, site().users.invitee.id].sort(),
    );
    // The giver gives it back, and no later run gives it again.
    await run(
      `$gifts = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class );
      $own = ${OWN_GIFT};
      $gifts->give_back( $own( $gifts->get( $input ) ) );`,
      gift?.id,
    );
    await runCron(site());
    await open(ada, of);
    assert.equal((await gifts(of)).length, 1);
    assert.doesNotMatch((await open(ada, of)).html, /gift-of=/);
  });

  it('are deleted 30 days after they were accepted, and with their list', async () => {
    const of = await list();
    const ben = browser('invitee');
    for (const name of ['Pan', 'Rug']) await suggest(ben, of, { name });
    assert.equal((await answer(of, 'Pan', 'accept')).status, 303);
    const after = (days: number) =>
      run(
        `Largesse\\Together\\Presents\\StoredSuggestions::change( $input[0], fn ( $now ) => $now->with( $now->all[0]->with( until: $now->all[0]->until - $input[1] * DAY_IN_SECONDS ) ) );
         do_action( 'largesse_suggestions' );
         echo implode( ',', array_column( array_column( Largesse\\Together\\Presents\\StoredSuggestions::of( $input[0] )->all, 'fields' ), 'name' ) );`,
        [of.id, days],
      );
    assert.deepEqual([await after(29), await after(1)], ['Pan,Rug', 'Rug']);
    const left = `wp_delete_post( $input, true ); echo count( Largesse\\Together\\Presents\\StoredSuggestions::of( $input )->all );`;
    assert.equal(await run(left, of.id), '0');
  });

  it('give nobody the access of the visitor whose page stores the gift', async () => {
    const of = await list({ status: 'private', meta: { registry_invitees: '["invitee","ben@people.example"]' } });
    const enter = async (link: string) => {
      const guest = browser();
      assert.equal((await guest.send(of.path, new URLSearchParams({ open: keyIn(link) }))).status, 303);
      return guest;
    };
    const links = linksOn(site());
    const ada = await enter(await links.family(of.id));
    await suggest(ada, of, { name: 'Lamp', gives: '1', email_for_gift: 'ada@people.example' });
    await suggest(browser('invitee'), of, { name: 'Pan', gives: '1', email_for_gift: 'cid@people.example' });
    await links.revoke(of.id);
    const ben = await enter(await links.personal(of.id, 'ben@people.example'));
    for (const name of ['Lamp', 'Pan']) await answer(of, name, 'accept');
    assert.equal((await ben.send(`${of.path}?giving=1`)).status, 200);
    const [lamp, pan] = ['ada', 'cid'].map(async (who) =>
      (await gifts(of)).find(({ giver_email }) => giver_email === `${who}@people.example`),
    );
    const ids = [(await lamp)?.id, (await pan)?.id];
    const isOpen = JSON.parse(
      await run(
        `$ways = static fn ( $id ) => array_values( array_map( static fn ( $mail ) => $mail->data['data']['way'], array_filter( Largesse\\Foundation\\Records\\Records::all( 'mail' ), static fn ( $mail ) => str_contains( wp_json_encode( $mail->data ), $id ) ) ) );
         $is_open = static fn ( $way ) => Largesse\\Registries\\Registry\\WayIn::is_open( get_post( $input[0] ), $way );
         echo wp_json_encode( array_map( static fn ( $id ) => array_map( $is_open, $ways( $id ) ), $input[1] ) );`,
        [of.id, ids],
      ),
    );
    assert.deepEqual(isOpen, [[false], [true]], 'the mail of a person without access has no delivery address');
    const url = await run('echo Largesse\\Promises\\Giving\\GiftLink::url( null, $input );', ids[0]);
    assert.equal((await ada.send(url.replace(site().url, ''))).status, 200);
    assert.equal((await ada.send(of.path)).status, 404);
  });

  it('survive lost answers of the service', async () => {
    const of = await list();
    const ada = browser();
    await suggest(ada, of, { name: 'Lamp', gives: '1' });
    for (const method of ['POST', 'PUT']) {
      t.interference = { after: (call) => !(call.method === method && call.path.startsWith('/items')) };
      const price = method === 'POST' ? '6' : '8';
      assert.equal((await answer(of, 'Lamp', 'accept', { price })).status, 503, method);
      t.interference = {};
      assert.deepEqual(
        (await items(of)).map((item) => item.price),
        [Number(price)],
        'never as the guest has written it',
      );
      assert.match(block((await browser('owner').send(page(of))).html), /Lamp/);
    }
    assert.equal((await answer(of, 'Lamp', 'accept', { name: 'Lamp', price: '7' })).status, 303);
    assert.deepEqual(
      (await items(of)).map(({ name, price }) => [name, price]),
      [['Lamp', 7]],
    );
    t.interference = { after: ({ path }) => !path.startsWith('/purchases/') };
    await runCron(site());
    t.interference = {};
    assert.equal((await gifts(of)).length, 1, 'stored, although the answer was lost');
    await run(DUE, of.id);
    await runCron(site());
    assert.equal((await gifts(of)).length, 1);
    assert.match((await open(ada, of)).html, /gift-of=/);
    // The service refuses the wish, for instance because the list is full. The owner can still decline it.
    await suggest(ada, of, { name: 'Pan', gives: '1' });
    t.interference = {
      instead: ({ method, path }) => (method === 'POST' && path === '/items' ? 422 : undefined),
    };
    assert.equal((await answer(of, 'Pan', 'accept')).status, 503);
    t.interference = {};
    assert.equal((await answer(of, 'Pan', 'decline')).status, 303);
    assert.equal(block((await browser('owner').send(page(of))).html), '');
  });

  // rules: Who sees what
  it('keep the surprise and the wish of the moment at which they were promised', async () => {
    const [of, open] = [await list({ meta: { registry_surprise: 'hidden' } }), await list()];
    await t.system.request('admin', 'GET', `/registries/${of.id}`);
    await run(MAILS);
    for (const one of [of, open])
      await suggest(browser(), one, {
        name: 'Red kettle',
        price: '50',
        person: 'Ada',
        gives: '1',
        email_for_gift: 'ada@people.example',
      });
    await run(
      `update_post_meta( $input[0], 'registry_surprise', 'names' ); update_post_meta( $input[1], 'registry_surprise', 'names' );`,
      [of.id, open.id],
    );
    for (const one of [of, open])
      assert.equal((await answer(one, 'Red kettle', 'accept', { name: 'Blue bicycle', price: '900' })).status, 303);
    const log = await t.system.request<{ type: string }[]>('admin', 'GET', `/events?registry_id=${of.id}`);
    assert.deepEqual(
      log.body.map(({ type }) => type).filter((type) => type.startsWith('item.')),
      ['item.created'],
      'nobody sees what the guest has written',
    );
    await runCron(site());
    const promised = (is_secret: boolean) => [[is_secret, 'Red kettle', 50]];
    for (const one of [of, open])
      assert.deepEqual(
        (await gifts(one)).map((gift) => [gift.is_secret, gift.item_name, gift.item_price]),
        promised(one === of),
      );
    const seen = (await browser('owner').send(`/my-registries/?registry=${of.id}&gifts=list`)).html;
    assert.doesNotMatch(seen, /Ada|Red kettle/);
    const mails = JSON.parse(await run(MAILS)) as string[];
    assert.equal(mails.filter((subject) => /has changed/.test(subject)).length, 2, mails.join('\n'));
    assert.deepEqual(JSON.parse(await run(MAILS)), [], 'one mail for each gift');
  });

  it('are taken back before an answer, and no other answer counts then', async () => {
    const of = await list();
    const [ada, owner] = [browser(), browser('owner')];
    await suggest(ada, of, { name: 'Lamp', gives: '1' });
    const [mine, theirs] = [await open(ada, of), await owner.send(page(of))];
    const back = () => ada.press(mine, of.path, 'value="take-back"', { present: 'take-back' });
    for (const what of ['once', 'the same form again']) assert.equal((await back()).status, 303, what);
    const late = await answer(of, 'Lamp', 'accept', {}, theirs);
    assert.equal(late.status, 409);
    assert.match(text(late.html), /was taken back, or somebody has answered it/);
    assert.equal(
      (await press(ada, of, { name: 'Lamp', gives: '1' }, mine)).status,
      303,
      'the form of a later suggestion',
    );
    for (const name of ['Pot', 'Pan']) {
      await suggest(ada, of, { name, gives: '1' });
      const [page1, page2] = [await open(ada, of), await owner.send(page(of))];
      const all = await Promise.all([
        ada.press(page1, of.path, `>${name}</h3>`, { present: 'take-back' }),
        answer(of, name, 'accept', {}, page2),
        answer(of, name, 'decline', {}, page2),
      ]);
      const isListed = names(await items(of)).includes(name);
      assert.ok(
        all.every(({ status }) => [303, 409].includes(status)),
        JSON.stringify(all.map(({ status }) => status)),
      );
      assert.equal(all[1].status, isListed ? 303 : 409);
      assert.doesNotMatch(block((await owner.send(page(of))).html), new RegExp(`>${name}<`));
    }
    await runCron(site());
    assert.equal((await gifts(of)).length, (await items(of)).length);
    // The owner allows no more suggestions. A guest can still take one back.
    await suggest(ada, of, { name: 'Rug', gives: '1' });
    const form = await open(ada, of);
    await run(`delete_post_meta( $input, '_largesse_suggestions' );`, of.id);
    assert.equal((await press(ada, of, { name: 'Bed' }, form)).status, 404);
    const closed = await open(ada, of);
    assert.deepEqual([closed.status, closed.html.includes('value="send"')], [200, false]);
    assert.equal((await ada.press(closed, of.path, '>Rug</h3>', { present: 'take-back' })).status, 303);
    assert.doesNotMatch(block((await owner.send(page(of))).html), />Rug</);
  });

  it('come from people who may see a list that takes them', async () => {
    const [open1, closed, hidden, locked] = [
      await list(),
      await closedList({ title: 'Closed' }),
      await list({ status: 'private' }),
      await list({ password: 'sesame' }),
    ];
    const form = await open(browser(), open1);
    for (const [of, who, status] of [
      [closed, 'nobody', 404],
      [hidden, 'nobody', 404],
      [hidden, 'stranger', 404],
      [locked, 'nobody', 200],
      [open1, 'owner', 200],
    ] as const) {
      const visitor = browser(who);
      assert.doesNotMatch((await open(visitor, of)).html, /largesse-homepage/);
      const sent = await press(visitor, of, { name: 'Lamp' }, form);
      assert.deepEqual([sent.status, sent.html.includes('largesse-homepage')], [status, false], `${of.path} ${who}`);
      assert.doesNotMatch((await visitor.send(of.path)).html, of === open1 && who !== 'owner' ? /x^/ : /present=1/);
    }
    for (const one of [closed, hidden, locked, open1])
      assert.equal(block((await browser('owner').send(page(one))).html), '');
    const owner = browser('owner');
    const closing = await owner.press(await owner.send(page(open1)), page(open1), 'largesse-suggestions', {});
    assert.equal(closing.status, 303);
    assert.equal((await open(browser(), open1)).status, 404);
  });

  it('refuse bad input, forged ids and floods', async () => {
    const of = await list();
    const [ada, eve] = [browser(), browser()];
    const form = await open(ada, of);
    const bad = {
      name: ' ',
      url: 'javascript:alert(1)',
      price: '-1',
      description: 'x'.repeat(501),
      email_for_gift: 'x',
    };
    const wrong = await press(ada, of, { ...bad, person: 'Ada', gives: '1' }, form);
    assert.equal(wrong.status, 422);
    assert.equal(wrong.html.match(/largesse-field__problem/g)?.length, 5);
    assert.match(wrong.html, /value="javascript:alert\(1\)".*value="Ada".*checked/s);
    assert.equal((await press(ada, of, { name: 'Lamp', 'largesse-homepage': 'x' }, form)).status, 422);
    const gift = await give(
      t.system,
      (await t.registry({ title: 'Other' }, [{ name: 'Pot', url: 'https://shop.example/pot' }])).items[0] ?? 0,
    );
    assert.equal(
      (await press(ada, of, { name: 'Lamp', gives: '1', entry: gift }, form)).status,
      422,
      'the id of a gift',
    );
    assert.equal((await press(eve, await list(), { name: 'Lamp' }, form)).status, 422, 'the form of another list');
    const foreign = await eve.send(of.path, new URLSearchParams({ present: 'send' }), {
      'sec-fetch-site': 'cross-site',
    });
    assert.equal(foreign.status, 403);
    for (const what of ['once', 'the same form again'])
      assert.equal((await press(ada, of, { name: 'Lamp' }, form)).status, 303, what);
    assert.equal((await press(ada, of, { name: 'Pan' }, form)).status, 409, 'another wish with the same form');
    await run(
      `Largesse\\Together\\Presents\\StoredSuggestions::change( $input, static fn ( $all ) => array_reduce( range( 1, 49 ), static fn ( $all, $n ) => $all->with( new Largesse\\Together\\Presents\\Suggestion( "x{$n}", array( 'name' => "Pot {$n}", 'url' => '', 'description' => null, 'price' => null, 'currency' => null, 'image_url' => null ) ) ), $all ) );`,
      of.id,
    );
    const full = await press(eve, of, { name: 'Vase' });
    assert.deepEqual([full.status, /has not answered many other/.test(full.html)], [409, true]);
    await run(`update_option( 'largesse_gifts_per_registry', 1 );`);
    const other = await list();
    await suggest(ada, other, { name: 'Lamp' });
    // If others have reached the limit, each network may still send three forms.
    for (const name of ['Pot', 'Vase', 'Rug']) await suggest(eve, other, { name });
    const many = await press(eve, other, { name: 'Pan' });
    assert.deepEqual([many.status, many.wait > 0], [429, true]);
    await run(`delete_option( 'largesse_gifts_per_registry' );`);
    assert.doesNotMatch((await open(eve, of)).html, /Your suggestions/);
    eve.cookies.set(`largesse_guest_suggestions_${of.id}`, 'x1.x2');
    assert.doesNotMatch((await open(eve, of)).html, /Your suggestions/);
  });

  it('have a price with its currency, and show the owner everything that they publish', async () => {
    const of = await list();
    const picture = 'https://shop.example/hidden.jpg?who=1&when=2';
    const url = 'https://other-shop.example/watch';
    await suggest(browser(), of, { name: 'A watch', price: '80', currency: 'CHF', picture, url });
    for (const address of [page(of), `${page(of)}&tab=share`, '/my-registries/']) {
      const { html } = await browser('owner').send(address);
      if (address === page(of)) {
        assert.match(html, /CHF.80/);
        assert.match(html, /If you accept&#44; you and your guests see it/);
        assert.match(
          html,
          /<a\s[^>]*href="https:\/\/shop\.example\/hidden\.jpg/,
          'the picture, which the guest’s form did not show',
        );
      }
      // Browsers follow a link only if somebody presses it. They load every other address, or a script could.
      assert.doesNotMatch(html.replaceAll(/<a\s[^>]*>[^<]*<\/a>|<input [^>]*>/g, ''), /shop\.example/, address);
    }
    assert.equal((await answer(of, 'A watch', 'accept', { price: '80' })).status, 303);
    assert.deepEqual(
      (await items(of)).map(({ price, currency, image_url }) => [price, currency, image_url]),
      [[80, 'CHF', picture]],
    );
    const clock = { name: 'A clock', price: '80', currency: 'francs', picture };
    const wrong = await press(browser(), of, clock);
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /Choose a currency&#46;/);
    assert.match(text(wrong.html), /If you suggest it to the owner, the owner gets the shop’s picture, too\./);
    const among = await press(browser(), await t.registry({ title: 'Ideas only' }), clock);
    assert.equal(among.status, 422);
    assert.doesNotMatch(text(among.html), /picture/, 'the owner gets nothing');
  });

  it('fill in what a shop’s page says, as often as the limit allows', async () => {
    const of = await list();
    const ada = browser();
    t.interference = {
      instead: ({ path }, body) =>
        path === '/previews'
          ? {
              url: JSON.parse(body).url,
              name: 'A <teapot>',
              description: 'Blue',
              retailer: 'Shop',
              image_url: 'https://shop.example/pot.jpg',
              price: 24.9,
              currency: 'USD',
            }
          : undefined,
    };
    const read = (values: Values, from?: Seen) => press(ada, of, { present: 'read', ...values }, from);
    const filled = await read({ url: 'https://shop.example/pot', name: '' });
    assert.equal(filled.status, 200);
    assert.match(filled.html, /value="A &lt;teapot&gt;".*value="24\.9".*>Blue<\/textarea>.*the owner gets the shop/s);
    assert.match((await read({ url: 'https://shop.example/pot', name: 'My pot' })).html, /value="My pot"/);
    assert.equal((await read({ url: 'ftp://shop.example/pot' })).status, 422);
    const sent = { url: 'https://shop.example/pot', price: '24.9' };
    assert.equal((await press(ada, of, { name: 'A pot', ...sent }, filled)).status, 303);
    assert.equal((await answer(of, 'A pot', 'accept', sent)).status, 303);
    assert.deepEqual(
      (await items(of)).map(({ currency, image_url }) => [currency, image_url]),
      [['USD', 'https://shop.example/pot.jpg']],
    );
    // Slow shops keep two processes of PHP busy. A third one answers at once.
    const busy = `( new Largesse\\Foundation\\Http\\RateLimit( 'foreign pages', 2, 15 ) )->`;
    await t.system.site.wordpress.run(`${busy}take( 2 );`);
    const third = await read({ url: 'https://shop.example/pot' });
    assert.equal(third.status, 503);
    assert.match(third.html, /You can fill in the fields yourself/);
    await t.system.site.wordpress.run(`${busy}give_back( 2 );`);
    for (let round = 0; round < 8; round++) await read({ url: 'https://shop.example/pot' });
    const late = await read({ url: 'https://shop.example/pot' });
    assert.deepEqual([late.status, late.wait > 0], [429, true]);
    t.interference = {};
  });

  it('are told to the other guests or to the owner, as the guest chooses on one form', async () => {
    const of = await t.registry({ title: 'Two answers' });
    await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, of.id);
    const [ada, ben] = [browser(), browser('invitee')];
    const form = await open(ada, of);
    assert.equal((await press(ada, of, { name: 'Lamp', audience: '' })).status, 422, 'they must choose');
    for (const audience of ['guests', 'owners']) {
      const values = { name: `For ${audience}`, price: '12.5', currency: 'CHF', gives: '1', audience };
      assert.equal((await press(ada, of, values)).status, 303);
    }
    const seen = text((await open(ben, of)).html);
    assert.match(seen, /For guests CHF.12\.50 .*Somebody gives this/);
    assert.doesNotMatch(seen, /For owners/);
    const owners = (await browser('owner').send(page(of))).html;
    assert.match(text(block(owners)), /For owners/);
    assert.doesNotMatch(owners, /For guests/);
    // A form that was sent for one audience gets a new id before it can be sent for the other. Otherwise, its author
    // could overwrite the promise of another guest.
    for (const [first, second] of [
      ['guests', 'owners'],
      ['owners', 'guests'],
    ]) {
      const page = await open(ada, of);
      const values = { name: `First ${first}`, gives: '' };
      assert.equal((await press(ada, of, { ...values, audience: String(first) }, page)).status, 303);
      for (const gives of ['1', ''])
        assert.equal((await press(ada, of, { ...values, gives, audience: String(second) }, page)).status, 409, second);
    }
    assert.match(text((await open(ben, of)).html), /First guests/);
    assert.doesNotMatch(text((await open(ben, of)).html), /First owners/);
    // A form reaches only the audience that it named.
    await run(`update_post_meta( $input, '_largesse_no_ideas', '1' );`, of.id);
    assert.equal((await press(ada, of, { name: 'Secret', audience: 'guests' }, form)).status, 404);
    await run(
      `delete_post_meta( $input, '_largesse_no_ideas' ); delete_post_meta( $input, '_largesse_suggestions' );`,
      of.id,
    );
    assert.equal((await press(ben, of, { name: 'Secret', audience: 'owners' }, await open(ben, of))).status, 404);
    assert.doesNotMatch(text((await open(ben, of)).html) + owners, /Secret/);
  });

  it('belong to the browser that sent the form again, because it lost the first answer with its cookie', async () => {
    const of = await list();
    const ada = browser();
    const form = await open(ada, of);
    // The first answer never arrives, so its cookies stay in this copy of the browser.
    const copy = openFormBrowser(site(), 'nobody', ada.cookies);
    assert.equal((await press(copy, of, { name: 'Lamp' }, form)).status, 303);
    assert.equal((await press(ada, of, { name: 'Lamp' }, form)).status, 303);
    assert.match(text((await open(ada, of)).html), /Your suggestions .*Lamp/);
    // The owner has accepted the wish, but the promise never arrived.
    assert.equal((await answer(of, 'Lamp', 'accept')).status, 303);
    const late = await press(ada, of, { name: 'Lamp', gives: '1' }, form);
    assert.deepEqual([late.status, /has just added your suggestion/.test(late.html)], [409, true]);
  });

  it('count once if the same form arrives twice at once', async () => {
    const of = await list();
    await run(`update_option( 'largesse_gifts_per_address', 2 );`);
    try {
      const ada = browser();
      const form = await open(ada, of);
      const twice = await Promise.all([1, 2].map(() => press(ada, of, { name: 'Lamp' }, form)));
      const next = await press(ada, of, { name: 'Pan' });
      const third = await press(ada, of, { name: 'Vase' });
      assert.deepEqual(
        [...twice, next, third].map(({ status }) => status),
        [303, 303, 303, 429],
      );
      const seen = text(block((await browser('owner').send(page(of))).html));
      assert.equal(seen.match(/Lamp/g)?.length, seen.match(/Pan/g)?.length);
    } finally {
      await run(`update_option( 'largesse_gifts_per_address', 1000 );`);
    }
  });

  /** Returns the promises of suggestions in the service. */
  const promises = async ({ id }: Shown) =>
    (await t.system.request<Idea[]>('admin', 'GET', `/ideas?registry_id=${id}&audience=owners`)).body;

  it('have their promises in the service from the start, until they are gifts or have ended', async () => {
    const of = await list({ meta: { registry_surprise: 'hidden' } });
    const ada = browser();
    for (const name of ['Kept', 'Declined', 'Taken back'])
      await suggest(ada, of, { name, price: '9', person: 'Ada', gives: '1', email_for_gift: 'ada@people.example' });
    await suggest(ada, of, { name: 'Not promised' });
    assert.deepEqual(
      (await promises(of)).map((one) => [one.name, one.price, one.giver_name, one.giver_email, one.state]),
      ['Kept', 'Declined', 'Taken back'].map((name) => [name, 9, 'Ada', 'ada@people.example', 'reserved']),
    );
    const stored = await run(
      `echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'suggestions', $input )->data );`,
      of.id,
    );
    assert.doesNotMatch(stored, /people\.example|gives/, 'the site does not store the promise');
    await answer(of, 'Kept', 'accept');
    await answer(of, 'Declined', 'decline');
    assert.equal((await promises(of)).length, 3, 'the owner does not wait for changes of promises');
    await ada.press(await open(ada, of), of.path, '>Taken back</h3>', { present: 'take-back' });
    await runCron(site());
    assert.deepEqual(await promises(of), []);
    assert.deepEqual(
      (await gifts(of)).map(({ giver_name, is_secret }) => [giver_name, is_secret]),
      [['Ada', true]],
    );
    // Without the service, nothing is promised, and the guest presses the button again.
    t.interference = { instead: ({ path }) => (path.startsWith('/ideas/') ? 503 : undefined) };
    const form = await open(ada, of);
    const values = { name: 'Late', gives: '1' };
    assert.equal((await press(ada, of, values, form)).status, 503);
    t.interference = {};
    assert.equal((await press(ada, of, values, form)).status, 303);
    assert.deepEqual(names(await promises(of)), ['Late']);
  });

  it('keep the promises that an earlier version has stored on the site', async () => {
    const of = await list();
    const before = { gives: true, email: 'old@people.example', locale: 'en_US', person: 'Old Ada' };
    const [waits, given] = [crypto.randomUUID(), crypto.randomUUID()];
    const fields = {
      name: 'Old lamp',
      url: 'https://shop.example/lamp',
      description: null,
      price: 5,
      currency: null,
      image_url: null,
    };
    const all = [
      { id: waits, fields, ...before },
      { id: given, fields: { name: 'Old pan' }, ...before, email: '', item: 7, gift: 'given', until: 4e9 },
    ];
    const upgrade = `update_option( 'largesse_data_version', 1 ); Largesse\\Upgrade::run();`;
    await run(
      `Largesse\\Foundation\\Records\\Records::change( 'suggestions', $input[0], static fn ( $now ) => $now->with( data: array( 'all' => $input[1], 'ended' => array() ), registry: $input[0] ) );`,
      [of.id, all],
    );
    t.interference = { instead: ({ path }) => (path.startsWith('/ideas/') ? 503 : undefined) };
    await run(upgrade);
    assert.equal(await run(`echo get_option( 'largesse_data_version' );`), '1', 'a later request tries again');
    t.interference = {};
    await run(upgrade);
    assert.equal(
      await run(`echo Largesse\\Upgrade::VERSION === (int) get_option( 'largesse_data_version' ) ? 'now' : 'before';`),
      'now',
    );
    assert.deepEqual(
      (await promises(of)).map((one) => [one.id, one.name, one.price, one.giver_name, one.giver_email]),
      [[waits, 'Old lamp', 5, 'Old Ada', 'old@people.example']],
    );
    const left = await run(
      `echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'suggestions', $input )->data );`,
      of.id,
    );
    assert.doesNotMatch(left, /"gives"|"email"|people\.example/);
    await answer(of, 'Old lamp', 'accept');
    await runCron(site());
    assert.deepEqual(
      (await gifts(of)).map(({ id, giver_name }) => [id, giver_name]),
      [[waits, 'Old Ada']],
    );
  });

  it('are exported and erased with the person’s data, without spoiling a surprise', async () => {
    const of = await list();
    const { id, email } = site().users.invitee;
    await suggest(browser('invitee'), of, {
      name: 'Lamp',
      person: 'Ben',
      gives: '1',
      email_for_gift: site().users.owner.email,
    });
    const data = (whose: string, what: 'export' | 'erase') =>
      run(
        `echo wp_json_encode( ( Largesse\\Services::get( Largesse\\Together\\Presents\\SuggestionPrivacy::class ) )->${what}( $input ) );`,
        whose,
      );
    assert.match(await data(email, 'export'), /Lamp.*Ben/s);
    assert.match(await data(site().users.owner.email, 'export'), /"data":\[\]/);
    assert.match(await data(site().users.owner.email, 'erase'), /"items_removed":false/);
    assert.match(await data(email, 'erase'), /"items_removed":true/);
    assert.equal(block((await browser('owner').send(page(of))).html), '');
    await suggest(browser('invitee'), of, { name: 'Pan' });
    await run(
      `( Largesse\\Services::get( Largesse\\Together\\Presents\\SuggestionPrivacy::class ) )->forget_user( $input );`,
      id,
    );
    assert.equal(block((await browser('owner').send(page(of))).html), '');
  });

  /** Returns the part of a page that begins with the form of a button. */
  const formOf = (html: string, button: string) => html.slice(html.lastIndexOf('<details', html.indexOf(button)));

  it('and ideas can be taken back on My gifts by guests who may no longer open the list', async () => {
    // Earlier tests have promised other things.
    const mailbox = 'quokka@people.example';
    const waiting = async (of: Shown) =>
      run(
        `echo implode( ' ', array_map( static fn ( $one ) => $one->name(), Largesse\\Together\\Presents\\StoredSuggestions::of( $input )->open() ) );`,
        of.id,
      );
    const givenOn = async ({ id }: Shown) =>
      (
        await Promise.all(
          ['owners', 'guests'].map(
            async (audience) =>
              (
                await t.system.request<Idea[]>('admin', 'GET', `/ideas?registry_id=${id}&audience=${audience}`)
              ).body,
          ),
        )
      )
        .flat()
        .flatMap(({ name, state }) => (state === null ? [] : [name]))
        .sort();
    const states = {
      private: `wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`,
      draft: `wp_update_post( array( 'ID' => $input, 'post_status' => 'draft' ) );`,
      'in the trash': 'wp_trash_post( $input );',
    };
    for (const [state, php] of Object.entries(states)) {
      const of = await list({ title: 'Quokka list' });
      const other = await t.registry({ title: 'Quokka ideas' });
      const [ada, ben] = [browser(), browser('invitee')];
      await suggest(ada, of, { name: 'Quail lamp', gives: '1', email_for_gift: mailbox });
      await suggest(ben, of, { name: 'Quail pan', gives: '1' });
      await suggest(ben, other, { name: 'Quail kite', gives: '1' });
      for (const one of [of, other]) await run(php, one.id);
      assert.deepEqual([await givenOn(of), await givenOn(other)], [['Quail lamp', 'Quail pan'], ['Quail kite']]);
      const link = new URL(await run(`echo Largesse\\Promises\\Giving\\GiverLink::create( $input );`, mailbox));
      const takeBack = async (who: Browser, address: string, name: string) => {
        const seen = await who.send(address);
        assert.match(seen.html, new RegExp(name), state);
        assert.doesNotMatch(seen.html, /Quokka/, state);
        const form = `${name}</span></button>`;
        const back = { ...seen, html: formOf(seen.html, form) };
        for (const again of ['first', 'second'])
          assert.equal((await who.press(back, '/', form)).status, 303, `${state}: ${name}, ${again} press`);
        assert.doesNotMatch((await who.send(address)).html, new RegExp(name), state);
      };
      await takeBack(ada, link.pathname + link.search, 'Quail lamp');
      assert.deepEqual([await givenOn(of), await waiting(of)], [['Quail pan'], 'Quail pan'], state);
      await takeBack(ben, '/?my-gifts=1', 'Quail pan');
      await takeBack(ben, '/?my-gifts=1', 'Quail kite');
      assert.deepEqual([await givenOn(of), await givenOn(other), await waiting(of)], [[], [], ''], state);
    }
  });

  it('cannot be taken back on My gifts after the owner has accepted them', async () => {
    const of = await list();
    const ben = browser('invitee');
    await suggest(ben, of, { name: 'Quail pan', gives: '1' });
    const seen = await ben.send('/?my-gifts=1');
    const back = { ...seen, html: formOf(seen.html, 'Quail pan</span></button>') };
    assert.equal((await answer(of, 'Quail pan', 'accept')).status, 303);
    const refused = await ben.press(back, '/', 'Quail pan</span></button>');
    assert.equal(refused.status, 409, text(refused.html));
    assert.match(text(refused.html), /The owner has just added your suggestion to the list/);
  });
});

/** PHP that makes the next work on all suggestions of a registry due. */
const DUE = `use Largesse\\Together\\Presents\\StoredSuggestions;
  StoredSuggestions::change( $input, static fn ( $all ) => array_reduce( $all->all, static fn ( $all, $one ) => $all->with( $one->with( due: 0 === $one->due ? 0 : 1 ) ), $all ) );`;

/** PHP that sends all queued mails, and prints their subjects. */
const MAILS = `global $wpdb;
$subjects = array();
add_filter( 'pre_wp_mail', static function ( $sent, $mail ) use ( &$subjects ) {
  $subjects[] = $mail['subject'];
  return true;
}, 10, 2 );
for ( $time = 0; $time < 6; $time++ ) {
  $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->prefix}largesse_records SET time = %d WHERE kind IN ( 'mail', 'first_mail' )", time() ) );
  $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind = 'limit'" );
  do_action( 'largesse_send_mails' );
}
echo wp_json_encode( $subjects );`;
