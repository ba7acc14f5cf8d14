<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Http\KeyedHash;
use Largesse\Http\RegistryCookie;
use Largesse\Invitations\LinkKey;
use WP_Post;

/**
 * Rights of the visitor on an idea: members act with their account, other visitors with a signed cookie (rules: Ideas on
 * the site). Each right in the cookie consists of a letter, the id of an idea, and a signature. The signature of a
 * giver's right also depends on the version of the idea. Otherwise, a guest who no longer gives the idea would keep the
 * right when another guest gives it.
 */
final class IdeaRights {

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_ideas_';

	/** Letters of the rights to an idea that this browser added, and to an idea that it gives. */
	private const AUTHOR = 'a';
	private const GIVER  = 'g';

	/** Checks whether the visitor gives an idea. @param array<string, mixed> $idea The idea, as the service returns it. */
	public static function is_giver( WP_Post $registry, array $idea ): bool {
		return null !== $idea['state'] && self::cookie()->is_own( $registry->ID, $idea['giver_user_id'], self::signed( $registry, self::GIVER, $idea['id'], (string) $idea['updated_at'] ) );
	}

	/** Checks whether the visitor added an idea that nobody else is giving. */
	public static function may_delete( WP_Post $registry, array $idea ): bool {
		return self::cookie()->is_own( $registry->ID, $idea['author_user_id'], self::signed( $registry, self::AUTHOR, $idea['id'], '' ) ) && ( null === $idea['state'] || self::is_giver( $registry, $idea ) );
	}

	/** Adds the rights on a stored idea to the cookie. Call it before any output. */
	public static function remember( WP_Post $registry, array $idea, bool $is_author ): void {
		$new = $is_author ? array( self::signed( $registry, self::AUTHOR, $idea['id'], '' ) ) : array();
		$new = null === $idea['state'] ? $new : array( ...$new, self::signed( $registry, self::GIVER, $idea['id'], (string) $idea['updated_at'] ) );
		self::cookie()->add( $registry->ID, ...$new );
	}

	private static function cookie(): RegistryCookie {
		return new RegistryCookie( self::COOKIE );
	}

	private static function signed( WP_Post $registry, string $kind, string $id, string $version ): string {
		return $kind . $id . '-' . substr( KeyedHash::of( 'largesse-idea|' . LinkKey::registry_identifier( $registry ) . "|{$kind}|{$id}|{$version}" ), 0, 16 );
	}
}
