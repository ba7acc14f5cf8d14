<?php
/**
 * Sets up a new WordPress for the demonstration and the tests: pretty permalinks (required for /wp-json), the theme in
 * $input, the plugin with all of its features, and an administrator with a random password. Does nothing if called
 * again.
 *
 * Runs with WordPress loaded.
 */

// WordPress must not try to send mails about these changes, because the site cannot send mails.
add_filter( 'pre_wp_mail', '__return_true' );

// The database may be from an older WordPress than the files.
if ( (int) get_option( 'db_version' ) < $GLOBALS['wp_db_version'] ) {
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	wp_upgrade();
}

if ( '/%postname%/' !== get_option( 'permalink_structure' ) ) {
	$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
	update_option( 'blogname', 'Largesse' );
	update_option( 'blogdescription', 'Gift registries' );
	update_option( 'admin_email', 'admin@site.example' );
	// Replace the default password of the installed site, because this password is publicly known.
	wp_update_user(
		array(
			'ID'         => 1,
			'user_email' => 'admin@site.example',
			'user_pass'  => wp_generate_password( 40 ),
		)
	);
	if ( 'default' !== $input['theme'] ) {
		switch_theme( $input['theme'] );
	}
	flush_rewrite_rules( false );
}

require_once ABSPATH . 'wp-admin/includes/plugin.php';
$error = activate_plugin( 'largesse/largesse.php' );
if ( is_wp_error( $error ) ) {
	echo esc_html( $error->get_error_message() );
	exit( 1 );
}
if ( false === get_option( Largesse\Features::OPTION ) ) {
	Largesse\Features::store( array_map( '__return_true', Largesse\Features::switches() ) );
}
