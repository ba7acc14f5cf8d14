import type { WordPress } from '../wordpress/boot.ts';
import type { DemoUser } from './people.ts';

/**
 * Stores the API's address, credentials and site key in the site. An operator does the same under Settings → Largesse.
 */
export async function connectSite(
  wordpress: WordPress,
  apiUrl: string,
  admin: DemoUser,
  siteKey: string,
): Promise<void> {
  // With another SITE_PORT, the site has moved.
  await wordpress.run(
    `foreach ( $input as $name => $value ) {
      update_option( $name, $value, false );
    }
    Largesse\\Foundation\\Service\\ConnectedSite::accept();`,
    {
      registry_api_base_url: apiUrl,
      registry_api_username: admin.username,
      registry_api_app_password: admin.applicationPassword,
      registry_api_site_key: { value: siteKey },
    },
  );
}

/**
 * Configures a new site: sets the currency to euros, hides the toolbar from members, allows anyone to register, and
 * deletes WordPress's sample posts.
 * Marks the admin's e-mail address as confirmed, as WordPress's installer does. Otherwise, the first sign-in of the
 * admin would ask for a confirmation, because WordPress was installed when its package was built.
 */
export async function configureSite(wordpress: WordPress): Promise<void> {
  await wordpress.run(`
    add_option( 'largesse_currency', 'EUR' );
    add_option( 'largesse_hide_toolbar', '1' );
    update_option( 'users_can_register', 1 );
    update_option( 'admin_email_lifespan', time() + 6 * MONTH_IN_SECONDS );
    foreach ( array( 'hello-world' => 'post', 'sample-page' => 'page' ) as $slug => $type ) {
      $post = get_page_by_path( $slug, OBJECT, $type );
      if ( $post ) {
        wp_delete_post( $post->ID, true );
      }
    }
  `);
}

/**
 * Stores each mail of the site as a file in the folder `mails` of the site's data, because the site cannot send mails.
 * People who register find their link in these files.
 */
export async function saveMails(wordpress: WordPress): Promise<void> {
  await wordpress.run(
    `wp_mkdir_p( WPMU_PLUGIN_DIR );
    file_put_contents( WPMU_PLUGIN_DIR . '/largesse-demo-mails.php', $input );`,
    `<?php
    add_filter( 'pre_wp_mail', function ( $sent, $mail ) {
      $folder = dirname( WP_DEBUG_LOG ) . '/mails';
      wp_mkdir_p( $folder );
      $to = implode( ', ', (array) $mail['to'] );
      $text = is_string( $mail['message'] ) ? $mail['message'] : '';
      $name = gmdate( 'Ymd-His-' ) . substr( wp_generate_uuid4(), 0, 8 ) . '.txt';
      return false !== file_put_contents( "$folder/$name", "To: $to\nSubject: {$mail['subject']}\n\n$text\n" );
    }, 10, 2 );`,
  );
}
