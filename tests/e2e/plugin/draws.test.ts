// Needs a whole site: records of several members, cron and mails.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { dayFromNow } from '../../../contract/testing/clock.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { openPostOffice } from '../wordpress/post-office.ts';
import { create, logIn, page } from '../wordpress/requests.ts';
import { openSite, type TestUser } from '../wordpress/site.ts';
import { deliver as send } from './mailing-site.ts';

const CIRCLE = 'c1c1c1c1c1c1c1c1';
const ANNA = 'a000000000000001';
const BEN = 'b000000000000002';
const CLEO = 'c000000000000003';
/** A child; Ben draws for her. */
const LENA = 'd000000000000004';
/** A grandmother; Cleo draws for her. */
const OMA = 'e000000000000005';
const EMIL = 'e000000000000007';
/** A member who does not take part. */
const DORA = 'f000000000000006';
const PLAYERS = [ANNA, BEN, CLEO, LENA, OMA, EMIL];

/**
 * Pairs of a draw. The index of an entry is the position of the giver in the list of people. The value is the position
 * of the person whom the giver draws. In this draw, each giver draws the next person in the list.
 */
const RING = [1, 2, 3, 4, 5, 0];
/** Pairs in which Anna draws the same person as in RING, and the others draw different people. */
const OTHER = [1, 3, 4, 5, 0, 2];

/** PHP that defines `$put`: a function that replaces the data of a record of the circle. */
const PUT = `$put = fn ( string $kind, array $data ) => Largesse\\Foundation\\Records\\Records::change( $kind, '${CIRCLE}', fn ( $now ) => $now->with( data: $data ) );`;

/** Day on which people give the presents: in 30 days. */
const day = dayFromNow(30);

// rules: Draws
describe('draws of names', () => {
  const t = openForSuite(async () => {
    await using opened = new AsyncDisposableStack();
    const site = opened.use(await openSite());
    const office = opened.use(await openPostOffice(site));
    const all = opened.move();
    return { site, office, [Symbol.asyncDispose]: () => all.disposeAsync() };
  });
  const run = (php: string, input?: unknown) => t.site.wordpress.run(php, input);
  const parsed = async <T>(php: string, input?: unknown): Promise<T> => JSON.parse(await run(php, input));

  /** Deletes all draws, circles and queued mails. Then creates the circle again. */
  const restart = () =>
    run(
      `global $wpdb;
      $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records" );
      wp_cache_flush();
      $person = fn ( $id, $name, $user, $guardian = null ) => new Largesse\\Together\\Circles\\Person( $id, $name, $user, $guardian, 'Anna' === $name );
      $people = array(
        $person( '${ANNA}', 'Anna', $input['owner'] ),
        $person( '${BEN}', 'Ben', $input['invitee'] ),
        $person( '${CLEO}', 'Cleo', $input['mailInvitee'] ),
        $person( '${LENA}', 'Lena', null, '${BEN}' ),
        $person( '${OMA}', 'Oma & Opa', null, '${CLEO}' ),
        $person( '${EMIL}', 'Emil', username_exists( 'emil' ) ?: wp_create_user( 'emil', 'a password', 'emil@people.example' ) ),
        $person( '${DORA}', 'Dora', $input['stranger'] ),
      );
      Largesse\\Together\\Circles\\Circles::add( new Largesse\\Together\\Circles\\Circle( '${CIRCLE}', 'Family', 1, $people ) );`,
      Object.fromEntries(Object.entries(t.site.users).map(([name, { id }]) => [name, id])),
    );
  let address: string;
  before(async () => {
    await restart();
    address = new URL(await run(`echo Largesse\\Together\\Circles\\CirclePage::url( '${CIRCLE}' );`)).pathname;
    address += `?circle=${CIRCLE}&tab=draw`;
  });

  const look = async (who: TestUser, tab = 'draw') =>
    (await page(t.site, who, address.replace('tab=draw', `tab=${tab}`))).html;
  /** Returns the part of a page that is about the circle, with its tab about draws. */
  const section = (html: string) => /<div class="[^"]*largesse-mine__circle">.*<\/main>/s.exec(html)?.[0] ?? '';
  const text = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ');
  const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

  /** Submits a form in the section about draws. */
  async function submit(who: TestUser, fields: Record<string, string | string[]>, nonce?: string) {
    const body = new URLSearchParams({
      largesse_draw: CIRCLE,
      _wpnonce: nonce ?? fieldOf(section(await look(who)), '_wpnonce'),
    });
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') body.set(name, value);
      else for (const one of value) body.append(`${name}[]`, one);
    }
    const response = await fetchOnce(t.site.url + address, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: await logIn(t.site, who), 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    return { status: response.status, html: section(await response.text()) };
  }

  /** Returns the fields of a form that starts a draw. */
  const start = (more: Record<string, string | string[]> = {}) => ({
    draw_act: 'start',
    draw_id: '00000000000000aa',
    draw_day: day,
    draw_budget: 'about 20 €',
    draw_people: PLAYERS,
    ...more,
  });

  /** Replaces the pairs of the newest draw. */
  const seed = (pairs: number[]) =>
    run(
      `Largesse\\Together\\Draws\\CircleDraws::change( '${CIRCLE}', fn ( $now ) => $now->map( fn ( $draw ) => $draw === $now->last() ? Largesse\\Together\\Draws\\SealedResult::put_into( $draw, $input ) : $draw ) );`,
      pairs,
    );
  const pairs = () =>
    parsed<number[]>(
      `echo wp_json_encode( Largesse\\Together\\Draws\\SealedResult::of( Largesse\\Together\\Draws\\CircleDraws::read( '${CIRCLE}' )->open() ) );`,
    );
  const drawIds = () =>
    parsed<string[]>(
      `echo wp_json_encode( array_column( Largesse\\Together\\Draws\\CircleDraws::read( '${CIRCLE}' )->all, 'id' ) );`,
    );
  const leave = (person: string) =>
    run(
      `Largesse\\Together\\Circles\\Circles::change( '${CIRCLE}', fn ( $circle ) => $circle->without_person( $input ) );`,
      person,
    );
  /** Ends the pause after which the names of a circle can be drawn again. */
  const endPause = () =>
    run(
      `Largesse\\Foundation\\Records\\Records::change( 'draws', '${CIRCLE}', fn ( $now ) => $now->with( time: 0 ) );`,
    );
  /** Moves the newest draw to last year. */
  const moveToLastYear = () =>
    run(
      `${PUT} $draws = Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data;
      $draws[ count( $draws ) - 1 ]['day'] = ( (int) substr( $input, 0, 4 ) - 1 ) . '-01-06';
      $put( 'draws', $draws );`,
      day,
    );
  /** Sends the waiting mails about draws. Checks that the reply address of each mail is its own recipient. */
  const deliver = async () => {
    const mails = await send(t);
    for (const { recipients, headers } of mails) assert.deepEqual([headers['reply-to']], recipients);
    return mails;
  };

  // DrawFields.test.php tests the rules.
  it('a refused form keeps what was typed, and names each mistake', async () => {
    await restart();
    const sent = await submit('stranger', {
      ...start({ draw_day: '2001-01-01', draw_people: [ANNA], draw_budget: '<b>' }),
      draw_excluded: [`${ANNA} ${CLEO} one`],
      draw_giver: ANNA,
      draw_receiver: ANNA,
    });
    assert.equal(sent.status, 422);
    assert.match(text(sent.html), /Choose a day from today to a year from now\./);
    assert.match(text(sent.html), /At least 2 people must take part/);
    assert.match(text(sent.html), /Choose two different people of the circle\./);
    assert.match(sent.html, /value="&lt;b&gt;"/);
    assert.doesNotMatch(sent.html, new RegExp(`value="${DORA}" ?checked`));
    assert.match(text((await submit('stranger', start(), 'wrong')).html), /open for too long/);
    const couple = { draw_act: 'add', draw_giver: ANNA, draw_receiver: BEN, draw_excluded: [`${CLEO} ${BEN} one`] };
    const added = await submit('stranger', start(couple));
    assert.equal(added.status, 200);
    assert.match(text(added.html), /Cleo does not draw Ben Anna and Ben/);
    assert.match(added.html, new RegExp(`value="${ANNA} ${BEN} both" ?checked`));
    assert.doesNotMatch(text(added.html), /not drawn yet/);
    assert.deepEqual(await drawIds(), []);
  });

  it('an impossible draw names its cause, in the place of the people', async () => {
    await restart();
    const refused = async (pairs: string[][]) =>
      text((await submit('owner', start({ draw_excluded: pairs.map((pair) => `${pair.join(' ')} one`) }))).html);
    const none = await refused([ANNA, BEN, CLEO, OMA, EMIL].map((one) => [one, LENA]));
    assert.match(
      none,
      /Who takes part\? There is nobody who could draw Lena\. It helps to remove exclusions, or to add/,
    );
    assert.doesNotMatch(none, /Draw anyway/);
    // A mother alone with two children, whom she looks after.
    const alone = text((await submit('invitee', start({ draw_people: [BEN, LENA] }))).html);
    assert.match(
      alone,
      /There is nobody whom Lena could draw\. Nobody draws the person who looks after them\. It helps to add/,
    );
    assert.deepEqual(await drawIds(), []);
  });

  it('an organizer with two wards and a couple draws anyway, after reading what somebody could work out', async () => {
    await restart();
    // Cleo looks after a grandmother and a child; Anna and Emil are a couple.
    const child = await run(
      `$circle = Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class )->add_ward( get_userdata( $input ), '${CIRCLE}', '0123456789abcdef', 'Lea' );
      echo array_column( $circle->people, 'id', 'name' )['Lea'];`,
      t.site.users.mailInvitee.id,
    );
    const family = { draw_people: [ANNA, CLEO, OMA, child, EMIL], draw_excluded: [`${ANNA} ${EMIL} both`] };
    const asked = await submit('owner', start(family));
    assert.equal(asked.status, 200);
    const couple =
      /not drawn yet\. (Anna|Emil) sees only one draw, but could work out from it whom (Anna|Emil) draws\. It/;
    assert.match(text(asked.html), couple);
    assert.match(text(asked.html), /It helps to add people to the draw\. Draw anyway/);
    const single = await submit('owner', start({ draw_people: family.draw_people }));
    const guardian =
      /Cleo looks after Oma & Opa and Lea, so sees 3 of 5 draws, and could work out whom (Anna|Emil) draws/;
    assert.match(text(single.html), guardian);
    assert.doesNotMatch(text(asked.html), /correct the marked fields/);
    assert.deepEqual(await drawIds(), []);
    const accepted = fieldOf(asked.html, 'draw_accepted');
    const others = { draw_people: family.draw_people, draw_accepted: accepted };
    assert.equal((await submit('owner', start(others))).status, 200, 'another question needs another answer');
    assert.equal((await submit('owner', start({ ...family, draw_accepted: accepted }))).status, 303);
    assert.equal((await pairs()).length, 5);
    assert.match(
      text(section(await look('owner'))),
      /Each of them sees only whom they drew\. Cleo also sees whom Oma & Opa and Lea drew\./,
    );
  });

  it('any member starts a draw; a lost answer and a second tab change nothing', async () => {
    await restart();
    const nonce = fieldOf(section(await look('stranger')), '_wpnonce');
    const answers = await Promise.all([
      submit('stranger', start(), nonce),
      submit('stranger', start(), nonce),
      submit('stranger', start({ draw_id: '00000000000000bb' }), nonce),
    ]);
    assert.ok(answers.some(({ status }) => status === 303));
    const [first = '', ...others] = await drawIds();
    assert.deepEqual(others, []);
    const before = await pairs();
    assert.equal((await submit('stranger', start({ draw_id: first }), nonce)).status, 303);
    assert.deepEqual(await pairs(), before);
    assert.equal((await deliver()).length, 6);
    // Ben draws for Lena and sees whom she has drawn. So Lena must not draw Ben, and Oma must not draw Cleo.
    const exclusions = `echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data[0]['exclusions'] );`;
    assert.deepEqual(await parsed(exclusions), [
      [3, 1],
      [4, 2],
    ]);
  });

  it('each person learns only whom they drew, on their page and by mail, with a link to the list', async () => {
    await restart();
    const list = await create(t.site, 'invitee', { title: 'Ben’s wishes', status: 'private' });
    await run(`Largesse\\Together\\Circles\\OpenLists::open( get_post( $input ), '${CIRCLE}', '${BEN}' );`, list);
    assert.equal((await submit('stranger', start())).status, 303);
    await seed(RING);
    const mails = await deliver();
    const said = mails.map(
      ({ recipients, subject, text: body }) =>
        `${recipients[0]?.split('@')[0]}, for ${subject.split(', for ')[1]}: ${/drawn\. (.*)\./.exec(body)?.[1]}`,
    );
    // A family may share a mailbox, so the subject says who may open the mail. It never contains the drawn name.
    assert.deepEqual(said.sort(), [
      'emil, for Emil: You drew Anna',
      'invitee, for Ben: You drew Cleo',
      'invitee, for Lena: Lena drew Oma & Opa',
      'mailinvitee, for Cleo: You drew Lena',
      'mailinvitee, for Oma & Opa: Oma & Opa drew Emil',
      'owner, for Anna: You drew Ben',
    ]);
    const link = await run(`wp_set_current_user( $input['user'] ); echo get_permalink( $input['list'] );`, {
      user: t.site.users.owner.id,
      list,
    });
    const own = mails.find(({ recipients }) => recipients[0]?.startsWith('owner'));
    assert.match(own?.text ?? '', /Wishes of Ben:\n\n\* Ben’s wishes/);
    assert.ok(own?.links.includes(link), link);
    assert.match(section(await look('owner')), /<a href="[^"]*ben[^"]*">Ben’s wishes<\/a>/);
    const drawn = async (who: TestUser) =>
      Array.from(section(await look(who)).matchAll(/<p[^>]*>([^<]* drew [^<]*)<\/p>/g), ([, said = '']) =>
        text(said).trim(),
      );
    assert.deepEqual(await drawn('owner'), ['You drew Ben.']);
    assert.deepEqual(await drawn('invitee'), ['You drew Cleo.', 'Lena drew Oma & Opa.']);
    assert.deepEqual(await drawn('mailInvitee'), ['You drew Lena.', 'Oma & Opa drew Emil.']);
    assert.deepEqual(await drawn('stranger'), []);
    assert.equal(section(await look('admin')), '');
  });

  it('the organizer, other members and administrators see the same bytes for every result', async () => {
    const worlds: string[][] = [];
    for (const world of [RING, OTHER]) {
      await restart();
      assert.equal((await submit('owner', start())).status, 303);
      await seed(world);
      const plain = (html: string) => html.replaceAll(/value="[0-9a-f]{10,16}"/g, '');
      worlds.push([
        plain(section(await look('owner'))),
        plain(await look('stranger')),
        await run(
          `global $wpdb;
          $rows = $wpdb->get_results( "SELECT kind, LENGTH( json ) AS size FROM {$wpdb->prefix}largesse_records ORDER BY kind, size" );
          $export = Largesse\\Services::get( Largesse\\Together\\Draws\\DrawPrivacy::class );
          $draws  = Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data;
          unset( $draws[0]['sealed'], $draws[0]['made'] );
          echo wp_json_encode( array( $rows, $export->export( 'owner@people.example' ), $export->export( 'invitee@people.example' ), $draws ) );`,
        ),
      ]);
    }
    for (const [place, seen] of (worlds[0] ?? []).entries()) assert.equal(seen, worlds[1]?.[place]);
    assert.match(worlds[0]?.[0] ?? '', /You drew Ben/);
  });

  it('the queue of mails has another order than the pairs', async () => {
    const orders = new Set<string>();
    for (let turn = 0; turn < 4; turn++) {
      await restart();
      await submit('owner', start());
      const order = await parsed<string[]>(
        `global $wpdb; echo wp_json_encode( array_map( fn ( $json ) => implode( ' ', json_decode( $json, true )['data'] ), $wpdb->get_col( "SELECT json FROM {$wpdb->prefix}largesse_records WHERE kind = 'mail' ORDER BY id" ) ) );`,
      );
      orders.add(order.join());
    }
    assert.ok(orders.size > 1);
  });

  it('if the process ends before the mails are queued, the second press queues them; a further press queues none', async () => {
    await restart();
    const queued = async () =>
      Number(
        await run(
          `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}largesse_records WHERE kind = 'mail'" );`,
        ),
      );
    assert.equal((await submit('owner', start())).status, 303);
    const all = await queued();
    assert.ok(all > 0);
    await run(
      `global $wpdb;
      $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind = 'mail'" );
      ${PUT}
      $draws = Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data;
      $put( 'draws', array( array( 'is_announced' => false ) + $draws[0] ) );`,
    );
    assert.equal((await submit('owner', start())).status, 303);
    assert.equal(await queued(), all);
    await run(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind = 'mail'" );`);
    assert.equal((await submit('owner', start())).status, 303);
    assert.equal(await queued(), 0);
  });

  it('if somebody leaves, an organizer draws again for everybody', async () => {
    await restart();
    const ofBen = fieldOf(section(await look('invitee')), '_wpnonce');
    const couple = { draw_giver: ANNA, draw_receiver: EMIL, draw_way: 'both' };
    await submit('stranger', start({ ...couple, draw_people: [...PLAYERS, DORA] }));
    await deliver();
    for (const said of [await look('owner', 'people'), await look('mailInvitee', 'settings')])
      assert.match(text(section(said)), /A draw of names is running\. Afterwards, somebody would get no present/);
    const account = await page(t.site, 'invitee', address.replace(/\?.*/, '?account=edit'));
    assert.match(text(account.html), /You leave your circles\. Nobody can undo this\. A draw of names is running\./);
    const left = `Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class )->remove( get_userdata( $input ), '${CIRCLE}', '${OMA}' );`;
    await run(left, t.site.users.owner.id);
    const said = /Somebody who takes part has left, so somebody might get no present/;
    for (const who of ['owner', 'invitee', 'stranger'] as const) assert.match(text(section(await look(who))), said);
    const asked = await deliver();
    const names = (mails: typeof asked) => mails.map(({ recipients }) => recipients[0]?.split('@')[0]).sort();
    assert.deepEqual(names(asked), ['owner', 'stranger'], 'the organizer, and the member who started the draw');
    for (const mail of asked) assert.match(mail.text, /draw the names again, for everybody/);
    // Only these two members can draw again. The form contains the values of the draw, without the person who has left.
    assert.doesNotMatch(section(await look('invitee')), /draw_act/);
    const again = { draw_id: '00000000000000bb', draw_people: [ANNA, BEN, CLEO, EMIL] };
    assert.match(text((await submit('invitee', start(again), ofBen)).html), /already drawn/);
    const form = section(await look('owner'));
    assert.match(text(form), /Draw the names again/);
    assert.match(form, new RegExp(`value="${day}"[^>]* name="draw_day"`));
    const checked = Array.from(form.matchAll(/value="([a-f0-9]{16})" ?checked/g), ([, id]) => id);
    assert.deepEqual(checked.sort(), [...PLAYERS, DORA].filter((id) => id !== OMA).sort());
    assert.match(form, new RegExp(`value="${ANNA} ${EMIL} both" ?checked`));
    assert.equal((await submit('owner', start(again))).status, 303, 'at once');
    const third = start({ ...again, draw_id: '00000000000000cc' });
    assert.match(text((await submit('owner', third)).html), /once a day/);
    assert.deepEqual(await drawIds(), ['00000000000000bb']);
    const mails = await deliver();
    const drawn = mails.filter(({ text: body }) => /The names are drawn again, for everybody\./.test(body));
    assert.deepEqual(names(drawn), ['emil', 'invitee', 'mailinvitee', 'owner']);
    const cancelled = mails.filter(({ text: body }) => /The draw was cancelled/.test(body));
    assert.deepEqual(names(cancelled), ['invitee', 'stranger'], 'people who no longer take part, such as Ben’s child');
  });

  it('after somebody has left, the names can also be drawn at once after the draw was cancelled', async () => {
    await restart();
    await submit('owner', start());
    await leave(OMA);
    await submit('owner', { draw_id: '00000000000000aa', draw_act: 'cancel' });
    const players = { draw_people: PLAYERS.filter((id) => id !== OMA) };
    const next = start({ ...players, draw_id: '00000000000000bb' });
    assert.equal((await submit('owner', next)).status, 303);
    await submit('owner', { draw_id: '00000000000000bb', draw_act: 'cancel' });
    const third = await submit('owner', start({ ...players, draw_id: '00000000000000cc' }));
    assert.match(text(third.html), /once a day/);
  });

  it('the form proposes to allow the pairs of last year if that makes the draw secret', async () => {
    await restart();
    const five = { draw_people: PLAYERS.filter((id) => id !== OMA) };
    await submit('owner', start(five));
    assert.equal((await drawIds()).length, 1);
    await moveToLastYear();
    await endPause();
    const later = { ...five, draw_id: '00000000000000cc', draw_last_year: '1' };
    const asked = text((await submit('owner', start(later))).html);
    assert.match(asked, /If nobody draws the same person as last year, (everybody|\S+) could work out/);
    assert.match(asked, /It helps to allow the pairs of last year, or to add people to the draw\./);
    const excluded = start({ ...later, draw_excluded: [`${ANNA} ${EMIL} both`] });
    assert.match(
      text((await submit('owner', excluded)).html),
      /It helps to remove exclusions and to allow the pairs of last year, or to add people to the draw\./,
    );
  });

  it('nobody draws the same person as last year', async () => {
    await restart();
    const people = { draw_people: [...PLAYERS, DORA] };
    await submit('owner', start(people));
    const last = [1, 2, 3, 4, 5, 6, 0];
    await seed(last);
    await moveToLastYear();
    await endPause();
    await submit('owner', start({ ...people, draw_id: '00000000000000cc', draw_last_year: '1' }));
    assert.ok((await pairs()).every((to, giver) => last[giver] !== to));
    assert.doesNotMatch(text(section(await look('owner'))), /Somebody may have drawn the same person as last year/);
  });

  it('everybody gets the same mails if somebody leaves before the mails are sent', async () => {
    await restart();
    await submit('owner', start());
    await seed(RING);
    await leave(OMA);
    const mails = await deliver();
    assert.equal(mails.length, 6, 'a mail asks the organizer to draw again');
    const about = (said: RegExp) => mails.filter(({ text: body }) => said.test(body)).length;
    assert.deepEqual([about(/drawn\..* drew /), about(/drawn\. The person who was drawn has left the circle/)], [4, 1]);
  });

  it('its starter and organizers cancel a draw, which everybody learns; then the names can be drawn again', async () => {
    const id = { draw_id: '00000000000000aa', draw_act: 'cancel' };
    for (const canceller of ['owner', 'stranger'] as const) {
      await restart();
      await submit('stranger', start());
      await submit('mailInvitee', id);
      await submit(canceller, { ...id, draw_id: '00000000000000bb' });
      assert.equal((await drawIds()).length, 1, 'the draw stays for others, and if another one is meant');
      assert.equal((await submit(canceller, id)).status, 303);
      assert.deepEqual(await drawIds(), []);
    }
    assert.match(text((await submit('stranger', start({ draw_id: '00000000000000bb' }))).html), /once a day/);
    const mails = await deliver();
    const recipients = mails.map(({ recipients: [address] }) => address?.split('@')[0]).sort();
    assert.deepEqual(recipients, ['emil', 'invitee', 'mailinvitee', 'owner']);
    for (const mail of mails) assert.match(mail.text, /The draw was cancelled/);
  });

  it('nobody takes over the draw of another person with their id', async () => {
    await restart();
    await submit('owner', start());
    await seed(RING);
    const added = await run(
      `$changes = Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class );
      $user = fn ( $name ) => get_userdata( $input[ $name ] );
      $changes->remove( $user( 'owner' ), '${CIRCLE}', '${EMIL}' );
      foreach ( array( 1, 2 ) as $turn ) $circle = $changes->add_ward( $user( 'stranger' ), '${CIRCLE}', '${EMIL}', 'Tim' );
      echo count( $circle->people );`,
      Object.fromEntries(Object.entries(t.site.users).map(([name, { id }]) => [name, id])),
    );
    assert.equal(added, '7');
    assert.doesNotMatch(text(section(await look('stranger'))), /(Tim|Emil) drew/);
  });

  it('if somebody leaves while the names are drawn, everybody learns it', async () => {
    await restart();
    const kinds = await run(
      `use Largesse\\Together\\Circles\\Circles;
      // The circle changes after the names are drawn, and before the draw is stored.
      $change = static function ( $sql ) use ( &$change ) {
        if ( str_contains( $sql, 'INSERT IGNORE' ) && str_contains( $sql, "'draws'" ) ) {
          remove_filter( 'query', $change );
          Circles::change( '${CIRCLE}', fn ( $circle ) => $circle->without_person( '${EMIL}' ) );
        }
        return $sql;
      };
      add_filter( 'query', $change );
      Largesse\\Services::get( Largesse\\Together\\Draws\\Draws::class )->start( '${CIRCLE}', $input[0], Largesse\\Together\\Draws\\DrawFields::of( $input[1] ) );
      global $wpdb;
      echo implode( ' ', array_unique( array_map( fn ( $json ) => json_decode( $json, true )['kind'], $wpdb->get_col( "SELECT json FROM {$wpdb->prefix}largesse_records WHERE kind = 'mail' ORDER BY id" ) ) ) );`,
      [t.site.users.owner.id, start()],
    );
    assert.equal(kinds, 'drawn draw_left');
  });

  it('former members see nothing, and past years show only one’s own pairs', async () => {
    await restart();
    await submit('owner', start());
    await seed(RING);
    await moveToLastYear();
    const past = text(section(await look('invitee')));
    assert.match(past, /Whom you drew in earlier years \d{4}: You drew Cleo\. \d{4}: Lena drew Oma & Opa\./);
    assert.doesNotMatch(past, /drew (Anna|Ben|Lena)/);
    assert.match(past, /Who takes part/);
    await submit('owner', { draw_id: '00000000000000aa', draw_act: 'cancel' });
    assert.equal((await drawIds()).length, 1, 'nobody cancels a draw whose day is over');
    await leave(BEN);
    assert.equal(section(await look('invitee')), '');
  });

  it('exports contain no pairs, and erasing a person removes their names from draws', async () => {
    await restart();
    await submit('owner', start({ draw_excluded: [`${ANNA} ${BEN} one`], draw_people: [...PLAYERS, DORA] }));
    const pairsBefore = await pairs();
    const exported = await run(
      `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\Draws\\DrawPrivacy::class )->export( 'owner@people.example' ) );`,
    );
    assert.match(exported, /about 20/);
    assert.match(exported, /"Does not draw","value":"Ben"/);
    assert.doesNotMatch(exported, /Cleo|Lena|Oma/);
    await run(
      `Largesse\\Services::get( Largesse\\Together\\Draws\\DrawPrivacy::class )->erase( 'owner@people.example' );`,
    );
    assert.deepEqual(await pairs(), pairsBefore);
    assert.deepEqual(
      await parsed(
        `$draw = Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data[0]; echo wp_json_encode( array( $draw['people'][0], $draw['organizer'], array_filter( $draw['exclusions'], fn ( $pair ) => in_array( 0, $pair, true ) ) ) );`,
      ),
      [{ id: '', name: '', user: null, guardian: null }, '', []],
      'neither the account nor the exclusions remain',
    );
    // The erased person looked after somebody, who leaves the circle and the draw, too.
    await run(`( new Largesse\\Together\\Circles\\CirclePrivacy() )->forget_user( $input );`, t.site.users.invitee.id);
    await run(
      `Largesse\\Services::get( Largesse\\Together\\Draws\\DrawPrivacy::class )->erase( 'invitee@people.example' );`,
    );
    const stored = () =>
      run(`echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data );`);
    assert.doesNotMatch(await stored(), /Anna|Ben|Lena/);
    assert.deepEqual(await pairs(), pairsBefore);
    // The site also erases a person's name if the account is deleted, or removed from this site of a network. After the
    // day of the draw, the site also deletes this person's pair.
    await run(`do_action( 'delete_user', username_exists( 'emil' ), null, null );`);
    assert.doesNotMatch(await stored(), /Emil/);
    const [names, givers] = await parsed<[string[], unknown[]]>(
      `${PUT} $draws = Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data;
      $circle = Largesse\\Foundation\\Records\\Records::read( 'circle', '${CIRCLE}' )->data;
      $put( 'draws', array( array( 'day' => '2025-12-24' ) + $draws[0] ) );
      do_action( 'remove_user_from_blog', $input, 1, 0 );
      $past = Largesse\\Together\\Draws\\CircleDraws::read( '${CIRCLE}' )->all[0];
      echo wp_json_encode( array( array_column( $past->people, 'name' ), array_keys( array_filter( Largesse\\Together\\Draws\\SealedResult::of( $past ), 'is_int' ) ) ) );
      $put( 'draws', $draws );
      $put( 'circle', $circle );`,
      t.site.users.mailInvitee.id,
    );
    assert.deepEqual(
      [names.includes('Cleo'), names.includes('Dora'), givers.includes(2), givers.includes(6)],
      [false, true, false, true],
    );
    // An organizer deletes the circle.
    await run(
      `Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class )->delete( get_userdata( $input ), '${CIRCLE}' );`,
      t.site.users.owner.id,
    );
    assert.deepEqual(await drawIds(), []);
  });

  it('a sealed result is readable only in its own draw, circle and list of people', async () => {
    await restart();
    await submit('owner', start());
    const [there, ...elsewhere] = await parsed<boolean[]>(
      `$draw  = Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data[0];
      $found = fn ( $circle, $data ) => null !== Largesse\\Together\\Draws\\SealedResult::of( Largesse\\Together\\Draws\\Draw::from_array( array( 'circle' => $circle ) + $data ) );
      $other = array( 'people' => array_reverse( $draw['people'] ) ) + $draw;
      echo wp_json_encode( array( $found( '${CIRCLE}', $draw ), $found( 'c2c2c2c2c2c2c2c2', $draw ), $found( '${CIRCLE}', array( 'id' => 'other' ) + $draw ), $found( '${CIRCLE}', $other ) ) );`,
    );
    assert.equal(there, true);
    assert.deepEqual(elsewhere, [false, false, false]);
    // An unreadable draw, for example after a change of the salts, does not prevent the next one.
    await endPause();
    await run(
      `${PUT} $put( 'draws', array( array( 'sealed' => str_repeat( '00', 60 ) ) + Largesse\\Foundation\\Records\\Records::read( 'draws', '${CIRCLE}' )->data[0] ) );`,
    );
    await submit('stranger', start({ draw_id: '00000000000000bb' }));
    assert.deepEqual(await drawIds(), ['00000000000000aa', '00000000000000bb']);
  });
});
