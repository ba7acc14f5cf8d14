<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

/**
 * Knows whether people may open an account here by themselves, and the addresses at which they do so, or sign in, and
 * then come back to where they were.
 */
final class Registration {

	/** What a subscriber may do. */
	private const HARMLESS = array( 'read', 'level_0' );

	/** Checks whether visitors may open an account. Of a network, the network says so. */
	public static function is_open(): bool {
		return is_multisite()
			? in_array( get_site_option( 'registration' ), array( 'user', 'all' ), true )
			: (bool) get_option( 'users_can_register' );
	}

	/**
	 * Returns why registration should not be open; null for nothing. Whoever registers gets the site's default role, so that
	 * may let people do no more than read.
	 */
	public static function refusal(): ?string {
		$name = (string) get_option( 'default_role' );
		$role = get_role( $name );
		if ( is_multisite() || ( null !== $role && array() === array_diff( array_keys( array_filter( $role->capabilities ) ), self::HARMLESS ) ) ) {
			return null;
		}
		/* translators: %s: name of a role. */
		return sprintf( __( 'New accounts would get the role “%s”, with which one may do more than a subscriber, or which does not exist. Choose Subscriber as the default role under Settings → General first.', 'largesse' ), translate_user_role( wp_roles()->role_names[ $name ] ?? $name ) );
	}

	/** Returns who may open an account now, in a sentence for administrators. */
	public static function state(): string {
		return match ( true ) {
			self::is_open() => __( 'Everybody may open an account and make registries. Addresses are confirmed by mail first.', 'largesse' ),
			is_multisite()  => __( 'Only those whom you add have accounts: the network does not let people register. Pages tell others to ask.', 'largesse' ),
			default         => __( 'Only those whom you add have accounts. Pages that speak of an account tell others to ask.', 'largesse' ),
		};
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
