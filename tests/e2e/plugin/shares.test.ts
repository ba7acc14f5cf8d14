// Needs a service and site: parts of gifts, mails and events meet in both.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { dayFromNow, realNow } from '../../../contract/testing/clock.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { addCode } from '../wordpress/add-code.ts';
import type { Seen } from '../wordpress/form-browser.ts';
import { rest } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { give } from './gifts.ts';
import { type GuestBrowser, guestPages, plain } from './guest-pages.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

// rules: Shares on the site
describe('shares of guests', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const { run, prepare, list, browser, promised } = guestPages(system);
  before(prepare);

  /** Opens the link in a mail about a share, and presses a button on the page. */
  async function act(who: GuestBrowser, links: string[], button: string): Promise<Seen> {
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
    async (who: GuestBrowser, amount: string, more: Record<string, string> = {}) =>
      who.press(await who.send(`${path}?give=${item}`), path, 'share_amount', 'promise', {
        share_amount: amount,
        ...more,
      });
  /** Promises a part as a visitor, and confirms it. */
  async function confirmed(who: GuestBrowser, sent: Promise<Seen>, address: string): Promise<Seen> {
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

  it('are parts of an expensive wish: guests see the total, and owners see the parts after the reveal', async () => {
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
    // A browser without cookies may send a form that it has not opened.
    const alone = await browser('nobody').send(`${path}?give=${bike}`, new URLSearchParams({ ...gift, quantity: '1' }));
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
    for (const [other, status] of [
      [{ share_amount: '20' }, 409],
      [{ share_amount: '150', entry: String(first?.id) }, 422],
    ] as const)
      assert.equal((await ben.press(form, path, 'share_amount', 'promise', { ...fields, ...other })).status, status);
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
    const page = async (who: GuestBrowser, address: string) => plain((await who.send(address)).html);
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
    const days = (Date.parse(String(share?.ends_at)) - realNow()) / 86_400_000;
    assert.ok(days > 29.9 && days <= 30, String(share?.ends_at));
    assert.match((await act(ada, links, 'confirm')).html, /It counts until/, 'the same form again');
    assert.equal((await promised(id)).length, 1);
    assert.deepEqual(await mailsTo(email), [], 'no reminder yet');
    using items = new DatabaseSync((system.environment.DATABASE_URL ?? '').replace('sqlite:', ''), { timeout: 5000 });
    const soon = new Date(realNow() + 86_400_000).toISOString();
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
    const whole = await browser('nobody').send(`${path}?give=${bike}`, new URLSearchParams({ ...gift, quantity: '1' }));
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
    const day = dayFromNow(60);
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
});
