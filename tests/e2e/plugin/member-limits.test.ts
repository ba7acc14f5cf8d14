import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';

describe('limits of a member', () => {
  const t = openForSuite(() => openSite());
  const run = (php: string, input?: unknown) => t.wordpress.run(php, input);

  it('keeps a capability that a role or a user is explicitly denied', async () => {
    const has = await run(
      `$has = static fn ( array $own ) => apply_filters( 'user_has_cap', $own, array(), array(), wp_get_current_user() )['publish_registries'];
       echo wp_json_encode( array( $has( array( 'read' => true ) ), $has( array( 'read' => true, 'publish_registries' => false ) ) ) );`,
    );
    assert.equal(has, '[true,false]');
  });

  it('treats names beyond the daily limit alike, whether they exist or not', async () => {
    const told = JSON.parse(
      await run(
        `wp_set_current_user( $input );
         $names = array( 'invitee', 'nobody-has-this' );
         $id    = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'x', 'post_author' => $input ) );
         update_post_meta( $id, 'registry_invitees', wp_json_encode( $names ) );
         Largesse\\Invitations\\MemberNames::check( array_map( static fn ( $n ) => "other-$n", range( 1, 200 ) ), Largesse\\Invitations\\MemberNames::LISTED );
         echo wp_json_encode( array_map( static fn ( $one ) => array( $one['may_mail'], array_column( $one['states'], 'key' ) ), Largesse\\Invitations\\InviteeView::all( get_post( $id ) ) ) );`,
        t.users.owner.id,
      ),
    );
    assert.deepEqual(told, [
      [false, ['invited']],
      [false, ['invited']],
    ]);
  });

  it('counts each name once a day, separately for new invitees and for lists', async () => {
    const known = JSON.parse(
      await run(
        `use Largesse\\Invitations\\MemberNames as Names;
         wp_set_current_user( $input );
         Names::check( array_map( static fn ( $n ) => "name-$n", range( 1, 200 ) ), Names::LISTED );
         $known = array( Names::check( array( 'NAME-7', 'invitee' ), Names::LISTED ), Names::check( array( 'invitee' ), Names::INVITED ) );
         $row   = Names::PREFIX . Largesse\\Http\\KeyedHash::of( 'names ' . Names::LISTED . " by $input" );
         set_transient( $row, array_map( static fn ( $time ) => $time - DAY_IN_SECONDS - 1, get_transient( $row ) ), DAY_IN_SECONDS );
         echo wp_json_encode( array( ...$known, Names::check( array( 'invitee' ), Names::LISTED ) ) );`,
        t.users.stranger.id,
      ),
    );
    assert.deepEqual(known, [{ 'name-7': false, invitee: null }, { invitee: true }, { invitee: true }]);
  });

  it('names members who are invited by user name only after their visit', async () => {
    const names = JSON.parse(
      await run(
        `wp_set_current_user( $input );
         $id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'x', 'post_author' => $input ) );
         wp_update_user( array( 'ID' => get_user_by( 'login', 'invitee' )->ID, 'display_name' => 'Ida Invited' ) );
         update_post_meta( $id, 'registry_invitees', wp_json_encode( array( 'Invitee', 'stranger', get_user_by( 'login', 'invitee' )->user_email ) ) );
         $names = static fn () => array_column( Largesse\\Invitations\\InviteeView::all( get_post( $id ) ), 'name' );
         $told  = array( $names() );
         foreach ( array( 'invitee', get_user_by( 'login', 'invitee' )->user_email ) as $entry ) Largesse\\Invitations\\InvitationStates::record_visit( get_post( $id ), $entry );
         $told[] = $names();
         wp_update_user( array( 'ID' => get_user_by( 'login', 'stranger' )->ID, 'display_name' => 'Ida Invited' ) );
         Largesse\\Invitations\\InvitationStates::record_visit( get_post( $id ), 'stranger' );
         echo wp_json_encode( array( ...$told, $names() ) );`,
        t.users.owner.id,
      ),
    );
    assert.deepEqual(names, [
      ['', '', ''],
      ['Ida Invited', '', ''],
      // Two members now have the same display name, so the site shows no name.
      ['', '', ''],
    ]);
  });

  it('lists the registries of a co-owner, even if more co-owned registries are in the trash than a list shows', async () => {
    const found = await run(
      `global $wpdb;
       $first = 1 + (int) $wpdb->get_var( "SELECT MAX(ID) FROM {$wpdb->posts}" );
       $posts = $meta = array();
       foreach ( range( $first, $first + 200 ) as $id ) {
         $posts[] = $wpdb->prepare( "(%d, 'registry', %s, %d, '', '', '', '', '', '')", $id, $id === $first ? 'private' : 'trash', $input['owner'] );
         foreach ( array( 'registry_owners', 'registry_keepers', 'registry_invitees' ) as $n => $key )
           $meta[] = $wpdb->prepare( '(%d, %s, %s)', $id, $key, wp_json_encode( array( $input['names'][ $n ] ) ) );
       }
       $wpdb->query( "INSERT INTO {$wpdb->posts} (ID, post_type, post_status, post_author, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES " . implode( ',', $posts ) );
       $wpdb->query( "INSERT INTO {$wpdb->postmeta} (post_id, meta_key, meta_value) VALUES " . implode( ',', $meta ) );
       $lists = array( 'co_owned', 'kept', 'inviting' );
       foreach ( $lists as $n => $list ) {
         $user = get_user_by( 'login', $input['names'][ $n ] );
         wp_set_current_user( $user->ID );
         $all[] = array_column( Largesse\\Registry\\MembersRegistries::$list( $user ), 'ID' ) === array( $first );
       }
       echo wp_json_encode( $all );`,
      { owner: t.users.owner.id, names: ['mailInvitee', 'stranger', 'invitee'] },
    );
    assert.equal(found, '[true,true,true]');
  });

  it('lists each registry of a member once, by their role, however their name is stored', async () => {
    const lists = await run(
      `$user = get_user_by( 'id', wp_insert_user( array( 'user_login' => 'zoë lee', 'user_email' => 'zoe@people.example', 'user_pass' => 'x' ) ) );
       $make = static fn ( string $title, string $status, int $author, array $meta = array() ) => wp_insert_post( array( 'post_type' => 'registry', 'post_title' => $title, 'post_status' => $status, 'post_author' => $author, 'post_date' => 'A' === $title ? '2026-01-02 00:00:00' : '2026-01-01 00:00:00', 'meta_input' => array_map( static fn ( $names ) => wp_slash( wp_json_encode( $names ) ), $meta ) ) );
       $me   = array( $user->user_login );
       $make( 'A', 'pending', $user->ID );
       $make( 'B', 'private', $user->ID, array( 'registry_keepers' => $me ) );
       $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_status' => 'future' ), array( 'ID' => $make( 'C', 'draft', $user->ID ) ) );
       $make( 'D', 'private', $input, array( 'registry_owners' => $me, 'registry_keepers' => $me, 'registry_invitees' => $me ) );
       $make( 'E', 'private', $input, array( 'registry_keepers' => $me, 'registry_invitees' => $me ) );
       $make( 'F', 'private', $input, array( 'registry_invitees' => $me ) );
       clean_post_cache( 0 );
       wp_set_current_user( $user->ID );
       foreach ( array( 'own', 'co_owned', 'kept', 'inviting' ) as $list ) {
         echo implode( array_column( Largesse\\Registry\\MembersRegistries::$list( $user ), 'post_title' ) ), ' ';
       }`,
      t.users.stranger.id,
    );
    assert.equal(lists, 'ACB D E F ');
  });

  it('prevents other sites from framing the page of registries', async () => {
    const page = await run(`echo Largesse\\Links\\OwnerPage::url();`);
    for (const address of [page, `${page}?url=https://shop.example/`]) {
      const { headers } = await fetch(address);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    }
  });
});
