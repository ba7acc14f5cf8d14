<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Http\LinkCookie;
use WP_Post;

/** Cookie with the shares that a visitor without an account has confirmed in this browser: the tokens of their links. */
final class ShareCookie {

	/** Beginning of the cookie's name; the registry's id follows. */
	private const NAME = 'largesse_shares_';

	/** Lifetime in days. */
	private const DAYS = 365;

	/** Maximum number of shares in the cookie. */
	private const MOST = 15;

	/** Checks whether the visitor has made a share. @param array<string, mixed> $share The share. */
	public static function is_own( WP_Post $registry, array $share ): bool {
		return null === $share['giver_user_id'] ? in_array( ShareLink::token( $registry, $share['id'] ), self::tokens( $registry->ID ), true ) : get_current_user_id() === $share['giver_user_id'];
	}

	/** Adds a share to the cookie. Call it before any output. */
	public static function remember( WP_Post $registry, string $id ): void {
		$token = ShareLink::token( $registry, $id );
		$kept  = array_slice( array( ...array_diff( self::tokens( $registry->ID ), array( $token ) ), $token ), -self::MOST );
		LinkCookie::set( self::NAME . $registry->ID, implode( '.', $kept ), self::DAYS );
	}

	/** Deletes the cookie about a registry. Call it before any output. */
	public static function forget( int $registry_id ): void {
		$name = self::NAME . $registry_id;
		if ( isset( $_COOKIE[ $name ] ) ) {
			LinkCookie::set( $name, '', 0 );
			unset( $_COOKIE[ $name ] );
		}
	}

	/**
	 * Returns the tokens in this browser's cookie. They are only compared with tokens of this site.
	 *
	 * @return list<string>
	 */
	private static function tokens( int $registry_id ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.RestrictedVariables -- It is only compared.
		$value = $_COOKIE[ self::NAME . $registry_id ] ?? '';
		return is_string( $value ) && 1 === preg_match( '/^[0-9a-fx.]+$/D', $value ) ? array_slice( explode( '.', $value ), -self::MOST ) : array();
	}
}
