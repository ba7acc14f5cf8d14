<?php
declare( strict_types=1 );

namespace Largesse\Following;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Records\Record;
use Largesse\Records\Records;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Finds the wishes that are new to the guests of a registry (rules: Following).
 */
final class NewWishes {

	/** Kind of the record of a followed registry: the wishes that guests could see when the site last read them. */
	public const KIND = 'seen_wishes';

	public function __construct( private readonly Store $store ) {}

	/**
	 * Returns the registry's wishes that guests can see, the newest first.
	 *
	 * @param bool $is_look Whether to store which wishes are visible now.
	 * @return list<array{id: int, name: string, new: string, item: array<string, mixed>}>|WP_Error `new` is the time from
	 *                                                        which the wish is new (SeenWishes).
	 */
	public function all( WP_Post $registry, bool $is_look = false ): array|WP_Error {
		// Read the items of the public page. Their quantities ignore secret gifts, so all followers get the same items.
		$store = $is_look ? $this->store->in_background() : $this->store;
		$items = $store->items->for_public( $registry->ID );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$items = array_column( $items, null, 'id' );
		$added = array_map( static fn ( array $item ): string => (string) ( $item['created_at'] ?? '' ), $items );
		$news  = ( $is_look ? self::look( $registry, $added ) : self::seen( $registry )->after( $added, self::now() ) )->since( $added, '' );
		arsort( $news, SORT_STRING );
		$wishes = array();
		foreach ( $news as $id => $time ) {
			$wishes[] = array(
				'id'   => $id,
				'name' => (string) $items[ $id ]['name'],
				'new'  => $time,
				'item' => $items[ $id ],
			);
		}
		return $wishes;
	}

	/** Returns the current time in the service's format, because SeenWishes compares times as texts. */
	public static function now(): string {
		return ( new DateTimeImmutable( 'now', new DateTimeZone( 'UTC' ) ) )->format( 'Y-m-d\TH:i:s.v\Z' );
	}

	/**
	 * Stores which wishes are visible now, and returns the stored data.
	 *
	 * @param array<int, string> $added Times at which the visible wishes were added, by id.
	 */
	private static function look( WP_Post $registry, array $added ): SeenWishes {
		$next = static fn ( array $seen ): SeenWishes => SeenWishes::from_array( $seen )->after( $added, self::now() );
		$seen = Records::change( self::KIND, $registry->ID, static fn ( Record $now ): Record => $now->with( data: $next( $now->data )->to_array(), registry: $registry->ID ) );
		return is_wp_error( $seen ) ? $next( Records::read( self::KIND, $registry->ID )->data ) : SeenWishes::from_array( $seen->data );
	}

	private static function seen( WP_Post $registry ): SeenWishes {
		return SeenWishes::from_array( Records::read( self::KIND, $registry->ID )->data );
	}
}
