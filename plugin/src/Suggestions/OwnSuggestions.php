<?php
declare( strict_types=1 );

namespace Largesse\Suggestions;

use Largesse\Http\LinkCookie;
use WP_Post;

/**
 * Recognizes the suggestions of the visitor: members by their account, other guests by a cookie with the ids of their
 * suggestions (rules: Suggestions). Nobody else knows these ids, so the cookie needs no signature.
 */
final class OwnSuggestions {

	/** Beginning of the cookie's name; the registry's id follows. */
	public const COOKIE = 'largesse_suggested_';

	/** Lifetime in days. */
	private const DAYS = 365;

	/** Maximum number of ids in the cookie. */
	private const MOST = 30;

	/** Returns the suggestions of the visitor for a registry. @return list<Suggestion> */
	public static function of( WP_Post $registry ): array {
		$ids  = self::ids( $registry->ID );
		$user = get_current_user_id();
		return array_values( array_filter( StoredSuggestions::of( $registry->ID )->all, static fn ( Suggestion $one ): bool => in_array( $one->id, $ids, true ) || ( $user > 0 && $one->user === $user ) ) );
	}

	/** Adds a suggestion to the cookie, unless the visitor has an account. Call it before any output. */
	public static function remember( int $registry_id, string $id ): void {
		if ( ! is_user_logged_in() ) {
			LinkCookie::set( self::COOKIE . $registry_id, implode( '.', array_slice( array( ...array_diff( self::ids( $registry_id ), array( $id ) ), $id ), -self::MOST ) ), self::DAYS );
		}
	}

	/** Deletes the cookie about a registry. Call it before any output. */
	public static function forget( int $registry_id ): void {
		if ( isset( $_COOKIE[ self::COOKIE . $registry_id ] ) ) {
			LinkCookie::set( self::COOKIE . $registry_id, '', 0 );
			unset( $_COOKIE[ self::COOKIE . $registry_id ] );
		}
	}

	/** @return list<string> */
	private static function ids( int $registry_id ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.RestrictedVariables -- It is only compared.
		$value = $_COOKIE[ self::COOKIE . $registry_id ] ?? '';
		return is_string( $value ) ? array_slice( array_values( array_filter( explode( '.', $value ), 'wp_is_uuid' ) ), -self::MOST ) : array();
	}
}
