// Needs a service and site: access of members ends in both.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { type Caller, create, page, read } from '../wordpress/requests.ts';
import { type FormBrowser, openFormBrowser, type Seen } from './circle-forms.ts';
import { addItem } from './connected.ts';
import { openMailingSite, deliver as send } from './mailing-site.ts';

const OVERVIEW = '/my-registries/';

// rules: Circles
describe('circles', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) =>
    site().wordpress.run(`use Largesse\\Together\\Circles as C; ${php}`, input);
  const browsers = {} as Record<Exclude<Caller, 'admin'>, FormBrowser>;

  before(async () => {
    for (const who of ['owner', 'invitee', 'mailInvitee', 'stranger', 'nobody'] as const)
      browsers[who] = await openFormBrowser(site(), who);
  });

  const circlePath = (seen: Pick<Seen, 'path'>, tab = 'people') => `${OVERVIEW}?circle=${idOf(seen)}&tab=${tab}`;
  const idOf = (seen: Pick<Seen, 'path'>) => new URL(seen.path, site().url).searchParams.get('circle') ?? '';
  /** Returns the path of the family link on a page. */
  const link = (html: string) =>
    (/<input type="url"[^>]* value="([^"]+)"/.exec(html)?.[1] ?? '').replace(site().url, '');
  /** Returns the headings of the people's cards, in their order. */
  const names = (html: string) =>
    [...html.matchAll(/<h4 class="largesse-mine__name"[^>]*>([^<]*)</g)].map(([, name]) => name);

  const acts = (html: string) => [...html.matchAll(/name="largesse-circle" value="(\w+)"/g)].map(([, act]) => act);
  /** Creates a circle of the owner, without forms. */
  async function circle(name: string): Promise<Pick<Seen, 'path'>> {
    const url = await run(
      `$changes = Largesse\\Services::get( C\\CircleChanges::class );
      $circle  = $changes->create( get_user_by( 'login', 'owner' ), C\\Circles::new_id(), $input, 'Ada' );
      echo C\\CirclePage::url( $circle->id );`,
      name,
    );
    return { path: url.replace(site().url, '') };
  }
  /** Creates a family link. Then the user `invitee` joins the circle through this link. Uses no forms. */
  async function join(made: Pick<Seen, 'path'>, name: string): Promise<void> {
    await run(
      `$changes = Largesse\\Services::get( C\\CircleChanges::class );
      $changes->renew_link( get_user_by( 'login', 'owner' ), $input[0] );
      $joined = $changes->join( get_user_by( 'login', 'invitee' ), new C\\JoinLink( $input[0], null ), $input[1] );
      if ( is_wp_error( $joined ) ) throw new Exception( $joined->get_error_message() );`,
      [idOf(made), name],
    );
  }
  /** Creates a private list of a member. */
  const list = (who: 'owner' | 'invitee', title: string, date = '') =>
    create(site(), who, {
      title,
      status: 'private',
      meta: { registry_event_type: 'Birthday', registry_event_date: date },
    });
  const canRead = async (who: Caller, id: number) => (await read(site(), who, id)).status === 200;
  const today = async (days: number) => await run(`echo wp_date( 'Y-m-d', time() + $input * DAY_IN_SECONDS );`, days);
  const open = async (who: 'owner' | 'invitee', id: number, about: string) =>
    await browsers[who].send(await browsers[who].open(`${OVERVIEW}?registry=${id}`), 'open', {}, about);

  /** Opens the tab of a circle that contains a form, and sends this form. */
  const act = async (
    who: Exclude<Caller, 'admin'>,
    made: Pick<Seen, 'path'>,
    ...form: [string, Record<string, string>?, string?]
  ) => {
    const invites = ['invite', 'withdraw', 'renew_link', 'end_link', 'add_ward'].includes(form[0]);
    const tab = ['rename', 'leave', 'delete'].includes(form[0]) ? 'settings' : invites ? 'invite' : 'people';
    return browsers[who].send(await browsers[who].open(circlePath(made, tab)), ...form);
  };

  it('opens lists to the circle: members see and give, until they are closed', async () => {
    const made = await circle('The Bergers');
    await join(made, 'Ben');
    const later = await list('owner', 'Ada’s birthday');
    const soon = await list('invitee', 'Ben’s birthday');
    assert.equal(await canRead('invitee', later), false);
    await open('owner', later, 'The Bergers');
    await open('invitee', soon, 'The Bergers');
    assert.match((await browsers.owner.open(circlePath(made))).html, /Ben’s birthday<\/a>/);
    assert.equal(await canRead('invitee', later), true);
    assert.equal(await canRead('owner', soon), true);
    assert.equal(await canRead('stranger', later), false);
    assert.equal(await canRead('nobody', later), false);
    // Strangers do not see the circle's name, not even in the title of the page.
    assert.doesNotMatch((await page(site(), 'stranger', circlePath(made))).html, /The Bergers/);
    // The page omits lists that are marked as past.
    await run(`update_post_meta( $input, '_largesse_past', '1' );`, soon);
    assert.doesNotMatch((await browsers.owner.open(circlePath(made))).html, /Ben’s birthday<\/a>/);
    const address = `/?registry=${later}`;
    // Members of the circle see neither the invitees nor the co-owners and keepers.
    await run(
      `foreach ( array( 'invitees', 'owners', 'keepers' ) as $list ) update_post_meta( $input, "registry_{$list}", '["aunt@family.example"]' );`,
      later,
    );
    assert.doesNotMatch(JSON.stringify((await read(site(), 'invitee', later)).body), /aunt@/);
    assert.match(JSON.stringify((await read(site(), 'owner', later)).body), /aunt@/);
    // Members of the circle can give like invited guests.
    const item = await addItem(system, later, 'Kettle');
    const gives = async (who: Caller) => (await page(site(), who, `${address}&give=${item}`)).html.includes('"token"');
    assert.deepEqual([await gives('invitee'), await gives('stranger')], [true, false]);
    // When the owner closes the list for the circle, the circle's members lose access at once.
    await browsers.owner.send(await browsers.owner.open(`${OVERVIEW}?registry=${later}`), 'close', {}, 'The Bergers');
    assert.equal(await canRead('invitee', later), false);
  });

  it('show 24 lists on a page, the next celebrations first', async () => {
    const made = await circle('Many');
    await join(made, 'Ben');
    // CelebrationOrder.test.php tests the order. The owner opens 47 dated lists, one without a date, and two past ones.
    await run(
      `$ada = C\\Circles::people( $input )[0];
      for ( $n = 1; $n <= 50; $n++ ) {
        $day = 48 === $n ? '' : wp_date( 'Y-m-d', time() + ( $n > 48 ? 47 - $n : 90 - $n ) * DAY_IN_SECONDS );
        $id  = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_author' => $ada->user, 'post_title' => "List {$n}.", 'meta_input' => array( 'registry_event_date' => $day ) ) );
        C\\OpenLists::open( get_post( $id ), $input, $ada->id );
      }`,
      idOf(made),
    );
    const titles = (html: string) => [...html.matchAll(/>List (\d+)\.<\/a>/g)].map(([, number]) => Number(number));
    const first = (await browsers.invitee.open(circlePath(made))).html;
    const last = (await browsers.invitee.open(`${circlePath(made)}&circle-lists=3`)).html;
    assert.deepEqual([titles(first).length, titles(first)[0], titles(last)], [24, 47, [49, 50]]);
    assert.deepEqual([names(first), names(last)], [['Ada', 'Ben'], ['Ada']], 'nobody without a list on this page');
    // Each member may open 50 lists; earlier ones stay open.
    const added = await list('owner', 'One too many');
    assert.match((await open('owner', added, 'Many')).html, /You have already opened 50 lists to this circle/);
    assert.equal(await canRead('invitee', added), false);
  });

  it('opens lists with a password, drafts only after they are shared', async () => {
    const made = await circle('Password');
    await join(made, 'Ben');
    const meta = { title: 'Locked', status: 'publish', password: 'secret', slug: 'locked' } as const;
    const id = await create(site(), 'owner', meta);
    const draft = await create(site(), 'owner', { title: 'Draft', status: 'draft' });
    const hint = /A circle sees the list as soon as you share it/;
    assert.match((await open('owner', draft, 'Password')).html, hint);
    assert.doesNotMatch((await open('owner', id, 'Password')).html, hint);
    const path = '/registry/locked/';
    const needs = (html: string) => /post-password-form|name="post_password"/.test(html);
    assert.equal(needs((await page(site(), 'stranger', path)).html), true);
    assert.equal(needs((await page(site(), 'invitee', path)).html), false);
    assert.equal(await canRead('invitee', draft), false);
    const lists = (await browsers.invitee.open(circlePath(made))).html;
    assert.deepEqual([/>Locked<\/a>/.test(lists), /Draft/.test(lists)], [true, false]);
    await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, draft);
    assert.equal(await canRead('invitee', draft), true);
    const mayFollow = () =>
      run(
        `use Largesse\\Together\\Following as F; echo F\\FollowerAccess::list_of( get_post( $input[0] ), new F\\Follower( 'a', $input[0], $input[1], '', '', '', 1 ) ) ? 'yes' : 'no';`,
        [draft, site().users.invitee.id],
      );
    assert.equal(await mayFollow(), 'yes', 'a private list');
    // If a list gets a new owner, the members of the circle lose access to the list.
    await run(`wp_update_post( array( 'ID' => $input[0], 'post_author' => $input[1] ) );`, [
      draft,
      site().users.admin.id,
    ]);
    assert.equal(await canRead('invitee', draft), false);
    assert.equal(await mayFollow(), 'no');
  });

  it('ends access at once when people leave or are removed, and with it the link', async () => {
    const made = await circle('Leaving');
    await join(made, 'Ben');
    const mine = await list('owner', 'Mine');
    const bens = await list('invitee', 'Bens');
    await open('owner', mine, 'Leaving');
    await open('invitee', bens, 'Leaving');
    // Ben is a co-owner of a list whose owner is not in the circle.
    const meta = { registry_owners: '["invitee"]' };
    const shared = await create(site(), 'stranger', { title: 'Shared', status: 'private', meta });
    await open('invitee', shared, 'Leaving');
    assert.equal(await canRead('owner', shared), true);
    // A list stays open only while the member who opened it owns it: an invitee or keeper is not enough.
    const readableAs = async (role: 'owners' | 'keepers' | 'invitees') => {
      await run(
        `foreach ( array( 'owners', 'keepers', 'invitees' ) as $role ) delete_post_meta( $input[0], "registry_{$role}" );
        update_post_meta( $input[0], "registry_{$input[1]}", '["invitee"]' );`,
        [shared, role],
      );
      const onPage = (await browsers.owner.open(circlePath(made))).html.includes('Shared</a>');
      return [await canRead('owner', shared), onPage];
    };
    for (const role of ['keepers', 'invitees'] as const) assert.deepEqual(await readableAs(role), [false, false]);
    assert.deepEqual(await readableAs('owners'), [true, true]);
    const linkNow = async () => link((await browsers.owner.open(circlePath(made, 'invite'))).html);
    const old = await linkNow();
    await act('owner', made, 'make_organizer', {}, 'Ben');
    await act('invitee', made, 'invite', { email: 'second-of-ben@family.example' });
    await act('owner', made, 'invite', { email: site().users.invitee.email.toUpperCase() });
    const waiting = await browsers.stranger.send(await browsers.stranger.open(old), '');
    const removed = await act('owner', made, 'remove', {}, 'Ben');
    const { html: invitations } = await browsers.owner.open(circlePath(made, 'invite'));
    assert.doesNotMatch(invitations, new RegExp(`second-of-ben|${site().users.invitee.email}`, 'i'));
    assert.deepEqual(names(removed.html), ['Ada']);
    assert.equal(await canRead('invitee', mine), false);
    for (const id of [bens, shared]) assert.equal(await canRead('owner', id), false);
    assert.match((await browsers.invitee.open(circlePath(made))).html, /There is no such circle/);
    assert.equal((await browsers.invitee.open(old)).status, 404);
    // Ben opened a list for the circle before he was removed. When he joins again, this list stays closed.
    await join(made, 'Ben again');
    // The stranger pressed "Continue" on the old link. The old link stays invalid after the owner has created a new
    // one.
    assert.equal((await browsers.stranger.send(waiting, 'join', { own_name: 'Eve' })).status, 422);
    const current = await linkNow();
    assert.equal(await canRead('owner', bens), false);
    await act('invitee', made, 'leave');
    // The permission of the link is used up. Without the link, nobody joins again.
    assert.match((await browsers.invitee.open(circlePath(made))).html, /There is no such circle/);
    assert.equal((await browsers.stranger.open(current)).status, 200);
  });

  it('sorts people by their next birthday, which they or their guardians enter without a year', async () => {
    const made = await circle('Birthdays');
    await join(made, 'Ben');
    await act('invitee', made, 'add_ward', { ward_name: 'Nana' });
    const inDays = async (days: number) => {
      const [, month, day] = (await today(days)).split('-').map(Number);
      return { birth_day: String(day), birth_month: String(month) };
    };
    const soon = await act('invitee', made, 'set_birthday', await inDays(2), 'Nana');
    assert.match(soon.html, /Saved\./);
    await act('owner', made, 'set_birthday', await inDays(5), 'Ada');
    const { html } = await browsers.owner.open(circlePath(made));
    assert.deepEqual(names(html), ['Nana', 'Ada', 'Ben']);
    assert.match(html, /Birthday: [^<]*in.2.days/u);
    // Only the guardian enters the birthday of a person without an account.
    const ward = await run(`echo C\\Circles::people( $input )[2]->id;`, idOf(made));
    const forged = await act('owner', made, 'set_birthday', { ...(await inDays(9)), person: ward }, 'Ada');
    assert.equal(forged.status, 422);
    const wrong = await act('invitee', made, 'set_birthday', { birth_day: '31', birth_month: '6' }, 'Nana');
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /value="31"[^>]*aria-invalid="true"/);
    assert.match(wrong.html, /Enter a day and a month that exist/);
    // WordPress's export contains the birthdays that the member has entered.
    const data = await run(
      `echo wp_json_encode( ( new C\\CirclePrivacy() )->export( get_user_by( 'login', 'invitee' )->user_email ) );`,
    );
    assert.match(data, /Nana \d\d-\d\d/);
    await act('invitee', made, 'set_birthday', { birth_day: '', birth_month: '' }, 'Nana');
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Ada', 'Ben', 'Nana']);
  });

  it('includes people without an account through those who look after them', async () => {
    const made = await circle('Wards');
    const id = idOf(made);
    await join(made, 'Ben');
    const added = await act('invitee', made, 'add_ward', { ward_name: 'Grandma' });
    assert.match(added.html, /Looked after by Ben/);
    const hers = await list('invitee', 'Grandma’s wishes', await today(0));
    await open('invitee', hers, ' as the list of Grandma');
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Grandma', 'Ada', 'Ben']);
    const ward = await run(`echo C\\Circles::people( $input )[2]->id;`, id);
    // Only the guardian can rename a person who has no account.
    const forged = await act('owner', made, 'rename_person', { person: ward, person_name: 'Eve' });
    assert.equal(forged.status, 422);
    // A guardian removes a person whom they look after. The family link stays valid.
    const withTim = await act('invitee', made, 'add_ward', { ward_name: 'Tim' });
    const linkNow = async () => link((await browsers.owner.open(circlePath(made, 'invite'))).html);
    const before = await linkNow();
    // Tim and Grandma leave together with Ben.
    const { html: settings } = await browsers.invitee.open(circlePath(made, 'settings'));
    assert.match(settings, /You no longer see the circle.*nobody else looks after them: Grandma, Tim</s);
    await browsers.invitee.send(withTim, 'remove', {}, 'Tim');
    assert.equal(await linkNow(), before);
    await act('invitee', made, 'leave');
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Ada']);
    assert.equal(await canRead('owner', hers), false);
  });

  it('invites by mail, once and only while an organizer wants it', async () => {
    const made = await circle('Mail');
    const { email } = site().users.stranger;
    await run(`update_user_meta( $input, 'locale', 'de_DE' );`, site().users.stranger.id);
    await act('owner', made, 'invite', { email });
    const [mail = assert.fail(), ...others] = await send(system);
    assert.deepEqual(others, []);
    assert.match(mail.text, /Ada lädt dich in den Kreis „Mail“ ein/, 'in the language of the invited member');
    await run(`delete_user_meta( $input, 'locale' );`, site().users.stranger.id);
    const url = (/https?:\S+circle=\S+/.exec(mail.text)?.[0] ?? '').replace(site().url, '');
    assert.equal(mail.headers['reply-to'], site().users.owner.email);
    // Mail scanners open the address. A scanner's visit must not change anything.
    const scanned = await fetchOnce(site().url + url);
    assert.match(await scanned.text(), /You are invited to this circle.*remembers for 7 days/s);
    assert.equal(scanned.headers.get('referrer-policy'), 'strict-origin', 'otherwise the form has no origin');
    // A form of another site has no effect, either.
    const submit = (headers = {}) =>
      fetchOnce(site().url + url, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URL(url, site().url).searchParams,
      });
    const foreign = await submit({ origin: 'https://other.example', 'sec-fetch-site': 'cross-site' });
    assert.deepEqual([foreign.status, /largesse_join/.test(foreign.headers.get('set-cookie') ?? '')], [403, false]);
    assert.match(
      (await submit()).headers.get('set-cookie') ?? '',
      new RegExp(`largesse_join_${idOf(made)}=[0-9a-f]{16}-\\w{32};.*Max-Age=604800;.*HttpOnly; SameSite=Lax`, 'i'),
    );
    const signIn = await browsers.nobody.send(await browsers.nobody.open(url), '');
    assert.match(signIn.html, /To join the circle, sign in/);
    const invited = await browsers.stranger.send(await browsers.stranger.open(url), '');
    const joined = await browsers.stranger.send(invited, 'join', { own_name: 'Eve' });
    assert.deepEqual(names(joined.html), ['Ada', 'Eve']);
    assert.equal((await browsers.mailInvitee.open(url)).status, 404);
    await act('owner', made, 'invite', { email: 'uncle@family.example' });
    await act('owner', made, 'withdraw', {}, 'uncle@');
    assert.deepEqual(await send(system), []);
    // An address that refuses invitations gets no mail. The page does not show the reason.
    const refusing = 'refusing@family.example';
    await run(
      `wp_parse_str( wp_parse_url( Largesse\\People\\Mail\\OptOutPage::url( $input ), PHP_URL_QUERY ), $query );
      Largesse\\People\\Mail\\MailOptOuts::store( array_values( $query )[0], true );`,
      refusing,
    );
    const unsent = await act('owner', made, 'invite', { email: refusing });
    assert.deepEqual(await send(system), []);
    assert.match(unsent.html, /refusing@/);
    // An invitation is not sent if its sender is not an organizer (Eve) or has not confirmed their address.
    await run(
      `$ada = get_userdata( $input['ada'] );
      $id  = str_repeat( '3', 16 );
      C\\Circles::change( $input['circle'], static fn ( $now ) => $now->with( invitations: array( ...$now->invitations, new C\\Invitation( $id, 'three@family.example', $input['eve'], time() ) ) ) );
      Largesse\\Services::get( C\\CircleMails::class )->queue( $input['circle'], $id );
      Largesse\\Services::get( C\\CircleChanges::class )->invite( $ada, $input['circle'], str_repeat( '4', 16 ), 'four@family.example' );
      update_user_meta( $ada->ID, '_largesse_unconfirmed', 'x' );`,
      { circle: idOf(made), ada: site().users.owner.id, eve: site().users.stranger.id },
    );
    assert.deepEqual(await send(system), []);
    await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, site().users.owner.id);
    // Members who are not organizers, and strangers, cannot make these changes.
    const refused = await run(
      `$circle = $input['circle'];
      list( $ada, $eve ) = array_column( C\\Circles::people( $circle ), 'id' );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $tried   = static fn ( $user ) => array(
        $changes->rename( $user, $circle, 'Mine' ),
        $changes->rename_person( $user, $circle, $ada, 'Mine' ),
        $changes->make_organizer( $user, $circle, $eve ),
        $changes->remove( $user, $circle, $ada ),
        $changes->renew_link( $user, $circle ),
        $changes->end_link( $user, $circle ),
        $changes->withdraw( $user, $circle, $eve ),
        $changes->delete( $user, $circle ),
        $changes->invite( $user, $circle, C\\Circles::new_id(), 'x@family.example' ),
      );
      $all = array( ...$tried( get_userdata( $input['member'] ) ), ...$tried( $other = get_userdata( $input['other'] ) ), $changes->add_ward( $other, $circle, $eve, 'Tim' ) );
      echo wp_json_encode( array_map( static fn ( $one ) => is_wp_error( $one ) ? $one->get_error_code() : 'ok', $all ) );`,
      { circle: idOf(made), member: site().users.stranger.id, other: site().users.invitee.id },
    );
    assert.deepEqual(JSON.parse(refused), [
      ...Array(9).fill('largesse_forbidden'),
      ...Array(10).fill('largesse_no_circle'),
    ]);
  });

  it('names field and rule of bad input, and keeps what was typed', async () => {
    const overview = await browsers.mailInvitee.open(OVERVIEW);
    const long = 'x'.repeat(81);
    const refused = await browsers.mailInvitee.send(overview, 'create', { circle_name: long, own_name: 'Me & you' });
    assert.equal(refused.status, 422);
    assert.match(refused.html, /A name has at most 80 characters/);
    assert.match(refused.html, new RegExp(`value="${long}"`));
    assert.match(refused.html, /value="Me &amp; you"/);
    const late = await browsers.mailInvitee.send(overview, 'create', { circle_name: 'A', _wpnonce: 'x' });
    assert.match(late.html, /open for too long/);
    await run(
      `wp_set_current_user( get_user_by( 'login', 'mailInvitee' )->ID ); Largesse\\Foundation\\Http\\WrittenBytes::count( 99_900_000 );`,
    );
    const full = await browsers.mailInvitee.send(overview, 'create', { circle_name: 'x'.repeat(150_000) });
    assert.equal(full.status, 429);
    assert.match(full.html, /sent a great deal of data today/);
    await run(
      `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}largesse_records SET time = 1 WHERE kind = 'limit'" );`,
    );
    // If the browser sends the same form twice, the site creates only one circle.
    const once = await browsers.mailInvitee.send(overview, 'create', { circle_name: 'Twice', own_name: 'B' });
    const twice = await browsers.mailInvitee.send(overview, 'create', { circle_name: 'Twice', own_name: 'B' });
    assert.equal(idOf(once), idOf(twice));
    // A user cannot find out whether a circle exists by sending its id.
    const other = await circle('Other');
    const elsewhere = await browsers.mailInvitee.send(overview, 'create', {
      of: idOf(other),
      circle_name: 'C',
      own_name: 'B',
    });
    assert.deepEqual([elsewhere.status, idOf(elsewhere) === idOf(other)], [200, false]);
    const mails = await browsers.mailInvitee.send(once, 'invite', { email: 'not an address' });
    assert.match(mails.html, /Enter a complete e-mail address/);
    assert.match(mails.html, /value="not an address"/);
    // Another tab has deleted the circle.
    await act('mailInvitee', once, 'delete');
    const gone = await browsers.mailInvitee.send(once, 'add_ward', { ward_name: 'Tim' });
    assert.equal(gone.status, 422);
    assert.match(gone.html, /no longer exists, or you are not in it/);
  });

  // Circle.test.php tests the numbers and the names.
  it('limits circles, people, invitations and wards, each with its name', async () => {
    const rules = await run(
      `list( $input, $stranger, $invitee ) = $input;
      $make  = static fn ( int $people, int $invitations ): C\\Circle => new C\\Circle( C\\Circles::new_id(), 'Full', time(), array( new C\\Person( 'self000000000000', 'Me', $input, null, true ), new C\\Person( 'other00000000000', 'Other', $stranger ), ...array_map( static fn ( int $n ) => new C\\Person( sprintf( '%016x', $n ), 'P', null, 'self000000000000' ), range( 1, $people ) ) ),
        '',
        array_map( static fn ( int $n ) => new C\\Invitation( sprintf( '%016x', $n ), "a{$n}@family.example", $input, time() ), $invitations ? range( 1, $invitations ) : array() )
      );
      $user    = get_userdata( $input );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $open    = static fn ( $circle ) => $circle->with( link: C\\JoinLink::create_family_link( $circle->id ) );
      $full    = $open( $make( 98, 0 ) );
      $mails   = $open( $make( 3, 50 ) );
      $wards   = $make( 20, 0 );
      foreach ( array( $full, $mails, $wards ) as $circle ) C\\Circles::add( $circle );
      $link    = static fn ( $circle ) => new C\\JoinLink( $circle->id, null );
      $other   = get_userdata( $stranger );
      $guest   = get_userdata( $invitee );
      $answers = array(
        $changes->invite( $user, $full->id, C\\Circles::new_id(), 'b@family.example' ),
        $changes->add_ward( $user, $wards->id, C\\Circles::new_id(), 'Tim' ),
        $changes->add_ward( $other, $full->id, C\\Circles::new_id(), 'Tim' ),
        $changes->join( $guest, $link( $full ), 'Tim' ),
        $changes->join( $guest, $link( $mails ), ' oTHER' ),
        $changes->join( $guest, $link( $wards ), 'Tim' ),
        $changes->rename_person( $other, $mails->id, 'other00000000000', 'me' ),
        $changes->invite( $user, $mails->id, C\\Circles::new_id(), 'b@family.example' ),
      );
      for ( $n = 0; $n < 18; $n++ ) $answers[20] = $changes->create( $user, C\\Circles::new_id(), 'Many', 'Me' );
      $theirs = $changes->create( $other, C\\Circles::new_id(), 'Theirs', 'Me' );
      $changes->renew_link( $other, $theirs->id );
      $answers[21] = $changes->join( $user, $link( $theirs ), 'You' );
      $changes->delete( $other, $theirs->id );
      foreach ( C\\Circles::of_user( $input ) as $circle ) $changes->delete( $user, $circle->id );
      $rules = array_map( static fn ( $one ) => is_wp_error( $one ) ? trim( "{$one->get_error_data()['rule']} {$one->get_error_data()['limit']}" ) : 'ok', $answers );
      echo implode( ', ', $rules ), '; ', count( C\\Circles::of_user( $input ) );`,
      [site().users.admin.id, site().users.stranger.id, site().users.invitee.id],
    );
    const expected = `max_people 100, max_wards 20, max_people 100, max_people 100, unique_name, no_invitation,
      unique_name, max_invitations 50, max_circles 20, max_circles 20; 0`;
    assert.equal(rules, expected.replaceAll(/\s+/g, ' '));
  });

  it('changes only the people and invitations that a form is about', async () => {
    const found = await run(
      `$user  = static fn ( $login ) => get_userdata( wp_create_user( $login, 'x', "$login@family.example" ) );
      list( $ada, $ben, $eve ) = array_map( $user, array( 'ada2', 'ben2', 'eve2' ) );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $new     = static fn () => C\\Circles::new_id();
      $rule    = static fn ( $result ) => is_wp_error( $result ) ? trim( $result->get_error_data()['field'] . ' ' . $result->get_error_data()['rule'] ) : 'ok';
      $id     = $changes->create( $ada, $new(), 'The Bergers', 'Ada' )->id;
      $circle = $changes->add_ward( $ada, $id, $new(), 'Kim' );
      list( $self, $kim ) = array_column( $circle->people, 'id' );
      // CircleRules.test.php tests the rules of names.
      list( $of_circle, $of_person ) = array( str_repeat( 'ä', 81 ), str_repeat( 'ä', 61 ) );
      $all['names'] = array_map( $rule, array(
        $changes->create( $eve, $new(), $of_circle, 'Eve' ),
        $changes->create( $eve, $new(), 'Hers', $of_person ),
        $changes->rename( $ada, $id, $of_circle ),
        $changes->rename_person( $ada, $id, $self, $of_person ),
        $changes->add_ward( $ada, $id, $new(), $of_person ),
      ) );
      $circle = $changes->add_ward( $ada, $id, $new(), 'Tim' );

      // Members join once. The invitation that they used ends, others stay open.
      $link = static fn ( $circle, $invitation = null ) => new C\\JoinLink( $circle->id, $invitation );
      list( $first, $second, $third ) = array( $new(), $new(), $new() );
      $changes->invite( $ada, $id, $first, 'first@family.example' );
      $changes->invite( $ada, $id, $second, 'second@family.example' );
      $circle = $changes->invite( $ada, $id, $third, 'third@family.example' );
      $circle = $changes->join( $ben, $link( $circle, $first ), " Ben " );
      $all['joined'] = array( array_slice( $circle->people, -1 )[0]->name, array_column( $circle->invitations, 'email' ) );
      $changes->renew_link( $ada, $id );
      $circle = $changes->join( $ben, $link( $circle ), 'Ben again' );
      $all['no link'] = $link( $circle )->url( $changes->end_link( $ada, $id ) );
      $all['joined again'] = count( $circle->people );
      // Only members become organizers.
      $ben_id = $circle->member( $ben->ID )->id;
      $all['organizer'] = $rule( $changes->make_organizer( $ada, $id, $kim ) );
      // A person who has left cannot see the circle again by sending its form again.
      $form   = $new();
      $hers   = $changes->create( $eve, $form, 'Left', 'Eve' );
      C\\Circles::change( $hers->id, static fn ( $now ) => $now->with_person( new C\\Person( '1111111111111111', 'Ben', $ben->ID ) ) );
      ( new C\\CirclePrivacy() )->forget_user( $eve->ID );
      $all['left'] = array( $rule( $changes->create( $eve, $form, 'Left', 'Eve' ) ), C\\Circles::of_user( $eve->ID ) );

      // Other plugins learn who joins and leaves.
      foreach ( $actions = array( 'joined', 'left', 'removed', 'deleted' ) as $action ) {
        $listen[ $action ] = static function ( ...$about ) use ( &$all, $action, $ben_id ) {
          $all['actions'][] = "$action " . ( ( $about[1] ?? '' ) === $ben_id ? 'Ben' : count( $about ) );
        };
        add_action( "largesse_circle_$action", $listen[ $action ], 10, 2 );
      }
      $changes->add_ward( $ada, $id, $new(), 'Uma' );
      $changes->remove( $ada, $id, $ben_id );
      $changes->remove( $ada, $id, $kim );
      $changes->delete( $ada, $changes->create( $ada, $new(), 'Second', 'Ada' )->id );
      foreach ( $actions as $action ) remove_action( "largesse_circle_$action", $listen[ $action ] );
      $all['actions'] = array_count_values( $all['actions'] );

      // Keys hold on one site of a network only.
      $circle = C\\Circles::read( $id );
      $same   = $new();
      $keys   = static fn () => array( C\\Circles::unique_id( $id ), $link( $circle, $circle->invitations[0]->id )->url( $circle ), C\\Circles::id_of_ward( $circle, $circle->people[0], $same ), C\\Circles::id_of_form( $ada, $same ) );
      $here   = $keys();
      $GLOBALS['blog_id'] = 2;
      $all['keys of two sites'] = array_intersect( $here, $keys() );
      $GLOBALS['blog_id'] = 1;
      $all['id of two users'] = C\\Circles::id_of_form( $ada, $same ) === C\\Circles::id_of_form( $ben, $same );
      // The cookie of a link works for its circle only.
      $tried = static function ( $value ) use ( $id, $circle ) {
        $_COOKIE[ "largesse_join_$id" ] = $value;
        return null !== C\\JoinLink::from_cookie( $circle );
      };
      $value = static fn ( $circle ) => ( static fn ( $link ) => $link->cookie( $circle ) )->bindTo( null, C\\JoinLink::class )( new C\\JoinLink( $circle->id, $third ) );
      $twin  = C\\Circle::from_array( str_repeat( 'f', 16 ), $circle->to_array() );
      $all['cookies'] = array_map( $tried, array( $value( $circle ), $value( $twin ), "$third-" . str_repeat( '0', 32 ), '-', 'family-' ) );
      unset( $_COOKIE[ "largesse_join_$id" ] );
      foreach ( array( $ada, $ben, $eve ) as $one ) ( new C\\CirclePrivacy() )->forget_user( $one->ID );
      echo wp_json_encode( $all );`,
    );
    const fields = ['circle_name', 'own_name', 'circle_name', 'person_name', 'ward_name'];
    assert.deepEqual(JSON.parse(found), {
      names: fields.map((field) => `${field} maxLength`),
      joined: ['Ben', ['second@family.example', 'third@family.example']],
      'joined again': 4,
      'no link': '',
      organizer: 'no_person',
      left: ['no_circle', []],
      actions: { 'joined 2': 1, 'removed Ben': 1, 'left 2': 2, 'deleted 1': 1 },
      'keys of two sites': [],
      'id of two users': false,
      cookies: [true, false, false, false, false],
    });
  });

  it('keeps the circles and people of a list apart', async () => {
    const found = await run(
      `$make    = static fn ( $login ) => get_userdata( wp_create_user( $login, 'x', "$login@family.example" ) );
      list( $ada, $ben, $zoe ) = array_map( $make, array( 'ada3', 'ben3', 'zoe3' ) );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $rule    = static fn ( $result ) => is_wp_error( $result ) ? $result->get_error_data()['rule'] : 'ok';
      $new     = static fn () => C\\Circles::new_id();
      $circle  = $changes->add_ward( $ada, $changes->create( $ada, $new(), 'First', 'Ada' )->id, $new(), 'Kim' );
      $other   = $changes->create( $ada, $new(), 'Second', 'Ada' );
      list( $first, $second ) = array( $circle->id, $other->id );
      C\\Circles::change( $first, static fn ( $now ) => C\\Circle::from_array( $first, array( 'created' => 1 ) + $now->to_array() ) );
      list( $self, $kim ) = array_column( $circle->people, 'id' );
      $there = $other->people[0]->id;
      list( $bens, $zoes ) = array( '1111111111111111', '2222222222222222' );
      $add    = static fn ( $id, ...$person ) => C\\Circles::change( $id, static fn ( $now ) => $now->with_person( new C\\Person( ...$person ) ) );
      $circle = $add( $first, $bens, 'Ben', $ben->ID );
      $other  = $add( $second, $zoes, 'Zoe', $zoe->ID );
      $list   = static fn ( $user, $title, $status = 'private', $meta = array() ) => get_post( wp_insert_post( array( 'post_type' => 'registry', 'post_status' => $status, 'post_title' => $title, 'post_author' => $user->ID, 'meta_input' => $meta ) ) );
      $mine   = $list( $ada, 'Mine' );
      $rows   = static fn ( $list ) => array_column( C\\OpenLists::stored( $list ), 'circle' );
      $see    = static fn ( ...$users ) => array_map( static fn ( $user ) => C\\OpenLists::skip_password( false, $mine, $user->ID ), $users );

      // A list can be open to several circles. Each circle can be closed, and given another person, on its own.
      C\\OpenLists::open( $mine, $first, $self );
      C\\OpenLists::open( $mine, $second, $there );
      $all['both'] = $see( $ben, $zoe );
      C\\OpenLists::open( $mine, $first, $kim );
      $all['people'] = array( count( $rows( $mine ) ), C\\OpenLists::person_of( $mine, $circle )->name, C\\OpenLists::person_of( $mine, $other )->name );
      C\\OpenLists::close( $mine, $first );
      $all['closed'] = array( $rows( $mine ) === array( $second ), ...$see( $ben, $zoe ) );
      C\\OpenLists::open( $mine, $first, $bens );
      $all['not mine'] = array( ...$see( $ben ), C\\OpenLists::registries( $circle, C\\OpenLists::of_circle( $circle ) ) );

      // Only owners open a list: to their own circle, as their list or the list of somebody whom they look after.
      $helped = $list( $ada, 'Helped', 'private', array( 'registry_owners' => '["zoe3"]', 'registry_keepers' => '["ben3"]', 'registry_invitees' => '["ben3"]' ) );
      $page   = wp_insert_post( array( 'post_type' => 'post', 'post_status' => 'private', 'post_author' => $ada->ID ) );
      $all['changes'] = array_map( $rule, array(
        C\\ListChoice::change( $ben, $first, $mine->ID, $bens ),
        C\\ListChoice::change( $ben, $first, $helped->ID, $bens ),
        C\\ListChoice::change( $ben, $first, $mine->ID, null ),
        C\\ListChoice::change( $ada, $first, $page, $self ),
        C\\ListChoice::change( $ada, $first, $mine->ID, $bens ),
        C\\ListChoice::change( $zoe, $first, $helped->ID, $zoes ),
        C\\ListChoice::change( $zoe, $second, $helped->ID, $zoes ),
        C\\ListChoice::change( $ada, $first, $mine->ID, $self ),
      ) );
      // Whoever leaves closes the lists that belong to them, and those that they opened for others.
      $person = static fn ( $list ) => C\\OpenLists::person_of( $list, C\\Circles::read( $first ) )->name ?? null;
      $his = $list( $ben, 'His' );
      C\\OpenLists::open( $his, $first, $bens );
      C\\OpenLists::open( $helped, $first, $kim );
      $changes->remove( $ben, $first, $bens );
      $all['opener left'] = array( $person( $his ), $person( $helped ) );
      $changes->remove( $ada, $first, $kim );
      $all['person left'] = array( $person( $helped ), $person( $mine ) );
      $changes->delete( $ada, $first );
      $all['circle deleted'] = $see( $ben, $zoe );
      foreach ( array( $ada, $ben, $zoe ) as $one ) ( new C\\CirclePrivacy() )->forget_user( $one->ID );
      echo wp_json_encode( $all );`,
    );
    assert.deepEqual(JSON.parse(found), {
      both: [true, true],
      people: [2, 'Kim', 'Ada'],
      closed: [true, false, true],
      'not mine': [false, []],
      changes: ['not_owner', 'not_owner', 'not_owner', 'not_owner', 'no_person', 'no_circle', 'ok', 'ok'],
      'opener left': [null, 'Kim'],
      'person left': [null, 'Ada'],
      'circle deleted': [false, true],
    });
  });

  it('lets unconfirmed accounts see circles, but not create, join or invite', async () => {
    const made = await circle('Unconfirmed');
    await join(made, 'Ben');
    await run(`update_user_meta( $input, '_largesse_unconfirmed', 'x' );`, site().users.invitee.id);
    assert.match((await browsers.invitee.open(circlePath(made))).html, /Ben/);
    const overview = await browsers.invitee.open(OVERVIEW);
    assert.match(overview.html, /Unconfirmed<\/h3>/);
    assert.deepEqual(acts(overview.html), []);
    const refused = await run(
      `$user    = get_userdata( $input[0] );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $id      = C\\Circles::new_id();
      $all     = array( $changes->create( $user, $id, 'Own', 'Ben' ), $changes->join( $user, new C\\JoinLink( $input[1], null ), 'Ben' ), $changes->invite( $user, $input[1], $id, 'aunt@family.example' ), $changes->renew_link( $user, $input[1] ) );
      echo implode( ' ', array_map( static fn ( $one ) => is_wp_error( $one ) ? $one->get_error_code() : 'ok', $all ) );`,
      [site().users.invitee.id, idOf(made)],
    );
    assert.equal(refused, Array(4).fill('largesse_unconfirmed').join(' '));
    await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, site().users.invitee.id);
  });

  it('exports and erases a person, and takes deleted users out', async () => {
    const made = await circle('Privacy <i>');
    await join(made, 'Ben <b>');
    await act('invitee', made, 'add_ward', { ward_name: 'Tim <u>' });
    await act('owner', made, 'invite', { email: 'cousin@family.example' });
    /** Calls all parts of one of the privacy tools. @returns the exported data, or whether something was removed */
    const tool = (what: 'export' | 'erase', email: string) =>
      run(
        `$tool = new C\\CirclePrivacy(); $all = array(); $page = 1; $removed = false;
        do {
          $part    = $tool->{$input[0]}( $input[1], $page++ );
          $all     = array( ...$all, ...( $part['data'] ?? array() ) );
          $removed = $removed || ( $part['items_removed'] ?? false );
        } while ( ! $part['done'] );
        echo wp_json_encode( 'export' === $input[0] ? $all : $removed );`,
        [what, email],
      );
    const exported = (email: string) => tool('export', email);
    const erased = (email: string) => tool('erase', email);
    const member = await exported(site().users.invitee.email);
    assert.match(
      member,
      new RegExp(
        `Privacy &lt;i&gt;.*Ben &lt;b&gt;.*Joined.*${new Date(realNow()).getFullYear()}-.*Organizer.*No.*Looks after.*Tim &lt;u&gt;"`,
      ),
    );
    assert.doesNotMatch(member, /Ada|cousin@/, 'no other people');
    assert.match(await exported(site().users.owner.email), /"Organizer","value":"Yes"/);
    assert.match(await exported('Cousin@Family.example'), /Invitation to a circle.*Privacy &lt;i&gt;/);
    assert.equal(await exported('uncle@family.example'), '[]');
    assert.equal(await erased('COUSIN@family.example'), 'true');
    assert.equal(await exported('cousin@family.example'), '[]');
    assert.equal(await erased(site().users.invitee.email), 'true');
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Ada']);
    const left = await run(
      `$user = wp_create_user( 'leaver', 'x', 'leaver@family.example' );
      C\\Circles::change( $input, static fn ( $now ) => $now->with_person( new C\\Person( C\\Circles::new_id(), 'Leaver', $user ) ) );
      require_once ABSPATH . 'wp-admin/includes/user.php';
      $before = count( C\\Circles::people( $input ) );
      wp_delete_user( $user );
      $after = count( C\\Circles::people( $input ) );
      // The last member leaves this site of a network.
      do_action( 'remove_user_from_blog', C\\Circles::people( $input )[0]->user, 1, 0 );
      echo wp_json_encode( array( $before, $after, C\\Circles::read( $input ), apply_filters( 'wxr_export_skip_postmeta', false, '_largesse_circle' ) ) );`,
      idOf(made),
    );
    assert.equal(left, '[2,1,null,true]', 'and the circle ends, and no export of WordPress contains it');
  });

  it('forgets expired invitations, in all circles of the site', async () => {
    const made = await circle('Expired');
    for (const email of ['old@family.example', 'new@family.example']) await act('owner', made, 'invite', { email });
    const left = await run(
      `$circle = C\\Circles::read( $input );
      list( $old, $new ) = $circle->invitations;
      C\\Circles::change( $input, static fn ( $now ) => $now->with( invitations: array( new C\\Invitation( $old->id, $old->email, $old->user, $old->made - 31 * DAY_IN_SECONDS ), $new ) ) );
      do_action( Largesse\\Operation\\Privacy\\Retention::HOOK );
      echo implode( array_column( C\\Circles::read( $input )->invitations, 'email' ) );`,
      idOf(made),
    );
    assert.equal(left, 'new@family.example');
  });
});
