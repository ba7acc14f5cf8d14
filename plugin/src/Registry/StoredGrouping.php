<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Http\FieldError;
use WP_Error;

/**
 * Changes the headings and most wanted items of a registry, for the Store. Each change applies to the currently stored
 * list. If two people make changes at the same time, both changes are kept (see StoredList).
 */
final class StoredGrouping {

	/** Code of the error for an invalid title. */
	public const TITLE = 'largesse_heading_title';

	/**
	 * Changes the headings.
	 *
	 * @param callable(Headings): (Headings|WP_Error) $change Creates the new headings, or returns an error; may be called
	 *                                                        several times.
	 * @return true|WP_Error
	 */
	public static function change( int $registry_id, callable $change ): bool|WP_Error {
		$refused = null;
		$changed = ( new StoredList( $registry_id, RegistryMeta::HEADINGS ) )->change(
			static function ( array $stored ) use ( $change, &$refused ): array {
				$headings = Headings::parse( $stored );
				$made     = $change( $headings );
				$refused  = is_wp_error( $made ) ? $made : null;
				// An unchanged list is not written again.
				return null !== $refused || $made->all === $headings->all ? $stored : $made->stored();
			}
		);
		return null === $changed ? self::not_written() : $refused ?? true;
	}

	/**
	 * Returns an error if the title already exists, or if no heading can be added; null otherwise.
	 *
	 * @param string $title The title, cleaned.
	 * @param string $but   Current title of the heading; '' for a new heading.
	 */
	public static function problem( Headings $headings, string $title, string $but = '' ): ?WP_Error {
		$other = $headings->similar_title( $title );
		if ( '' !== $other && $other !== $but ) {
			return new WP_Error( self::TITLE, __( 'There is already a heading with this title.', 'largesse' ), array( 'rule' => 'duplicate' ) );
		}
		if ( '' === $but && count( $headings->all ) >= Headings::MOST ) {
			/* translators: %s: a number. */
			return ( new FieldError( 'headings_full', sprintf( __( 'A registry has at most %s headings.', 'largesse' ), number_format_i18n( Headings::MOST ) ), Headings::MOST ) )->refusal( self::TITLE );
		}
		return null;
	}

	/**
	 * Marks or unmarks an item as most wanted.
	 *
	 * @return true|WP_Error
	 */
	public static function mark( int $registry_id, int $item_id, bool $is_most_wanted ): bool|WP_Error {
		$changed = ( new StoredList( $registry_id, RegistryMeta::MOST_WANTED ) )->change(
			static function ( array $stored ) use ( $item_id, $is_most_wanted ): array {
				$others = array_values( array_diff( IdOrder::ids_in( $stored ), array( $item_id ) ) );
				if ( ! $is_most_wanted ) {
					return $others;
				}
				return in_array( $item_id, $stored, true ) ? $stored : array( ...$others, $item_id );
			}
		);
		return null === $changed ? self::not_written() : true;
	}

	/**
	 * Removes items from the headings and the most wanted items, because the registry no longer has these items.
	 *
	 * @param list<int> $ids Ids of the items.
	 */
	public static function remove_items( int $registry_id, array $ids ): void {
		$grouping = Grouping::of( $registry_id );
		if ( array_intersect( $ids, $grouping->headings->ids() ) ) {
			self::change( $registry_id, static fn ( Headings $headings ) => $headings->without_items( $ids ) );
		}
		if ( array_intersect( $ids, $grouping->most_wanted ) ) {
			( new StoredList( $registry_id, RegistryMeta::MOST_WANTED ) )->change( static fn ( array $stored ) => array_values( array_diff( IdOrder::ids_in( $stored ), $ids ) ) );
		}
	}

	/**
	 * Groups items as in another registry. Adds missing headings up to the limit. An item gets
	 * no heading if its heading cannot be added.
	 *
	 * @param array<int, array{heading: string, most_wanted: bool}> $items Grouping of each item by id, in the order of
	 *                                                                     the list.
	 * @return true|WP_Error
	 */
	public static function group_items( int $registry_id, array $items ): bool|WP_Error {
		$done = self::change(
			$registry_id,
			static function ( Headings $headings ) use ( $items ): Headings {
				foreach ( $items as $id => $item ) {
					$title = Headings::clean( $item['heading'] );
					if ( '' === $title || null !== Headings::problem( $title ) ) {
						continue;
					}
					$same     = $headings->similar_title( $title );
					$headings = '' === $same && count( $headings->all ) < Headings::MOST ? $headings->with( $title ) : $headings;
					$headings = $headings->with_item( $id, $headings->similar_title( $title ) );
				}
				return $headings;
			}
		);
		$most = array_keys( array_filter( $items, static fn ( array $item ) => $item['most_wanted'] ) );
		if ( is_wp_error( $done ) || array() === $most ) {
			return $done;
		}
		$changed = ( new StoredList( $registry_id, RegistryMeta::MOST_WANTED ) )->change( static fn ( array $stored ) => IdOrder::ids_in( array( ...$stored, ...$most ) ) );
		return null === $changed ? self::not_written() : true;
	}

	private static function not_written(): WP_Error {
		return new WP_Error( Store::BUSY, __( 'Too many people are changing this registry at once. Please try again.', 'largesse' ), array( 'status' => 503 ) );
	}
}
