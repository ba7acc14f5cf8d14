<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\RegistryCookie;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use WP_User;

/**
 * Deletes what the cookies of a browser tell about the guests of a registry when a recipient of the registry signs in.
 * Otherwise, the browser would show gifts and ideas to the recipient after the recipient signs out (rules: Surprise).
 */
final class GuestCookies {

	/** Pattern of the name of a cookie about one registry. The name ends with the registry's id. */
	private const NAME = '/^largesse_[a-z_]+_(\d{1,15})$/D';

	/** Deletes the data about all registries of a user who signs in. */
	public static function forget_at_sign_in( mixed $name, mixed $user = null ): void {
		foreach ( $user instanceof WP_User ? self::registries() : array() as $id ) {
			self::forget_if_recipient( $id, $user );
		}
	}

	/** Deletes the data about the registry of this page if the visitor is one of its recipients. */
	public static function forget_on_page(): void {
		$registry = is_user_logged_in() && array() !== self::registries() ? Registries::shown() : null;
		if ( $registry ) {
			self::forget_if_recipient( $registry->ID, wp_get_current_user() );
		}
	}

	/** Deletes the data about a registry. Use this method only before any output. */
	public static function forget( int $registry_id ): void {
		GiftCookies::remove_registry( $registry_id );
		RegistryCookie::forget( $registry_id );
		/**
		 * Fires before any output, when a recipient of a registry uses this browser. Callbacks delete the cookies with
		 * which they recognize guests of the registry.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_forget_guest', $registry_id );
	}

	private static function forget_if_recipient( int $registry_id, WP_User $user ): void {
		$registry = get_post( $registry_id );
		if ( RegistryPostType::is( $registry ) && Roles::of( $registry )->is_recipient( $user ) ) {
			self::forget( $registry_id );
		}
	}

	/** @return list<int> Ids of the registries about which this browser has cookies. */
	private static function registries(): array {
		$named = array_map( 'intval', (array) preg_filter( self::NAME, '$1', array_keys( $_COOKIE ) ) );
		return array_values( array_unique( array( ...GiftCookies::registries(), ...$named ) ) );
	}
}
