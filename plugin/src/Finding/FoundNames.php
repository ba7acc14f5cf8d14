<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Links\PublicPage;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Keeps the text by which a registry is found, as long as its owner wants that and everybody may open it (rules:
 * Finding). Of any other registry there is no text, so nothing that is searched knows of it.
 */
final class FoundNames {

	/** Meta key of the text: words between blanks, those of the names first. */
	public const TEXT = '_largesse_found_by';

	/** How many registries of one member are found at most, so that nobody fills what others look for. */
	public const MOST_OF_MEMBER = 10;

	/** Meta keys of which the text is made. */
	private const MADE_OF = array( RegistryMeta::NAMES, RegistryMeta::EVENT_TYPE, RegistryMeta::EVENT_DATE );

	/** Returns the names by which everybody finds a registry; an empty text if nobody does. */
	public static function of( WP_Post $registry ): string {
		return PublicPage::is_public( $registry ) ? (string) get_post_meta( $registry->ID, RegistryMeta::NAMES, true ) : '';
	}

	/**
	 * Checks whether one more registry of a member may be found by names.
	 *
	 * @param int $member_id Id of its owner.
	 * @param int $but       Id of the registry that is asked about; 0 for a new one.
	 */
	public static function has_room( int $member_id, int $but = 0 ): bool {
		$others = get_posts(
			array(
				'post_type'    => RegistryPostType::NAME,
				'post_status'  => 'any',
				'author'       => $member_id,
				// phpcs:ignore WordPressVIPMinimum.Performance.WPQueryParams -- One registry.
				'post__not_in' => array( $but ),
				'meta_key'     => RegistryMeta::NAMES, // phpcs:ignore WordPress.DB.SlowDBQuery -- Of one member.
				'fields'       => 'ids',
				'numberposts'  => self::MOST_OF_MEMBER,
			)
		);
		return count( $others ) < self::MOST_OF_MEMBER;
	}

	/**
	 * Makes the text of a registry again after one of its parts was stored.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $id      Id of a post.
	 * @param mixed $key     Meta key.
	 */
	public static function renew_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( in_array( $key, self::MADE_OF, true ) ) {
			self::renew( $id );
		}
	}

	/**
	 * Makes the text of a registry again, or removes it.
	 *
	 * @param mixed $id Its id.
	 */
	public static function renew( mixed $id ): void {
		$registry = get_post( (int) $id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return;
		}
		$text = self::text( $registry );
		if ( '' === $text ) {
			delete_post_meta( $registry->ID, self::TEXT );
		} else {
			update_post_meta( $registry->ID, self::TEXT, $text );
		}
	}

	/** Makes the text of a registry; an empty text if nobody is to find it. */
	private static function text( WP_Post $registry ): string {
		$names = self::of( $registry );
		if ( '' === $names ) {
			return '';
		}
		$type  = Words::of( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) );
		$date  = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		$words = array_merge( ...Words::of( $names ), ...Words::of( self::joined( $names ) ), ...$type );
		$words = array_filter( array( ...$words, ...explode( ' ', Vocabulary::of_occasion( $type ) . ' ' . Vocabulary::of_date( $date ) ) ), 'strlen' );
		return ' ' . implode( ' ', array_unique( $words ) ) . ' ';
	}

	/** Returns names with hyphens as one word each: who types "Annalena" looks for "Anna-Lena". */
	private static function joined( string $names ): string {
		preg_match_all( '/\p{L}+(?:[-‐‑]\p{L}+)+/u', $names, $found );
		return (string) preg_replace( '/[-‐‑]/u', '', implode( ' ', $found[0] ) );
	}

	/**
	 * Keeps the text out of what WordPress exports: a site that imports the names makes its own.
	 *
	 * @param mixed $is_skipped Whether the key is left out so far.
	 * @param mixed $key        Meta key.
	 */
	public static function is_not_exported( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || self::TEXT === $key;
	}
}
