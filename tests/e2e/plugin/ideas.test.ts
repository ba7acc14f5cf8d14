// Needs a service and site: ideas, gifts and events meet in both.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { addCode } from '../wordpress/add-code.ts';
import { openFormBrowser, type Seen } from '../wordpress/form-browser.ts';
import { type Caller, create, type Draft, rest } from '../wordpress/requests.ts';
import { loginPassword } from '../wordpress/site.ts';
import { addItem, connect } from './connected.ts';
import { give } from './gifts.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

// rules: Presents that are not on the list; rules: Shares on the site
describe('ideas and shares of guests', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  /** Creates a public registry of the owner. @returns its id and its path */
  async function list(draft: Draft = {}): Promise<{ id: number; path: string }> {
    const id = await create(site(), 'owner', { title: 'Lena’s wishes', status: 'publish', ...draft });
    const address = await run(
      'wp_set_current_user( get_post( $input )->post_author ); echo get_permalink( $input );',
      id,
    );
    return { id, path: address.replace(site().url, '') };
  }
  const plain = (html: string) =>
    html
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll(/name="(entry|token|version|purchase|_wpnonce)" value="[^"]*"/g, '');

  /** Opens a browser, with functions for the page with ideas. */
  function browser(who: Caller) {
    const { send, press: pressed, cookies } = openFormBrowser(site(), who);
    const open = (path: string) => send(`${path}?present=1`);
    const openShares = (path: string) => send(`${path}?shares=1`);
    /** Sends the form that contains a text. @param act value of the pressed button, if the button has a value */
    const press = (from: Seen, path: string, text: string, act: string, typed: Record<string, string> = {}) => {
      const isOfShares = from.html.split('<form').some((form) => form.includes(text) && form.includes('name="shares"'));
      return pressed(from, path, text, { [isOfShares ? 'shares' : 'present']: act, ...typed });
    };
    const add = async (path: string, name: string, more: Record<string, string> = {}) => {
      const added = await press(await open(path), path, 'largesse-name', 'send', { 'largesse-name': name, ...more });
      assert.equal(added.status, 303, added.html);
      return open(path);
    };
    return { send, open, openShares, press, add, cookies };
  }
  const names = ({ html }: Seen) => [...html.matchAll(/<h3[^>]*>([^<]*)<\/h3>/g)].map(([, name]) => name);
  const ofService = (method: string, id: number): Promise<string> =>
    run(
      `echo wp_json_encode( Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class )->${method}( array( 'registry_id' => $input ) ) );`,
      id,
    );
  const stored = async (id: number): Promise<Record<string, unknown>[]> =>
    JSON.parse(await ofService('list_ideas', id));
  const promised = async (id: number): Promise<Record<string, unknown>[]> =>
    JSON.parse(await ofService('list_shares', id));
  /** Opens the link in a mail about a share, and presses a button on the page. */
  async function act(who: ReturnType<typeof browser>, links: string[], button: string): Promise<Seen> {
    const link = links.find((one) => one.includes('my-share=')) ?? '';
    const page = await who.send(link.replace(site().url, ''));
    assert.equal(page.status, 200);
    return who.press(page, '/', 'my-share', '', { act: button });
  }
  /** Returns the mails to an address. All queued mails are due. */
  const mailsTo = async (address: string) =>
    (await deliver(system)).filter(({ recipients }) => recipients[0] === address);
  const promiseOf =
    (item: number, path: string) =>
    async (who: ReturnType<typeof browser>, amount: string, more: Record<string, string> = {}) =>
      who.press(await who.send(`${path}?give=${item}`), path, 'share_amount', 'promise', {
        share_amount: amount,
        ...more,
      });
  /** Promises a part as a visitor, and confirms it. */
  async function confirmed(who: ReturnType<typeof browser>, sent: Promise<Seen>, address: string): Promise<Seen> {
    const { status, html } = await sent;
    assert.equal(status, 200, html);
    assert.match(html, /Your part does not count yet/);
    const [mail] = await mailsTo(address);
    return act(who, mail?.links ?? [], 'confirm');
  }
  /** Returns the hidden fields of a form with which a visitor gives an item. */
  const giveForm = async (id: number, item: number) => {
    const entry = crypto.randomUUID();
    const sign = `echo Largesse\\Foundation\\Http\\KeyedHash::of( "largesse-new-gift-{$input[1]}|{$input[0]}|{$input[2]}|0" );`;
    return { entry, token: await run(sign, [id, item, entry]) };
  };
  /** Raises the limits of gifts, because all guests of this test share one network address. */
  before(async () => {
    await run(
      `update_option( 'largesse_gifts_per_address', 1000 ); update_option( 'largesse_gifts_per_registry', 1000 );`,
    );
    // The service gets no change without a condition, because another guest may change an idea at the same moment.
    await addCode(
      site(),
      `add_filter( 'pre_http_request', static function ( $answer, $sent, $url ) {
         $is_change = preg_match( '~/(ideas|shares)/~', $url ) && in_array( $sent['method'], array( 'PUT', 'DELETE' ), true );
         $headers   = array_change_key_case( $sent['headers'] );
         return $is_change && ! isset( $headers['if-match'] ) && ! isset( $headers['if-none-match'] ) ? new WP_Error( 'unconditional' ) : $answer;
       }, 10, 3 );`,
    );
  });

  it('are shared by visitors and members, who give them, return them and delete them', async () => {
    const { id, path } = await list();
    const [ada, ben, member] = [browser('nobody'), browser('nobody'), browser('invitee')];
    const mine = await ada.add(path, 'Reading <lamp>', {
      'largesse-url': 'https://lamps.example/x',
      'largesse-description': 'She loves "it"',
      person: 'Aunt Ada',
    });
    assert.match(mine.cache ?? '', /no-store/);
    assert.match(mine.html, /From Aunt Ada.*value="delete"/s);
    const seen = await ben.open(path);
    assert.match(seen.html, /Reading &lt;lamp&gt;.*She loves &quot;it&quot;.*href="https:\/\/lamps\.example\/x"/s);
    assert.doesNotMatch(seen.html, /value="delete"/);
    const free = await member.open(path);
    for (const what of ['once', 'the same form again'])
      assert.equal((await member.press(free, path, 'Reading', 'give', { person: 'Ben' })).status, 303, what);
    assert.match(plain((await member.open(path)).html), /You give this.*value="return"/s);
    const taken = await ada.open(path);
    assert.match(taken.html, /Ben gives this/);
    assert.doesNotMatch(taken.html, /value="(give|delete|return)"/);
    assert.equal((await member.press(await member.open(path), path, 'Reading', 'return')).status, 303);
    const last = await ada.open(path);
    for (const what of ['once', 'the same form again'])
      assert.equal((await ada.press(last, path, 'Reading', 'delete')).status, 303, what);
    assert.deepEqual(await stored(id), []);
    const own = await member.add(path, 'Book', { gives: '1', person: 'Ben' });
    assert.match(own.html, /From Ben.*You give this/s);
    assert.equal((await member.press(own, path, 'Book', 'return')).status, 303);
    const [kept] = await stored(id);
    assert.deepEqual([kept?.author_user_id, kept?.author_name], [site().users.invitee.id, 'Ben'], 'still their idea');
    assert.deepEqual([kept?.state, kept?.giver_user_id, kept?.giver_name], [null, null, null]);
  });

  it('are forgotten, like gifts, by a browser in which a recipient signs in', async () => {
    const mine = await list();
    const bens = await create(site(), 'invitee', { title: 'Ben’s wishes', status: 'publish' });
    const theirs = { id: bens, path: (await run('echo get_permalink( $input );', bens)).replace(site().url, '') };
    const wishes = [await addItem(system, mine.id, 'Kite'), await addItem(system, bens, 'Drum')];
    const shared = browser('nobody');
    for (const [index, { path }] of [mine, theirs].entries()) {
      await shared.add(path, 'Book', { gives: '1' });
      await shared.send(`${path}?give=${wishes[index]}`);
    }
    /** Returns the registries about which the browser has cookies. */
    const known = () => ({
      ideas: [mine, theirs].filter(({ id }) => /^[ag]/.test(shared.cookies.get(`largesse_guest_ideas_${id}`) ?? '')),
      gifts: [mine, theirs].filter(({ id }) =>
        [...shared.cookies].some(([name, value]) => name.startsWith('largesse_gift-') && value.startsWith(`${id}.`)),
      ),
    });
    assert.deepEqual(known(), { ideas: [mine, theirs], gifts: [mine, theirs] });
    const before = new Map(shared.cookies);
    const signIn = (log: string) => shared.send('/wp-login.php', new URLSearchParams({ log, pwd: loginPassword }));
    assert.equal((await signIn('stranger')).status, 302);
    assert.deepEqual(known(), { ideas: [mine, theirs], gifts: [mine, theirs] });
    assert.equal((await signIn('owner')).status, 302);
    assert.deepEqual(known(), { ideas: [theirs], gifts: [theirs] });
    // The owner may have signed in before the browser got the cookies.
    const owner = browser('owner');
    for (const [name, value] of before) if (name.startsWith('largesse_guest_')) owner.cookies.set(name, value);
    await owner.open(mine.path);
    assert.doesNotMatch(owner.cookies.get(`largesse_guest_ideas_${mine.id}`) ?? '', /^[ag]/);
    assert.match(owner.cookies.get(`largesse_guest_ideas_${bens}`) ?? '', /^[ag]/);
  });

  it('stay with the visitor who gives them, whatever other browsers send', async () => {
    const { id, path } = await list();
    const [ada, ben] = [browser('nobody'), browser('nobody')];
    await ada.add(path, 'Lamp');
    assert.equal((await ben.press(await ben.open(path), path, 'Lamp', 'give', { person: 'Ben' })).status, 303);
    const [lamp] = await stored(id);
    assert.equal(lamp?.giver_name, 'Ben');
    const old = new Map(ben.cookies);
    const page = await ada.open(path);
    const version = { entry: String(lamp?.id), version: String(lamp?.updated_at) };
    for (const act of ['return', 'other']) await ada.press(page, path, 'largesse-name', act, version);
    for (const act of ['delete', 'give'])
      assert.equal((await ada.press(page, path, 'largesse-name', act, version)).status, 409);
    assert.deepEqual(await stored(id), [lamp]);
    const his = await ben.open(path);
    assert.doesNotMatch(his.html, /value="delete"/, 'giving an idea does not make it his');
    assert.equal((await ben.press(his, path, 'Lamp', 'return')).status, 303);
    assert.equal((await ada.press(await ada.open(path), path, 'Lamp', 'give')).status, 303);
    // With his old cookie, Ben cannot return somebody else's gift.
    for (const [name, value] of old) ben.cookies.set(name, value);
    assert.doesNotMatch((await ben.open(path)).html, /value="return"/);
    assert.match((await ben.open(path)).html, /Somebody gives this/);
  });

  it('are stored once, and never overwritten by another form', async () => {
    const { id, path } = await list();
    const [ada, ben] = [browser('nobody'), browser('nobody')];
    const form = await ada.open(path);
    const typed = { 'largesse-name': 'Lamp', person: 'Ada' };
    const twice = await Promise.all([1, 2].map(() => ada.press(form, path, 'largesse-name', 'send', typed)));
    for (const { status } of twice) assert.equal(status, 303);
    assert.equal((await stored(id)).length, 1);
    const [lamp] = await stored(id);
    const other = await ada.press(form, path, 'largesse-name', 'send', {
      'largesse-name': 'Vase',
      'largesse-description': 'Blue',
    });
    assert.equal(other.status, 422);
    for (const text of ['value="Vase"', '>Blue</textarea>']) assert.ok(other.html.includes(text), text);
    const his = await ben.open(path);
    const stolen = { entry: String(lamp?.id), 'largesse-name': 'Nothing' };
    assert.equal((await ben.press(his, path, 'largesse-name', 'send', stolen)).status, 422);
    const member = await browser('stranger').press(his, path, 'largesse-name', 'send', { 'largesse-name': 'Nothing' });
    assert.equal(member.status, 422, 'a form belongs to the account for which it was made');
    assert.equal((await stored(id)).length, 1);
    // Ada has two tabs. The idea changes after she opened the second tab.
    const late = await ada.open(path);
    await ben.press(await ben.open(path), path, 'Lamp', 'give', { person: 'Ben' });
    assert.equal((await ada.press(late, path, 'Lamp', 'give')).status, 409);
    // The author sends the form of the idea again. The site must not cancel the gift of another guest.
    assert.equal((await ada.press(form, path, 'largesse-name', 'send', typed)).status, 303);
    assert.doesNotMatch((await ada.open(path)).html, /value="return"/);
    assert.equal((await stored(id))[0]?.giver_name, 'Ben');
  });

  it('come back as they were typed after a mistake, and while the service is away', async () => {
    const { id, path } = await list();
    const ada = browser('nobody');
    const form = await ada.open(path);
    assert.equal(form.policy, 'strict-origin', 'otherwise browsers send forms without their origin');
    const typed = {
      'largesse-url': 'javascript:lamps',
      'largesse-description': 'x'.repeat(501),
      person: 'Ada',
      gives: '1',
    };
    const wrong = await ada.press(form, path, 'largesse-name', 'send', { 'largesse-name': ' ', ...typed });
    assert.equal(wrong.status, 422);
    for (const text of ['500 characters', 'value="javascript:lamps"', 'checked'])
      assert.ok(wrong.html.includes(text), text);
    assert.equal(wrong.html.match(/largesse-field__problem/g)?.length, 3);
    const good = { 'largesse-name': 'Vase' };
    assert.equal(
      (await ada.press(form, path, 'largesse-name', 'send', { ...good, 'largesse-homepage': 'x' })).status,
      422,
    );
    const fields = new URLSearchParams({ present: 'send', ...good });
    const foreign = await ada.send(path, fields, { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' });
    assert.deepEqual([foreign.status, foreign.html.includes('value="Vase"')], [403, true]);
    await connect(system, 'http://127.0.0.1:9');
    const away = await ada.press(form, path, 'largesse-name', 'send', good);
    assert.deepEqual([away.status, away.html.includes('value="Vase"')], [503, true]);
    await connect(system, system.url);
    await run(`delete_transient( Largesse\\Registries\\Registry\\ActiveItems::FAILED . $input );`, id);
    assert.equal((await ada.press(away, path, 'largesse-name', 'send', good)).status, 303);
  });

  it('belong to the people who may see the list, unless an owner closes the page', async () => {
    const { id, path } = await list();
    const hidden = await list({ status: 'private' });
    const locked = await list({ password: 'open sesame' });
    await browser('admin').add(path, 'Secret lamp');
    for (const who of ['nobody', 'stranger'] as const) {
      assert.equal((await browser(who).open(hidden.path)).status, 404);
      assert.doesNotMatch((await browser(who).open(locked.path)).html, /largesse-name/);
      const sent = new URLSearchParams({ present: 'send', 'largesse-name': 'x' });
      assert.doesNotMatch((await browser(who).send(locked.path, sent)).html, /largesse-name/);
    }
    const owner = browser('owner');
    // The owner of a list for a child is no recipient.
    const child = await list({ meta: { registry_keepers: '["owner"]' } });
    assert.match((await owner.send(child.path)).html, /href="[^"]*present=1"/);
    assert.deepEqual(names(await owner.add(child.path, 'Kite')), ['Kite']);
    const manage = `/my-registries/?registry=${id}`;
    const open = await owner.send(manage);
    await owner.send(manage, new URLSearchParams({ 'largesse-ideas': 'off' }));
    assert.equal((await browser('nobody').open(path)).status, 200, 'another site cannot close the page');
    assert.equal((await owner.press(open, manage, 'largesse-ideas', 'off')).status, 303);
    assert.equal((await browser('nobody').open(path)).status, 404);
    assert.equal((await owner.press(await owner.send(manage), manage, 'largesse-ideas', 'on')).status, 303);
    assert.deepEqual(names(await browser('nobody').open(path)), ['Secret lamp']);
  });

  it('are shares of an expensive wish, too: guests see the total, and owners see the parts after the reveal', async () => {
    const { id, path } = await list({ meta: { registry_surprise: 'hidden' } });
    const bike = await addItem(system, id, 'Bike <b>', { price: 400, currency: 'GBP' });
    const plates = await addItem(system, id, 'Plates', { price: 10, quantity_needed: 6 });
    const vase = await addItem(system, id, 'Vase', { price: 20 });
    await give(system, vase);
    const [ada, ben, member, owner] = [browser('nobody'), browser('nobody'), browser('invitee'), browser('owner')];
    const promise = promiseOf(bike, path);
    for (const [item, isOffered] of [
      [bike, true],
      [plates, false],
      [vase, false],
    ] as const)
      assert.equal((await ada.send(`${path}?give=${item}`)).html.includes('share_amount'), isOffered, String(item));
    const email = 'ada@people.example';
    const counts = await confirmed(ada, promise(ada, '150', { person: 'Ada', share_email: email }), email);
    assert.match(plain(counts.html), /Your part counts now.*Bike (<b>|&lt;b&gt;): £150\.00/s);
    /** Returns the sum and the first button on the card of the wish, and the forms that its page offers. */
    const offered = async () => {
      const { html } = await ben.send(`${path}?giving=1`);
      const [card = ''] = /<li class="largesse-item.*?<\/li>/s.exec(plain(html)) ?? [];
      const form = await ben.send(`${path}?give=${bike}`);
      return [
        /largesse-wanted">([^<]*?) ?</.exec(card)?.[1],
        /largesse-item__give[^>]*>([^<]*)/.exec(card)?.[1],
        ...[...plain(form.html).matchAll(/<(?:summary|button type="submit"|button class)[^>]*>([^<]*)/g)].map(
          ([, text]) => text,
        ),
      ];
    };
    const forms = ['Promise', 'Give all of it', 'Yes, I’ll give this'];
    assert.deepEqual(await offered(), ['£150.00 of £400.00 promised', 'Give a part', ...forms]);
    for (const page of [path, `${path}?wishes=open`])
      assert.doesNotMatch((await ben.send(page)).html, /promised|Give a part/, 'caches may show it to the owner');
    for (const [level, isShown] of [
      ['names', true],
      ['counts', true],
      ['hidden', false],
    ] as const) {
      await run(`update_post_meta( $input[0], 'registry_surprise', $input[1] );`, [id, level]);
      const card = /£150\.00 of £400\.00 promised.*Give a part/s;
      assert.equal(card.test(plain((await member.send(path)).html)), isShown, level);
    }
    assert.equal((await promise(member, '50.5', { person: '' })).status, 303);
    assert.deepEqual(await offered(), ['£200.50 of £400.00 promised', 'Give a part', 'Promise']);
    const gift = await giveForm(id, bike);
    const alone = await ben.send(`${path}?give=${bike}`, new URLSearchParams({ ...gift, quantity: '1' }));
    assert.equal(alone.status, 409);
    assert.match(plain(alone.html), /Other guests already give this wish together/);
    const shown = plain((await ada.openShares(path)).html);
    assert.match(
      shown,
      /£200\.50 of £400\.00 promised.*You: £150\.00, until .*Extend it, or write a note.*I can’t give it after all.*Somebody: £50\.50/s,
    );
    assert.equal(shown.split('I can’t give it after all').length, 2, 'only their own');
    for (const [typed, message] of [
      [{ share_amount: '199.51' }, 'at most £199.50'],
      [{ share_amount: 'much' }, 'at least £20.00'],
      [{ share_email: 'ben@' }, 'complete e-mail address'],
    ] as const) {
      const wrong = await promise(ben, '20', { person: 'Ben & Eve', share_email: 'ben@people.example', ...typed });
      assert.deepEqual([wrong.status, plain(wrong.html).includes(message)], [422, true], message);
    }
    const form = await ben.send(`${path}?give=${bike}`);
    const ofBen = 'ben@people.example';
    const fields = { share_amount: '199.5', person: 'Ben', share_email: ofBen };
    await confirmed(ben, ben.press(form, path, 'share_amount', 'promise', fields), ofBen);
    assert.equal((await ben.press(form, path, 'share_amount', 'promise', fields)).status, 303, 'the same form again');
    const all = await promised(id);
    const [first] = all;
    for (const other of [{ share_amount: '20' }, { share_amount: '150', entry: String(first?.id) }])
      assert.equal((await ben.press(form, path, 'share_amount', 'promise', { ...fields, ...other })).status, 422);
    assert.deepEqual(valuesOf(all, 'amount'), [150, 50.5, 199.5]);
    const given = await browser('stranger').send(`${path}?give=${bike}`);
    assert.match(plain(given.html), /Somebody already gives this/);
    // Nobody can delete or give another guest's share.
    const other = { entry: String(first?.id), version: String(first?.updated_at) };
    for (const act of ['delete', 'release'])
      assert.equal((await ben.press(form, path, 'share_amount', act, other)).status, 409, act);
    assert.deepEqual(await promised(id), all);
    assert.equal(
      (await ada.press(await ada.openShares(path), path, 'I can’t give it after all', 'delete')).status,
      303,
    );
    await run(
      `Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class )->reveal_purchases( $input );`,
      id,
    );
    const listed = (await owner.send(`/my-registries/?registry=${id}&gifts=list`)).html;
    assert.match(listed, /<bdi[^>]*>Ben<\/bdi>/, 'the direction of a name must not turn the line');
    const gifts = plain(listed);
    assert.match(gifts, /Bike &lt;b&gt;.*invitee.*Part of the price: £50\.50.*Ben.*Part of the price: £199\.50/s);
    // The page gets an older price than the service has. So the service refuses the amount, as if another guest was
    // faster.
    await system.request('admin', 'PUT', `/items/${bike}`, { body: { price: 260 } });
    const filter = await addCode(
      site(),
      `add_filter( 'http_response', static fn ( $answer ) => array( 'body' => str_replace( '"amount_remaining":10', '"amount_remaining":150', $answer['body'] ) ) + $answer );`,
    );
    const late = await promise(member, '100', { person: 'Mel' });
    await filter[Symbol.asyncDispose]();
    assert.equal(late.status, 409);
    assert.match(plain(late.html), /at most £10\.00.*value="100"|value="100".*at most £10\.00/s);
    // When the wish leaves the list, its shares stay on the page, and guests can take them back.
    await system.request('admin', 'DELETE', `/items/${bike}`);
    assert.match(plain((await ada.openShares(path)).html), / 250\.00 promised|>250\.00 promised/);
    assert.equal(
      (await member.press(await member.openShares(path), path, 'I can’t give it after all', 'delete')).status,
      303,
    );
    assert.deepEqual(valuesOf(await promised(id), 'amount'), [199.5]);
  });

  it('of lists without a surprise are promised on each page, and named to owners who see names', async () => {
    const { id, path } = await list({ meta: { registry_surprise: 'counts' } });
    const bike = await addItem(system, id, 'Bike', { price: 54.95 });
    const [guest, member, owner] = [browser('nobody'), browser('invitee'), browser('owner')];
    const promise = promiseOf(bike, path);
    assert.equal((await promise(member, '20', { person: 'Mel' })).status, 303);
    const gifts = async () => plain((await owner.send(`/my-registries/?registry=${id}&gifts=list`)).html);
    const card = /20\.00 of 54\.95 promised.*>Give a part/s;
    for (const who of [guest, owner]) assert.match(plain((await who.send(path)).html), card);
    assert.match(await gifts(), /Bike.*Somebody.*Part of the price: 20\.00/s);
    await run(`update_post_meta( $input, 'registry_surprise', 'names' );`, id);
    assert.match(await gifts(), /Bike.*Somebody.*Part of the price: 20\.00/s, 'the promise keeps its level');
    assert.equal((await promise(member, '34.95', { person: 'Mel' })).status, 303);
    assert.match(await gifts(), /Somebody.*price: 20\.00.*Mel.*price: 34\.95/s);
    assert.match(plain((await guest.send(path)).html), /Taken/);
    const route = `/wp-json/largesse/v1/registries/${id}`;
    const { body } = await rest<{ registry: { items: { shown_text: string }[] } }>(site(), 'owner', 'GET', route);
    assert.deepEqual(valuesOf(body.registry.items, 'shown_text'), ['Given']);
  });

  it('are listed with the gifts of members, guests and keepers, and in files', async () => {
    const { id, path } = await list({ meta: { registry_surprise: 'hidden', registry_keepers: '["stranger"]' } });
    const bike = await addItem(system, id, 'Bike', { price: 200, currency: 'GBP' });
    const [ada, other, member] = [browser('nobody'), browser('nobody'), browser('invitee')];
    const [keeper, owner] = [browser('stranger'), browser('owner')];
    const email = 'listed@people.example';
    await confirmed(ada, promiseOf(bike, path)(ada, '90', { person: 'Ada', share_email: email }), email);
    assert.equal((await promiseOf(bike, path)(member, '110', { person: 'Mel' })).status, 303);
    const page = async (who: ReturnType<typeof browser>, address: string) => plain((await who.send(address)).html);
    // My registries, the card of the wish, and the page on which guests give it.
    assert.match(await page(member, '/my-registries/'), /Bike.*Lena’s wishes.*Your part: £110\.00.*See or change/s);
    for (const [who, amount] of [
      [ada, '£90.00'],
      [member, '£110.00'],
    ] as const) {
      for (const address of [`${path}?giving=1`, `${path}?give=${bike}`]) {
        const html = await page(who, address);
        assert.match(html, new RegExp(`Your part: ${amount}.*my-share=`, 's'), address);
        assert.doesNotMatch(html, /Somebody already gives this/, address);
      }
      assert.doesNotMatch(await page(who, path), /Your part/, 'others may look at this page');
    }
    for (const who of [other, owner])
      assert.doesNotMatch(await page(who, `${path}?giving=1`), /Your part|largesse-item__note/);
    assert.equal(ada.cookies.get('largesse_has_gifts'), '1', 'so the script asks for notes');
    const note = await ada.send(`${path}?own-gifts=1`);
    assert.doesNotMatch(note.html, /Your part/, 'the part is secret');
    // Keepers see them; recipients do not.
    const gifts = `/my-registries/?registry=${id}&gifts`;
    assert.match(await page(keeper, `${gifts}=list`), /Bike.*Ada.*price: £90\.00.*Mel.*price: £110\.00/s);
    assert.match((await keeper.send(`${gifts}=csv`)).html, /Part of the price"\r\n"Bike","1","Ada",.*£90\.00/);
    for (const what of ['list', 'csv'])
      assert.doesNotMatch((await owner.send(`${gifts}=${what}`)).html, /Ada|Mel|price:/);
    const files = JSON.parse(
      await run(
        `use Largesse\\Managing\\Exchange\\ExportedRegistry;
         use Largesse\\Services;
         $file = static fn ( $user ) => array( wp_set_current_user( $user ), ExportedRegistry::for_visitor( get_post( $input[0] ), Services::get( Largesse\\Registries\\Registry\\Store::class ), Services::get( Largesse\\Promises\\Giving\\Purchases::class ) ) )[1]['gifts'];
         echo wp_json_encode( array( $file( $input[1] ), $file( $input[2] ) ) );`,
        [id, site().users.stranger.id, site().users.owner.id],
      ),
    );
    const [{ given_on: _day, ...first }] = files[0];
    const whole = { message: null, is_own: false, is_secret: true, is_thanked: false, quantity: 1, currency: 'GBP' };
    assert.deepEqual(first, { ...whole, wish: 'Bike', amount: 90, who: 'Ada' });
    assert.deepEqual([files[0].length, files[1]], [2, []]);
    // The list of gifts offers no thanks for parts, and its buttons do not change them.
    const [share] = await promised(id);
    await keeper.press(await keeper.send(`${gifts}=list`), `${gifts}=list`, 'largesse-thanks', {
      purchase: String(share?.id),
      [`was[${share?.id}]`]: '0',
      [`thanked[${share?.id}]`]: '1',
    } as never);
    assert.deepEqual((await promised(id)).length, 2);
  });

  it('end when their guests want it, when a keeper releases them, or when another guest gives the whole wish', async () => {
    const { id, path } = await list({ meta: { registry_keepers: '["stranger"]' } });
    const bike = await addItem(system, id, 'Bike', { price: 100, currency: 'GBP' });
    const promise = promiseOf(bike, path);
    const [ada, ben, member, keeper] = [browser('nobody'), browser('nobody'), browser('invitee'), browser('stranger')];
    const email = 'ada@people.example';
    const typed = { person: 'Ada', share_email: email };
    await deliver(system);
    // An owner must not learn about the share from a mail to their address.
    await promise(ben, '5', { share_email: 'OWNER+x@people.example' });
    await promise(ada, '40', typed);
    assert.deepEqual(await promised(id), [], 'no share counts before it is confirmed');
    const questions = (await deliver(system)).filter(({ subject }) => subject.includes('confirm'));
    assert.deepEqual(valuesOf(questions, 'recipients'), [[email]]);
    const [question] = questions;
    const read = `${question?.subject} ${question?.text}`.replaceAll(/http\S+/g, '');
    assert.match(read, /Bike: £40\.00/);
    assert.doesNotMatch(read, /\b(?:Ada|Lena)\b/, 'the address may be of a stranger');
    const links = question?.links ?? [];
    const owners = await browser('owner').send(
      (links.find((one) => one.includes('my-share=')) ?? '').replace(site().url, ''),
    );
    assert.match(owners.html, /This page is for your guests/);
    await act(ada, links, 'confirm');
    const [share] = await promised(id);
    assert.deepEqual(
      [share?.amount, share?.giver_name, share?.giver_email, share?.giver_user_id],
      [40, 'Ada', email, null],
    );
    const days = (Date.parse(String(share?.ends_at)) - Date.now()) / 86_400_000;
    assert.ok(days > 29.9 && days <= 30, String(share?.ends_at));
    assert.match((await act(ada, links, 'confirm')).html, /It counts until/, 'the same form again');
    assert.equal((await promised(id)).length, 1);
    assert.deepEqual(await mailsTo(email), [], 'no reminder yet');
    using items = new DatabaseSync((system.environment.DATABASE_URL ?? '').replace('sqlite:', ''), { timeout: 5000 });
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const endSoon = () => items.exec(`UPDATE shares SET ends_at = '${soon}' WHERE registry_id = ${id}`);
    endSoon();
    assert.equal((await promise(member, '60')).status, 303);
    const complete = await mailsTo(email);
    assert.deepEqual(valuesOf(complete, 'subject'), ['All parts of a gift for “Lena’s wishes” are promised']);
    assert.match(complete[0]?.text ?? '', /Bike: £40\.00/, 'while the shares cover the price, the reminder waits');
    assert.equal(
      (await member.press(await member.openShares(path), path, 'I can’t give it after all', 'delete')).status,
      303,
    );
    endSoon();
    // A mailbox gets one mail in 15 minutes.
    const two = [...(await mailsTo(email)), ...(await mailsTo(email))];
    const [reminder, back] = two.sort((one, other) => (one.subject > other.subject ? -1 : 1));
    assert.match(back?.subject ?? '', /was taken back/);
    assert.match(back?.text ?? '', /Bike: £40\.00.*£40\.00 of £100\.00 promised/s);
    assert.match(reminder?.subject ?? '', /ends soon/);
    assert.match(reminder?.text ?? '', /Bike: £40\.00/);
    assert.match((await act(browser('nobody'), reminder?.links ?? [], 'extend')).html, /now counts until .*2\d\d\d/s);
    assert.ok(String((await promised(id))[0]?.ends_at) > soon);
    assert.match((await act(ada, links, 'back')).html, /taken back/);
    assert.deepEqual(await promised(id), []);
    assert.deepEqual(await mailsTo(email), [], 'no reminder');

    await act(ada, links, 'confirm');
    items.exec(`UPDATE shares SET ends_at = '2999-01-01T00:00:00.000Z' WHERE registry_id = ${id}`);
    assert.deepEqual(await mailsTo(email), [], 'the share was extended');
    const [counted] = await promised(id);
    const entry = { entry: String(counted?.id), version: String(counted?.updated_at) };
    const form = await ben.send(`${path}?give=${bike}`);
    assert.equal((await ben.press(form, path, 'share_amount', 'release', entry)).status, 409);
    assert.equal((await keeper.press(await keeper.openShares(path), path, 'Release', 'release')).status, 303);
    const [released] = (await mailsTo(email)).filter(({ subject }) => subject.includes('has ended'));
    assert.match(released?.text ?? '', /released your part.*Bike: £40\.00/s);

    await act(ada, links, 'confirm');
    const gift = await giveForm(id, bike);
    const whole = await ben.send(`${path}?give=${bike}`, new URLSearchParams({ ...gift, quantity: '1' }));
    assert.ok([302, 303].includes(whole.status), whole.html);
    assert.deepEqual(await promised(id), []);
    const [ended] = (await mailsTo(email)).filter(({ subject }) => subject.includes('has ended'));
    assert.match(ended?.text ?? '', /another guest gives all of this gift.*Bike: £40\.00/s);

    const tent = await addItem(system, id, 'Tent', { price: 100 });
    assert.equal((await promiseOf(tent, path)(member, '20')).status, 303);
    const body = { item_id: tent, registry_id: id, secret: false };
    assert.equal((await system.request('admin', 'PUT', `/purchases/${randomUUID()}`, { body })).status, 201);
    // The first run reads the log.
    await deliver(system);
    const [log] = (await mailsTo('invitee@people.example')).filter(({ subject }) => subject.includes('has ended'));
    assert.match(log?.text ?? '', /Tent: 20\.00/);
    assert.deepEqual(await promised(id), []);
  });

  it('survive lost answers of the service and a button pressed twice', async () => {
    const { id, path } = await list({ meta: { registry_keepers: '["stranger"]' } });
    const lamp = await addItem(system, id, 'Lamp', { price: 100 });
    const [ada, keeper] = [browser('nobody'), browser('stranger')];
    const email = 'lost@people.example';
    await promiseOf(lamp, path)(ada, '40', { share_email: email });
    const links = (await mailsTo(email))[0]?.links ?? [];
    /** Loses the service's answers to changes of shares, or refuses the changes. */
    const lose = (filter: 'http_response' | 'pre_http_request', method: string) =>
      addCode(
        site(),
        `add_filter( '${filter}', static fn ( $answer, $sent, $url ) => str_contains( $url, '/shares/' ) && '${method}' === $sent['method'] ? new WP_Error( 'lost' ) : $answer, 10, 3 );`,
      );
    const release = async () => keeper.press(await keeper.openShares(path), path, 'Release', 'release');
    const ended = async () => (await mailsTo(email)).filter(({ subject }) => subject.includes('has ended')).length;
    {
      await using _lost = await lose('http_response', 'PUT');
      assert.match((await act(ada, links, 'confirm')).html, /cannot reach the list of gifts/);
    }
    for (let press = 1; press <= 2; press++) assert.match((await act(ada, links, 'confirm')).html, /It counts until/);
    assert.equal((await promised(id)).length, 1);
    {
      await using _refused = await lose('pre_http_request', 'DELETE');
      await release();
    }
    assert.deepEqual([await ended(), (await promised(id)).length], [0, 1], 'the service refused');
    {
      await using _lost = await lose('http_response', 'DELETE');
      await release();
    }
    assert.deepEqual([await ended(), (await promised(id)).length], [1, 0]);
  });

  it('have notes, an end and mails for the people who give together', async () => {
    const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
    const { id, path } = await list({ meta: { registry_event_date: day, registry_keepers: '["stranger"]' } });
    const sofa = await addItem(system, id, 'Sofa', { price: 100, currency: 'GBP' });
    const [ada, member, other, keeper] = [
      browser('nobody'),
      browser('invitee'),
      browser('nobody'),
      browser('stranger'),
    ];
    const owner = browser('owner');
    const email = 'note@people.example';
    const shown = await confirmed(ada, promiseOf(sofa, path)(ada, '40', { person: 'Ada', share_email: email }), email);
    // The end is the day of the list, and there is no later day to which it could be extended.
    assert.equal(String((await promised(id))[0]?.ends_at).slice(0, 10), day);
    assert.doesNotMatch(shown.html, /Extend it/);
    await run(`update_post_meta( $input[0], 'registry_event_date', $input[1] );`, [id, '2999-01-01']);
    const mine = /my-share=(\w+)/.exec((await ada.openShares(path)).html)?.[1] ?? '';
    const page = () => ada.send(`/?my-share=${mine}`);
    const until = /Extend it until ([^<]*)/.exec(plain((await page()).html))?.[1] ?? '';
    const pressed = await ada.press(await page(), '/', 'my-share', '', { act: 'extend' });
    assert.doesNotMatch(pressed.html, /Extend it until/, 'it is already as late as possible');
    assert.match(plain((await ada.openShares(path)).html), new RegExp(`until ${until}`));
    // Nothing happens without the answer to a question.
    assert.match((await page()).html, /<summary>I can’t give it after all<\/summary>.*others can promise your part/s);
    // Notes.
    const write = async (who: typeof ada, address: string, note: string) =>
      who.press(await who.send(address), '/', 'share_note', '', { act: 'note', share_note: note });
    assert.equal((await write(ada, `/?my-share=${mine}`, 'x'.repeat(501))).status, 422);
    const noted = await write(ada, `/?my-share=${mine}`, 'I can order it on <Friday>\nAda');
    assert.match(plain(noted.html), /Your note is saved.*I can order it on &lt;Friday&gt;\nAda<\/textarea>/s);
    assert.equal((await promiseOf(sofa, path)(member, '20', { person: 'Mel' })).status, 303);
    const theirs = `/?my-share=${/my-share=(\w+)/.exec((await member.openShares(path)).html)?.[1]}`;
    assert.match(plain((await member.send(theirs)).html), /Ada.*£40\.00.*I can order it on &lt;Friday&gt;<br/s);
    assert.match((await member.openShares(path)).html, /I can order it on/);
    await write(member, theirs, 'Thanks!');
    assert.match(plain((await page()).html), /Mel.*£20\.00.*Thanks!/s);
    for (const who of [other, keeper, owner])
      assert.doesNotMatch((await who.openShares(path)).html, /Friday|Thanks!/, 'only givers read notes');
    for (const what of ['list', 'csv'])
      assert.doesNotMatch((await keeper.send(`/my-registries/?registry=${id}&gifts=${what}`)).html, /Friday|Thanks!/);
    assert.match((await owner.send(theirs)).html, /This page is for your guests/);
    const exported = await run(
      `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\Shares\\SharePrivacy::class )->export( $input ) );`,
      email,
    );
    assert.match(exported, /Friday/);
    assert.doesNotMatch(exported, /Thanks/);
    // Mails.
    await deliver(system);
    assert.equal((await promiseOf(sofa, path)(member, '40', { person: 'Mel' })).status, 303);
    const told = await deliver(system);
    const complete = told.filter(({ subject }) => subject.includes('are promised'));
    assert.deepEqual(complete.map(({ recipients }) => recipients[0]).sort(), ['invitee@people.example', email].sort());
    for (const { text } of complete) assert.doesNotMatch(text ?? '', /\b(?:Mel|Ada|Friday)\b/);
    const gone = await member.press(await member.openShares(path), path, 'I can’t give it<', 'delete');
    assert.equal(gone.status, 303);
    assert.match((await member.send(`${path}?shares=delete`)).html, /You have taken back your part/);
    // Somebody else promises the part before the mail is sent, so it would no longer be true.
    const rest = String(100 - (await promised(id)).reduce((sum, one) => sum + Number(one.amount), 0));
    assert.equal((await promiseOf(sofa, path)(keeper, rest)).status, 303);
    assert.deepEqual(
      (await deliver(system)).filter(({ subject }) => subject.includes('was taken back')),
      [],
    );
  });

  it('are removed by keepers: one idea, or all ideas of a guest', async () => {
    const { id, path } = await list({ meta: { registry_keepers: '["stranger"]' } });
    const [spammer, ada, keeper] = [browser('nobody'), browser('nobody'), browser('stranger')];
    for (const name of ['One', 'Two', 'Three']) await spammer.add(path, name, { person: 'Spam' });
    await ada.add(path, 'Lamp', { person: 'Ada' });
    await ada.add(path, 'Vase');
    assert.equal((await ada.press(await ada.open(path), path, '>Two<', 'give', { person: 'Ada' })).status, 303);
    assert.doesNotMatch((await ada.open(path)).html, /value="(remove|clear)"/);
    const [one] = await stored(id);
    const version = { entry: String(one?.id), version: String(one?.updated_at) };
    for (const what of ['remove', 'clear'])
      assert.equal((await ada.press(await ada.open(path), path, 'largesse-name', what, version)).status, 409);
    assert.match((await keeper.open(path)).html, /Remove all 2 ideas of this guest/);
    assert.equal((await keeper.press(await keeper.open(path), path, '>One<', 'clear')).status, 303);
    const left = async () => (await stored(id)).map(({ name }) => name);
    assert.deepEqual(await left(), ['Two', 'Lamp', 'Vase'], 'an idea that another guest gives stays');
    assert.equal((await keeper.press(await keeper.open(path), path, '>Two<', 'remove')).status, 303);
    assert.deepEqual(await left(), ['Lamp', 'Vase']);
  });

  it('are limited like gifts, exported for their people, and erased with their gifts', async () => {
    const { id, path } = await list();
    const member = browser('mailInvitee');
    await member.add(path, 'Lamp', { 'largesse-description': 'My note' });
    await browser('nobody').add(path, 'Rug', {
      'largesse-description': 'A secret of Ada',
      'largesse-url': 'https://rugs.example/ada',
      person: 'Aunt Ada',
    });
    assert.equal((await member.press(await member.open(path), path, 'Rug', 'give', { person: 'Mel' })).status, 303);
    using items = new DatabaseSync((system.environment.DATABASE_URL ?? '').replace('sqlite:', ''), { timeout: 5000 });
    items.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 198)
      INSERT INTO ideas (id, registry_id, name, author_user_id, revealed_at, created_at, updated_at)
      SELECT printf('%08d-0000-4000-8000-000000000000', i), ${id}, 'Many ' || i, ${site().users.mailInvitee.id}, ${[1, 2, 3].map(() => "'2020-01-01T00:00:00.000Z'").join()} FROM n;
      INSERT INTO shares (id, registry_id, item_id, name, amount, is_secret, giver_user_id, created_at, updated_at)
      VALUES ('00000000-0000-4000-8000-000000000001', ${id}, 999, 'Bike', 12.5, 1, ${site().users.mailInvitee.id}, '2020', '2020')`);
    const more = await member.press(await member.open(path), path, 'largesse-name', 'send', {
      'largesse-name': 'One more',
    });
    assert.equal(more.status, 422);
    assert.match(more.html, /already 200 ideas/);
    const told = await run(
      `$data = Largesse\\Services::get( Largesse\\Together\\Presents\\IdeaPrivacy::class );
       $gifts = Largesse\\Services::get( Largesse\\Promises\\Giving\\GiftPrivacy::class );
       echo wp_json_encode( array( $data->export( 'mailinvitee@people.example' ), $data->export( 'nobody@people.example' ), $data->export( 'mailinvitee@people.example', 2 ), Largesse\\Services::get( Largesse\\Together\\Shares\\SharePrivacy::class )->export( 'mailinvitee@people.example' ), $gifts->erase( 'mailinvitee@people.example' ) ) );`,
    );
    const [exported, nothing, second, shares, erased] = JSON.parse(told);
    assert.equal(exported.data.length, 200);
    assert.deepEqual(second.data, [], 'nothing twice');
    assert.match(JSON.stringify(shares.data), /Bike.*12\.50/);
    assert.match(JSON.stringify(exported), /Lamp.*My note.*Rug.*Mel.*You give this/);
    assert.doesNotMatch(JSON.stringify(exported), /Ada|rugs\.example/, 'nothing that other guests wrote');
    assert.deepEqual([nothing.data, erased.items_removed], [[], true]);
    items.exec(`DELETE FROM ideas WHERE name LIKE 'Many %'`);
    assert.deepEqual(valuesOf(await promised(id), 'giver_user_id'), [null]);
    const [lamp, rug] = await stored(id);
    assert.deepEqual([rug?.note, rug?.giver_user_id, rug?.giver_name], ['A secret of Ada', null, null]);
    assert.deepEqual([lamp?.name, lamp?.note, lamp?.author_user_id, lamp?.author_name], ['Lamp', null, null, null]);
    await run(`update_option( 'largesse_gifts_per_registry', 1 );`);
    const add = async () =>
      member.press(await member.open(path), path, 'largesse-name', 'send', { 'largesse-name': 'Vase' });
    let full = await add();
    // Some ideas in an hour are reserved for each network.
    for (let number = 0; number < 5 && full.status === 303; number++) full = await add();
    assert.equal(full.status, 429);
    assert.match(full.html, /value="Vase"/);
  });
});
