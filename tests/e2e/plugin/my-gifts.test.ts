/* Needs a whole site: accounts, mails, lists and the service decide together what a giver finds. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { openForSuite } from '../../support/suite.ts';
import { openFormBrowser } from '../wordpress/form-browser.ts';
import { decoded } from '../wordpress/guest.ts';
import { type Caller, create } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

const PAGE = '/?my-gifts=1';
const GUEST = 'granny@people.example';

// rules: My gifts
describe('the page My gifts', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  const inDays = async (days: number) => await run(`echo wp_date( 'Y-m-d', time() + $input * DAY_IN_SECONDS );`, days);
  const browser = (who: Caller = 'nobody') => openFormBrowser(site(), who);

  const list = async (title: string, days: number, more: Record<string, string> = {}) =>
    await create(site(), 'owner', {
      title,
      status: 'publish',
      meta: { registry_event_date: await inDays(days), ...more },
    });
  /** Makes a gift through the service, of an account or with an address. */
  const give = async (item: number, giver: { giver_user_id: number } | { giver_email: string }) => {
    const id = randomUUID();
    const { status, body } = await system.request('admin', 'PUT', `/purchases/${id}`, {
      body: { item_id: item, secret: true, ...giver },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return id;
  };
  const stored = async (id: string) =>
    await system.request<{ data?: { state: string } }>('admin', 'GET', `/purchases/${id}`);
  const mailsTo = async (address: string) =>
    (await deliver(system)).filter(({ recipients }) => recipients.includes(address));
  const ask = async (address: string) => {
    const guest = browser();
    return await guest.press(await guest.send(PAGE), PAGE, 'giver_address', { giver_address: address });
  };
  /** Asks for a link, and returns its path. */
  const linkOf = async (address: string) => {
    await ask(address);
    const [mail] = await mailsTo(address);
    const link = mail?.links.find((one) => one.includes('my-gifts=')) ?? assert.fail('no link');
    return link.replace(site().url, '');
  };

  it('says in each form that sends a mail if a password manager has filled in the hidden field', async () => {
    const id = await list('Filled', 20);
    const address = await run('echo get_permalink( $input );', id);
    const { pathname, search } = new URL(address);
    await run(`update_option( 'users_can_register', 1 );`);
    const follow = `${pathname}${search === '' ? '?' : `${search}&`}follow=1`;
    const forms: [path: string, field: string, fields: Record<string, string>][] = [
      [PAGE, 'giver_address', { giver_address: GUEST }],
      [follow, 'largesse-homepage', { 'largesse-email': GUEST }],
      [
        '/?largesse-sign-up=1',
        'largesse-password',
        { 'largesse-email': GUEST, 'largesse-password': 'correct horse 7' },
      ],
    ];
    for (const [path, field, fields] of forms) {
      const guest = browser();
      const filled = await guest.press(await guest.send(path), path, field, {
        ...fields,
        'largesse-homepage': 'https://spam.example',
      });
      assert.equal(filled.status, 422, path);
      assert.match(filled.html, /No mail was sent yet.*press the button once more/, path);
    }
    assert.deepEqual(await mailsTo(GUEST), []);
  });

  it('answers each address in the same way, and opens the gifts of the address for a day', async () => {
    const item = await addItem(system, await list('Lena’s wishes', 20), 'Kettle');
    const id = await give(item, { giver_email: GUEST });
    const [known, unknown] = [await ask(GUEST), await ask('nobody@people.example')];
    assert.deepEqual([known.status, known.html], [200, unknown.html]);
    assert.doesNotMatch(known.html, /granny|Kettle/);
    const mails = await deliver(system);
    const texts = mails.map(({ text }) => text.replaceAll(/my-gifts=\w+/g, ''));
    assert.deepEqual([mails.length, texts[0]], [2, texts[1]]);

    const path = await linkOf(GUEST);
    const guest = browser();
    const page = await guest.send(path);
    assert.match(page.html, /Lena’s wishes.*Kettle.*Not bought yet/s);
    // Nobody else's link opens it.
    const other = await browser().send(await linkOf('nobody@people.example'));
    assert.match(other.html, /There are no gifts here/);
    const bought = await guest.press(page, '/', 'value="bought"');
    assert.equal(bought.status, 303, bought.html);
    assert.equal((await stored(id)).body.data?.state, 'bought');
    const after = await guest.send(path);
    assert.match(after.html, /I have not bought it yet/);
    // The second press of the same form is no error.
    assert.equal((await guest.press(after, '/', 'value="back"')).status, 303);
    assert.equal((await guest.press(after, '/', 'value="back"')).status, 303);
    assert.equal((await stored(id)).status, 404);

    await run(
      `use Largesse\\Foundation\\Records\\Records;
      foreach ( Records::all( 'giver_link' ) as $record ) Records::replace( $record, $record->with( time: time() - 1 ) );`,
    );
    const expired = await browser().send(path);
    assert.match(expired.html, /This link has expired/);
    assert.equal((await guest.press(page, '/', 'value="bought"')).status, 422);
    assert.equal(
      await run(
        `do_action( 'largesse_find_mails' ); ( Largesse\\Services::get( Largesse\\Together\\MyGifts\\GiverPrivacy::class ) )->delete_expired();
        echo count( Largesse\\Foundation\\Records\\Records::all( 'giver_link' ) );`,
      ),
      '0',
    );
  });

  it('mails each address of a mailbox its own link', async () => {
    const addresses = ['ada+gifts@people.example', 'ada@people.example'];
    for (const address of addresses) await ask(address);
    // The second mail waits for the limit of the mailbox.
    const mails = [...(await deliver(system)), ...(await deliver(system))];
    assert.deepEqual(mails.flatMap(({ recipients }) => recipients).sort(), addresses);
  });

  it('shows members what they give, never what they receive, and changes only their own gifts', async () => {
    const { invitee, stranger } = site().users;
    const theirs = await addItem(system, await list('Ben’s day', 10), 'Cup');
    const mine = await give(theirs, { giver_user_id: invitee.id });
    const others = await give(await addItem(system, await list('Other', 12), 'Bowl'), { giver_user_id: stranger.id });
    // Somebody else has used the member's account to give something to the member.
    const own = await create(site(), 'invitee', { title: 'For me', status: 'publish' });
    await give(await addItem(system, own, 'Surprise'), { giver_user_id: invitee.id });
    const member = browser('invitee');
    const page = await member.send(PAGE);
    assert.match(page.html, /Cup/);
    assert.doesNotMatch(page.html, /Surprise|Bowl/);
    const forged = await member.press(page, '/', 'value="bought"', { promise: others });
    assert.equal(forged.status, 409);
    assert.equal((await stored(others)).body.data?.state, 'reserved');
    const late = await member.press(page, '/', 'value="bought"', { _wpnonce: 'x' });
    assert.equal(late.status, 403);
    assert.equal((await stored(mine)).body.data?.state, 'reserved');
    // An owner who enters an address that receives the gifts finds nothing.
    await give(theirs, { giver_email: site().users.owner.email }).catch(() => '');
    assert.match((await browser().send(await linkOf(site().users.owner.email))).html, /There are no gifts here/);
  });

  it('shows promised ideas and suggestions to their giver alone, never to a recipient', async () => {
    const { invitee, stranger } = site().users;
    const email = 'uncle@people.example';
    const theirs = await list('Ada’s day', 11);
    const own = await create(site(), 'invitee', { title: 'For me', status: 'publish' });
    const promise = async (registry_id: number, name: string, more: object) => {
      const body = { registry_id, name, state: 'reserved', price: 12, ...more };
      const { status } = await system.request('admin', 'PUT', `/ideas/${randomUUID()}`, { body });
      assert.equal(status, 201);
    };
    await promise(theirs, 'Walk', { giver_user_id: invitee.id });
    await promise(theirs, 'Song', { giver_user_id: invitee.id, audience: 'owners' });
    await promise(theirs, 'Cake', { giver_email: email, url: 'https://bakery.example/cake' });
    await promise(theirs, 'Poem', { author_user_id: invitee.id, giver_user_id: stranger.id });
    await promise(theirs, 'Free', { author_user_id: invitee.id, state: null });
    await promise(own, 'Surprise', { giver_user_id: invitee.id });
    await promise(own, 'Secret', { giver_email: invitee.email });

    const { html } = await browser('invitee').send(PAGE);
    assert.match(html, /Ada’s day.*Walk.*\b12\b.*You are giving this.*href="[^"]*present=1"/s);
    assert.match(html, /Song.*The owner has not answered yet/s);
    assert.doesNotMatch(html, /Cake|Poem|Free|Surprise|Secret/);
    const guest = (await browser().send(await linkOf(email))).html;
    assert.match(guest, /Ada’s day.*Cake.*bakery.*example · 12\b/s);
    assert.doesNotMatch(guest, /Walk|Song|Poem/);
    assert.doesNotMatch((await browser().send(await linkOf(invitee.email))).html, /Surprise|Secret/);
    assert.match((await browser('invitee').send('/my-registries/')).html, /Walk/);
    assert.doesNotMatch((await browser('owner').send(PAGE)).html, /Walk|Song|Cake|Poem/);
  });

  it('offers members no gift that a recipient with their mailbox receives', async () => {
    const { email } = site().users.invitee;
    const theirs = await list('Gran’s day', 10, { registry_owners: JSON.stringify([email.replace('@', '+gran@')]) });
    await give(await addItem(system, theirs, 'Scarf'), { giver_email: email });
    await give(await addItem(system, await list('Ben’s day', 10), 'Gloves'), { giver_email: email });
    const { html } = await browser('invitee').send('/my-registries/');
    assert.match(html, /Did you give these.*Gloves/s);
    assert.doesNotMatch(html, /Scarf/);
  });

  it('offers members the parts that they promised without the account, and keeps them', async () => {
    const { email } = site().users.invitee;
    const part = async (registry: number, name: string, giver_email: string) => {
      const item_id = await addItem(system, registry, name, { price: 300 });
      const ends_at = new Date(realNow() + 864e5).toISOString();
      const body = { item_id, amount: 90, secret: true, giver_email, ends_at };
      const path = `/registries/${registry}/shares/${randomUUID()}`;
      assert.equal((await system.request('admin', 'PUT', path, { body })).status, 201);
    };
    const day = await list('Tom’s day', 10);
    const gran = await list('Gran’s day', 10, { registry_owners: JSON.stringify([email.replace('@', '+gran@')]) });
    await part(day, 'Tent', email);
    await part(day, 'Canoe', GUEST);
    await part(gran, 'Armchair', email);
    const member = browser('invitee');
    const page = await member.send('/my-registries/');
    assert.match(page.html, /Did you give these.*>Tent – Your part&#58; 90/s);
    assert.doesNotMatch(page.html, /Canoe|Armchair/);
    const [, id = ''] = /value="([^"]*)"[^>]*> <span[^>]*>Tent/.exec(page.html) ?? [];
    const kept = await member.press(page, '/my-registries/', 'Tent', { 'largesse-gifts[]': id });
    assert.equal(kept.status, 303);
    assert.match((await member.send(PAGE)).html, /Tent/);
    assert.doesNotMatch((await member.send('/my-registries/')).html, /<span[^>]*>Tent –/);
  });

  it('shows nothing for a recipient who is signed in to the browser in which a guest opens their link', async () => {
    const gran = 'gran@people.example';
    const theirs = await create(site(), 'stranger', { title: 'Ben’s day', status: 'publish' });
    const kept = await give(await addItem(system, await list('Lena’s day', 10), 'Dromedary'), { giver_email: gran });
    await give(await addItem(system, theirs, 'Teapot'), { giver_email: gran });
    const path = await linkOf(gran);
    const alone = await browser().send(path);
    assert.match(alone.html, /Dromedary.*Teapot/s);
    const owner = browser('owner');
    const page = await owner.send(path);
    assert.match(page.html, /Teapot/);
    assert.doesNotMatch(page.html, /Dromedary|Lena’s day/);
    const forged = await owner.press(page, '/', 'value="bought"', { promise: kept });
    assert.equal(forged.status, 409);
    assert.equal((await stored(kept)).body.data?.state, 'reserved');
  });

  it('shows what was promised if the wish is very different now, and remembers that', async () => {
    const { mailInvitee } = site().users;
    const registry = await list('Mia’s birthday', -3);
    const [kettle, lamp] = [
      await addItem(system, registry, 'Red kettle', { price: 200 }),
      await addItem(system, registry, 'Lamp', { price: 200 }),
    ];
    await give(kettle, { giver_user_id: mailInvitee.id });
    const share = { item_id: lamp, amount: 50, secret: false, giver_user_id: mailInvitee.id };
    const path = `/registries/${registry}/shares/${randomUUID()}`;
    assert.equal((await system.request('admin', 'PUT', path, { body: share })).status, 201);
    for (const [item, name] of [
      [kettle, 'Blue bicycle'],
      [lamp, 'Sofa'],
    ] as const) {
      const body = { name, price: 900, currency: 'CHF' };
      assert.equal((await system.request('admin', 'PUT', `/items/${item}`, { body })).status, 200);
    }
    const member = browser('mailInvitee');
    const page = await member.send(PAGE);
    const shown = decoded(page.html);
    assert.match(shown, /Blue bicycle.*This wish has changed since you chose it\. It was: Red kettle · 200/s);
    assert.match(shown, /Sofa.*It was: Lamp · 200/s);
    assert.match(shown, /Your part: 50\.00/);
    assert.equal((await member.press(page, '/', 'value="remember"')).status, 303);
    await run(`do_action( 'largesse_remember_gifts' );`);
    await run(`wp_delete_post( $input, true );`, registry);
    const after = await member.send(PAGE);
    assert.match(decoded(after.html), /Red kettle, for “Mia’s birthday”/);
    assert.match(decoded(after.html), /Lamp \(Your part: 50\.00\), for “Mia’s birthday”/);
    assert.doesNotMatch(after.html, /Blue bicycle|Sofa/);
    assert.equal((await member.press(after, '/', 'value="forget"')).status, 303);
  });

  it('remembers past gifts for members who want it, until they erase them', async () => {
    const { stranger } = site().users;
    const registry = await list('Lena’s birthday', -3);
    await give(await addItem(system, registry, 'Book'), { giver_user_id: stranger.id });
    const member = browser('stranger');
    const remember = async () => await run(`do_action( 'largesse_remember_gifts' );`);
    await remember();
    assert.equal(await run(`echo count( Largesse\\Foundation\\Records\\Records::all( 'remembered' ) );`), '0');
    const on = await member.press(await member.send(PAGE), '/', 'value="remember"');
    assert.equal(on.status, 303);
    // Promises of a past day that are given back later are forgotten.
    await give(await addItem(system, registry, 'Pen'), { giver_user_id: stranger.id });
    const idea = { registry_id: registry, name: 'Walk', state: 'reserved', giver_user_id: stranger.id };
    await system.request('admin', 'PUT', `/ideas/${randomUUID()}`, { body: idea });
    await remember();
    const remembered = async () =>
      await run(
        `echo implode( ' ', array_column( Largesse\\Together\\MyGifts\\RememberedGifts::of( $input )->gifts, 'name' ) );`,
        stranger.id,
      );
    assert.equal((await remembered()).split(' ').sort().join(' '), 'Book Pen Walk');
    const now = await member.send(PAGE);
    const [pen = ''] = / – Pen<.*?name="promise" value="([^"]+)"/s.exec(now.html)?.slice(1) ?? [];
    assert.equal((await member.press(now, '/', 'value="back"', { promise: pen })).status, 303);
    const present = (await run('echo get_permalink( $input );', registry)).replace(site().url, '');
    const ideas = await member.send(`${present}?present=1`);
    assert.equal((await member.press(ideas, present, 'Walk', { present: 'return' })).status, 303);
    assert.equal(await remembered(), 'Book');
    // The service has erased the giver, and the owner has deleted the list.
    await system.request('admin', 'POST', '/purchases/erase', { body: { giver_user_id: stranger.id } });
    await run(`wp_delete_post( $input, true );`, registry);
    const page = await member.send(PAGE);
    assert.match(page.html, /Book(?:,|&#44;) for “Lena’s birthday” on /);
    assert.doesNotMatch((await browser('invitee').send(PAGE)).html, /Book/);
    // The form for another gift to the same owner says it, to this member alone.
    const next = await list('Lena’s wedding', 40);
    const item = await addItem(system, next, 'Vase');
    const path = (await run('echo get_permalink( $input );', next)).replace(site().url, '');
    const form = async (who: Caller) => (await browser(who).send(`${path}?give=${item}`)).html;
    assert.match(await form('stranger'), /You gave before.*Book/s);
    for (const who of ['nobody', 'invitee', 'owner'] as const) assert.doesNotMatch(await form(who), /You gave before/);
    const exported = await run(
      `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\MyGifts\\GiverPrivacy::class )->export( $input ) );`,
      stranger.email,
    );
    assert.match(exported, /Book/);
    const off = await member.press(page, '/', 'value="forget"');
    assert.equal(off.status, 303);
    assert.doesNotMatch((await member.send(PAGE)).html, /Book/);
  });

  it('remembers a list only as the member could open it', async () => {
    const { mailInvitee } = site().users;
    const invited = { registry_invitees: '["mailInvitee"]' };
    const lists = [await list('Knots', -3, invited), await list('Knots', -3, invited)];
    const [seen = 0, never = 0] = lists;
    const made: string[] = [];
    for (const id of lists) made.push(await give(await addItem(system, id, 'Rope'), { giver_user_id: mailInvitee.id }));
    const member = browser('mailInvitee');
    assert.equal((await member.press(await member.send(PAGE), '/', 'value="remember"')).status, 303);
    const close = (id: number) =>
      run(
        `wp_update_post( array( 'ID' => $input, 'post_status' => 'private', 'post_title' => 'Quokka' ) );
         update_post_meta( $input, 'registry_invitees', '[]' );`,
        id,
      );
    const remembered = async () => {
      await run(`do_action( 'largesse_remember_gifts' );`);
      const stored = await run(
        `echo wp_json_encode( Largesse\\Together\\MyGifts\\RememberedGifts::of( $input )->gifts );`,
        mailInvitee.id,
      );
      const gifts: Record<string, { name: string; title: string; author: number }> = JSON.parse(stored);
      return made.map((id) => [gifts[id]?.name, gifts[id]?.title, Number(gifts[id]?.author) > 0]);
    };
    await close(never);
    const expected = [
      ['Rope', 'Knots', true],
      ['Rope', '', false],
    ];
    // The second gift counts as past only a month after it was given, because the member may not know the day.
    assert.deepEqual(await remembered(), [expected[0], [undefined, undefined, false]]);
    await close(seen);
    await run(
      `add_filter( 'wp_date', static fn ( $date, $format ) => 'Y-m-d' === $format ? gmdate( 'Y-m-d', time() + 40 * DAY_IN_SECONDS ) : $date, 10, 2 );
       do_action( 'largesse_remember_gifts' );`,
    );
    assert.deepEqual(await remembered(), expected);
    const page = await member.send(PAGE);
    assert.match(page.html, /Rope/);
    assert.doesNotMatch(page.html, /Quokka/);
  });

  it('is the source of reminders of promised gifts, 14 and 3 days before', async () => {
    const { mailInvitee } = site().users;
    const mine = { giver_user_id: mailInvitee.id };
    const id = await give(await addItem(system, await list('Tim’s day', 13), 'Ball'), mine);
    // Nobody expects these any more.
    const gone = await addItem(system, await list('Tom’s day', 13), 'Drum');
    await give(gone, mine);
    assert.equal((await system.request('admin', 'DELETE', `/items/${gone}`)).status, 200);
    const trashed = await list('Ted’s day', 13);
    await give(await addItem(system, trashed, 'Flute'), mine);
    await run(`wp_trash_post( $input );`, trashed);
    const remind = async () => {
      await run(
        `use Largesse\\Foundation\\Records\\Records;
        Largesse\\Together\\Digest\\Reminders::choose( $input, array( 'promised' ) );
        Records::change( 'reminders', $input, fn ( $now ) => $now->with( data: array( 'last' => '' ) + $now->data ) );
        do_action( 'largesse_daily_reminders' );`,
        mailInvitee.id,
      );
      // Without the mail about the removed wish.
      return (await mailsTo(mailInvitee.email)).filter(({ subject }) => !/no longer/.test(subject));
    };
    const [mail] = await remind();
    assert.match(mail?.subject ?? '', /^You promised: Ball, for “Tim’s day” on /);
    assert.doesNotMatch(mail?.text ?? '', /Drum|Flute/);
    await system.request('admin', 'PATCH', `/purchases/${id}`, { body: { state: 'bought' } });
    await run(
      `use Largesse\\Foundation\\Records\\Records;
      foreach ( Records::all( 'reminders' ) as $record ) Records::replace( $record, $record->with( data: array( 'mailed' => array() ) + $record->data ) );`,
    );
    assert.deepEqual(await remind(), []);
  });
});
