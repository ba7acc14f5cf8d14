/* Needs a whole site: circles, draws and lists fill one mail, which WordPress's cron sends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { give } from '../pages/gifts.ts';
import { openFormBrowser } from '../wordpress/form-browser.ts';
import { create } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

const PAGE = '/my-registries/?reminders=edit';

// rules: Reminders
describe('reminders', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  const inDays = async (days: number) => await run(`echo wp_date( 'Y-m-d', time() + $input * DAY_IN_SECONDS );`, days);

  const choose = async (...kinds: string[]) => {
    const member = openFormBrowser(site(), 'invitee');
    const ticked = Object.fromEntries(kinds.map((kind) => [`remind_${kind}`, '1']));
    const { status } = await member.press(await member.send(PAGE), PAGE, 'remind_', ticked);
    assert.equal(status, 303);
  };
  /** Runs the daily event, and returns the mails to the member. */
  const today = async () => {
    await run(`do_action( 'largesse_daily_reminders' );`);
    return (await deliver(system)).filter(({ recipients }) => recipients.includes(site().users.invitee.email));
  };
  const chosen = async () =>
    await run(
      `echo implode( ' ', Largesse\\Together\\Digest\\Reminders::chosen( get_user_by( 'login', 'invitee' )->ID ) );`,
    );
  /** Makes the last mail a number of days older. */
  const age = (days: number) =>
    run(
      `use Largesse\\Foundation\\Records\\Records;
      foreach ( Records::all( 'reminders' ) as $record ) {
        $last = Largesse\\Together\\Digest\\DigestPlan::later( $record->data['last'], -$input );
        Records::replace( $record, $record->with( data: compact( 'last' ) + $record->data ) );
      }`,
      days,
    );

  it('are in one mail a week about everything that is due, and end with one press', async () => {
    // Nothing is chosen before.
    assert.equal(await chosen(), '');
    const day = await inDays(10);
    const [, month, date] = day.split('-').map(Number);
    const [circle = '', person = ''] = JSON.parse(
      await run(
        `use Largesse\\Together\\Circles as C;
        $changes = Largesse\\Services::get( C\\CircleChanges::class );
        list( $owner, $invitee ) = array_map( fn ( $login ) => get_user_by( 'login', $login ), array( 'owner', 'invitee' ) );
        $circle = $changes->create( $owner, C\\Circles::new_id(), 'Family', 'Ada' );
        $id     = $circle->id;
        $changes->renew_link( $owner, $id );
        $changes->join( $invitee, new C\\JoinLink( $id, null ), 'Ben' );
        $changes->set_birthday( $owner, $id, $circle->people[0]->id, $input[0], $input[1] );
        echo wp_json_encode( array( $id, $circle->people[0]->id ) );`,
        [String(date), String(month)],
      ),
    );
    const list = await create(site(), 'owner', { title: 'Ada’s list', status: 'private' });
    await run(`Largesse\\Together\\Circles\\OpenLists::open( get_post( $input[0] ), $input[1], $input[2] );`, [
      list,
      circle,
      person,
    ]);
    const [kettle] = [await addItem(system, list, 'Kettle'), await addItem(system, list, 'Cup')];
    // Two lists with the same title and day: the member owns one, and co-owns the other.
    const registry_event_date = await inDays(20);
    const ben = { title: 'Ben’s list', status: 'publish' };
    await create(site(), 'invitee', { ...ben, meta: { registry_event_date } });
    const registry_owners = JSON.stringify([site().users.invitee.email]);
    await create(site(), 'owner', { ...ben, meta: { registry_event_date, registry_owners } });
    assert.deepEqual(await today(), []);

    await choose('birthdays', 'empty');
    // A secret gift changes nothing.
    await run(
      `Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class )->put_purchase( wp_generate_uuid4(), array( 'item_id' => $input, 'secret' => true ) );`,
      kettle,
    );
    const [mail, ...more] = await today();
    assert.deepEqual(more, []);
    assert.match(mail?.subject ?? '', /^Birthday of Ada on .*: 2 open wishes, and 2 more reminders$/);
    assert.equal(mail?.text.match(/“Ben’s list” has no wishes yet, and the day is/g)?.length, 2);
    assert.deepEqual(await today(), [], 'nothing twice');
    await age(8);
    assert.deepEqual(await today(), [], 'nothing twice in the next week');

    const end = /https?:\S+no-reminders=\w+/.exec(mail?.text ?? '')?.[0] ?? '';
    assert.match(mail?.source ?? '', /^List-Unsubscribe: <http/im);
    const path = end.replace(site().url, '');
    const nobody = openFormBrowser(site(), 'nobody');
    const page = await nobody.send(path);
    assert.equal(page.status, 200);
    // Opening the page, and sending its form without the button, changes nothing.
    assert.equal((await nobody.press(page, path, 'name="end"')).status, 422);
    assert.equal(await chosen(), 'birthdays empty');
    const ended = await nobody.press(page, path, 'name="end"', { end: '1' });
    assert.match(ended.html, /You get no more reminders/);
    assert.equal(await chosen(), '');
    assert.equal((await nobody.send(path.replace(/=(\d+)x/, (_, id) => `=${Number(id) + 1}x`))).status, 404);
  });

  // rules: Who sees what
  it('contain no numbers that a page hides, and no gifts for the reader of the mailbox', async () => {
    const { invitee } = site().users;
    const texts = async (kind: string) =>
      await run(
        `$user = get_user_by( 'login', 'invitee' );
        wp_set_current_user( $user->ID );
        echo implode( '; ', array_column( apply_filters( 'largesse_reminder_entries', array(), $user, wp_date( 'Y-m-d' ), array( $input ) ), 'text' ) );`,
        kind,
      );
    assert.match(await texts('birthdays'), /^Birthday of Ada on .*: 2 open wishes$/);
    // Another list of a wish may have shown its gifts before.
    await run(
      `foreach ( get_posts( array( 'post_type' => 'any', 'post_status' => 'private', 'title' => $input ) ) as $list ) update_post_meta( $list->ID, 'registry_surprise', 'hidden' );`,
      'Ada’s list',
    );
    assert.match(await texts('birthdays'), /^Birthday of Ada on [^:]*$/);

    const promise = async (owners: string[]) => {
      const registry = await create(site(), 'owner', {
        title: 'Gran’s list',
        status: 'publish',
        meta: { registry_event_date: await inDays(3), registry_owners: JSON.stringify(owners) },
      });
      const item_id = await addItem(system, registry, 'Scarf');
      await give(system, registry, { item_id, giver_user_id: invitee.id });
    };
    await promise([invitee.email.replace('@', '+gran@')]);
    assert.equal(await texts('promised'), '');
    await promise(['gran@people.example']);
    assert.match(await texts('promised'), /Scarf/);
  });

  it('of a draw go to the giver alone, while the drawn person has no list', async () => {
    const draw = async (name: string) =>
      await run(
        `use Largesse\\Together\\Circles as C;
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      list( $owner, $invitee ) = array_map( fn ( $login ) => get_user_by( 'login', $login ), array( 'owner', 'invitee' ) );
      $circle = $changes->create( $owner, C\\Circles::new_id(), $input[1], 'Ada' );
      $changes->renew_link( $owner, $circle->id );
      $circle = $changes->join( $invitee, new C\\JoinLink( $circle->id, null ), 'Ben' );
      wp_set_current_user( $owner->ID );
      $people = array_column( $circle->people, 'id' );
      $draws  = Largesse\\Services::get( Largesse\\Together\\Draws\\Draws::class );
      $fields = static fn ( $accepted ) => new Largesse\\Together\\Draws\\DrawFields( C\\Circles::new_id(), $input[0], '', $people, array(), true, $accepted );
      // With two people, each knows both pairs, so the form asks first.
      $question = $draws->start( $circle->id, $owner->ID, $fields( '' ) )->question;
      $draws->start( $circle->id, $owner->ID, $fields( Largesse\\Together\\Draws\\DrawFields::fingerprint( $question ) ) );
      echo $circle->id;`,
        [await inDays(15), name],
      );
    await draw('Two');
    await draw('Three');
    await deliver(system);
    await choose('drawn');
    await run(
      `Largesse\\Foundation\\Records\\Records::change( 'reminders', get_user_by( 'login', 'invitee' )->ID, fn ( $now ) => $now->with( data: array( 'last' => '' ) + $now->data ) );`,
    );
    const [mail] = await today();
    assert.match(mail?.subject ?? '', /^The person whom you drew in “Two” has no list yet, and 1 more reminder$/);
    assert.match(mail?.text ?? '', /The person whom you drew in “Three” has no list yet/);
    assert.doesNotMatch(mail?.text ?? '', /\bAda\b/);
  });
});
