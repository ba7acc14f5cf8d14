<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Http\RegistryCookie;
use WP_Post;

/**
 * Rights of the visitor on an idea: members act with their account, other visitors with a signed cookie (rules:
 * Presents that are not on the list). Each right in the cookie consists of a letter and the id of an idea. A giver's
 * right also names the version of the idea. Otherwise, a guest who no longer gives the idea would keep the right when
 * another guest gives it.
 */
final class IdeaRights {

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_ideas_';

	/** Letters of the rights to an idea that this browser added, and to an idea that it gives. */
	private const AUTHOR = 'a';
	private const GIVER  = 'g';

	/** Checks whether the visitor gives an idea. @param array<string, mixed> $idea The idea, as the service returns it. */
	public static function is_giver( WP_Post $registry, array $idea ): bool {
		return null !== $idea['state']
			&& self::cookie()->is_own( $registry->ID, $idea['giver_user_id'], self::giver( $idea ) );
	}

	/** Checks whether the visitor added an idea that nobody else is giving. */
	public static function may_delete( WP_Post $registry, array $idea ): bool {
		return self::cookie()->is_own( $registry->ID, $idea['author_user_id'], self::AUTHOR . $idea['id'] )
			&& ( null === $idea['state'] || self::is_giver( $registry, $idea ) );
	}

	/** Adds the rights on a stored idea to the cookie. Call it before any output. */
	public static function remember( WP_Post $registry, array $idea, bool $is_author ): void {
		$new = $is_author ? array( self::AUTHOR . $idea['id'] ) : array();
		$new = null === $idea['state'] ? $new : array( ...$new, self::giver( $idea ) );
		self::cookie()->add( $registry->ID, ...$new );
	}

	private static function cookie(): RegistryCookie {
		return new RegistryCookie( self::COOKIE );
	}

	/** Returns the right of the giver of this version of an idea. */
	private static function giver( array $idea ): string {
		return self::GIVER . $idea['id'] . '-' . md5( (string) $idea['updated_at'] );
	}
}
