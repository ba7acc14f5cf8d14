// Needs a site: WordPress decides who gets the mail for a new password.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';

const read = (file: string) => readFile(new URL(`../../../deploy/wordpress/${file}`, import.meta.url), 'utf8');

describe('the account with which a site in a container calls the service', () => {
  const site = openForSuite(() => openSite());

  it('gets no mail for a new password, also after an update from a version with another address', async () => {
    const sources = { steps: await read('steps.php'), container: await read('largesse-container.php') };
    const found = await site.wordpress.run(
      `foreach ( $input as $name => $source ) {
         file_put_contents( get_temp_dir() . "$name.php", $source );
         require get_temp_dir() . "$name.php";
       }
       update_option( 'admin_email', 'parent@mail.example' );
       $state = static function () {
         clean_user_cache( get_user_by( 'login', 'largesse-service' ) );
         $user  = get_user_by( 'login', 'largesse-service' );
         $reset = retrieve_password( 'largesse-service' );
         return array( $user->user_email, in_array( 'administrator', $user->roles, true ), is_wp_error( $reset ) ? $reset->get_error_code() : $reset );
       };
       connect_to_service( 'http://127.0.0.1:9', null );
       $new = $state();
       wp_update_user( array( 'ID' => get_user_by( 'login', 'largesse-service' )->ID, 'user_email' => 'largesse-service@mail.example' ) );
       $earlier = $state();
       connect_to_service( 'http://127.0.0.1:9', null );
       echo wp_json_encode( array( $new, $earlier, $state() ) );`,
      sources,
    );
    const safe = ['largesse-service@largesse.invalid', true, 'no_password_reset'];
    assert.deepEqual(JSON.parse(found), [safe, ['largesse-service@mail.example', true, 'no_password_reset'], safe]);
  });
});
