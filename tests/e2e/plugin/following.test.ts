// Needs a whole site: confirmations, cron and mails.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { linksOn } from '../pages/links.ts';
import { decoded, type Sent, ask as send } from '../wordpress/guest.ts';
import type { Received } from '../wordpress/post-office.ts';
import { type Caller, create, type Draft, noncesOf, page, read } from '../wordpress/requests.ts';
import { addItem, connect } from './connected.ts';
import { deliver, openMailingSite, sendNews } from './mailing-site.ts';

// rules: Following
describe('following a list', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  /** A registry, and the path of its page. */
  interface List {
    id: number;
    path: string;
  }

  /** Adds wishes with one request to the site. */
  const addWishes = (id: number, names: readonly string[]) =>
    run(
      `$wishes = array_map( fn ( $name ) => array( 'name' => $name, 'url' => 'https://shop.example/x' ), $input[1] );
      Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->add_all( $input[0], $wishes );`,
      [id, names],
    );

  /** Creates a registry of the owner, and adds wishes. */
  async function list(draft: Draft = {}, wishes: readonly string[] = []): Promise<List> {
    const id = await create(site(), 'owner', { title: 'Lena’s wishes', status: 'publish', ...draft });
    await addWishes(id, wishes);
    const address = await run(
      'wp_set_current_user( get_post( $input )->post_author ); echo get_permalink( $input );',
      id,
    );
    return { id, path: address.replace(site().url, '') };
  }

  const ask = (address: string, sent: Sent = {}) => send(site(), address, sent);
  /** Returns the stored followers of a registry. */
  const entries = (id: number) =>
    run(
      `echo implode( array_map( 'wp_json_encode', array_column( Largesse\\Foundation\\Records\\Records::all( 'follower', registry: $input ), 'data' ) ) );`,
      id,
    );
  /** Opens a registry through its family link. @returns the cookie that the site sets */
  const enter = async ({ id }: List) => openLink(await linksOn(site()).family(id));
  async function openLink(address: string): Promise<string> {
    const { origin, pathname, searchParams } = new URL(address);
    const { cookies } = await ask(origin + pathname, { form: { open: searchParams.get('open') ?? '' } });
    return cookies[0]?.split(';')[0] ?? '';
  }

  describe('the day as a calendar file', () => {
    const BIRTHDAY = { registry_event_type: 'Birthday', registry_event_date: '2099-06-12' };

    it('has a stable id, the occasion, and an address without a key', async () => {
      const open = await list({ title: 'Lena', slug: 'léna-Лена', meta: BIRTHDAY });
      const { html, headers } = await ask(`${open.path}?calendar=1`);
      assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
      assert.equal(
        decodeURIComponent(headers.get('content-disposition') ?? ''),
        "attachment; filename*=UTF-8''lena-лена.ics",
      );
      assert.match(headers.get('cache-control') ?? '', /no-store, private/);
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
      const lines = html.replaceAll('\r\n ', '').split('\r\n');
      const uid = lines.find((line) => line.startsWith('UID:'));
      assert.match(uid ?? '', new RegExp(`^UID:largesse-registry-${open.id}@[0-9a-f-]{36}$`));
      for (const line of ['SUMMARY:Birthday: Lena', `URL:${site().url}${open.path}`])
        assert.ok(lines.includes(line), html);
      const shown = await page(site(), 'nobody', open.path);
      assert.match(shown.html, /href="[^"]*\/lena-[^/]*\/\?calendar=1"[^>]*>Save the date/);
    });

    it('keeps its id when the site moves, also if a tool replaces the former address in the database', async () => {
      const { id } = await list({ meta: BIRTHDAY });
      const ids = await run(
        `$uid = function ( string $home ) use ( $input ): string {
          $present = fn (): string => $home;
          add_filter( 'option_home', $present );
          $event = Largesse\\Registries\\Registry\\DayEvent::of( get_post( $input ) );
          remove_filter( 'option_home', $present );
          return $event->uid;
        };
        $name   = Largesse\\Registries\\Registry\\DayEvent::ORIGIN;
        $before = get_option( $name );
        delete_option( $name );
        $first = $uid( 'https://first.example' );
        update_option( $name, str_replace( 'first.example', 'moved.example', get_option( $name ) ) );
        echo implode( ' ', array( $first, $uid( 'https://moved.example/lists' ), $uid( 'http://localhost' ) ) );
        do_action( 'update_option_largesse_connected_site', '', Largesse\\Foundation\\Service\\ConnectedSite::NONE );
        echo ' ', $uid( 'https://copy.example' );
        update_option( $name, $before );`,
        id,
      );
      const own = `largesse-registry-${id}@first.example`;
      // A copy that becomes a site of its own has other events.
      assert.deepEqual(ids.split(' '), [own, own, own, `largesse-registry-${id}@copy.example`]);
    });

    it('is only for people who may see the list', async () => {
      const closed = await list({ status: 'private', meta: { ...BIRTHDAY, registry_event_type: 'Wedding' } });
      for (const who of ['nobody', 'stranger'] as const)
        assert.equal((await ask(`${closed.path}?calendar=1`, { who })).status, 404);
      const opened = await ask(`${closed.path}?calendar=1`, { cookie: await enter(closed) });
      assert.match(opened.html, /^SUMMARY:Wedding: Lena’s wishes\r$/m);
      assert.doesNotMatch(opened.html, /open=/);
      const locked = await list({ password: 'sesame', meta: BIRTHDAY });
      assert.doesNotMatch((await ask(`${locked.path}?calendar=1`)).html, /2099|Save the date/);
    });

    it('does not exist without a day, and has no button after the day', async () => {
      for (const [date, isOffered] of [
        ['', false],
        ['2001-02-03', false],
        [await run(`echo wp_date( 'Y-m-d' );`), true],
      ] as const) {
        const { path } = await list({ meta: { registry_event_type: 'Wedding', registry_event_date: date } });
        assert.equal((await page(site(), 'nobody', path)).html.includes('calendar=1'), isOffered, date);
        if (date === '') assert.doesNotMatch((await ask(`${path}?calendar=1`)).html, /VCALENDAR/);
      }
    });
  });

  /**
   * Makes the last mail of each follower a day older, runs the daily event, and sends its mails.
   * @returns the mails by recipient
   */
  async function nextDay(): Promise<Map<string, Received>> {
    await sendNews(site());
    const mails = (await deliver(system)).map((mail): [string, Received] => [mail.recipients[0] ?? '', mail]);
    assert.equal(new Map(mails).size, mails.length, 'nobody gets two mails');
    return new Map(mails);
  }

  let people = 0;
  /** Returns a new address, which has received no mail yet. */
  const someone = () => `follower${++people}@people.example`;

  const askFor = (path: string, email: string, sent: Sent = {}, more: Record<string, string> = {}) =>
    ask(path, { ...sent, form: { follow: 'ask', 'largesse-email': email, ...more } });

  /** Returns the mail's link to the follower's own page. */
  const linkOf = (mail: Received | undefined): string => mail?.links.find((link) => link.includes('follower=')) ?? '';

  const press = (link: string, act: string) =>
    ask('/', { form: { follower: new URL(link).searchParams.get('follower') ?? '', act } });

  /** Makes a visitor follow a list. @returns the link to the visitor's own page */
  async function follow(path: string, email: string, sent: Sent = {}): Promise<string> {
    assert.equal((await askFor(path, email, sent)).status, 200);
    const [mail] = await deliver(system);
    const link = linkOf(mail);
    const { text } = await press(link, 'confirm');
    assert.match(text, /Stop these mails/);
    return link;
  }

  /** Opens the page of a list as a member, and presses the button "Follow this list". */
  async function pressAs(who: Caller, path: string): Promise<{ status: number; html: string }> {
    const { html } = await page(site(), who, path);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
    const { status } = await ask(path, { who, form: { follow: hidden('follow'), _wpnonce: hidden('_wpnonce') } });
    return { status, html: (await page(site(), who, path)).html };
  }

  describe('a member', () => {
    it('starts with one tap, gets at most one mail a day, and ends with one tap', async () => {
      const wishes = await list({ title: 'Cups' }, ['Old cup']);
      const started = await pressAs('stranger', wishes.path);
      assert.equal(started.status, 303);
      assert.match(started.html, /Stop following/);
      assert.deepEqual(await nextDay(), new Map(), 'wishes from before are not new');
      for (const name of ['Blue cup', 'Red cup']) await addItem(system, wishes.id, name);
      const mail = (await nextDay()).get('stranger@people.example');
      assert.equal(mail?.subject, '2 new wishes: “Cups”');
      assert.match(mail.text, /\* (Blue|Red) cup\n\* (Blue|Red) cup\n/);
      assert.doesNotMatch(mail.text + mail.html, /Old cup|given|still wanted|bought/i);
      assert.ok(mail.links.includes(site().url + wishes.path));
      await addItem(system, wishes.id, 'Green cup');
      await run(`do_action( 'largesse_daily_news' );`);
      assert.deepEqual(await deliver(system), [], 'a second mail on one day');
      system.office.refusals = 1;
      assert.deepEqual(await nextDay(), new Map(), 'the mail server refuses the mail');
      const again = (await deliver(system)).map(({ text }) => text);
      assert.equal(again.length, 1);
      assert.match(again[0] ?? '', /\* Green cup\n\n/);
      assert.deepEqual(await nextDay(), new Map(), 'no wish is counted twice');
      assert.match((await pressAs('stranger', wishes.path)).html, /Follow this list/);
      await addItem(system, wishes.id, 'Last cup');
      assert.deepEqual(await nextDay(), new Map());
    });

    it('gets one mail about all lists, and names the owner only to people who were invited', async () => {
      await run(`wp_update_user( array( 'ID' => $input, 'display_name' => 'Lena' ) );`, site().users.owner.id);
      const meta = { registry_invitees: '["invitee"]' };
      const closed = await list({ title: 'Hidden pots', status: 'private', meta });
      const open = await list({ title: 'Pans' });
      const named = await list({ title: 'Pots of Lena' });
      // If the address of the member follows the list, too, the member gets only one mail.
      await follow(open.path, 'invitee@people.example');
      for (const { path } of [closed, open, named]) await pressAs('invitee', path);
      await addItem(system, closed.id, 'Pot');
      const single = (await nextDay()).get('invitee@people.example');
      assert.equal(single?.subject, 'Lena added 1 wish');
      assert.match(single.text, /Lena added 1 wish to the list “Hidden pots”:\n\n\* Pot/);
      await addItem(system, closed.id, 'Lid');
      await addItem(system, named.id, 'Jar');
      await addWishes(
        open.id,
        Array.from({ length: 12 }, (_, n) => `Pan ${n}`),
      );
      await run(`do_action( 'largesse_daily_news' );`);
      assert.deepEqual(await deliver(system), [], 'one mail a day, also about other lists');
      await run(`update_user_meta( $input, 'locale', 'de_DE' );`, site().users.invitee.id);
      const both = (await nextDay()).get('invitee@people.example');
      await run(`delete_user_meta( $input, 'locale' );`, site().users.invitee.id);
      assert.equal(both?.subject, 'Neue Wünsche auf 3 Listen');
      assert.match(both.text, /Auf der Liste „Pans“ gibt es 12 neue Wünsche:/);
      assert.match(both.text, /\* und 2 weitere/);
      assert.match(both.text, /Lena hat .*„Pots of Lena“/, 'the title contains the name of the owner');
      await run(
        `use Largesse\\Together\\Following\\Followers; Followers::remove( Followers::find( $input, 0, 'invitee@people.example' ) );`,
        open.id,
      );
      // Mail programs unsubscribe with a POST request without a cookie. Opening the link does not unsubscribe (RFC
      // 8058).
      const end = /<(.+)>/.exec(both.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
      assert.equal(both.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
      assert.match((await ask(end)).text, /Mails zu allen Listen|Stop the mails about all lists/);
      const ended = await ask(end, { form: { 'List-Unsubscribe': 'One-Click' } });
      assert.equal(ended.status, 200);
      assert.match((await page(site(), 'invitee', open.path)).html, /Follow this list/);
      assert.equal((await ask(end)).status, 404);
    });

    it('cannot follow their own list, nor any list without a confirmed address or a valid form', async () => {
      const own = await list({ meta: { registry_owners: '["invitee"]' } });
      const { path } = own;
      for (const owner of ['owner', 'invitee'] as const) {
        assert.doesNotMatch((await page(site(), owner, path)).html, /Follow this list/);
        const [nonce] = await noncesOf(site(), owner, [`largesse-follow-${own.id}`]);
        const refused = await ask(path, { who: owner, form: { follow: 'start', _wpnonce: nonce ?? '' } });
        assert.equal(refused.status, 409, owner);
        assert.match(refused.text, /your own list/);
      }
      const forged = await ask(path, { who: 'stranger', form: { follow: 'start', _wpnonce: 'x' } });
      assert.equal(forged.status, 403);
      assert.match(forged.text, /open for too long/);
      const address = await run(
        `update_user_meta( $input, '_largesse_unconfirmed', 'x' );
         echo Largesse\\Together\\Following\\FollowerAccess::address( new Largesse\\Together\\Following\\Follower( 'a', 1, $input, '', '', '', 1, true ) );`,
        site().users.stranger.id,
      );
      assert.equal(address, '', 'earlier followers get no mail to an unconfirmed address');
      assert.match((await page(site(), 'stranger', path)).html, /Follow this list/);
      const [valid] = await noncesOf(site(), 'stranger', [`largesse-follow-${own.id}`]);
      const pending = await ask(path, { who: 'stranger', form: { follow: 'start', _wpnonce: valid ?? '' } });
      await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, site().users.stranger.id);
      assert.match(pending.text, /confirm the e-mail address of your account first/);
      assert.equal(await entries(own.id), '');
    });
  });

  describe('a visitor without an account', () => {
    it('confirms the address first; nobody else is mailed', async () => {
      const wishes = await list({ title: 'Lena’s secret title' });
      assert.match((await ask(wishes.path)).html, /href="[^"]*\?follow=1"[^>]*>Follow this list/);
      const email = someone();
      const wrong = await askFor(wishes.path, 'not an address');
      assert.equal(wrong.status, 422);
      assert.match(wrong.html, /value="not an address"/);
      await askFor(wishes.path, email);
      const filled = await askFor(wishes.path, someone(), {}, { 'largesse-homepage': 'https://spam.example' });
      assert.equal(filled.status, 422);
      assert.match(filled.text, /No mail was sent yet: please check the form, and press the button once more/);
      await addItem(system, wishes.id, 'Jug');
      const mails = await deliver(system);
      assert.deepEqual(valuesOf(mails, 'recipients'), [[email]]);
      assert.doesNotMatch((mails[0]?.text ?? '') + mails[0]?.html, /secret title|Jug/, 'no word of a member');
      assert.deepEqual(await nextDay(), new Map(), 'only confirmed addresses get mails');
      const link = linkOf(mails[0]);
      assert.match((await ask(link)).text, /Yes, send me these mails/, 'opening the link changes nothing');
      assert.match((await press(link, 'confirm')).text, /Stop these mails/);
      assert.deepEqual(await nextDay(), new Map(), 'wishes from before are not new');
      await addItem(system, wishes.id, 'Second jug');
      assert.match((await nextDay()).get(email)?.text ?? '', /Second jug/);
      const other = await follow((await list()).path, email);
      assert.match((await press(link, 'end')).text, /no longer follow “Lena’s secret title”/);
      assert.match((await press(other, 'end')).text, /no longer follow/, 'the other list was still followed');
      await addItem(system, wishes.id, 'Third jug');
      assert.deepEqual(await nextDay(), new Map());
    });

    it('follows a private list through a link, and loses it as soon as the link is renewed', async () => {
      const closed = await list({ status: 'private', title: 'Hush' });
      assert.equal((await askFor(closed.path, someone())).status, 404);
      const cookie = await enter(closed);
      const email = someone();
      await follow(closed.path, email, { cookie });
      await addItem(system, closed.id, 'Vase');
      const mail = (await nextDay()).get(email);
      assert.equal(mail?.subject, 'Lena added 1 wish');
      const isKeyed = (link: string) => link.includes(`${closed.path}?open=`);
      assert.ok(mail.links.some(isKeyed), 'the link works on every device');
      await addItem(system, closed.id, 'Bowl');
      await run(`do_action( 'largesse_daily_news' );`);
      await linksOn(site()).family(closed.id);
      assert.deepEqual(await nextDay(), new Map());
      assert.equal(await entries(closed.id), '');
    });

    it('loses the list with a withdrawn invitation, or when it becomes private', async () => {
      const granny = 'granny@people.example';
      await run(`wp_update_user( array( 'ID' => $input, 'display_name' => 'owner' ) );`, site().users.owner.id);
      const meta = { registry_invitees: JSON.stringify([granny]) };
      const invited = await list({ status: 'private', title: 'Hush hush.example', meta });
      const uncle = someone();
      await follow(invited.path, uncle, { cookie: await openLink(await linksOn(site()).personal(invited.id, granny)) });
      await addItem(system, invited.id, 'Vase of casino.example');
      const mail = (await nextDay()).get(uncle);
      assert.match(mail?.subject ?? '', /^1 new wish: “Hush hush/, 'a user name is never shown');
      assert.match(mail?.text ?? '', /\* Vase of casino/);
      assert.doesNotMatch(`${mail?.text}${mail?.html}`, /(casino|hush)\.example/);
      assert.ok(mail && !mail.links.some((link) => link.includes('open=')), 'not the link of another person');
      const open = await list({ title: 'Open' });
      const reader = someone();
      await follow(open.path, reader);
      for (const { id } of [invited, open]) await addItem(system, id, 'Late');
      await run(
        `update_post_meta( $input[0], 'registry_invitees', '[]' ); wp_update_post( array( 'ID' => $input[1], 'post_status' => 'trash' ) );`,
        [invited.id, open.id],
      );
      assert.deepEqual(await nextDay(), new Map());
      await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'publish' ) );`, open.id);
      assert.deepEqual([...(await nextDay()).keys()], [reader], 'a list comes back out of the trash');
      await addItem(system, open.id, 'Later');
      await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, open.id);
      assert.deepEqual(await nextDay(), new Map());
    });

    it('loses a list with a password when the password changes', async () => {
      const locked = await list({ password: 'sesame' });
      assert.doesNotMatch((await askFor(locked.path, someone())).text, /We will send a mail/);
      const seen = await run(
        `use Largesse\\Together\\Following as F;
         $may = fn ( $access ) => (int) (bool) F\\FollowerAccess::list_of( get_post( $input ), new F\\Follower( 'a', $input, 0, 'a@x.example', $access, '', 1 ) );
         $access = Largesse\\Registries\\Registry\\WayIn::of_password( get_post( $input ) );
         echo $may( '' ), $may( $access );
         wp_update_post( array( 'ID' => $input, 'post_password' => 'another' ) );
         echo $may( $access );
         wp_update_post( array( 'ID' => $input, 'post_password' => '' ) );
         echo $may( $access );
         // The account of this follower was deleted.
         echo (int) (bool) F\\FollowerAccess::list_of( get_post( $input ), new F\\Follower( 'a', $input, 999999, '', '', '', 1 ) );`,
        locked.id,
      );
      assert.equal(seen, '01010');
    });

    it('keeps a list with a password after an update, as long as the password is the same', async () => {
      const locked = await list({ password: 'sesame' });
      const seen = await run(
        `use Largesse\\Together\\Following as F;
         use Largesse\\Foundation\\Records\\Records;
         $registry = get_post( $input );
         $hash     = static fn ( $password ) => 'password:' . Largesse\\Foundation\\Http\\KeyedHash::of( 'largesse-follower-password|' . Largesse\\Together\\Invitations\\LinkKey::registry_identifier( $registry->ID ) . "|$password" );
         $of       = static fn ( $email ) => F\\Followers::everywhere( 0, $email )[ $registry->ID ];
         foreach ( array( 'same@x.example' => 'sesame', 'other@x.example' => 'earlier' ) as $email => $password )
           F\\Followers::start( new F\\Follower( 'a', $registry->ID, 0, $email, $hash( $password ), '', 1 ) );
         F\\FollowerAccess::update_stored();
         foreach ( array( 'same@x.example', 'other@x.example' ) as $email ) echo (int) (bool) F\\FollowerAccess::list_of( $registry, $of( $email ) );`,
        locked.id,
      );
      assert.equal(seen, '10');
    });

    it('cannot confirm after the list became private, and is no follower once they own the list', async () => {
      const wishes = await list();
      await askFor(wishes.path, someone());
      const link = linkOf((await deliver(system))[0]);
      await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, wishes.id);
      assert.match((await press(link, 'confirm')).text, /You cannot see this list at the moment/);
      assert.match(await entries(wishes.id), /"is_confirmed":false/, 'not confirmed');
      const seen = await run(
        `use Largesse\\Together\\Following as F;
         $may = fn () => (int) (bool) F\\FollowerAccess::list_of( get_post( $input[0] ), new F\\Follower( 'a', $input[0], $input[1], '', '', '', 1 ) );
         foreach ( array( 'registry_invitees', 'registry_owners' ) as $role ) {
           update_post_meta( $input[0], $role, '["stranger"]' );
           echo $may();
         }`,
        [wishes.id, site().users.stranger.id],
      );
      assert.equal(seen, '10');
    });

    it('gets no mail after refusing mails', async () => {
      const wishes = await list();
      const refuser = someone();
      await run(
        `use Largesse\\People\\Mail\\{MailOptOuts, OptOutPage};
         parse_str( wp_parse_url( OptOutPage::url( $input ), PHP_URL_QUERY ), $query );
         MailOptOuts::store( reset( $query ), true );`,
        refuser,
      );
      assert.equal((await askFor(wishes.path, refuser)).status, 200);
      assert.deepEqual(await deliver(system), []);
    });

    it('gets the same answer with an address that follows, is the owner’s, or had too many mails', async () => {
      const owners = ['owner@people.example', 'owner+list@people.example', 'co-owner@people.example'];
      const wishes = await list({ meta: { registry_owners: '["Co-Owner@people.example"]' } });
      const email = someone();
      const answers = new Set<string>();
      for (const address of [email, ...owners, someone(), email, email, email]) {
        const { status, html } = await askFor(wishes.path, address);
        assert.equal(status, 200);
        answers.add(decoded(/<main.*<\/main>/s.exec(html)?.[0] ?? '').replaceAll(address, 'ADDRESS'));
      }
      assert.equal(answers.size, 1, [...answers].join('\n---\n'));
      const mailed = (await deliver(system)).map(({ recipients }) => recipients[0]);
      assert.equal(mailed.filter((address) => address === email).length, 1);
      for (const owner of owners) assert.ok(!mailed.includes(owner), owner);
      const forged = await askFor(wishes.path, someone(), { headers: { 'sec-fetch-site': 'cross-site' } });
      assert.equal(forged.status, 403);
      await run(
        `( new Largesse\\Foundation\\Http\\RateLimit( 'followers from ' . Largesse\\Foundation\\Format\\Household::of( '127.0.0.1' ), 20, 600 ) )->take( 19 );`,
      );
      const statuses = [(await askFor(wishes.path, someone())).status, (await askFor(wishes.path, someone())).status];
      assert.deepEqual(statuses, [200, 429], 'at most 20 forms of one network address in ten minutes');
      await deliver(system);
    });
  });

  describe('the followers', () => {
    it('are counted again the next day if the service or the mail server did not answer', async () => {
      const wishes = await list({ title: 'Slow' });
      const email = someone();
      await follow(wishes.path, email);
      await addItem(system, wishes.id, 'Lamp');
      await follow((await list()).path, email);
      const last = await list();
      await follow(last.path, email);
      await follow((await list()).path, email);
      await connect(system, 'http://127.0.0.1:9');
      await run(`wp_clear_scheduled_hook( 'largesse_daily_news' );`);
      assert.deepEqual(await nextDay(), new Map());
      // After three failures in a row, the event schedules another run for the remaining lists.
      const rest = await run(
        `echo wp_json_encode( array_column( array_merge( ...array_values( array_column( _get_cron_array(), 'largesse_daily_news' ) ) ), 'args' ) );`,
      );
      assert.deepEqual(JSON.parse(rest).length, 1, rest);
      await connect(system, system.url);
      system.office.refusals = 1;
      assert.deepEqual(await nextDay(), new Map());
      assert.match((await deliver(system)).map(({ text }) => text).join(), /Lamp/);
      assert.deepEqual(await nextDay(), new Map());
    });

    it('are limited for each list and each person, and expire without a confirmation', async () => {
      // FollowerLimits.test.php tests the numbers.
      const wishes = await list();
      const answer = await run(
        `use Largesse\\Together\\Following as F;
         use Largesse\\Foundation\\Records\\Records;
         $one = fn ( $email, $list = null, $since = null ) => new F\\Follower( md5( $email ), $list ?? $input, 0, $email, '', 'en_US', $since ?? time() );
         $put = fn ( $one ) => Records::change( 'follower', "$one->registry " . md5( $one->email ), fn ( $now ) => $now->with( data: $one->to_array(), registry: $one->registry ) );
         // One transaction, because each of these changes would wait for the disk.
         global $wpdb;
         $wpdb->query( 'START TRANSACTION' );
         for ( $i = 0; $i < 200; $i++ ) $put( $one( "full$i@x.example" )->confirmed() );
         for ( $i = 0; $i < 200; $i++ ) $put( $one( "early$i@x.example" ) );
         for ( $i = 0; $i < 100; $i++ ) $put( $one( 'many@x.example', $input + 1000 + $i )->confirmed() );
         $code = fn ( $started ) => is_wp_error( $started ) ? $started->get_error_code() : null;
         $codes[] = $code( F\\Followers::start( $one( 'late@x.example' ) ) );
         F\\Followers::ask( $one( 'asked@x.example' ) );
         $codes[] = count( F\\Followers::of( $input ) );
         F\\Followers::ask( $one( 'old@x.example', since: time() - 3 * DAY_IN_SECONDS ) );
         foreach ( array( 'early0', 'early1', 'asked', 'old' ) as $name ) $codes[] = null !== F\\Followers::find( $input, 0, "$name@x.example" );
         ( new F\\FollowerPrivacy() )->delete_expired();
         $codes[] = count( Records::containing( 'follower', 'email', 'old@x.example' ) );
         $codes[] = $code( F\\Followers::start( $one( 'many@x.example' ) ) );
         $codes[] = count( F\\Followers::everywhere( 0, 'MANY@x.example' ) );
         $first = Records::containing( 'follower', 'email', 'many@x.example' )[0]->id;
         $reads = 0;
         add_filter( 'query', static function ( $sql ) use ( &$reads ) { $reads += (int) str_contains( $sql, "kind = 'follower' AND id >" ); return $sql; } );
         Largesse\\Services::get( F\\DailyNews::class )->run( $first - 1 );
         $codes[] = $reads;
         $codes[] = count( F\\Followers::everywhere( 0, 'many@x.example' ) );
         foreach ( F\\Followers::of( $input ) as $follower ) F\\Followers::remove( $follower );
         $wpdb->query( 'COMMIT' );
         echo wp_json_encode( $codes );`,
        wishes.id,
      );
      assert.deepEqual(JSON.parse(answer), [
        ...['largesse_many_followers', 400, false, true, true, false, 0],
        ...['largesse_many_lists', 100, 2, 0],
      ]);
    });

    it('are in no file, page or route of the owner, but in the privacy tools', async () => {
      const wishes = await list({ title: 'Mine' }, ['Kettle']);
      const email = someone();
      await follow(wishes.path, email);
      await pressAs('stranger', wishes.path);
      const manage = `/my-registries/?registry=${wishes.id}`;
      const paths = [wishes.path, manage, ...['json', 'csv', 'html'].map((format) => `${manage}&export=${format}`)];
      const pages = await Promise.all(paths.map((path) => page(site(), 'owner', path)));
      const seen = [
        ...pages.map(({ html }) => html),
        JSON.stringify((await read(site(), 'admin', wishes.id, '?context=edit')).body),
        (await page(site(), 'admin', '/wp-admin/export.php?download=true&content=registry')).html,
      ];
      for (const text of seen) assert.ok(text.length > 100 && !text.includes(email));
      const tool = (what: 'export' | 'erase', address: string) =>
        run(
          `echo wp_json_encode( ( new Largesse\\Together\\Following\\FollowerPrivacy() )->{$input[0]}( $input[1] ) );`,
          [what, address],
        );
      assert.match(await tool('export', email), new RegExp(`Mine.*${email}.*Following`));
      assert.match(await tool('export', 'stranger@people.example'), /Mine.*Following/);
      assert.match(await tool('export', someone()), /"data":\[\]/);
      const show = (status: string) =>
        run(`wp_update_post( array( 'ID' => $input[0], 'post_status' => $input[1] ) );`, [wishes.id, status]);
      await show('private');
      const hidden = await tool('export', email);
      await show('publish');
      assert.match(hidden, /A registry that this person cannot open/);
      assert.doesNotMatch(hidden, /Mine/);
      assert.match(await tool('erase', email.toUpperCase()), /"items_removed":true/);
      assert.match(await tool('erase', 'stranger@people.example'), /"items_removed":true/);
      assert.equal(await entries(wishes.id), '');
    });
  });
});
