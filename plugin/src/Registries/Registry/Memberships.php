<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Generator;
use WP_Post;
use WP_User;

/** Finds the registries that a member owns, co-owns or keeps, and the registries to which the member is invited. */
final class Memberships {

	/** Maximum number of registries in a list. */
	private const MOST = 200;

	/** Number of registries whose lists of people are checked at once. */
	private const BATCH = 200;

	/** @return list<WP_Post> An author's registries in any status, newest first. The trash is optional; -1: no maximum. */
	public static function of_author( int $author, bool $with_trash = false, int $most = self::MOST ): array {
		return 0 === $author ? array() : get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => array(
					'publish',
					'private',
					'draft',
					'pending',
					'future',
					...( $with_trash ? array( 'trash' ) : array() ),
				),
				'author'      => $author,
				'numberposts' => $most,
				'orderby'     => array(
					'date' => 'DESC',
					'ID'   => 'DESC',
				),
			)
		);
	}

	/** @return list<WP_Post> A page of `$number` registries of a user, also in the trash. The first page is 1. */
	public static function of_email( string $email, int $number, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		return ! $user ? array() : get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'author'      => $user->ID,
				// The value "any" would exclude the trash.
				'post_status' => array_values( get_post_stati() ),
				'numberposts' => $number,
				'paged'       => $page,
				'orderby'     => 'ID',
				'order'       => 'ASC',
			)
		);
	}

	/** @return list<WP_Post> All registries that a member owns or co-owns, also in the trash. */
	public static function owned( WP_User $user ): array {
		return array( ...self::of_author( $user->ID, true, -1 ), ...self::naming( $user, array( RegistryMeta::OWNERS ) ) );
	}

	/** Checks whether a member owns or co-owns a registry, in any status. */
	public static function is_owner_of_any( WP_User $user ): bool {
		global $wpdb;
		// phpcs:ignore WordPress.DB -- `get_posts()` would omit the statuses of other plugins.
		$own = $wpdb->get_var( $wpdb->prepare( 'SELECT 1 FROM %i WHERE post_author = %d AND post_type = %s LIMIT 1', $wpdb->posts, $user->ID, RegistryPostType::NAME ) );
		return null !== $own || self::naming( $user, array( RegistryMeta::OWNERS ) )->valid();
	}

	/** @return list<WP_Post> Other people's registries that a member co-owns, newest first. */
	public static function co_owned( WP_User $user ): array {
		return self::first(
			self::naming( $user, array( RegistryMeta::OWNERS ) ),
			static fn ( WP_Post $registry ): bool => current_user_can( 'edit_post', $registry->ID )
		);
	}

	/** @return list<WP_Post> Other people's registries that a member keeps but does not own, newest first. */
	public static function kept( WP_User $user ): array {
		$found = self::naming( $user, array( RegistryMeta::KEEPERS ) );
		return self::first(
			$found,
			static fn ( WP_Post $registry ): bool => ! Roles::of( $registry )->is_owner( $user )
				&& RegistryPostType::is_shared( $registry )
		);
	}

	/** @return list<WP_Post> Private registries to which a member is invited, unless they own or keep them, newest first. */
	public static function inviting( WP_User $user ): array {
		$found = self::naming( $user, array( RegistryMeta::INVITEES ) );
		return self::first(
			$found,
			static fn ( WP_Post $registry ): bool => 'private' === $registry->post_status
				&& ! Roles::of( $registry )->is_owner( $user )
				&& ! Roles::of( $registry )->is_keeper( $user )
				&& current_user_can( 'read_post', $registry->ID )
		);
	}

	/**
	 * @param iterable<WP_Post>       $registries
	 * @param callable(WP_Post): bool $passes
	 * @return list<WP_Post> The first registries that pass a check.
	 */
	private static function first( iterable $registries, callable $passes ): array {
		return array_slice( array_values( array_filter( iterator_to_array( $registries, false ), $passes ) ), 0, self::MOST );
	}

	/**
	 * Finds registries that list a user, newest first. Includes registries in any status.
	 *
	 * @param list<string> $keys
	 * @param bool         $with_own   Whether to include the user's own registries.
	 * @param bool         $is_claimed Whether an address that the user has not confirmed is enough.
	 * @return Generator<int, WP_Post>
	 */
	public static function naming(
		WP_User $user,
		array $keys,
		bool $with_own = false,
		bool $is_claimed = false
	): Generator {
		$is_user = static fn ( string $entry ): bool => $is_claimed
			? Roles::is_claimed_by( $entry, $user )
			: Roles::is_user( $entry, $user );
		return self::listing(
			$user->exists() ? array( $user->user_login, $user->user_email ) : array(),
			$is_user,
			$keys,
			$with_own ? 0 : $user->ID
		);
	}

	/**
	 * Finds registries whose lists have an entry that passes a check, newest first. The database only finds candidates.
	 *
	 * @param list<string>           $names   User names and addresses; each entry that passes must equal one of them.
	 * @param callable(string): bool $is_meant Checks an entry.
	 * @param list<string>           $keys
	 * @param int                    $author  Author whose registries are skipped.
	 * @return Generator<int, WP_Post>
	 */
	public static function listing( array $names, callable $is_meant, array $keys, int $author = 0 ): Generator {
		foreach (
			array_chunk( self::candidates( array_diff( $names, array( '' ) ), $keys, $author ), self::BATCH ) as $ids
		) {
			_prime_post_caches( $ids, false, true );
			foreach ( array_filter( array_map( 'get_post', $ids ) ) as $registry ) {
				$entries = array_merge(
					...array_map( static fn ( string $key ): array => Roles::entries_of( $registry, $key ), $keys )
				);
				if ( array_filter( $entries, $is_meant ) ) {
					yield $registry;
				}
			}
		}
	}

	/**
	 * @param array<string> $names
	 * @param list<string>  $keys
	 * @return list<int> Ids of registries whose lists may contain one of the names.
	 */
	private static function candidates( array $names, array $keys, int $author ): array {
		global $wpdb;
		if ( ! $names ) {
			return array();
		}
		$places = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		$likes  = implode( ' OR ', array_fill( 0, count( $names ), 'm.meta_value LIKE %s' ) );
		// phpcs:disable WordPress.DB -- A meta query joins the table once for each condition, and would search for "%" literally; there is one placeholder for each key and each name.
		$ids = $wpdb->get_col(
			$wpdb->prepare(
				"SELECT DISTINCT p.ID FROM {$wpdb->posts} p JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key IN ({$places}) WHERE p.post_type = %s AND p.post_author <> %d AND ( {$likes} ) ORDER BY p.ID DESC",
				array( ...$keys, RegistryPostType::NAME, $author, ...array_map( self::pattern( ... ), array_values( $names ) ) )
			)
		);
		// phpcs:enable
		return array_map( 'intval', $ids );
	}

	/**
	 * Returns a LIKE pattern for lists that may contain a user name or an address. Wildcards replace all characters except
	 * ASCII letters, digits and the signs "@.-". JSON can encode the replaced characters in several ways, and some
	 * databases do not treat "É" and "é" as equal. An entry may have another form of the domain, as in "xn--mller-kva".
	 */
	private static function pattern( string $name ): string {
		return '%' . preg_replace( array( '/@.*/s', '/[^A-Za-z0-9@.-]+/' ), array( '@', '%' ), $name ) . '%';
	}
}
