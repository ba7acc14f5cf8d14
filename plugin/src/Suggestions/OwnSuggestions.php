<?php
declare( strict_types=1 );

namespace Largesse\Suggestions;

use Largesse\Http\RegistryCookie;
use WP_Post;

/**
 * Recognizes the suggestions of the visitor: members by their account, other guests by a cookie with the ids of their
 * suggestions (rules: Suggestions). Nobody else knows these ids, so the cookie needs no signature.
 */
final class OwnSuggestions {

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_suggestions_';

	/** @return list<Suggestion> Suggestions of the visitor for a registry. */
	public static function of( WP_Post $registry ): array {
		$ids  = self::ids()->texts( $registry->ID );
		$user = get_current_user_id();
		return array_values( array_filter( StoredSuggestions::of( $registry->ID )->all, static fn ( Suggestion $one ): bool => in_array( $one->id, $ids, true ) || ( $user > 0 && $one->user === $user ) ) );
	}

	/** Adds a suggestion to the cookie, unless the visitor has an account. Call it before any output. */
	public static function remember( int $registry_id, string $id ): void {
		if ( ! is_user_logged_in() ) {
			self::ids()->add( $registry_id, $id );
		}
	}

	private static function ids(): RegistryCookie {
		return new RegistryCookie( self::COOKIE, 30, '/^[0-9a-f-]{36}$/D' );
	}
}
