// Needs a whole site: the cron and mails.
/* Needs a whole site: lists, circles and rights decide together what the calendar of a member contains. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { formIn, Guest } from '../wordpress/guest.ts';
import { create } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { openMailingSite } from './mailing-site.ts';

const PAGE = '/my-registries/?my-calendar=edit';

// rules: The calendar of a member
describe('the calendar of a member', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  let member: Guest;
  let circle = '';

  before(async () => {
    member = new Guest(site());
    await member.signIn('invitee');
    circle = await site().wordpress.run(
      `use Largesse\\Together\\Circles as C;
      $changes = Largesse\\Services::get( C\\CircleChanges::class );
      $owner   = get_user_by( 'login', 'owner' );
      $circle  = $changes->create( $owner, C\\Circles::new_id(), 'Family', 'Ada' );
      $id      = $circle->id;
      $changes->set_birthday( $owner, $id, $circle->people[0]->id, '29', '2' );
      $changes->renew_link( $owner, $id );
      $changes->join( get_user_by( 'login', 'invitee' ), new C\\JoinLink( $id, null ), 'Ben' );
      echo $id;`,
    );
  });

  const shown = async () => /<input type="url"[^>]* value="([^"]+)"/.exec((await member.open(PAGE)).html)?.[1] ?? '';
  const file = async (address: string) => {
    const response = await fetchOnce(address);
    const text = (await response.text()).replaceAll('\r\n ', '');
    return { status: response.status, type: response.headers.get('content-type'), text };
  };
  const titles = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title).sort();
  /** Presses a button of the page, and returns the next page. */
  const press = async (button: string) => {
    const forms = (await member.open(PAGE)).html.match(/<form\b.*?<\/form>/gs) ?? [];
    const form = formIn(forms.find((one) => one.includes(`value="${button}"`)) ?? '');
    assert.ok(form, button);
    const { location } = await member.open(form.address, form.fields);
    return await member.open(location ?? '');
  };
  const list = (title: string, date: string, meta: Record<string, string> = {}) =>
    create(site(), 'owner', { title, status: 'private', meta: { registry_event_date: date, ...meta } });

  it('contains birthdays, and the days of the lists that the member may open at that moment', async () => {
    assert.equal(await shown(), '');
    await press('renew');
    const address = await shown();
    const invited = await list('Ada’s list', '2031-05-03', { registry_invitees: '["invitee"]' });
    const inCircle = await list('Circle’s list', '2031-06-04');
    await list('Secret list', '2031-07-05');
    await site().wordpress.run(
      `$circle = Largesse\\Together\\Circles\\Circles::read( $input[0] );
      Largesse\\Together\\Circles\\OpenLists::open( get_post( $input[1] ), $circle->id, $circle->people[0]->id );`,
      [circle, inCircle],
    );
    // A private link has opened this list to the account.
    const linked = await list('Linked list', '2031-08-06');
    await site().wordpress.run(
      `use Largesse\\Together\\Invitations as I;
      $list = get_post( $input );
      I\\FamilyLink::replace( $list );
      I\\OpenedLists::add( I\\LinkVisitor::with_key( $list, I\\FamilyLink::key( $list ) ), get_user_by( 'login', 'invitee' )->ID );`,
      linked,
    );
    const { status, type, text } = await file(address);
    assert.deepEqual([status, type], [200, 'text/calendar; charset=UTF-8']);
    assert.deepEqual(titles(text), ['Ada’s list', 'Birthday of Ada', 'Circle’s list', 'Linked list']);
    assert.match(text, /DTSTART;VALUE=DATE:20200229\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1\r/);
    assert.match(text, /DTSTART;VALUE=DATE:20310503\r/);

    // Gifts change nothing.
    const item = await addItem(system, invited, 'Kettle');
    await site().wordpress.run(
      `Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class )->put_purchase( wp_generate_uuid4(), array( 'item_id' => $input, 'secret' => true ) );`,
      item,
    );
    assert.equal((await file(address)).text, text);

    await site().wordpress.run(
      `Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->people->uninvite( $input[0], array( 'invitee' ) );
      ( new Largesse\\Together\\Circles\\CirclePrivacy() )->forget_user( get_user_by( 'login', 'invitee' )->ID );`,
      [invited],
    );
    assert.deepEqual(titles((await file(address)).text), ['Linked list']);
    await site().wordpress.run('Largesse\\Together\\Invitations\\FamilyLink::revoke( get_post( $input ) );', linked);
    assert.deepEqual(titles((await file(address)).text), []);
  });

  it('has an address that opens only the calendar, until the member renews or ends it', async () => {
    const old = await shown();
    await press('renew');
    const renewed = await shown();
    const other = renewed.replace(/=(\d+)x/, (_, id) => `=${Number(id) + 1}x`);
    const statuses = await Promise.all([old, renewed, other, `${renewed.slice(0, -1)}g`].map(file));
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 200, 404, 404],
    );
    const { html } = await press('end');
    assert.match(html, /The address no longer works/);
    assert.equal((await file(renewed)).status, 404);
  });
});
