import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fetchOnce } from '../../api/testing/http-client.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { type Caller, create, page, read } from '../wordpress/requests.ts';
import { type FormBrowser, openFormBrowser, type Seen } from './circle-forms.ts';
import { addItem } from './connected.ts';
import { openMailingSite, deliver as send } from './mailing-site.ts';

const OVERVIEW = '/my-registries/';

describe('circles', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(`use Largesse\\Circles as C; ${php}`, input);
  const browsers = {} as Record<Exclude<Caller, 'admin'>, FormBrowser>;

  before(async () => {
    for (const who of ['owner', 'invitee', 'mailInvitee', 'stranger', 'nobody'] as const)
      browsers[who] = await openFormBrowser(site(), who);
  });

  const circlePath = (seen: Seen) => `${OVERVIEW}?circle=${idOf(seen)}`;
  const idOf = (seen: Seen) => new URL(seen.path, site().url).searchParams.get('circle') ?? '';
  /** Returns the path of the family link on a page. */
  const link = (html: string) =>
    (/id="largesse-circle-link" value="([^"]+)"/.exec(html)?.[1] ?? '').replace(site().url, '');
  /** Returns the headings of the people's cards, in their order. */
  const names = (html: string) =>
    [...html.matchAll(/<h4 class="largesse-mine__name"[^>]*>([^<]*)</g)].map(([, name]) => name);

  /** Creates a circle of the owner. */
  async function circle(name = 'The Bergers'): Promise<Seen> {
    return await browsers.owner.send(await browsers.owner.open(OVERVIEW), 'create', {
      circle_name: name,
      own_name: 'Ada',
    });
  }
  /** Creates a family link. Then a user joins the circle through this link. */
  async function join(seen: Seen, who: 'invitee' | 'stranger' | 'mailInvitee', name: string): Promise<Seen> {
    const withLink = await browsers.owner.send(await browsers.owner.open(circlePath(seen)), 'renew_link');
    const invited = await browsers[who].send(await browsers[who].open(link(withLink.html)), '');
    return await browsers[who].send(invited, 'join', { own_name: name });
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

  it('lets people join by the family link, and shows who celebrates next', async () => {
    const made = await circle();
    assert.match(made.html, /Welcome to the circle!/);
    const joined = await join(made, 'invitee', 'Ben');
    assert.match(joined.html, /Welcome to the circle!/);
    assert.deepEqual(names(joined.html), ['Ada', 'Ben']);
    const later = await list('owner', 'Ada’s birthday', await today(40));
    const soon = await list('invitee', 'Ben’s birthday', await today(9));
    assert.equal(await canRead('invitee', later), false);
    await open('owner', later, 'The Bergers');
    assert.match((await open('invitee', soon, 'The Bergers')).html, /The list is open to the circle now/);
    const { html } = await browsers.owner.open(circlePath(made));
    assert.deepEqual(names(html), ['Ben', 'Ada']);
    assert.match(html, /in.9.days/);
    assert.match(html, /Ben’s birthday<\/a>/);
    // A person has several lists. The page shows the next day; days that are over do not count.
    const [past, next] = [
      await list('owner', 'Ada’s old list', await today(-9)),
      await list('owner', 'Ada’s name day', await today(5)),
    ];
    const openAsAda = (id: number) =>
      run(
        `$ada = C\\Circles::people( $input[1] )[0]->id; C\\OpenLists::open( get_post( $input[0] ), $input[1], $ada, $ada );`,
        [id, idOf(made)],
      );
    await openAsAda(past);
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Ben', 'Ada']);
    await openAsAda(next);
    const earlier = (await browsers.owner.open(circlePath(made))).html;
    assert.deepEqual(names(earlier), ['Ada', 'Ben']);
    assert.match(earlier, /Ada’s old list<.*Ada’s name day<.*Ada’s birthday</s);
    for (const id of [past, next]) await run(`wp_trash_post( $input );`, id);
    assert.equal(await canRead('invitee', later), true);
    assert.equal(await canRead('owner', soon), true);
    assert.equal(await canRead('stranger', later), false);
    assert.equal(await canRead('nobody', later), false);
    // Strangers do not see the circle's name, not even in the title of the page.
    assert.doesNotMatch((await page(site(), 'stranger', circlePath(made))).html, /The Bergers/);
    // The page omits lists that are marked as past.
    await run(
      `update_post_meta( $input, '_largesse_past', '1' ); delete_post_meta( $input, 'registry_event_date' );`,
      soon,
    );
    assert.doesNotMatch((await browsers.owner.open(circlePath(made))).html, /Ben’s birthday<\/a>/);
    const shown = await page(site(), 'invitee', `/?registry=${later}`);
    const address = shown.location?.replace(site().url, '') ?? `/?registry=${later}`;
    assert.match((await page(site(), 'invitee', address)).html, /Ada’s birthday/);
    // Members of the circle see neither the invitees nor the co-owners and keepers.
    await run(
      `foreach ( array( 'invitees', 'owners', 'keepers' ) as $list ) update_post_meta( $input, "registry_{$list}", '["aunt@family.example"]' );`,
      later,
    );
    assert.doesNotMatch(JSON.stringify((await read(site(), 'invitee', later)).body), /aunt@/);
    assert.match(JSON.stringify((await read(site(), 'owner', later)).body), /aunt@/);
    // Members of the circle can give like invited guests.
    const item = await addItem(system, later, 'Kettle');
    const gives = async (who: Caller) =>
      (await page(site(), who, `${address}${address.includes('?') ? '&' : '?'}give=${item}`)).html.includes(
        'name="token"',
      );
    assert.deepEqual([await gives('invitee'), await gives('stranger')], [true, false]);
    // When the owner closes the list for the circle, the circle's members lose access at once.
    await browsers.owner.send(await browsers.owner.open(`${OVERVIEW}?registry=${later}`), 'close', {}, 'The Bergers');
    assert.equal(await canRead('invitee', later), false);
  });

  it('opens lists with a password, drafts only after they are shared', async () => {
    const made = await circle('Password');
    await join(made, 'invitee', 'Ben');
    const id = await create(site(), 'owner', {
      title: 'Locked',
      status: 'publish',
      password: 'secret',
      slug: 'locked',
    });
    const draft = await create(site(), 'owner', { title: 'Draft', status: 'draft' });
    await open('owner', draft, 'Password');
    await open('owner', id, 'Password');
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
        `use Largesse\\Following as F; echo F\\FollowerAccess::may_see( get_post( $input[0] ), new F\\Follower( 'a', $input[1], '', '', '', 1 ) ) ? 'yes' : 'no';`,
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
    // Ben follows a list that has a password. As a member of the circle, he needs no password. After leaving the
    // circle, he has no access, because he never entered the password.
    const shown = await browsers.invitee.open(path);
    const [, form = ''] = /(<form\b(?:(?!<\/form>).)*name="follow".*?<\/form>)/s.exec(shown.html) ?? [];
    const nonce = /name="_wpnonce" value="([^"]*)"/.exec(form)?.[1] ?? '';
    await browsers.invitee.post(path, { follow: 'start', _wpnonce: nonce });
    const follows = () =>
      run(
        `$all = Largesse\\Following\\Followers::of( $input );
        echo wp_json_encode( array( count( $all ), Largesse\\Following\\FollowerAccess::may_see( get_post( $input ), $all[0] ) ) );`,
        id,
      );
    assert.equal(await follows(), '[1,true]');
    await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'leave');
    assert.equal(await follows(), '[1,false]');
  });

  it('ends access at once when people leave or are removed, and with it the link', async () => {
    const made = await circle('Leaving');
    await join(made, 'invitee', 'Ben');
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
    assert.deepEqual(await readableAs('keepers'), [false, false]);
    assert.deepEqual(await readableAs('invitees'), [false, false]);
    assert.deepEqual(await readableAs('owners'), [true, true]);
    const { html } = await browsers.owner.open(circlePath(made));
    const old = link(html);
    assert.notEqual(old, '');
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'make_organizer', {}, 'Ben');
    const second = { email: 'second-of-ben@family.example' };
    const invited = await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'invite', second);
    assert.match(invited.html, /second-of-ben/);
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', {
      email: site().users.invitee.email,
    });
    const waiting = await browsers.stranger.send(await browsers.stranger.open(old), '');
    const removed = await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'remove', {}, 'Ben');
    assert.match(removed.html, /no longer in the circle/);
    assert.doesNotMatch(removed.html, new RegExp(`second-of-ben|${site().users.invitee.email}`));
    assert.deepEqual(names(removed.html), ['Ada']);
    assert.equal(await canRead('invitee', mine), false);
    for (const id of [bens, shared]) assert.equal(await canRead('owner', id), false);
    assert.match((await browsers.invitee.open(circlePath(made))).html, /There is no such circle/);
    assert.equal((await browsers.invitee.open(old)).status, 404);
    // Ben opened a list for the circle before he was removed. When he joins again, this list stays closed.
    await join(made, 'invitee', 'Ben again');
    // The stranger pressed "Continue" on the old link. The old link stays invalid after the owner has created a new one.
    assert.equal((await browsers.stranger.send(waiting, 'join', { own_name: 'Eve' })).status, 422);
    const current = link((await browsers.owner.open(circlePath(made))).html);
    assert.equal(await canRead('owner', bens), false);
    assert.equal(await canRead('invitee', mine), true);
    const left = await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'leave');
    assert.match(left.html, /You have left the circle/);
    assert.equal((await browsers.stranger.open(current)).status, 200);
    assert.equal(await canRead('invitee', mine), false);
    assert.equal(await run(`echo count( get_post_meta( $input, '_largesse_circle' ) );`, bens), '0');
  });

  it('includes people without an account through those who look after them', async () => {
    const made = await circle('Wards');
    const id = idOf(made);
    await join(made, 'invitee', 'Ben');
    const added = await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'add_ward', {
      ward_name: 'Grandma',
    });
    assert.deepEqual(names(added.html), ['Ada', 'Ben', 'Grandma']);
    assert.match(added.html, /Looked after by Ben/);
    const hers = await list('invitee', 'Grandma’s wishes', await today(0));
    await open('invitee', hers, 'Open as the list of Grandma');
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Grandma', 'Ada', 'Ben']);
    const [person, ward] = JSON.parse(
      await run(`echo wp_json_encode( array_column( array_slice( C\\Circles::people( $input ), 1 ), 'id' ) );`, id),
    );
    const [ada] = JSON.parse(
      await run(`echo wp_json_encode( array_column( C\\Circles::people( $input ), 'id' ) );`, id),
    );
    const facts = await run(
      `echo wp_json_encode( array(
        C\\Circles::may_act_for( $input['circle'], $input['ward'], $input['ben'] ),
        C\\Circles::may_act_for( $input['circle'], $input['ward'], $input['ada'] ),
        C\\Circles::contact_of( $input['circle'], $input['ward'] ),
        C\\Circles::lists_of( $input['circle'], $input['ward'], $input['ada'] ),
        C\\Circles::lists_of( $input['circle'], $input['ward'], $input['stranger'] ),
        C\\Circles::may_see( $input['circle'], $input['stranger'] ),
        in_array( 'Wards', array_column( C\\Circles::of_user( $input['ben'] ), 'name' ), true ),
      ) );`,
      {
        circle: id,
        ward,
        ben: site().users.invitee.id,
        ada: site().users.owner.id,
        stranger: site().users.stranger.id,
      },
    );
    const ben = site().users.invitee.id;
    assert.deepEqual(JSON.parse(facts), [true, false, [ben], [hers], [], false, true]);
    // Only guardians can rename a person who has no account. Only guardians can add another guardian.
    const forged = await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'rename_person', {
      person: ward,
      person_name: 'Eve',
    });
    assert.equal(forged.status, 422);
    const guarded = await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'add_guardian', {
      guardian: ada,
    });
    assert.match(guarded.html, /Looked after by Ben, Ada/);
    // A guardian removes a person whom they look after. The family link stays valid.
    const before = link((await browsers.owner.open(circlePath(made))).html);
    const withTim = await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'add_ward', {
      ward_name: 'Tim',
    });
    const withoutTim = await browsers.invitee.send(withTim, 'remove', {}, 'Tim');
    assert.deepEqual(names(withoutTim.html), ['Grandma', 'Ada', 'Ben']);
    assert.notEqual(before, '');
    assert.equal(link((await browsers.owner.open(circlePath(made))).html), before);
    await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'leave', { person });
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Ada', 'Grandma']);
    assert.equal(await canRead('owner', hers), false);
  });

  it('invites by mail, once and only while an organizer wants it', async () => {
    const made = await circle('Mail');
    const { email } = site().users.stranger;
    await run(`update_user_meta( $input, 'locale', 'de_DE' );`, site().users.stranger.id);
    const asked = await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', { email });
    assert.match(asked.html, /The mail is waiting to be sent/);
    const [mail, ...others] = await send(system);
    assert.ok(mail);
    assert.deepEqual(others, []);
    assert.match(mail.text, /Ada lädt dich in den Kreis „Mail“ ein/, 'in the language of the invited member');
    await run(`delete_user_meta( $input, 'locale' );`, site().users.stranger.id);
    assert.match((await browsers.owner.open(circlePath(made))).html, /The mail was sent/);
    const url = (/https?:\S+circle=\S+/.exec(mail.text)?.[0] ?? '').replace(site().url, '');
    assert.match(mail.headers['list-unsubscribe'] ?? '', /^<http/);
    assert.equal(mail.headers['reply-to'], site().users.owner.email);
    // Mail scanners open the address. A scanner's visit must not change anything.
    assert.match((await browsers.nobody.open(url)).html, /You are invited to this circle.*remembers for 7 days/s);
    // A form of another site has no effect, either.
    const foreign = await fetchOnce(site().url + url, {
      method: 'POST',
      headers: { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
      body: new URL(url, site().url).searchParams,
    });
    assert.deepEqual(
      [foreign.status, foreign.headers.get('set-cookie')?.includes('largesse_join') ?? false],
      [403, false],
    );
    const signIn = await browsers.nobody.send(await browsers.nobody.open(url), '');
    assert.match(signIn.html, /To join the circle, sign in/);
    const invited = await browsers.stranger.send(await browsers.stranger.open(url), '');
    const wrong = await browsers.stranger.send(invited, 'join', { own_name: ' ' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /Enter a name/);
    const joined = await browsers.stranger.send(wrong, 'join', { own_name: 'Eve' });
    assert.deepEqual(names(joined.html), ['Ada', 'Eve']);
    assert.equal((await browsers.mailInvitee.open(url)).status, 404);
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', { email: 'uncle@family.example' });
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'withdraw', {}, 'uncle@');
    assert.deepEqual(await send(system), []);
    // An address that refuses invitations gets no mail. The page does not show the reason.
    const refusing = 'refusing@family.example';
    await run(
      `wp_parse_str( wp_parse_url( Largesse\\Mail\\MailOptOuts::url( $input ), PHP_URL_QUERY ), $query );
      Largesse\\Mail\\MailOptOuts::store( array_values( $query )[0], true );`,
      refusing,
    );
    const unsent = await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', {
      email: refusing,
    });
    assert.deepEqual(await send(system), []);
    assert.match(unsent.html, /refusing@.*The mail is waiting to be sent/s);
    await browsers.owner.send(unsent, 'withdraw', {}, refusing);
    // The limits of invitations hold for circles, too: an address gets no second invitation within 15 minutes.
    const again = { email: 'aunt@family.example' };
    const first = await browsers.owner.send(unsent, 'invite', again);
    assert.equal((await send(system)).length, 1);
    await browsers.owner.send(await browsers.owner.send(first, 'withdraw', {}, 'aunt@'), 'invite', again);
    assert.deepEqual(await send(system, 'limited'), []);
    assert.equal((await send(system)).length, 1);
    // Members who are not organizers cannot invite people.
    const theirs = await browsers.stranger.open(circlePath(made));
    assert.throws(() => assert.match(theirs.html, /Invite people/));
    const forged = await browsers.stranger.send(theirs, 'add_ward', { 'largesse-circle': 'invite', email });
    assert.equal(forged.status, 422);
    // Members who are not organizers, and strangers, cannot make these changes, either.
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
      );
      $all = array( ...$tried( get_userdata( $input['member'] ) ), ...$tried( $other = get_userdata( $input['other'] ) ), $changes->add_ward( $other, $circle, $eve, 'Tim' ) );
      echo wp_json_encode( array_map( static fn ( $one ) => is_wp_error( $one ) ? $one->get_error_code() : 'ok', $all ) );`,
      { circle: idOf(made), member: site().users.stranger.id, other: site().users.invitee.id },
    );
    assert.deepEqual(JSON.parse(refused), [
      ...Array(8).fill('largesse_forbidden'),
      ...Array(9).fill('largesse_no_circle'),
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
    const late = await browsers.mailInvitee.send(overview, 'create', {
      circle_name: 'A',
      own_name: 'B',
      _wpnonce: 'x',
    });
    assert.match(late.html, /open for too long/);
    // If the browser sends the same form twice, the site creates only one circle.
    const once = await browsers.mailInvitee.send(overview, 'create', { circle_name: 'Twice', own_name: 'B' });
    const twice = await browsers.mailInvitee.send(overview, 'create', { circle_name: 'Twice', own_name: 'B' });
    assert.equal(idOf(once), idOf(twice));
    assert.equal(await run(`echo count( C\\Circles::of_user( $input ) );`, site().users.mailInvitee.id), '1');
    const mails = await browsers.mailInvitee.send(once, 'invite', { email: 'not an address' });
    assert.match(mails.html, /Enter a complete e-mail address/);
    assert.match(mails.html, /value="not an address"/);
    const same = await browsers.mailInvitee.send(once, 'add_ward', { ward_name: 'b' });
    assert.equal(same.status, 422);
    assert.match(same.html, /already called b/);
    const [tim, again] = [
      await browsers.mailInvitee.send(once, 'add_ward', { ward_name: 'Tim' }),
      await browsers.mailInvitee.send(once, 'add_ward', { ward_name: 'Tim' }),
    ];
    assert.deepEqual([again.status, names(again.html)], [200, names(tim.html)]);
    // Another tab has deleted the circle.
    await browsers.mailInvitee.send(once, 'delete');
    const gone = await browsers.mailInvitee.send(once, 'add_ward', { ward_name: 'Tim' });
    assert.equal(gone.status, 422);
    assert.match(gone.html, /no longer exists, or you are not in it/);
  });

  it('limits circles, people, invitations and guardians, each with its name', async () => {
    const rules = await run(
      `list( $input, $stranger, $invitee ) = $input;
      $make  = static fn ( int $people, int $invitations ): C\\CircleData => new C\\CircleData(
        new C\\Circle( C\\CircleStore::new_id(), 'Full', time() ),
        new C\\People( array( new C\\Person( 'self000000000000', 'Me', $input, array(), true ), new C\\Person( 'other00000000000', 'Other', $stranger ), ...array_map( static fn ( int $n ) => new C\\Person( sprintf( '%016x', $n ), 'P', null, array( 'self000000000000', 'b', 'c', 'd' ) ), range( 1, $people ) ) ) ),
        '',
        array_map( static fn ( int $n ) => new C\\Invitation( sprintf( '%016x', $n ), "a{$n}@family.example", $input, time() ), $invitations ? range( 1, $invitations ) : array() )
      );
      $user    = get_userdata( $input );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $open    = static fn ( $circle ) => $circle->with_link( C\\CircleKeys::new_link( $circle->circle->id ) );
      $full    = $open( $make( 98, 0 ) );
      $mails   = $open( $make( 3, 50 ) );
      $wards   = $make( 20, 0 );
      foreach ( array( $full, $mails, $wards ) as $circle ) C\\CircleStore::add( $circle );
      $pass    = static fn ( $circle ) => new C\\JoinPass( $circle->circle->id, null );
      $other   = get_userdata( $stranger );
      $guest   = get_userdata( $invitee );
      $answers = array(
        $changes->invite( $user, $full->circle->id, C\\CircleStore::new_id(), 'b@family.example' ),
        $changes->add_ward( $user, $wards->circle->id, C\\CircleStore::new_id(), 'Tim' ),
        $changes->add_ward( $other, $full->circle->id, C\\CircleStore::new_id(), 'Tim' ),
        $changes->join( $guest, $pass( $full ), 'Tim' ),
        $changes->join( $guest, $pass( $mails ), ' oTHER' ),
        $changes->join( $guest, $pass( $wards ), 'Tim' ),
        $changes->create( $guest, C\\CircleStore::new_id(), 'From a file', 'Me', array_map( 'strval', range( 1, 21 ) ) ),
        $changes->create( $guest, C\\CircleStore::new_id(), 'From a file', 'Me', array( str_repeat( 'x', 61 ) ) ),
        $changes->rename_person( $other, $mails->circle->id, 'other00000000000', 'me' ),
        $changes->rename_person( $other, $mails->circle->id, 'other00000000000', 'OTHER' ),
        $changes->invite( $user, $mails->circle->id, C\\CircleStore::new_id(), 'b@family.example' ),
        $changes->invite( $user, $mails->circle->id, C\\CircleStore::new_id(), 'A1@Family.example' ),
        $changes->add_guardian( $user, $mails->circle->id, sprintf( '%016x', 1 ), 'other00000000000' ),
      );
      for ( $n = 0; $n < 18; $n++ ) $answers[20] = $changes->create( $user, C\\CircleStore::new_id(), 'Many', 'Me' );
      $theirs = $changes->create( $other, C\\CircleStore::new_id(), 'Theirs', 'Me' );
      $changes->renew_link( $other, $theirs->circle->id );
      $answers[21] = $changes->join( $user, $pass( $theirs ), 'You' );
      $changes->delete( $other, $theirs->circle->id );
      foreach ( C\\CircleStore::of_user( $input ) as $circle ) $changes->delete( $user, $circle->circle->id );
      echo wp_json_encode( array( array_map( static fn ( $one ) => is_wp_error( $one ) ? array( $one->get_error_data()['rule'], $one->get_error_data()['limit'] ) : 'ok', array_values( $answers ) ), count( get_user_meta( $input, '_largesse_circles' ) ) ) );`,
      [site().users.admin.id, site().users.stranger.id, site().users.invitee.id],
    );
    assert.deepEqual(JSON.parse(rules), [
      [
        ['max_people', 100],
        ['max_wards', 20],
        ['max_people', 100],
        ['max_people', 100],
        ['unique_name', null],
        ['no_invitation', null],
        ['max_wards', 20],
        ['maxLength', 60],
        ['unique_name', null],
        'ok',
        ['max_invitations', 50],
        'ok',
        ['max_guardians', 4],
        ['max_circles', 20],
        ['max_circles', 20],
      ],
      0,
    ]);
  });

  it('lets unconfirmed accounts see circles, but not create, join or invite', async () => {
    const made = await circle('Unconfirmed');
    await join(made, 'invitee', 'Ben');
    await run(`update_user_meta( $input, '_largesse_unconfirmed', 'x' );`, site().users.invitee.id);
    assert.deepEqual(names((await browsers.invitee.open(circlePath(made))).html), ['Ada', 'Ben']);
    const overview = await browsers.invitee.open(OVERVIEW);
    assert.match(overview.html, /Unconfirmed<\/h3>/);
    assert.doesNotMatch(overview.html, /Create the circle/);
    const refused = await run(
      `$user    = get_userdata( $input[0] );
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $id      = C\\CircleStore::new_id();
      $all     = array( $changes->create( $user, $id, 'Own', 'Ben' ), $changes->join( $user, new C\\JoinPass( $input[1], null ), 'Ben' ), $changes->invite( $user, $input[1], $id, 'aunt@family.example' ), $changes->renew_link( $user, $input[1] ) );
      echo implode( ' ', array_map( static fn ( $one ) => is_wp_error( $one ) ? $one->get_error_code() : 'ok', $all ) );`,
      [site().users.invitee.id, idOf(made)],
    );
    assert.equal(refused, Array(4).fill('largesse_unconfirmed').join(' '));
    await run(`delete_user_meta( $input, '_largesse_unconfirmed' );`, site().users.invitee.id);
  });

  it('exports and erases a person, and takes deleted users out', async () => {
    const made = await circle('Privacy');
    await join(made, 'invitee', 'Ben');
    await browsers.invitee.send(await browsers.invitee.open(circlePath(made)), 'add_ward', { ward_name: 'Tim' });
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', { email: 'aunt@family.example' });
    const exported = (email: string) =>
      run(
        `$tool = new C\\PersonalCircles(); $all = array(); $page = 1;
        do { $part = $tool->export( $input, $page++ ); array_push( $all, ...$part['data'] ); } while ( ! $part['done'] );
        echo wp_json_encode( $all );`,
        email,
      );
    const erased = (email: string) =>
      run(
        `$tool = new C\\PersonalCircles(); $page = 1; $removed = false;
        do { $part = $tool->erase( $input, $page++ ); $removed = $removed || $part['items_removed']; } while ( ! $part['done'] );
        echo wp_json_encode( $removed );`,
        email,
      );
    assert.match(await exported(site().users.invitee.email), /Privacy.*Ben.*Looks after.*Tim/);
    assert.match(await exported('Aunt@Family.example'), /Invitation to a circle.*Privacy/);
    assert.equal(await erased('AUNT@family.example'), 'true');
    assert.equal(await exported('aunt@family.example'), '[]');
    assert.equal(await erased(site().users.invitee.email), 'true');
    assert.deepEqual(names((await browsers.owner.open(circlePath(made))).html), ['Ada']);
    const left = await run(
      `$user = wp_create_user( 'leaver', 'x', 'leaver@family.example' );
      C\\CircleStore::change( $input, static fn ( $now ) => $now->with_people( $now->people->with( new C\\Person( C\\CircleStore::new_id(), 'Leaver', $user ) ) ) );
      require_once ABSPATH . 'wp-admin/includes/user.php';
      $before = count( C\\Circles::people( $input ) );
      wp_delete_user( $user );
      $after = count( C\\Circles::people( $input ) );
      // The last member leaves this site of a network.
      do_action( 'remove_user_from_blog', C\\Circles::people( $input )[0]->user, 1, 0 );
      echo wp_json_encode( array( $before, $after, C\\CircleStore::read( $input ), apply_filters( 'wxr_export_skip_postmeta', false, '_largesse_circle' ) ) );`,
      idOf(made),
    );
    assert.equal(left, '[2,1,null,true]', 'and the circle ends, and no export of WordPress contains it');
  });

  it('acquires no lock for an id that is none', async () => {
    const found = await run(
      `global $wpdb;
      $before = $wpdb->num_queries;
      $answer = C\\CircleStore::change( $input, fn ( $circle ) => $circle );
      echo wp_json_encode( array( $wpdb->num_queries - $before, $answer->get_error_code() ) );`,
      'a'.repeat(300),
    );
    assert.equal(found, '[0,"largesse_no_circle"]');
  });

  it('forgets expired invitations', async () => {
    const made = await circle('Expired');
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', { email: 'old@family.example' });
    const count = await run(
      `$name = 'largesse_circle_' . $input; $data = get_option( $name );
      $data['invitations'][0]['made'] -= 31 * DAY_IN_SECONDS;
      update_option( $name, $data, false );
      do_action( Largesse\\Privacy\\Retention::HOOK );
      echo count( get_option( $name )['invitations'] );`,
      idOf(made),
    );
    assert.equal(count, '0');
    assert.deepEqual(await send(system), []);
  });

  it('saves a circle as a file, and creates a circle from it', async () => {
    const made = await circle('A “file”');
    await join(made, 'invitee', 'Ben');
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'add_ward', { ward_name: 'Oma & Opa' });
    await browsers.owner.send(await browsers.owner.open(circlePath(made)), 'invite', { email: 'aunt@family.example' });
    const file = await browsers.invitee.open(`${circlePath(made)}&circle-file=json`);
    assert.deepEqual(JSON.parse(file.html), {
      format: 'largesse.circle/1',
      name: 'A “file”',
      people: [
        { name: 'Ada', has_account: true, looked_after_by: [] },
        { name: 'Ben', has_account: true, looked_after_by: [] },
        { name: 'Oma & Opa', has_account: false, looked_after_by: ['Ada'] },
      ],
    });
    assert.match(
      (await browsers.stranger.open(`${circlePath(made)}&circle-file=json`)).html,
      /There is no such circle/,
    );
    const overview = await browsers.stranger.open(OVERVIEW);
    const imported = await browsers.stranger.upload(overview, 'import', file.html);
    assert.deepEqual(names(imported.html).slice(1), ['Oma & Opa'.replace('&', '&amp;')]);
    assert.match(imported.html, /A “file”<\/h2>/);
    // A user cannot find out whether a circle exists by sending its id.
    const elsewhere = await browsers.stranger.send(await browsers.stranger.open(OVERVIEW), 'create', {
      of: idOf(made),
      circle_name: 'Other',
      own_name: 'Eve',
    });
    assert.equal(elsewhere.status, 200);
    assert.notEqual(idOf(elsewhere), idOf(made));
    const wrong = await browsers.stranger.upload(overview, 'import', '{"format":"largesse.registry/1"}');
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /Choose a file that was saved with “Save the circle as a file”/);
    for (const same of ['Tim', 'tim\u200b'])
      assert.match(
        (
          await browsers.stranger.upload(
            await browsers.stranger.open(OVERVIEW),
            'import',
            JSON.stringify({
              format: 'largesse.circle/1',
              name: 'Twice',
              people: ['Tim', same].map((name) => ({ name, has_account: false })),
            }),
          )
        ).html,
        /Somebody in this circle is already called/,
      );
    const long = JSON.stringify({ format: 'largesse.circle/1', name: 'x'.repeat(81), people: [] });
    assert.match((await browsers.stranger.upload(overview, 'import', long)).html, /A name has at most 80 characters/);
  });
});
