// Needs a whole site: the page combines the service's gift, the registry and queued mails.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { giftOf } from '../plugin/gifts.ts';
import { ask as askSite, formIn, Guest, type Seen, type Sent } from '../wordpress/guest.ts';
import { type Caller, page } from '../wordpress/requests.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { linksOn } from './links.ts';

describe('the page of a giver', () => {
  const t = openForSuite(() => openGuestSite());
  let open: Shown;
  before(async () => {
    open = await t.registry({ title: 'Ada &amp; Lin', slug: 'ada-lin' }, [
      {
        name: 'Casserole',
        price: 189,
        url: 'https://shop.example/pan',
        retailer: 'Kitchen & Co',
        image_url: t.picture,
        quantity_needed: 99,
      },
      { name: 'Napkins <12>', quantity_needed: 99 },
      { name: 'Glasses', quantity_needed: 6 },
    ]);
  });
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.system.site;
  const run = (code: string, input: unknown = null) => site().wordpress.run(code, input);
  const read = (id: string) => giftOf(t.system, id);

  const ask = (url: string, sent?: Sent) => askSite(site(), url, sent);
  const act = (gift: { id: string; key: string }, fields: Record<string, string>, who: Caller = 'nobody') =>
    ask(`${site().url}${open.path}`, { who, form: { 'gift-of': gift.id, key: gift.key, ...fields } });

  const gift = (index: number, fields: object = {}, shown = open) =>
    give(t.system, shown.id, { item_id: shown.items[index], ...fields });

  it('shows the gift, and is never cached', async () => {
    const { url } = await gift(0, { message: 'For <you>\nboth' });
    const { status, headers, html, text } = await ask(url);
    assert.equal(status, 200);
    const said =
      'Casserole Kitchen & Co · €189.00 For Ada & Lin You are giving this. Not bought yet Your message: For <you>';
    assert.ok(text.includes(`Thank you! We have noted that you are giving this. ${said}`), text);
    assert.match(text, /This page is your way back/);
    assert.match(html, /<title>Your gift/);
    assert.match(headers.get('cache-control') ?? '', /no-store, private/);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal(headers.get('referrer-policy'), 'strict-origin');
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'.*frame-ancestors 'self'/);
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.doesNotMatch(html, /rel=["']?(canonical|shortlink)|oembed/);
    assert.doesNotMatch(headers.get('link') ?? '', /gift-of|rest_route|wp\/v2\/pages/);
    assert.match(
      html,
      new RegExp(`href="[^"]*${open.path}\\?gift=${open.items[0]}"[^>]*rel="nofollow sponsored noreferrer"`),
    );
  });

  it('names recipient and day, asks to keep a surprise, and announces only mails that will be sent', async () => {
    const meta = { registry_event_date: '2037-06-12', registry_surprise: 'hidden' };
    const shown = await t.registry({ title: 'Mia’s birthday', meta }, [{ name: 'Kite', quantity_needed: 9 }]);
    const text = async (giver_email?: string) => {
      const mine = await gift(0, { giver_email }, shown);
      return { id: mine.id, url: mine.url, text: (await ask(mine.url)).text };
    };
    const { id, url, text: first } = await text('ada@people.example');
    assert.match(
      first,
      /Kite.*Mia’s birthday.*June 12, 2037.*It is a surprise until June 13, 2037: please do not tell them\./,
    );
    assert.match(
      first,
      /do not tell them.*We are sending you a mail.*Copy your personal link.*Go to the shop.*Do you have an account here/,
    );
    await run(`Largesse\\Services::get( Largesse\\People\\Mail\\Queue::class )->cancel( 'given', $input );`, id);
    assert.doesNotMatch((await ask(url)).text, /a mail/, 'the queue contains none');
    assert.doesNotMatch((await text()).text, /a mail/, 'without an address');
    const owner = await run(`echo get_userdata( get_post( $input )->post_author )->user_email;`, shown.id);
    assert.doesNotMatch((await text(owner)).text, /a mail/, 'the recipients of gifts get none');
    await run(`update_post_meta( $input, 'registry_reveal_date', wp_date( 'Y-m-d' ) );`, shown.id);
    assert.doesNotMatch((await ask(url)).text, /surprise/, 'the day has come');
    await run(
      `delete_post_meta( $input, 'registry_reveal_date' ); update_post_meta( $input, 'registry_surprise', 'names' );`,
      shown.id,
    );
    assert.doesNotMatch((await text()).text, /surprise/, 'the owner sees new gifts');
  });

  it('says what the giver has promised, if the wish is very different now', async () => {
    const shown = await t.registry({ title: 'Changed' }, [
      { name: 'Red kettle', price: 50, url: 'https://shop.example/kettle' },
    ]);
    const { url } = await gift(0, {}, shown);
    const text = async () => (await ask(url)).text;
    const change = (body: object) => t.system.request('admin', 'PUT', `/items/${shown.items[0]}`, { body });
    await change({ name: 'red KETTLE!', price: 52 });
    assert.doesNotMatch(await text(), /has changed since/);
    await change({ name: 'Blue <b>bicycle</b>', price: 900, url: 'https://wheels.example/bicycle' });
    assert.match(
      await text(),
      /Blue <b>bicycle<\/b>.*€900\.00.*has changed since you chose it\. It was: Red kettle · €50\.00 · shop\.example\. If you/,
    );
  });

  it('gives no key to links of the list', async () => {
    const query = await run(
      `$_GET = array( 'gift-of' => 'a', 'key' => 'b', 'gift' => '1', 'give' => '2', 'sort' => 'price-up', 'other' => 'x' );
      echo Largesse\\Promises\\Giving\\ListView::from_request()->query( 'wishes', 'open' );`,
    );
    assert.equal(query, '?sort=price-up&other=x&wishes=open');
  });

  it('records that the gift was bought, and reverts that, by POST and 303', async () => {
    const mine = await gift(0);
    const answer = await act(mine, { act: 'bought' });
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
    assert.equal((await read(mine.id))?.state, 'bought');
    const { text } = await ask(answer.location ?? '');
    assert.match(text, /Noted: you have bought it.*Bought.*I have not bought it yet/);
    await act(mine, { act: 'reserved' });
    assert.equal((await read(mine.id))?.state, 'reserved');
  });

  it('changes quantity, name, address and message, and nothing else', async () => {
    const mine = await gift(1, { quantity: 2, message: 'Before', giver_name: 'Bo' });
    const sent = { quantity: '3', message: 'One\r\n"two" [gallery] \\ é', giver_user_id: '7' };
    const answer = await act(mine, { act: 'change', ...sent }, 'stranger');
    assert.equal(answer.status, 303);
    const stored = { quantity: 3, message: 'One\n"two" [gallery] \\ é', giver_name: 'Bo', giver_user_id: null };
    assert.partialDeepStrictEqual(await read(mine.id), stored);
    await act(mine, { act: 'bought' });
    await act(mine, { act: 'change', giver_name: 'Aunt Bo', giver_email: 'Bo@People.example' }, 'stranger');
    const now = { ...stored, giver_name: 'Aunt Bo', giver_email: 'bo@people.example', state: 'bought' };
    assert.partialDeepStrictEqual(await read(mine.id), now);
    const { html, text } = await ask(mine.url);
    assert.match(text, /We are sending you a mail with your personal link/);
    assert.partialDeepStrictEqual(formIn(html.split('<summary>Change')[1] ?? '')?.fields, {
      giver_name: 'Aunt Bo',
      giver_email: 'bo@people.example',
    });
    assert.match((await act(mine, { act: 'change', giver_email: 'bo@' })).text, /Enter an e-mail address/);
    assert.match((await ask(answer.location ?? '')).text, /Your changes are saved.*You are giving 3 of these/);
    await act(mine, { act: 'change', quantity: '3', message: ' ' });
    assert.equal((await read(mine.id))?.message, null);
  });

  it('mails its link, and forgets the address unless the giver keeps it', async () => {
    const mine = await gift(1);
    const queued = async (address: string) =>
      JSON.parse(
        await run(
          `echo wp_json_encode( array_values( array_filter( array_column( Largesse\\Foundation\\Records\\Records::all( Largesse\\People\\Mail\\Queue::OTHERS ), 'data' ), fn ( $data ) => str_contains( wp_json_encode( $data ), $input[0] ) ) ) );`,
          [address],
        ),
      );
    const send = (link_to: string, more = {}) => act(mine, { act: 'send', link_to, ...more });
    const owner = await run(`echo get_userdata( get_post( $input )->post_author )->user_email;`, open.id);
    for (const [address, said] of [
      ['', /Enter a complete e-mail address/],
      ['ivo@', /Enter a complete e-mail address/],
      [owner, /We cannot send the link to this address/],
    ] as const) {
      const refused = await send(address);
      assert.equal(refused.status, 422, address);
      assert.match(refused.text, said);
      assert.match(refused.html, /<details class="largesse-giver__fold" open>\s*<summary>Send me this link/);
    }
    const { location } = await send('Ivo@people.example');
    assert.match((await ask(location ?? '')).text, /We are sending you a mail with your personal link/);
    assert.partialDeepStrictEqual(await queued('ivo@people.example'), [{ data: { purchase: mine.id } }]);
    assert.equal((await read(mine.id))?.giver_email, null);
    await send('eva@people.example', { keep_address: '1' });
    assert.equal((await read(mine.id))?.giver_email, 'eva@people.example');
    assert.match((await ask(mine.url)).text, /We are sending you a mail/);
    for (const address of [owner, 'ivo@people.example']) await send(address);
    const late = await send(owner);
    assert.equal(late.status, 429);
    assert.doesNotMatch(late.text, /We cannot send the link/, 'nobody finds out the addresses of recipients by trying');
    assert.equal((await send('ivo@people.example')).status, 429);
    const change = { act: 'change', giver_email: owner };
    assert.equal((await act(mine, change)).status, 429);
    assert.equal((await act(mine, { ...change, giver_email: 'eva@people.example', message: 'Hi' })).status, 303);
    assert.partialDeepStrictEqual(await read(mine.id), { giver_email: 'eva@people.example', message: 'Hi' });
  });

  it('shows how many are left if the giver wants more, and keeps the input', async () => {
    const mine = await gift(2, { quantity: 2 });
    await gift(2, { quantity: 3 });
    const more = await act(mine, { act: 'change', quantity: '4', message: 'Please <b>' });
    assert.equal(more.status, 409);
    assert.match(more.text, /You can give up to 3; for now it stays at 2/);
    assert.match(
      more.html,
      /value="4"[^>]* aria-describedby="largesse-giver-quantity-problem" aria-invalid="true" autofocus/,
    );
    assert.match(more.html, /<details class="largesse-giver__fold" open/);
    assert.match(more.text, /Please <b>/);
    assert.equal((await read(mine.id))?.quantity, 2);
    await act(mine, { act: 'change', quantity: '3', message: '' });
    await t.system.request('owner', 'PUT', `/items/${open.items[2]}`, { body: { quantity_needed: 2 } });
    assert.equal(
      (await act(mine, { act: 'change', quantity: '3', message: 'Mine' })).status,
      303,
      'fewer are wanted now',
    );
    const none = await act(mine, { act: 'change', quantity: '5', message: '' });
    assert.match(none.text, /There are no more left/);
    const refused = await act(mine, { act: 'change', quantity: 'two', message: '' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enter a whole number/);
    assert.equal((await read(mine.id))?.quantity, 3);
  });

  it('gives a gift back once, confirms that, and links to the registry', async () => {
    const mine = await gift(0);
    const answer = await act(mine, { act: 'back' });
    assert.equal(answer.status, 303);
    assert.equal(await read(mine.id), null);
    const after = await ask(answer.location ?? '');
    assert.equal(after.status, 200);
    assert.match(after.text, /You have given it back/);
    assert.ok(after.html.includes(`href="${site().url}${open.path}"`));
    const again = await act(mine, { act: 'back' });
    assert.equal(again.status, 200);
    assert.match(again.text, /You have given it back/);
    assert.equal((await ask(mine.url)).status, 404, 'the link from the mail');
  });

  it('is the same polite 404 for a wrong key and an unknown gift, without a request to the service', async () => {
    const mine = await gift(0);
    const key = (end: string) => mine.key.slice(0, -1) + end;
    const wrong = key(mine.key.endsWith('0') ? '1' : '0');
    const neutral = ({ html }: Seen) => html.replaceAll(/wp-(elements|container)-[a-z-]*[0-9a-f]+/g, '');
    const address = (query: string) => `${site().url}${open.path}?${query}`;
    const first = await ask(address(`gift-of=${mine.id}&key=${wrong}`));
    assert.equal(first.status, 404);
    assert.match(
      first.text,
      /There is no gift here.*been given back, or its list was deleted, or a part of the link is missing.*Open Ada & Lin/,
    );
    const calls = await t.callsDuring(async () => {
      for (const query of [
        `gift-of=${randomUUID()}&key=${mine.key}`,
        `gift-of=${mine.id}`,
        `gift-of=${mine.id}&key[]=${mine.key}`,
        'gift-of=&key=',
        `gift-of=${mine.id}&key=${wrong}&told=back`,
      ]) {
        const seen = await ask(address(query));
        assert.equal(seen.status, 404, query);
        assert.equal(neutral(seen), neutral(first), query);
      }
      const sent = await ask(address(''), { form: { 'gift-of': mine.id, key: wrong, act: 'back' } });
      assert.equal(sent.status, 404);
    });
    assert.deepEqual(calls, []);
    const gone = await gift(1);
    await act(gone, { act: 'back' });
    assert.equal(neutral(await ask(gone.url)), neutral(first), 'given back');
    assert.equal((await ask(mine.url.replace(mine.id, mine.id.toUpperCase()))).status, 200, 'in capitals');
  });

  it('shows the registry’s owner nothing and changes nothing for them, whatever their key', async () => {
    const mine = await gift(1, { quantity: 2, message: 'Hush', giver_name: 'Aunt May' });
    const { status, html, text } = await ask(mine.url, { who: 'owner' });
    assert.equal(status, 403);
    assert.match(text, /You are signed in as the owner of this registry/);
    assert.doesNotMatch(html, /Napkins|Hush|Aunt|largesse_gift-/);
    assert.equal((await act(mine, { act: 'back' }, 'owner')).status, 403);
    await run(`update_post_meta( $input, 'registry_owners', '["invitee"]' );`, open.id);
    assert.equal((await act(mine, { act: 'back' }, 'invitee')).status, 403, 'a co-owner');
    await run(
      `delete_post_meta( $input, 'registry_owners' ); update_post_meta( $input, 'registry_keepers', '["owner"]' );`,
      open.id,
    );
    assert.equal((await ask(mine.url, { who: 'owner' })).status, 200, 'an owner who is a keeper gives like a guest');
    await run(`delete_post_meta( $input, 'registry_keepers' );`, open.id);
    assert.equal((await read(mine.id))?.quantity, 2);
    assert.equal((await ask(mine.url, { who: 'stranger' })).status, 200);
    await act(mine, { act: 'back' }, 'stranger');
    assert.equal(await read(mine.id), null);
  });

  describe('after a change of the registry', () => {
    for (const [state, change] of [
      [
        'is private',
        `wp_update_post( array( 'ID' => $input, 'post_status' => 'private', 'post_title' => 'New name' ) );`,
      ],
      ['has a password', `wp_update_post( array( 'ID' => $input, 'post_password' => 'sesame' ) );`],
      ['is in the trash', `wp_trash_post( $input );`],
    ] as const)
      it(`still opens, links to the shop, and can give the gift back: ${state}`, async () => {
        const meta = { registry_event_date: '2037-06-12' };
        const shown = await t.registry({ title: 'Old name', content: 'The story', meta }, [
          { name: 'Ring', url: 'https://shop.example/ring' },
        ]);
        const mine = await gift(0, {}, shown);
        await run(change, shown.id);
        const seen = await ask(mine.url);
        assert.equal(seen.status, 200);
        assert.match(seen.text, /Ring/);
        assert.match(seen.text, /You cannot open the registry at the moment/);
        assert.doesNotMatch(seen.html, /The story|(New|Old) name|June 12/);
        // The page of a list with a password asks for it.
        assert.equal(seen.text.includes('See the other wishes'), state === 'has a password');
        const [, shop = ''] = seen.html.match(/href="([^"]+)" rel="nofollow sponsored/) ?? [];
        const to = await ask(shop.replaceAll('&#038;', '&'));
        assert.equal(to.location, 'https://shop.example/ring');
        assert.equal(to.headers.get('referrer-policy'), 'no-referrer');
        const [, action = ''] = seen.html.match(/<form class="" method="post" action="([^"]+)"/) ?? [];
        const back = await ask(action.replaceAll('&#038;', '&'), {
          form: { 'gift-of': mine.id, key: mine.key, act: 'back' },
        });
        assert.equal(back.status, 303);
        assert.match((await ask(back.location ?? '')).text, /You have given it back/);
        assert.equal(await read(mine.id), null);
      });

    it('opens the list for a giver who came through a link, as long as the link works', async () => {
      const shown = await t.registry({ title: 'Family only', status: 'private' }, [
        { name: 'Ring', quantity_needed: 9 },
      ]);
      const link = new URL(await linksOn(site()).family(shown.id));
      await run(`wp_update_user( array( 'ID' => $input, 'display_name' => 'Mia Stone' ) );`, site().users.owner.id);
      const guest = new Guest(site());
      await guest.open(link.pathname, { open: link.searchParams.get('open') ?? '' });
      const { address, fields } =
        formIn((await guest.open(`${shown.path}?give=${shown.items[0]}`)).html) ?? assert.fail();
      const { location = '' } = await guest.open(address, fields);
      const { searchParams } = new URL(location ?? '');
      const key = { 'gift-of': searchParams.get('gift-of') ?? '', key: searchParams.get('key') ?? '' };
      const elsewhere = new Guest(site());
      assert.match((await elsewhere.open(location ?? '')).text, /For Family only · Mia Stone.*See the other wishes/);
      assert.match((await elsewhere.open(shown.path)).text, /Ring/);
      const stranger = new Guest(site());
      assert.equal((await stranger.open(`${shown.path}?gift-of=${key['gift-of']}&key=0`)).status, 404);
      assert.equal((await stranger.open(shown.path)).status, 404);
      const other = await gift(0, {}, shown);
      assert.match((await ask(other.url)).text, /You cannot open the registry/, 'given without a link');
      await linksOn(site()).revoke(shown.id);
      const late = await new Guest(site()).open(location ?? '');
      assert.match(late.text, /Ring.*You cannot open the registry/);
      assert.doesNotMatch(late.text, /Family only|Mia Stone/);
      await linksOn(site()).family(shown.id);
      assert.match((await new Guest(site()).open(location ?? '')).text, /You cannot open the registry/, 'a new link');
    });

    it('ends with the registry, and says so', async () => {
      const shown = await t.registry({ title: 'Gone' }, [{ name: 'Ring' }]);
      const mine = await gift(0, { message: 'For you' }, shown);
      await run('wp_delete_post( $input, true );', shown.id);
      assert.equal(await read(mine.id), null);
      const seen = await ask(`${site().url}/?gift-of=${mine.id}&key=${mine.key}`);
      assert.equal(seen.status, 404);
      assert.match(seen.text, /It may have been given back, or its list was deleted/);
    });

    it('opens if the service does not know yet that the registry was deleted, and can give the gift back', async () => {
      const shown = await t.registry({ title: 'Gone' }, [{ name: 'Ring' }]);
      const mine = await gift(0, { message: 'For you' }, shown);
      t.interference = { before: () => false };
      await run('wp_delete_post( $input, true );', shown.id);
      t.interference = {};
      assert.match(await site().complaints(), /the items of the deleted registries \d+ are still active/);
      const seen = await ask(`${site().url}/?gift-of=${mine.id}&key=${mine.key}`);
      assert.equal(seen.status, 200);
      assert.match(seen.text, /This registry no longer exists/);
      assert.equal((await act(mine, { act: 'back' })).status, 303);
      assert.equal(await read(mine.id), null);
    });

    it('explains that the owner removed the wish, still names it, and can give the gift back', async () => {
      const shown = await t.registry({ title: 'Shorter' }, [{ name: 'Ring "x" \\ <é>' }, { name: 'Lamp' }]);
      const [mine, other] = [await gift(0, {}, shown), await gift(1, {}, shown)];
      await t.system.request('admin', 'DELETE', `/items/${shown.items[1]}`);
      assert.match((await ask(other.url)).text, /Lamp.*The owner has removed this wish/, 'removed by a program');
      await run(
        `Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->remove( $input[0], $input[1] );`,
        [shown.id, shown.items[0]],
      );
      const seen = await ask(mine.url);
      assert.equal(seen.status, 200);
      assert.match(seen.text, /Ring "x" \\ <é>.*The owner has removed this wish from the list/);
      assert.doesNotMatch(seen.text, /Go to the shop/);
      assert.equal((await act(mine, { act: 'back' })).status, 303);
      assert.equal(await read(mine.id), null);
    });
  });

  it('asks to try again during an outage of the service', async () => {
    const mine = await gift(0);
    t.interference = { before: () => false };
    const down = await ask(mine.url);
    assert.equal(down.status, 503);
    assert.ok(Number(down.headers.get('retry-after')) > 0);
    assert.match(down.text, /cannot be shown right now, but nothing about it has changed.*Try again/);
    assert.doesNotMatch(down.text, /service/i, 'only administrators see the reason');
    t.interference = { before: ({ method }) => method !== 'DELETE' };
    assert.equal((await act(mine, { act: 'back' })).status, 503);
    assert.equal((await read(mine.id))?.id, mine.id);
    // The service deletes the gift, but its answer is lost.
    t.interference = { after: ({ method }) => method !== 'DELETE' };
    const lost = await act(mine, { act: 'back' });
    assert.equal(lost.status, 503);
    assert.match(lost.text, /do not know whether this worked/);
    const sent = { 'gift-of': mine.id, key: mine.key, act: 'back' };
    assert.deepEqual(formIn(lost.html)?.fields, sent, 'the giver only needs to press again');
    t.interference = {};
    assert.match((await act(mine, { act: 'back' })).text, /You have given it back/);
  });

  describe('and the cookies', () => {
    /** Returns the header with the cookie of a gift. */
    const cookieOf = ({ cookies }: Seen, { id }: { id: string }) =>
      cookies.find((one) => one.startsWith(`largesse_gift-${id}=`)) ?? '';
    const pair = (cookie: string) => cookie.split(';')[0] ?? '';

    it('store several gifts, hidden from scripts, and forget gifts that were given back', async () => {
      const one = await gift(1);
      const two = await gift(0);
      const first = cookieOf(await ask(one.url), one);
      assert.match(first, /; HttpOnly; SameSite=Lax/);
      assert.match(first, /; path=\//);
      assert.match(first, /; Max-Age=3153\d{4};/, 'a year');
      const both = `${pair(first)}; ${pair(cookieOf(await ask(two.url), two))}`;
      const known = await ask(one.url, { cookie: both });
      assert.equal(cookieOf(known, one), '');
      assert.doesNotMatch(known.text, /Thank you/);
      assert.deepEqual(await remembered(both), { [one.id]: open.items[1], [two.id]: open.items[0] });
      const form = { 'gift-of': one.id, key: one.key, act: 'back' };
      const back = await ask(`${site().url}${open.path}`, { form, cookie: both });
      assert.match(cookieOf(back, one), /expires=Thu, 01.Jan.1970/);
      assert.equal(cookieOf(back, two), '');
    });

    it('are ignored if the site has not signed them', async () => {
      const one = await gift(1);
      const cookie = pair(cookieOf(await ask(one.url), one));
      const other = randomUUID();
      const forged = [cookie.replace(one.id, other), cookie.replace('.shown.', '.sent.'), cookie.slice(0, -1), 'x'];
      for (const odd of [...forged, `x${cookie}`, `${cookie}0`, cookie.replace('=', '=1')])
        assert.deepEqual(await remembered(odd), {}, odd);
    });

    it('keep the newest 30 gifts', async () => {
      const kept = await run(
        `for ( $i = 10; $i < 50; $i++ ) Largesse\\Promises\\Giving\\GiftCookies::add_gift( $input, $i, "00000000-0000-4000-8000-0000000000$i" ); echo implode( ' ', Largesse\\Promises\\Giving\\GiftCookies::gifts( $input ) );`,
        open.id,
      );
      assert.deepEqual(
        kept.split(' ').map(Number),
        Array.from({ length: 30 }, (_, index) => index + 20),
      );
    });

    it('are deleted if the registry’s owner uses the same browser', async () => {
      const mine = await gift(0);
      const cookie = pair(cookieOf(await ask(mine.url), mine));
      for (const url of [mine.url, `${site().url}${open.path}`]) {
        const seen = await ask(url, { who: 'owner', cookie });
        assert.match(cookieOf(seen, mine), /expires=Thu, 01.Jan.1970/, url);
        assert.equal(cookieOf(await ask(url, { who: 'owner' }), mine), '');
      }
    });

    /** Returns the gifts that the site finds in cookies for the registry of these tests. */
    async function remembered(cookies: string): Promise<unknown> {
      const found = await run(
        `$_COOKIE = $input[0]; echo wp_json_encode( (object) Largesse\\Promises\\Giving\\GiftCookies::gifts( $input[1] ) );`,
        [
          Object.fromEntries(cookies.split('; ').map((one) => [one.split('=')[0], one.split('=').slice(1).join('=')])),
          open.id,
        ],
      );
      return JSON.parse(found);
    }
  });

  describe('and My registries', () => {
    let wedding: Shown;
    before(async () => {
      wedding = await t.registry({ title: 'Ada &amp; Lin', meta: { registry_event_date: '2999-06-12' } }, [
        { name: 'Pan <b>' },
        { name: 'Napkins', quantity_needed: 9 },
      ]);
    });
    const user = (who: 'owner' | 'invitee' | 'stranger') => ({ giver_user_id: site().users[who].id });
    /** Returns the HTML of the section with the user's gifts; '' if the page has no such section. */
    const section = async (who: 'owner' | 'invitee' | 'stranger') => {
      const { html } = await page(site(), who, '/my-registries/');
      return html.match(/<section [^>]*aria-labelledby="largesse-giving">.*?<\/section>/s)?.[0] ?? '';
    };

    it('list it for a member with registry, date, state and link, sorted by date', async () => {
      const gifts: [title: string, day: string, name: string, more?: object][] = [
        ['Long ago', '1999-01-01', 'Doll'],
        ['Over', '2001-01-01', 'Rattle'],
        // Without the password, members know no date.
        ['Locked', '2997-01-01', 'Lamp', { password: 'sesame' }],
        ['Sooner', '2998-01-01', 'Ring'],
      ];
      for (const [title, registry_event_date, name, more] of gifts) {
        const list = await t.registry({ title, meta: { registry_event_date }, ...more }, [{ name }]);
        await give(t.system, list.id, { item_id: list.items[0], ...user('invitee') });
      }
      const pan = await give(t.system, wedding.id, { item_id: wedding.items[0], ...user('invitee'), state: 'bought' });
      await give(t.system, wedding.id, { item_id: wedding.items[1], quantity: 3 });
      let html = '';
      const calls = await t.callsDuring(async () => {
        html = await section('invitee');
      });
      // Unclaimed gifts and parts, gifts, their wishes, promised ideas, and parts of gifts.
      assert.equal(calls.length, 6, calls.join('\n'));
      assert.deepEqual(
        [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, name = '']) => name),
        ['Ring', 'Pan &lt;b&gt;', 'Lamp', 'Rattle', 'Doll'],
      );
      assert.doesNotMatch(html, /&#44; 2997/);
      const card = html.split('<li')[2] ?? '';
      assert.match(card, /Ada &#?\w+; Lin/);
      assert.match(card, /2999/);
      assert.match(card, /badge">Bought</);
      const [, href = ''] = card.match(/href="([^"]+)"/) ?? [];
      assert.equal(href.replaceAll('&#038;', '&').replaceAll('&amp;', '&'), pan.url);
      assert.match(card, /aria-label="See or change: Pan/);
      assert.match((await ask(pan.url, { who: 'invitee' })).text, /Everything I am giving/);
    });

    it('list nothing for members without gifts, and never anything for the owner of the registry', async () => {
      const nothing = /What you promise to give appears here(?!.*<li)/s;
      assert.match(await section('stranger'), nothing);
      await site().wordpress.run(
        `Largesse\\Services::get( Largesse\\Promises\\Giving\\OwnedPieces::class )->record( get_post( $input[0] ), wp_generate_uuid4(), array( 'item_id' => $input[1] ) );`,
        [wedding.id, wedding.items[1]],
      );
      await give(t.system, wedding.id, { item_id: wedding.items[1], ...user('owner') });
      assert.match(await section('owner'), nothing);
    });

    it('hide a registry that is closed by now, and name a removed wish as it was given', async () => {
      const shut = await t.registry({ title: 'Hush', meta: { registry_event_date: '2999-01-01' } }, [
        { name: 'Vase', quantity_needed: 5 },
      ]);
      await give(t.system, shut.id, { item_id: shut.items[0], quantity: 2, ...user('stranger') });
      await site().wordpress.run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, shut.id);
      const closed = await section('stranger');
      assert.match(closed, /Vase/);
      assert.match(closed, /You cannot open the registry at the moment/);
      assert.match(closed, /You are giving 2 of these/);
      assert.doesNotMatch(closed, /Hush|2999/);
      await t.system.request('admin', 'DELETE', `/items/${shut.items[0]}`);
      assert.match(await section('stranger'), /Vase/);
    });

    it('report an error during an outage of the service', async () => {
      t.interference = { before: () => false };
      const html = await section('invitee');
      assert.match(html, /cannot be shown right now&#44; but they are not lost/);
      const { html: whole } = await page(site(), 'invitee', '/my-registries/');
      assert.match(whole, /Start a registry/);
    });
  });
});
