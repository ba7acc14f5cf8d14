// Needs a whole site: roles and capabilities of WordPress.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';

describe('limits of a member', () => {
  const t = openForSuite(() => openSite());
  const run = (php: string, input?: unknown) => t.wordpress.run(php, input);

  it('keeps a capability that a role or a user is explicitly denied', async () => {
    const has = await run(
      `$has = static fn ( array $own ) => apply_filters( 'user_has_cap', $own, array( 'publish_registries' ), array(), wp_get_current_user() )['publish_registries'];
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
         Largesse\\Together\\Invitations\\MemberNames::check( array_map( static fn ( $n ) => "other-$n", range( 1, 200 ) ), Largesse\\Together\\Invitations\\MemberNames::LISTED );
         echo wp_json_encode( array_map( static fn ( $one ) => array( $one['may_mail'], array_column( $one['states'], 'key' ) ), Largesse\\Together\\Invitations\\InviteeView::all( get_post( $id ) ) ) );`,
        t.users.owner.id,
      ),
    );
    assert.deepEqual(told, [
      [false, ['invited']],
      [false, ['invited']],
    ]);
  });

  it('names members who are invited by user name only after their visit', async () => {
    const names = JSON.parse(
      await run(
        `wp_set_current_user( $input );
         $id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'x', 'post_author' => $input ) );
         wp_update_user( array( 'ID' => get_user_by( 'login', 'invitee' )->ID, 'display_name' => 'Ida Invited' ) );
         update_post_meta( $id, 'registry_invitees', wp_json_encode( array( 'Invitee', 'stranger', get_user_by( 'login', 'invitee' )->user_email ) ) );
         $names = static fn () => array_column( Largesse\\Together\\Invitations\\InviteeView::all( get_post( $id ) ), 'name' );
         $told  = array( $names() );
         foreach ( array( 'invitee', get_user_by( 'login', 'invitee' )->user_email ) as $entry ) Largesse\\Together\\Invitations\\InvitationStates::record_visit( get_post( $id ), $entry );
         $told[] = $names();
         wp_update_user( array( 'ID' => get_user_by( 'login', 'stranger' )->ID, 'display_name' => 'Ida Invited' ) );
         Largesse\\Together\\Invitations\\InvitationStates::record_visit( get_post( $id ), 'stranger' );
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
       echo implode( array_column( Largesse\\Registries\\Registry\\Memberships::of_author( $user->ID ), 'post_title' ) ), ' ';
       foreach ( array( 'co_owned', 'kept', 'inviting' ) as $list ) {
         echo implode( array_column( Largesse\\Registries\\Registry\\Memberships::$list( $user ), 'post_title' ) ), ' ';
       }`,
      t.users.stranger.id,
    );
    assert.equal(lists, 'ACB D E F ');
  });

  it('prevents other sites from framing the page of registries, and other pages with its block', async () => {
    const page = await run(`echo Largesse\\Registries\\Links\\OwnerPage::url();`);
    const make = (content: string) =>
      run(
        `echo get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'x', 'post_content' => $input ) ) );`,
        content,
      );
    const other = await make('<!-- wp:largesse/my-registries /-->');
    for (const address of [`${page}?url=https://shop.example/`, other]) {
      const { headers } = await fetch(address);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/, address);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    }
    const { headers } = await fetch(await make('Without the block'));
    assert.equal(headers.get('x-frame-options'), null);
  });
});
