<?php
/**
 * Steps that set up a site in a container. WordPress must be loaded. A step that fails throws a RuntimeException.
 */

/** Name of the account that the site uses to call the service. */
const SERVICE_ACCOUNT = 'largesse-service';

/**
 * Address of this account. No mailbox can have it: a mailbox at the domain of the owner's address could belong to
 * anybody, who would then get the mail for a new password of an administrator.
 */
const SERVICE_MAILBOX = SERVICE_ACCOUNT . '@largesse.invalid';

/** Deletes the post and the page that WordPress adds to a new site. */
function remove_samples(): void {
	foreach ( array( 'hello-world' => 'post', 'sample-page' => 'page' ) as $slug => $type ) {
		$sample = get_page_by_path( $slug, OBJECT, $type );
		if ( $sample ) {
			wp_delete_post( $sample->ID, true );
		}
	}
}

/** Activates the plugin, the theme and permalinks with titles. */
function activate_parts(): void {
	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	require_once ABSPATH . 'wp-admin/includes/misc.php';
	$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
	$problem = activate_plugin( 'largesse/largesse.php' );
	if ( is_wp_error( $problem ) ) {
		throw new RuntimeException( $problem->get_error_message() );
	}
	switch_theme( 'largesse' );
}

/**
 * Fills in the missing settings of the connection to the service. Creates the account with which the site calls the
 * service, if the settings contain no account.
 *
 * @param string|null $key Gateway key for requests to this address; null if the service needs none.
 */
function connect_to_service( string $api, ?string $key ): void {
	add_filter( 'pre_wp_mail', '__return_true' );
	flush_rewrite_rules( false );
	if ( ! class_exists( Largesse\Foundation\Service\Settings::class ) ) {
		echo "setup: the plugin is not active\n";
		return;
	}
	$settings = new Largesse\Foundation\Service\Settings();
	$set      = static function ( string $name, string $value ): void {
		update_option( $name, Largesse\Foundation\Service\Settings::stored( $name, $value ), false );
	};
	if ( '' === $settings->get( 'registry_api_base_url' ) ) {
		$set( 'registry_api_base_url', $api );
	}
	if ( null !== $key && $api === $settings->get( 'registry_api_base_url' ) ) {
		$set( 'registry_api_gateway_key', $key );
	}
	if ( '' === $settings->get( 'registry_api_username' ) ) {
		$id = username_exists( SERVICE_ACCOUNT );
		$id = $id ? $id : wp_insert_user(
			array(
				'user_login'   => SERVICE_ACCOUNT,
				'user_email'   => SERVICE_MAILBOX,
				'user_pass'    => wp_generate_password( 40 ),
				'display_name' => 'Largesse',
				'role'         => 'administrator',
			)
		);
		if ( is_wp_error( $id ) ) {
			throw new RuntimeException( $id->get_error_message() );
		}
		$name = 'Registry service ' . gmdate( 'Y-m-d H:i:s' );
		$made = WP_Application_Passwords::create_new_application_password( $id, array( 'name' => $name ) );
		if ( is_wp_error( $made ) ) {
			throw new RuntimeException( $made->get_error_message() );
		}
		$set( 'registry_api_app_password', $made[0] );
		$set( 'registry_api_username', SERVICE_ACCOUNT );
	}
	// Earlier versions used the domain of the owner's address.
	$account = get_user_by( 'login', SERVICE_ACCOUNT );
	if ( $account && SERVICE_MAILBOX !== $account->user_email ) {
		wp_update_user( array( 'ID' => $account->ID, 'user_email' => SERVICE_MAILBOX ) );
	}
	Largesse\Pages\Owners\PageSetup::create_on_activation();
}
