<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use WP_Post;

/**
 * Rights of the visitor on an idea: members act with their account, other visitors with their cookie (rules: Ideas on
 * the site).
 */
final class IdeaRights {

	/** Checks whether the visitor gives an idea. @param array<string, mixed> $idea The idea. */
	public static function is_giver( WP_Post $registry, array $idea ): bool {
		return null !== $idea['state'] && ( null === $idea['giver_user_id'] ? IdeaCookie::is_giver( $registry, $idea ) : get_current_user_id() === $idea['giver_user_id'] );
	}

	/**
	 * Checks whether the visitor may delete an idea: they added it, and nobody else is giving it.
	 *
	 * @param array<string, mixed> $idea The idea.
	 */
	public static function may_delete( WP_Post $registry, array $idea ): bool {
		$is_own = null === $idea['author_user_id'] ? IdeaCookie::is_author( $registry, $idea ) : get_current_user_id() === $idea['author_user_id'];
		return $is_own && ( null === $idea['state'] || self::is_giver( $registry, $idea ) );
	}
}
