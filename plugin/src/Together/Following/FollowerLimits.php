<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

/** Limits of the followers of a registry, and of the registries that one person follows (rules: Following). */
final class FollowerLimits {

	/** Maximum numbers: followers and unconfirmed addresses of a registry, and registries that one person follows. */
	private const MOST         = 200;
	private const MOST_WAITING = 200;
	public const MOST_LISTS    = 100;

	/** Broken limits. */
	public const MANY_LISTS     = 'many_lists';
	public const MANY_FOLLOWERS = 'many_followers';

	/**
	 * Returns the limit that a new follower breaks; null for none. People who follow the registry already break no limit.
	 *
	 * @param array<int, Follower> $of_person   All entries of the person, by the registry's id.
	 * @param list<Follower>       $of_registry Followers and waiting visitors of the registry.
	 */
	public static function problem( Follower $new, array $of_person, array $of_registry ): ?string {
		$others = array_filter(
			$of_registry,
			static fn ( Follower $one ): bool => $one->is_confirmed && ! $one->is( $new->user, $new->email )
		);
		return match ( true ) {
			count( array_diff_key( $of_person, array( $new->registry => true ) ) ) >= self::MOST_LISTS => self::MANY_LISTS,
			count( $others ) >= self::MOST => self::MANY_FOLLOWERS,
			default => null,
		};
	}

	/**
	 * Returns the visitor who loses their place because too many wait for a confirmation; null for nobody.
	 *
	 * @param list<Follower> $of_registry Followers and waiting visitors of the registry, the oldest first.
	 */
	public static function displaced( array $of_registry ): ?Follower {
		$waiting = array_filter( $of_registry, static fn ( Follower $one ): bool => ! $one->is_confirmed );
		return count( $waiting ) > self::MOST_WAITING ? Follower::displaced( $waiting ) : null;
	}
}
