// Needs a whole site: the form passes proofs, caches, the service and the mail queue.
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { MAX_SHARES } from '@largesse/contract';
import { ANY_NUMBER } from '../../../contract/limits.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask, decoded, textOf } from '../wordpress/guest.ts';
import { type Caller, page as pageOf, rest } from '../wordpress/requests.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

/** Fields that tests read from a purchase. */
interface Gift {
  id: string;
  item_id: number;
  quantity: number;
  state: string;
  is_secret: boolean;
  giver_user_id: number | null;
  giver_name: string | null;
  giver_email: string | null;
  message: string | null;
}

describe('giving', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  let wedding: Shown;

  before(async () => {
    // Tests set the visitor's network address with a header.
    await addCode(
      site(),
      `$_SERVER['REMOTE_ADDR'] = $_SERVER['HTTP_X_TEST_ADDRESS'] ?? $_SERVER['REMOTE_ADDR'] ?? '';`,
    );
    wedding = await t.registry({ title: 'Ours', slug: 'ours' }, [
      { name: 'Casserole <3', price: 189, retailer: 'Kitchen & Co' },
      { name: 'Napkins', price: 9.5, quantity_needed: 12, quantity_purchased: 2 },
      { name: 'Teapot', price: 40, quantity_purchased: 1 },
      { name: 'Cups', price: 30 },
      { name: 'Lamp', price: 45 },
      { name: 'Honeymoon', quantity_needed: 500 },
    ]);
  });
  afterEach(async () => {
    t.interference = {};
    await set({ largesse_giver_names: '', largesse_gifts_per_address: '', largesse_gifts_per_registry: '' });
    await site().wordpress.run(
      `$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->prefix}largesse_records WHERE kind = 'limit'" ); wp_cache_flush();`,
    );
  });

  const set = (options: Record<string, string>) =>
    site().wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value ); }', options);
  const give = ({ path, items }: Shown, index: number) => `${path}?give=${items[index]}`;
  const get = (path: string, who: Caller = 'nobody', headers: Record<string, string> = {}) =>
    ask(site(), path, { who, headers });
  const post = (
    path: string,
    form: Record<string, string>,
    who: Caller = 'nobody',
    headers: Record<string, string> = {},
  ) => ask(site(), path, { who, form, headers });

  /** Creates the hidden fields of a form. */
  const formFor = async (
    shown: Shown,
    index: number,
    user: Caller = 'nobody',
    entry: string = crypto.randomUUID(),
  ) => ({
    entry,
    token: await site().wordpress.run(
      `echo Largesse\\Foundation\\Http\\KeyedHash::of( "largesse-new-gift-{$input[1]}|{$input[0]}|{$input[2]}|{$input[3]}" );`,
      [shown.id, shown.items[index], entry, user === 'nobody' ? 0 : site().users[user].id],
    ),
  });
  /** Reads the value of a form field; null if there is no such field. */
  const value = (html: string, name: string): string | null => {
    const input = new RegExp(`<(?:input|textarea)(?=[^>]* name="${name}")[^>]*>([^<]*)`).exec(html);
    if (!input) return null;
    return decoded(/ value="([^"]*)"/.exec(input[0])?.[1] ?? input[1] ?? '');
  };
  /** Returns the text of the give form. If messages replace the form, returns the messages. */
  const said = (html: string) => textOf(/class="largesse-give"[\s\S]*?(?=<\/section>|<\/main>)/.exec(html)?.[0] ?? '');

  async function gifts(shown: Shown): Promise<Gift[]> {
    const { body } = await t.system.request<Gift[]>('admin', 'GET', `/purchases?registry_id=${shown.id}`);
    return body;
  }
  const giftsOf = async (shown: Shown, index: number) =>
    (await gifts(shown)).filter(({ item_id }) => item_id === shown.items[index]);

  it('has a form that no cache stores, no search engine lists and no other site learns of', async () => {
    const { status, headers, html } = await get(give(wedding, 1));
    assert.equal(status, 200);
    assert.match(headers.get('cache-control') ?? '', /no-cache|no-store/);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    // Other sites learn at most the address of this site. Without it, browsers would send the form without its origin.
    assert.equal(headers.get('referrer-policy'), 'strict-origin');
    const cookies = headers.getSetCookie();
    assert.match(
      cookies.join('\n'),
      /^largesse_browser=[^\n]*; HttpOnly; SameSite=Lax\nlargesse_gift-[0-9a-f-]{36}=[^\n]*; HttpOnly; SameSite=Lax$/,
      'the key of the browser and the form, hidden from scripts',
    );
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN', 'other sites cannot hide the form under a button');
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
    assert.match(html, /<title>Give a gift/);
    assert.match(said(html), /Napkins.*10 of 12 still wanted/);
    assert.match(html, /name="quantity"/);
    assert.match(
      html,
      /<form class="largesse-give__form"[^>]* novalidate/,
      'the site words the errors, not the browser',
    );
    const one = (await get(give(wedding, 0))).html;
    assert.match(said(one), /Casserole <3 .*Kitchen & Co/);
    assert.doesNotMatch(one, /name="quantity"/, 'a wish for one piece has no quantity field');
  });

  it('stores the form, and leads to the giver’s own page', async () => {
    const form = await get(give(wedding, 1));
    const cookie = form.cookies.map((line) => line.split(';')[0]).join('; ');
    const entry = value(form.html, 'entry') ?? '';
    assert.match(entry, /^[0-9a-f-]{36}$/);
    const fields = {
      entry,
      token: value(form.html, 'token') ?? '',
      mark: value(form.html, 'mark') ?? '',
      quantity: '3',
      giver_name: '  Aunt\tAda ',
      giver_email: 'Ada@Mail.example',
      message: "All the [gallery]\r\nbest <3 &amp; it's \\",
    };
    const refused = await post(give(wedding, 1), { ...fields, quantity: '0' }, 'nobody', { cookie });
    assert.equal(value(refused.html, 'message'), "All the [gallery]\nbest <3 &amp; it's \\", 'no input is lost');
    assert.equal(value(refused.html, 'giver_name'), 'Aunt Ada');
    assert.equal(value(refused.html, 'entry'), entry);
    let answer = refused;
    const calls = await t.callsDuring(async () => {
      answer = await post(give(wedding, 1), fields, 'nobody', { cookie });
    });
    assert.equal(answer.status, 303);
    assert.deepEqual(
      calls,
      [`PUT /purchases/${entry}`, `GET /shares?registry_id=${wedding.id}&limit=${MAX_SHARES}`],
      'stores the gift, and looks for shares that it ends',
    );
    const [gift, ...more] = await giftsOf(wedding, 1);
    assert.deepEqual(more, []);
    assert.equal(gift?.id, entry, 'a refused form stores the same gift');
    assert.match(
      answer.headers.get('location') ?? '',
      new RegExp(`^${site().url}${wedding.path}\\?gift-of=${gift?.id}&key=[0-9a-f]{32}$`),
    );
    const { quantity, state, is_secret, giver_user_id, giver_name, giver_email, message } = gift ?? ({} as Gift);
    assert.deepEqual(
      { quantity, state, is_secret, giver_user_id, giver_name, giver_email, message },
      {
        quantity: 3,
        state: 'reserved',
        is_secret: false,
        giver_user_id: null,
        giver_name: 'Aunt Ada',
        giver_email: 'ada@mail.example',
        message: "All the [gallery]\nbest <3 &amp; it's \\",
      },
    );
    assert.match((await pageOf(site(), 'nobody', wedding.path)).html, /7 of 12 still wanted/);
    const again = await post(give(wedding, 1), fields, 'nobody', { cookie });
    assert.equal(again.headers.get('location'), answer.headers.get('location'), 'the same page');
    const elsewhere = await post(give(wedding, 1), fields);
    assert.equal(elsewhere.status, 409, 'a browser that has not opened the form learns nothing about the gift');
    assert.doesNotMatch(elsewhere.html, /gift-of=/);
    assert.equal((await giftsOf(wedding, 1)).length, 1, 'sent twice, stored once');
  });

  it('refuses a token that is missing, or for another wish or user, and shows the form again', async () => {
    const good = await formFor(wedding, 0);
    const forms = {
      none: { token: '' },
      'of another wish': await formFor(wedding, 1),
      'of another list': await formFor({ ...wedding, id: wedding.id + 1 }, 0),
      'of another gift': { ...good, entry: crypto.randomUUID() },
      'of no gift': await formFor(wedding, 0, 'nobody', 'x'),
      'of a user': await formFor(wedding, 0, 'stranger'),
    };
    for (const [kind, form] of Object.entries(forms)) {
      const answer = await post(give(wedding, 0), {
        ...form,
        giver_name: 'Bo',
        message: 'Hello',
        giver_email: 'bo@x.example',
      });
      assert.equal(answer.status, 422, kind);
      // Without an id, the form cannot have made a gift.
      const told = ['none', 'of no gift'].includes(kind) ? /Nothing has been given yet/ : /The button did nothing/;
      assert.match(said(answer.html), told, kind);
      assert.equal(value(answer.html, 'giver_name'), 'Bo', kind);
      assert.equal(value(answer.html, 'message'), 'Hello', kind);
      assert.equal(value(answer.html, 'giver_email'), 'bo@x.example', kind);
      assert.match(value(answer.html, 'entry') ?? '', /^[0-9a-f-]{36}$/, kind);
    }
    assert.deepEqual(await giftsOf(wedding, 0), []);
    const stranger = await post(give(wedding, 0), good, 'stranger');
    assert.equal(stranger.status, 422, 'other sites cannot make a member give');
  });

  it('has the fields of other plugins, checks them, and passes their values to the action', async () => {
    const code = `add_filter( 'largesse_give_fields', function ( $fields, $registry, $item ) {
      return array( 'table' => array( 'label' => 'Table of guest <3', 'hint' => 'On your card', 'type' => 'number', 'value' => 4, 'attributes' => array( 'required' => '' ), 'check' => fn ( $value ) => ctype_digit( $value ) ? '' : 'Enter a number for item ' . $item ), 'Bad name' => array( 'label' => 'Bad' ),
        'card' => array( 'label' => 'With a card', 'type' => 'checkbox', 'value' => '1' ),
        'way' => array( 'label' => 'Delivery', 'type' => 'select', 'choices' => array( 'post' => 'By post', 'party' => 'At the party' ) ) );
    }, 10, 3 );
    add_action( 'largesse_gift_made', function ( $purchase, $registry, $added ) {
      update_option( 'seated', array( $purchase['giver_name'], $added ) );
    }, 10, 3 );`;
    await using _ = await addCode(site(), code);
    const address = give(wedding, 5);
    const shown = (await get(address)).html;
    assert.match(said(shown), /Table of guest <3 On your card/);
    assert.doesNotMatch(said(shown), /Bad/);
    assert.equal(value(shown, 'added_table'), '4');
    assert.match(shown, /<input type="number"(?=[^>]* name="added_table")[^>]* required/);

    const form = await formFor(wedding, 5);
    const fields = { ...form, giver_name: 'Ada', added_table: 'front', added_way: 'party', added_unknown: 'x' };
    const isTicked = (html: string) => /<input type="checkbox"(?=[^>]* name="added_card")[^>]* checked/.test(html);
    const wrong = await post(address, fields);
    assert.equal(wrong.status, 422);
    assert.match(said(wrong.html), new RegExp(`Enter a number for item ${wedding.items[5]}`));
    assert.equal(value(wrong.html, 'added_table'), 'front');
    assert.match(wrong.html, /<option value="party"[^>]* selected/);
    assert.deepEqual([isTicked(shown), isTicked(wrong.html)], [true, false], 'the guest wants no card');
    const unknown = await post(address, { ...fields, added_table: '12', added_way: 'drone' });
    assert.match(said(unknown.html), /Choose one of the answers\./);
    assert.equal(
      (await giftsOf(wedding, 5)).find(({ id }) => id === form.entry),
      undefined,
    );

    assert.equal((await post(address, { ...fields, added_table: ' 12 ' })).status, 303);
    const seated = JSON.parse(await site().wordpress.run(`echo wp_json_encode( get_option( 'seated' ) );`));
    assert.deepEqual(seated, ['Ada', { table: '12', way: 'party' }]);

    const other = { ...fields, ...(await formFor(wedding, 5)) };
    const closed = await post(`/registry/unknown/?give=${wedding.items[5]}`, other);
    assert.equal(closed.status, 404);
    assert.equal(value(closed.html, 'added_table'), 'front', 'a list that is closed keeps the input');
  });

  it('refuses submissions of programs that fill in hidden fields', async () => {
    const answer = await post(give(wedding, 0), {
      ...(await formFor(wedding, 0)),
      giver_name: 'Bo',
      'largesse-homepage': 'https://spam.example',
    });
    assert.equal(answer.status, 422);
    assert.equal(value(answer.html, 'largesse-homepage'), '', 'after an autofill, the guest only needs to press again');
    assert.equal(value(answer.html, 'giver_name'), 'Bo');
    assert.deepEqual(await giftsOf(wedding, 0), []);
  });

  it('asks for a name as the site is configured', async () => {
    await set({ largesse_giver_names: 'needed' });
    const needed = await get(give(wedding, 0));
    assert.match(needed.html, /name="giver_name"[^>]* required/);
    const refused = await post(give(wedding, 0), { ...(await formFor(wedding, 0)), giver_name: '  ', message: 'Hi' });
    assert.equal(refused.status, 422);
    assert.match(said(refused.html), /Enter your name\./);
    assert.match(
      refused.html,
      /name="giver_name"[^>]*aria-describedby="largesse-give-giver_name-problem"[^>]*aria-invalid="true"[^>]* autofocus/,
    );
    await set({ largesse_giver_names: 'none' });
    assert.equal(value((await get(give(wedding, 0))).html, 'giver_name'), null);
    const form = await formFor(wedding, 5);
    assert.equal((await post(give(wedding, 5), { ...form, giver_name: 'Bo' })).status, 303);
    const gift = (await giftsOf(wedding, 5)).find(({ id }) => id === form.entry);
    assert.equal(gift?.giver_name, null, 'data that no field asked for is not stored');
  });

  it('marks the invalid field, both before and after the service has checked it', async () => {
    const wrong: [string, string, RegExp][] = [
      ['quantity', '0', /Enter a whole number, 1 or more/],
      ['message', 'a'.repeat(501), /at most 500 characters/],
      ['giver_email', 'ada', /Enter an e-mail address/],
    ];
    for (const [field, typed, text] of wrong) {
      const answer = await post(give(wedding, 5), { ...(await formFor(wedding, 5)), [field]: typed });
      assert.equal(answer.status, 422, field);
      assert.match(said(answer.html), text);
      assert.equal(value(answer.html, field), typed);
      assert.match(answer.html, new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
    }
    const numbers = await site().wordpress.run(
      `$_SERVER['REQUEST_METHOD'] = 'POST'; foreach ( $input as $typed ) { $_POST['quantity'] = $typed; $numbers[] = Largesse\\Promises\\Giving\\GiftFields::from_request()->number(); }
      echo wp_json_encode( $numbers );`,
      ['999', '1000', '1.5', '-1', ' 2 '],
    );
    assert.deepEqual(JSON.parse(numbers), [999, 0, 0, 0, 2]);
    const full = await post(give(wedding, 5), { ...(await formFor(wedding, 5)), message: '🎁'.repeat(500) });
    assert.equal(full.status, 303, 'the limit counts characters, not bytes');
  });

  it('shows the remaining number and similar wishes if someone else was faster', async () => {
    const list = await t.registry({ title: 'Fast' }, [
      { name: 'Vase', price: 40, quantity_needed: 3 },
      { name: 'Gone', price: 41, quantity_purchased: 1 },
      { name: 'Near', price: 38 },
    ]);
    const typed = { giver_name: 'Bo', message: 'For you', quantity: '3' };
    await t.system.request('admin', 'PUT', `/purchases/${crypto.randomUUID()}`, {
      body: { item_id: list.items[0], secret: true, quantity: 1 },
    });
    const less = await post(give(list, 0), { ...typed, ...(await formFor(list, 0)) });
    assert.equal(less.status, 409);
    assert.match(said(less.html), /2 of 3 still wanted.*Nothing has been given yet.*Near .*Only 2 are still wanted\./);
    assert.equal(value(less.html, 'message'), 'For you');
    assert.match(less.html, /name="quantity"[^>]* max="2"/);
    assert.doesNotMatch(said(less.html), /Gone/);
    await t.system.request('admin', 'PUT', `/purchases/${crypto.randomUUID()}`, {
      body: { item_id: list.items[0], secret: false, quantity: 2 },
    });
    const none = await post(give(list, 0), { ...typed, ...(await formFor(list, 0)) });
    assert.equal(none.status, 409);
    assert.match(said(none.html), /Somebody already gives this/);
    assert.doesNotMatch(none.html, /name="token" value="[^"]/);
    assert.match(none.html, new RegExp(`action="[^"]*give=${list.items[2]}"`));
    // The form for the other wish contains the guest's input.
    const other = await post(give(list, 2), {
      token: '',
      giver_name: value(none.html, 'giver_name') ?? '',
      message: 'For you',
    });
    assert.equal(value(other.html, 'giver_name'), 'Bo');
    assert.equal(value(other.html, 'message'), 'For you');
    const opened = (await get(give(list, 0))).html;
    assert.match(opened, new RegExp(`<a class="largesse-give__other" href="[^"]*give=${list.items[2]}"`));
  });

  it('limits gifts of an address in ten minutes, and of others for a registry in an hour', async () => {
    const list = await t.registry({ title: 'Busy' }, [{ name: 'Ring', quantity_needed: 9 }]);
    const from = async (address: string) =>
      post(give(list, 0), { ...(await formFor(list, 0)), giver_name: 'Bo' }, 'nobody', {
        'x-test-address': address,
        'x-forwarded-for': '198.51.100.2',
      });
    const refused = async (address: string, least: number, most: number) => {
      const late = await from(address);
      assert.equal(late.status, 429);
      const wait = Number(late.headers.get('retry-after'));
      assert.ok(wait > least && wait <= most, String(wait));
      assert.equal(value(late.html, 'giver_name'), 'Bo');
      return said(late.html);
    };
    await set({ largesse_gifts_per_address: '1' });
    assert.equal((await from('2001:db8:1:2::1')).status, 303);
    // The same /64 network counts as one household, whatever a header claims.
    assert.match(await refused('2001:db8:1:2:3:4:5:6', 500, 600), /A great many gifts.*in 10 minutes/);
    const stored = await site().wordpress.run(
      `echo wp_json_encode( $GLOBALS['wpdb']->get_col( "SELECT CONCAT( kind, record_key, json ) FROM {$GLOBALS['wpdb']->prefix}largesse_records WHERE kind = 'limit'" ) );`,
    );
    assert.match(stored, /limit[0-9a-f]{32}/);
    assert.doesNotMatch(stored, /2001:|20010db8/, 'no address is stored');
    await set({ largesse_gifts_per_registry: '2' });
    assert.equal((await from('192.0.2.11')).status, 303);
    await refused('192.0.2.11', 500, 600);
    await set({ largesse_gifts_per_address: '9' });
    for (let round = 0; round < 3; round++)
      assert.equal((await from('192.0.2.12')).status, 303, 'other people’s gifts block nobody');
    await refused('192.0.2.12', 3000, 3600);
    assert.equal((await gifts(list)).length, 5);
    assert.equal((await post(give(wedding, 5), await formFor(wedding, 5))).status, 303, 'others go on');
  });

  it('counts suggestions, ideas and parts apart from gifts', async () => {
    const list = await t.registry({ title: 'Full of ideas' }, [{ name: 'Ring' }]);
    await set({ largesse_gifts_per_registry: '1', largesse_gifts_per_address: '1' });
    const statuses = await site().wordpress.run(
      `use Largesse\\Promises\\Giving\\GiftLimits;
       foreach ( array( GiftLimits::SUGGESTIONS, GiftLimits::IDEAS, GiftLimits::PARTS, GiftLimits::IDEAS ) as $kind ) {
         echo GiftLimits::count( $kind, $input, static fn () => null )?->status ?? 200, ' ';
       }`,
      list.id,
    );
    assert.equal(statuses, '200 200 200 429 ');
    assert.equal((await post(give(list, 0), { ...(await formFor(list, 0)), giver_name: 'Bo' })).status, 303);
  });

  it('does not limit an address because of its gifts for other registries, which may be secret', async () => {
    const theirs = await t.registry({ title: 'Theirs', meta: { registry_surprise: 'hidden' } }, [{ name: 'Kite' }]);
    await set({ largesse_gifts_per_address: '1' });
    const from = async (who: 'nobody' | 'owner', list: Shown, index: number) =>
      post(give(list, index), { ...(await formFor(list, index, who)), giver_name: 'Bo' }, who, {
        'x-test-address': '192.0.2.21',
      });
    const others = await t.registry({ title: 'Of others' }, [{ name: 'Ring' }]);
    await site().wordpress.run(`wp_update_post( array( 'ID' => $input[0], 'post_author' => $input[1] ) );`, [
      others.id,
      site().users.stranger.id,
    ]);
    assert.equal((await from('nobody', theirs, 0)).status, 303);
    assert.equal((await gifts(theirs))[0]?.is_secret, true);
    assert.equal((await from('owner', others, 0)).status, 303, 'from the same household');
  });

  it('refuses the owner, and explains where owners enter what they have', async () => {
    const opened = await get(give(wedding, 0), 'owner');
    assert.match(said(opened.html), /This is your own list\..*“We have it”/);
    assert.match(opened.html, new RegExp(`href="[^"]*registry=${wedding.id}"`));
    assert.doesNotMatch(opened.html, /name="token"|still wanted/);
    const sent = await post(give(wedding, 0), await formFor(wedding, 0, 'owner'), 'owner');
    assert.match(said(sent.html), /This is your own list/);
    assert.deepEqual(await giftsOf(wedding, 0), []);
  });

  it('asks for the password of a registry, which leads back to the form', async () => {
    const locked = await t.registry({ title: 'Locked', password: 'sesame' }, [{ name: 'Ring', quantity_needed: 9 }]);
    const closed = await get(give(locked, 0));
    assert.doesNotMatch(closed.html, /name="token"/);
    assert.notEqual(closed.headers.get('referrer-policy'), 'no-referrer');
    const answer = await fetchOnce(`${site().url}/wp-login.php?action=postpass`, {
      method: 'POST',
      redirect: 'manual',
      headers: { referer: `${site().url}${give(locked, 0)}` },
      body: new URLSearchParams({ post_password: 'sesame' }),
    });
    assert.equal(answer.headers.get('location'), site().url + give(locked, 0));
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
    const opened = await get(give(locked, 0), 'nobody', { cookie: cookie.join('; ') });
    assert.match(opened.html, /name="token"/);
  });

  it('works on any page that shows the registry', async () => {
    await site().wordpress.run(
      `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Look', 'post_name' => 'look', 'post_content' => '<!-- wp:largesse/registry /-->' ) );`,
    );
    const look = `/look/?registry=${wedding.id}&giving=1`;
    const { html } = await get(look);
    assert.match(html, new RegExp(`href="${site().url}${wedding.path}\\?giving=1&#038;give=${wedding.items[5]}"`));
    const form = await get(`${look}&give=${wedding.items[5]}`);
    assert.match(said(form.html), /Honeymoon/);
    assert.match(form.headers.get('cache-control') ?? '', /no-store|no-cache/);
    const named = await get(`/look/?registry=${wedding.id}&give=${wedding.items[5]}&wishes=open`);
    assert.doesNotMatch(named.html, /<li class="largesse-item/, 'the form replaces the list');
  });

  it('explains politely that a wish was removed', async () => {
    const list = await t.registry({ title: 'Changing' }, [{ name: 'Ring' }, { name: 'Vase' }]);
    const form = await formFor(list, 0);
    await t.system.request('admin', 'DELETE', `/items/${list.items[0]}`);
    const opened = await get(give(list, 0));
    assert.equal(opened.status, 404);
    assert.match(said(opened.html), /no longer on the list/);
    const sent = await post(give(list, 0), form);
    assert.equal(sent.status, 404);
    assert.match(said(sent.html), /no longer on the list/);
    for (const id of [String(wedding.items[0]), '0', 'x', '01'])
      assert.equal((await get(`${list.path}?give=${id}`)).status, 404, id);
  });

  it('opens no other registry during an outage of the service', async () => {
    const other = await t.registry({ title: 'Closed', status: 'private' }, [{ name: 'Ring' }]);
    t.interference = { before: () => false };
    for (const id of [wedding.items[5], other.items[0]]) {
      const opened = await get(`${wedding.path}?give=${id}`);
      assert.equal(opened.status, 503, 'the site cannot know the wish’s registry');
    }
    t.interference = {};
    const foreign = await formFor({ ...wedding, items: other.items }, 0);
    assert.equal((await post(`${wedding.path}?give=${other.items[0]}`, foreign)).status, 404);
    assert.deepEqual(await gifts(other), []);
  });

  it('shows guests and owners no count of a wish that welcomes any number (rules: Any number)', async () => {
    const list = await t.registry({ title: 'Spring', meta: { registry_surprise: 'hidden' } }, [
      { name: 'Book', quantity_needed: ANY_NUMBER },
    ]);
    const open = async () => {
      assert.equal((await post(give(list, 0), { ...(await formFor(list, 0)), quantity: '4' })).status, 303);
      for (const query of ['', '?giving=1', `?give=${list.items[0]}`]) {
        const { html } = await get(list.path + query);
        assert.match(html, /largesse-wanted">Any number is welcome<\/p>/, query);
        // Without `9e15`, which random ids and hashes in pages contain by chance.
        assert.doesNotMatch(html, /9(?:[.,\s’']|&[#\w]+;)?007(?:[.,\s’']|&[#\w]+;)?199/, 'the stored quantity');
      }
      const { body } = await rest<{ registry: { items: object[] } }>(
        site(),
        'owner',
        'GET',
        `/wp-json/largesse/v1/registries/${list.id}`,
      );
      return body.registry.items[0];
    };
    assert.partialDeepStrictEqual(await open(), { is_complete: false, status_text: 'any number is welcome' });
    await site().wordpress.run(`update_post_meta( $input, 'registry_surprise', 'names' );`, list.id);
    assert.partialDeepStrictEqual(await open(), { status_text: '4 given, any number is welcome' });
  });

  describe('if gifts are a surprise', () => {
    let birthday: Shown;
    before(async () => {
      birthday = await t.registry({ title: 'Birthday', slug: 'birthday', meta: { registry_surprise: 'hidden' } }, [
        { name: 'Kite', price: 20 },
        { name: 'Bike', price: 200 },
        { name: 'Balls', quantity_needed: 5, quantity_purchased: 1 },
      ]);
    });
    /** Matches parts of a page that reveal how many pieces were given. */
    const STATUS =
      /is-complete|data-open|still wanted|\d still open|(?<!data-found=")Already given|largesse-wanted__bar|data-value="open"/;

    it('tells guests on the form what the owner can see, and when', async () => {
      const list = await t.registry({ title: 'Promises' }, [{ name: 'Vase' }]);
      for (const [level, day, promise] of [
        ['hidden', '2999-06-12', 'the owner of this list cannot see it before June 12, 2999.'],
        ['hidden', '', 'for now, the owner of this list cannot see it.'],
        ['hidden', '2001-06-12', 'can see who gives what, and the message.'],
        ['counts', '2999-06-12', 'From June 12, 2999 on, the owner can also see who.'],
        ['counts', '', 'can see that somebody is giving this, but not who.'],
        ['names', '2999-06-12', 'can see who gives what, and the message.'],
      ] as const) {
        await site().wordpress.run(
          `update_post_meta( $input[0], 'registry_surprise', $input[1] ); update_post_meta( $input[0], 'registry_reveal_date', $input[2] );`,
          [list.id, level, day],
        );
        assert.ok(said((await get(give(list, 0))).html).includes(promise), `${level} ${day}`);
      }
    });

    it('shows open wishes to guests who are looking for a gift, in a separate answer', async () => {
      assert.equal((await post(give(birthday, 0), await formFor(birthday, 0))).status, 303);
      assert.equal((await gifts(birthday))[0]?.is_secret, true);
      const plain = await pageOf(site(), 'nobody', birthday.path);
      const open = await pageOf(site(), 'nobody', `${birthday.path}?wishes=open`);
      for (const { html } of [plain, open]) {
        assert.doesNotMatch(html, STATUS);
        assert.equal(html.match(/<li class="largesse-item"/g)?.length, 3);
        assert.match(html, /5 wished for/);
        assert.doesNotMatch(html, /largesse-item__give/, 'somebody may already give it');
      }
      assert.match(
        plain.html,
        /<a class="wp-element-button" href="\?giving=1#[^"]*" rel="nofollow">I am looking for a gift/,
      );
      const { headers, html } = await get(`${birthday.path}?giving=1`);
      assert.match(headers.get('cache-control') ?? '', /no-cache|no-store/);
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
      assert.equal(html.match(/is-complete/g)?.length, 1);
      assert.match(html, /4 of 5 still wanted/);
      assert.match(html, /2 still open/);
      assert.match(
        html,
        /Psst: the gifts are a surprise\..*href="(?![^"]*giving=)[^"]*#largesse-looking" rel="nofollow">Hide what others give/s,
      );
      assert.match(html, new RegExp(`giving=1&#038;give=${birthday.items[1]}"`), 'they keep looking afterwards');
      const form = await get(`${birthday.path}?giving=1&give=${birthday.items[1]}`);
      assert.match(form.html, /<a href="[^"]*giving=1">Back to the list/);
      assert.match(said((await get(give(birthday, 0))).html), /Somebody already gives this/);
    });

    it('tells owners that this is their list, and shows them no number', async () => {
      for (const query of ['', '?giving=1', '?as=guest&giving=1']) {
        const { html } = await get(birthday.path + query, 'owner');
        assert.doesNotMatch(html, STATUS, query);
        assert.match(html, /Your guests’ gifts stay a surprise/);
        assert.equal(/This is your list\. /.test(html), !query.includes('as=guest'), query);
      }
      assert.match((await get(`${birthday.path}?as=guest`, 'owner')).html, /I am looking for a gift/);
      assert.match((await get(`${birthday.path}?giving=1`, 'admin')).html, /is-complete/);
      const open = await t.registry({ title: 'No surprise' }, [{ name: 'Vase' }]);
      assert.match((await get(open.path, 'owner')).html, /This is your list\./);
      assert.doesNotMatch((await get(open.path)).html, /This is your list/);
      assert.doesNotMatch((await get(open.path)).html, /largesse-looking/);
    });

    it('keeps the secret and informs guests when the level changes', async () => {
      await site().wordpress.run(`update_post_meta( $input, 'registry_surprise', 'counts' );`, birthday.id);
      const plain = (await pageOf(site(), 'nobody', birthday.path)).html;
      assert.doesNotMatch(plain, /is-complete/);
      assert.match(plain, /3 wishes, 3 still open/);
      assert.match((await get(`${birthday.path}?giving=1`)).html, /3 wishes, 2 still open/);
      assert.match(said((await get(give(birthday, 0))).html), /Somebody already gives this/);
      assert.equal((await post(give(birthday, 0), await formFor(birthday, 0))).status, 409);
    });
  });
});
