<?php
/**
 * Makes a fresh WordPress ready for the demonstration and the tests: readable addresses (without them there is no
 * /wp-json), the theme that $input names, the plugin, and an administrator whose password nobody knows. Does nothing
 * the second time.
 *
 * Runs with WordPress loaded.
 */

// Nobody is to be told of these changes, and there is nothing that could send mail.
add_filter( 'pre_wp_mail', '__return_true' );

if ( '/%postname%/' !== get_option( 'permalink_structure' ) ) {
	$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
	update_option( 'blogname', 'Largesse' );
	update_option( 'blogdescription', 'Gift registries' );
	update_option( 'admin_email', 'admin@site.example' );
	// The installed site comes with the well-known password of its builder.
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
