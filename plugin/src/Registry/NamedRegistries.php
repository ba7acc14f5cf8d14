<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;
use WP_User;

/**
 * Finds registries, those of other people above all, that name somebody as co-owner, keeper or invitee.
 */
final class NamedRegistries {

	/** How many registries are looked at together. */
	private const BATCH = 200;

	/**
	 * Returns registries on one of whose lists a user stands, the newest first, in any status. The database only narrows
	 * them down: it does not know in which way entries are compared.
	 *
	 * @param list<string> $keys     Meta keys of the lists.
	 * @param int          $most     Most registries.
	 * @param bool         $with_own Whether those of which they are the author count.
	 * @return list<WP_Post>
	 */
	public static function of( WP_User $user, array $keys, int $most = PHP_INT_MAX, bool $with_own = false ): array {
		$found = array();
		foreach ( array_chunk( $user->exists() ? self::candidates( $user, $keys, $with_own ? 0 : $user->ID ) : array(), self::BATCH ) as $ids ) {
			_prime_post_caches( $ids, false, true );
			foreach ( array_filter( array_map( 'get_post', $ids ) ) as $registry ) {
				foreach ( $keys as $key ) {
					if ( Invitees::of( $registry, $key )->contain( $user ) ) {
						$found[] = $registry;
						break;
					}
				}
			}
			if ( count( $found ) >= $most ) {
				break;
			}
		}
		return array_slice( $found, 0, $most );
	}

	/**
	 * Returns other people's registries that a user, who is the visitor, owns with them: those that they may edit.
	 *
	 * @param int $most Most registries.
	 * @return list<WP_Post>
	 */
	public static function co_owned( WP_User $user, int $most = PHP_INT_MAX ): array {
		return array_values( array_filter( self::of( $user, array( RegistryMeta::OWNERS ), $most ), static fn ( WP_Post $registry ): bool => current_user_can( 'edit_post', $registry->ID ) ) );
	}

	/**
	 * Returns ids of registries in whose lists the user's name or address occurs.
	 *
	 * @param list<string> $keys   Meta keys of the lists.
	 * @param int          $author Author whose registries do not count.
	 * @return list<int>
	 */
	private static function candidates( WP_User $user, array $keys, int $author ): array {
		global $wpdb;
		$places = implode( ', ', array_fill( 0, count( $keys ), '%s' ) );
		// phpcs:disable WordPress.DB -- A meta query joins the table once for each condition, and would look for "%" itself; the places are one for each key.
		$ids = $wpdb->get_col(
			$wpdb->prepare(
				"SELECT DISTINCT p.ID FROM {$wpdb->posts} p JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key IN ({$places}) WHERE p.post_type = %s AND p.post_author <> %d AND ( m.meta_value LIKE %s OR m.meta_value LIKE %s ) ORDER BY p.ID DESC",
				array( ...$keys, RegistryPostType::NAME, $author, self::pattern( $user->user_login ), self::pattern( $user->user_email ) )
			)
		);
		// phpcs:enable
		return array_map( 'intval', $ids );
	}

	/**
	 * Returns a LIKE pattern that matches every list with this entry, and some others. JSON writes anything but plain
	 * letters, digits and a few signs in more than one way, and not every database knows that "É" and "é" are the same.
	 *
	 * @param string $entry User name or e-mail address.
	 */
	private static function pattern( string $entry ): string {
		return '%' . preg_replace( '/[^A-Za-z0-9@.-]+/', '%', $entry ) . '%';
	}
}
