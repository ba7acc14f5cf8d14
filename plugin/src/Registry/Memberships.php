<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Rules;
use WP_Post;
use WP_User;

/**
 * Finds the registries that a member owns, co-owns or keeps, and the registries to which the member is invited.
 */
final class Memberships {

	/** Maximum number of registries in a list. */
	private const MOST = 200;

	/**
	 * Returns a member's own registries, newest first. Includes drafts, but no trashed registries.
	 *
	 * @return list<WP_Post>
	 */
	public static function own( WP_User $user ): array {
		return get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => array( 'publish', 'private', 'draft', 'pending', 'future' ),
				'author'      => $user->ID,
				'numberposts' => self::MOST,
				'orderby'     => array(
					'date' => 'DESC',
					'ID'   => 'DESC',
				),
			)
		);
	}

	/**
	 * Returns other people's registries that a member co-owns, newest first.
	 *
	 * @return list<WP_Post>
	 */
	public static function co_owned( WP_User $user ): array {
		return self::first( RegistriesNamingUser::co_owned( $user ) );
	}

	/**
	 * Returns other people's registries that a member keeps but does not own, newest first.
	 *
	 * @return list<WP_Post>
	 */
	public static function kept( WP_User $user ): array {
		$found = RegistriesNamingUser::of( $user, array( RegistryMeta::KEEPERS ) );
		return self::first( $found, static fn ( WP_Post $registry ): bool => ! Roles::of( $registry )->is_owner( $user ) && in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true ) );
	}

	/**
	 * Returns other people's private registries to which a member is invited, newest first. Omits registries that the
	 * member owns or keeps.
	 *
	 * @return list<WP_Post>
	 */
	public static function inviting( WP_User $user ): array {
		$found = RegistriesNamingUser::of( $user, array( RegistryMeta::INVITEES ) );
		return self::first( $found, static fn ( WP_Post $registry ): bool => 'private' === $registry->post_status && ! Roles::of( $registry )->is_owner( $user ) && ! Roles::of( $registry )->is_keeper( $user ) && current_user_can( 'read_post', $registry->ID ) );
	}

	/**
	 * Returns the first registries that pass a check, at most MOST.
	 *
	 * @param iterable<WP_Post>            $registries The registries.
	 * @param (callable(WP_Post): bool)|null $passes     The check; null accepts all.
	 * @return list<WP_Post>
	 */
	private static function first( iterable $registries, ?callable $passes = null ): array {
		$first = array();
		foreach ( $registries as $registry ) {
			if ( null !== $passes && ! $passes( $registry ) ) {
				continue;
			}
			$first[] = $registry;
			if ( count( $first ) >= self::MOST ) {
				break;
			}
		}
		return $first;
	}
}
