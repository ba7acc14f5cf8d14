<?php
declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Registry\Invitees;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/**
 * Finds a member's own registries, and those that they are invited to.
 */
final class MembersRegistries {

	/** Most registries in a list. */
	private const MOST = 200;

	/** How many registries are looked at together. */
	private const BATCH = 200;

	/**
	 * Returns a member's own registries, the newest first. Drafts are among them, registries in the trash are not.
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
	 * Returns other people's private registries that a member is invited to, the newest first. The database only
	 * narrows them down: it does not know in which way entries are compared.
	 *
	 * @return list<WP_Post>
	 */
	public static function inviting( WP_User $user ): array {
		$found = array();
		foreach ( array_chunk( self::candidates( $user ), self::BATCH ) as $ids ) {
			_prime_post_caches( $ids, false, true );
			foreach ( array_filter( array_map( 'get_post', $ids ) ) as $registry ) {
				if ( Invitees::of( $registry )->contain( $user ) && current_user_can( 'read_post', $registry->ID ) ) {
					$found[] = $registry;
				}
			}
			if ( count( $found ) >= self::MOST ) {
				break;
			}
		}
		return array_slice( $found, 0, self::MOST );
	}

	/**
	 * Ids of registries in whose list of invitees the member's name or address occurs.
	 *
	 * @return list<int>
	 */
	private static function candidates( WP_User $user ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- A meta query joins the table once for each condition, and would look for "%" itself.
		$ids = $wpdb->get_col(
			$wpdb->prepare(
				"SELECT DISTINCT p.ID FROM {$wpdb->posts} p JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = %s WHERE p.post_type = %s AND p.post_status = 'private' AND p.post_author <> %d AND ( m.meta_value LIKE %s OR m.meta_value LIKE %s ) ORDER BY p.ID DESC",
				RegistryMeta::INVITEES,
				RegistryPostType::NAME,
				$user->ID,
				self::pattern( $user->user_login ),
				self::pattern( $user->user_email )
			)
		);
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
