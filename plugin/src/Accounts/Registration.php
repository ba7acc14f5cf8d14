<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

/**
 * Knows whether people may open an account here by themselves, and the addresses at which they do so, or sign in, and
 * then come back to where they were.
 */
final class Registration {

	/** Tells whether visitors may open an account. Of a network, the network says so. */
	public static function is_open(): bool {
		return is_multisite()
			? in_array( get_site_option( 'registration' ), array( 'user', 'all' ), true )
			: (bool) get_option( 'users_can_register' );
	}

	/**
	 * Returns the address at which visitors open an account, and which leads back when they have signed in.
	 *
	 * @param string $back Where they are now; addresses of other sites, and keys in it, are left out.
	 */
	public static function url( string $back ): string {
		return WayBack::through( wp_registration_url(), WayBack::safe( $back ), WayBack::REGISTERED );
	}

	/**
	 * Returns the address at which visitors sign in, and which leads back.
	 *
	 * @param string $back Where they are now; addresses of other sites, and keys in it, are left out.
	 */
	public static function sign_in_url( string $back ): string {
		return wp_login_url( WayBack::safe( $back ) );
	}

	/** Returns a sentence for those who have no account where they cannot open one: whom to ask. Plain text. */
	public static function closed_note(): string {
		/* translators: %s: name of the site. */
		return sprintf( __( 'Accounts on “%s” are given out by the people who run it. If you would like one, ask whoever told you about this site.', 'largesse' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) );
	}
}
