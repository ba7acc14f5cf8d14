import type { WordPress } from '../wordpress/boot.ts';
import type { DemoUser } from './people.ts';

/** Tells the site where the API is and as whom to call it, as its operator would under Settings → Largesse. */
export async function connectSite(wordpress: WordPress, apiUrl: string, admin: DemoUser): Promise<void> {
  await wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value, false ); }', {
    registry_api_base_url: apiUrl,
    registry_api_username: admin.username,
    registry_api_app_password: admin.applicationPassword,
  });
}

/**
 * Makes a new site look like one that somebody keeps: prices in euros, none of the posts that WordPress comes with.
 */
export async function furnishSite(wordpress: WordPress): Promise<void> {
  await wordpress.run(`
    add_option( 'largesse_currency', 'EUR' );
    foreach ( array( 'hello-world' => 'post', 'sample-page' => 'page' ) as $slug => $type ) {
      $post = get_page_by_path( $slug, OBJECT, $type );
      if ( $post ) {
        wp_delete_post( $post->ID, true );
      }
    }
  `);
}

/** Returns the address of the page on which people keep their registries. */
export async function ownerPage(wordpress: WordPress): Promise<string> {
  return wordpress.run('echo \\Largesse\\Pages\\OwnerPage::url();');
}

/** Makes pages ask the service for items again, which they remember for some seconds. */
export async function forgetShownItems(wordpress: WordPress): Promise<void> {
  await wordpress.run(`
    $transients = $GLOBALS['wpdb']->get_col( "SELECT option_name FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '\\\\_transient\\\\_largesse\\\\_items\\\\_%'" );
    foreach ( $transients as $name ) delete_transient( substr( $name, strlen( '_transient_' ) ) );`);
}
