<?php
/**
 * Creates the users in $input, or updates existing users. Prints the id and a new application password of each user as
 * JSON.
 *
 * Runs with WordPress loaded.
 */

// WordPress must not try to send mails about these changes, because the site cannot send mails.
add_filter( 'pre_wp_mail', '__return_true' );

$accounts = array();
foreach ( $input as $plan ) {
	$id   = username_exists( $plan['username'] );
	$user = array_filter(
		array(
			'ID'           => $id,
			'user_login'   => $plan['username'],
			'user_email'   => $plan['email'],
			'display_name' => $plan['displayName'] ?? null,
			'role'         => $plan['role'],
			// A new user needs a password. If the plan contains none, use a random password.
			'user_pass'    => $plan['password'] ?? ( $id ? null : wp_generate_password( 40 ) ),
		)
	);
	$id   = $id ? wp_update_user( $user ) : wp_insert_user( $user );
	if ( is_wp_error( $id ) ) {
		throw new RuntimeException( $plan['username'] . ': ' . $id->get_error_message() );
	}
	$made = WP_Application_Passwords::create_new_application_password( $id, array( 'name' => uniqid( 'Largesse ' ) ) );
	if ( is_wp_error( $made ) ) {
		throw new RuntimeException( $plan['username'] . ': ' . $made->get_error_message() );
	}
	$accounts[] = array(
		'id'                  => $id,
		'applicationPassword' => $made[0],
	);
}
echo wp_json_encode( $accounts );
