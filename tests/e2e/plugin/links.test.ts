// Needs a whole site: WordPress and its rewrite rules read the addresses.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { create, page } from '../wordpress/requests.ts';
import { addItem, openConnected } from './connected.ts';
import { give } from './gifts.ts';

/** PHP that returns every kind of link by its name. `$input` has the ids of a registry, an item, a gift and a user. */
const LINKS = `
  use Largesse\\People\\{Accounts, Mail};
  use Largesse\\Promises\\Giving;
  use Largesse\\Together\\{Circles, Digest, Following, Invitations, MyGifts, Shares};
  update_option( 'users_can_register', 1 );
  list( $id, $item, $gift, $share, $unconfirmed ) = $input;
  $registry = get_post( $id );
  $email    = 'granny@people.example';
  $private  = static fn ( string $class, string $method, mixed ...$values ) => ( new ReflectionMethod( $class, $method ) )->invoke( null, ...$values );
  Invitations\\FamilyLink::replace( $registry );
  $draft = get_post( wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'draft', 'post_title' => 'Draft' ) ) );
  Invitations\\FamilyLink::replace( $draft );
  $organizer = new Circles\\Person( '0000000000000001', 'Lena', (int) $registry->post_author, is_organizer: true );
  $invited   = new Circles\\Invitation( '0000000000000002', $email, 1, time() );
  $circle    = new Circles\\Circle( '0000000000000003', 'Us', 1, array( $organizer ), Circles\\JoinLink::create_family_link( '0000000000000003' ), array( $invited ) );
  Circles\\Circles::add( $circle );
  $follower = new Following\\Follower( 'f', $id, 0, $email, '', '', time(), true );
  Following\\Followers::start( $follower );
  $promise = ( new Shares\\UnconfirmedShare( $item, 20, 'Zoë ???>>>', $email, 'en_US', time() + 999 ) )->text();
  $account = get_userdata( $unconfirmed );
  $private( Accounts\\AddressConfirmation::class, 'mark_unconfirmed', $unconfirmed );
  add_filter( 'pre_wp_mail', static function ( $sent, array $mail ) use ( &$confirm ) {
    preg_match( '~http\\S+confirm-address=\\w+~', $mail['message'], $found );
    return $confirm = $found[0];
  }, 10, 2 );
  Accounts\\AddressConfirmation::send( $account, Largesse\\Registries\\Links\\OwnerPage::url() );
  echo wp_json_encode( array( 'kinds' => ( new ReflectionClassConstant( Largesse\\Registries\\Links\\SecretParameters::class, 'WITH_KEY' ) )->getValue(), 'links' => array(
    'family'              => Invitations\\FamilyLink::url( $registry ),
    'personal'            => Invitations\\PersonalLink::url( $registry, $email ),
    'draft'               => Invitations\\FamilyLink::url( $draft ),
    'circle'              => ( new Circles\\JoinLink( $circle->id ) )->url( $circle ),
    'circle invitation'   => ( new Circles\\JoinLink( $circle->id, $invited->id ) )->url( $circle ),
    'gift'                => Giving\\GiftLink::url( Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $id ) ), $gift ),
    'thanks for a gift'   => Giving\\GiftLink::url( Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $id ) ), $gift, array( 'told' => 'given' ) ),
    'follower'            => Following\\FollowerPage::url( $registry, $follower ),
    'follower of several' => Following\\FollowerPage::url( $registry, $follower, true ),
    'share'               => Shares\\ShareLink::url( $registry->ID, $share ),
    'promised share'      => Shares\\ShareLink::url( $registry->ID, $share, $promise ),
    'no invitations'      => Mail\\OptOutPage::url( $email ),
    'sign-up'             => Accounts\\SignUpConfirmation::url( Accounts\\PendingSignUps::token( Accounts\\PendingSignUps::store( 'browser', 'new@people.example', 'New', 'hash', '' ) ) ),
    'address'             => $confirm,
    'my gifts'            => Giving\\GiverLink::create( $email ),
    'no reminders'        => Digest\\Reminders::end_url( $unconfirmed ),
  ) ) );`;

/** What a valid link shows, if it is not what an invalid one never shows: a page with the status 200. */
const SHOWN: Record<string, { status?: number; text?: RegExp }> = {
  // Links to a draft open nothing.
  draft: { status: 404 },
  // The share is not stored: its page says so, and needs a valid key.
  share: { status: 404, text: /has ended/ },
};

// rules: Invitations
describe('a link with a key', () => {
  const system = openForSuite(() => openConnected());
  const site = () => system.site;
  let found: { kinds: string[]; links: Record<string, string> };

  before(async () => {
    const id = await create(site(), 'owner', {
      title: 'Lena’s wishes',
      status: 'publish',
      meta: { registry_invitees: '["granny@people.example"]' },
    });
    const item = await addItem(system, id, 'Bike', { price: 400 });
    const gift = await give(system, await addItem(system, id, 'Cup'));
    const ids = [id, item, gift, randomUUID(), site().users.stranger.id];
    found = JSON.parse(await site().wordpress.run(LINKS, ids));
  });

  it('has its key at the end, of letters and digits', () => {
    const parameters = Object.entries(found.links).map(([kind, link]) => {
      assert.match(link, /^[^?]+\?(?:[a-z-]+=[\w-]+&)*[a-z-]+=[0-9a-z]{32,}$/, kind);
      return /&?([a-z-]+)=[^=]+$/.exec(link)?.[1];
    });
    assert.deepEqual(new Set(parameters), new Set(found.kinds), 'every kind of key');
  });

  it('works with any characters glued to its end, and with “&amp;”', async () => {
    for (const [kind, link] of Object.entries(found.links)) {
      const { status = 200, text } = SHOWN[kind] ?? {};
      const who = kind === 'address' ? 'stranger' : 'nobody';
      const seen = async (address: string) => await page(site(), who, address.replace(site().url, ''));
      const main = ({ html }: { html: string }) =>
        (/<main.*<\/main>/s.exec(html)?.[0] ?? html).replaceAll(/[0-9a-f]{8,}/g, '');
      const plain = await seen(link);
      assert.equal(plain.status, status, kind);
      if (text) assert.match(plain.html, text, kind);
      for (const other of [`${link}.),%E3%80%82%22%C2%BB&x`, `${link}x0%20and`, link.replaceAll('&', '&amp;')])
        assert.equal(main(await seen(other)), main(plain), `${kind}: ${other}`);
    }
  });
});
