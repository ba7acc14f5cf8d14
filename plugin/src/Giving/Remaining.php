<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\Template;
use Largesse\Registry\People;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Tells how many of an item are still wanted, in words and as a bar to look at, as far as a page may (rules: Surprise).
 */
final class Remaining {

	/**
	 * @param bool $is_told      Whether anything is.
	 * @param bool $has_secrets  Whether secret gifts count.
	 */
	private function __construct(
		public readonly bool $is_told,
		public readonly bool $has_secrets
	) {}

	/**
	 * HTML by number of wanted and remaining pieces: most wishes of a list have the same.
	 *
	 * @var array<string, string>
	 */
	private array $known = array();

	/**
	 * Returns what a page tells that anybody may open, the owner too, and that may be kept for everybody: nothing while
	 * gifts are a surprise. Of secret gifts from a time when they were one it says nothing either, until their day.
	 */
	public static function on_page( WP_Post $registry ): self {
		$surprise = Surprise::of( $registry );
		return new self( ! $surprise->is_secret_now(), $surprise->has_come() );
	}

	/** Returns what somebody is told who is looking for a gift; to the owner, it is what they may know. */
	public static function for_giving( WP_Post $registry ): self {
		return new self( true, ! People::of( $registry )->is_recipient() );
	}

	/** Returns what is told where nothing is secret. */
	public static function plain(): self {
		return new self( true, false );
	}

	/**
	 * Returns the items of a registry with as much of their numbers as the page may tell.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function items( Store $store, WP_Post $registry ): array|WP_Error {
		return $this->has_secrets ? $store->items->for_guests( $registry->ID ) : $store->items->shown( $registry->ID );
	}

	/**
	 * Counts how many of an item are still wanted; more may have been bought than were.
	 *
	 * @param array<string, mixed> $item The item, as guests get it.
	 */
	public function count( array $item ): int {
		$known = max( 0, (int) $item['quantity_needed'] - (int) $item['quantity_purchased'] );
		return $this->has_secrets ? (int) ( $item[ Store::REMAINING ] ?? $known ) : $known;
	}

	/**
	 * Checks whether an item is still to be had, as far as the page may know.
	 *
	 * @param array<string, mixed> $item The item, as guests get it.
	 */
	public function is_open( array $item ): bool {
		return ! $this->is_told || $this->count( $item ) > 0;
	}

	/**
	 * Renders how many are still wanted; an empty text if the page has nothing to tell.
	 *
	 * @param array<string, mixed> $item The item, as guests get it.
	 */
	public function html( array $item ): string {
		$needed = max( 1, (int) $item['quantity_needed'] );
		if ( ! $this->is_told && 1 === $needed ) {
			return '';
		}
		$count = $this->is_told ? $this->count( $item ) : 0;

		$this->known[ "{$count} {$needed}" ] ??= Template::render(
			'giving/remaining',
			array(
				/* translators: %s: how many of something are wanted. */
				'text'  => $this->is_told ? self::text( $count, $needed ) : sprintf( __( '%s wished for', 'largesse' ), number_format_i18n( $needed ) ),
				'found' => $this->is_told ? 100 - (int) round( 100 * min( $count, $needed ) / $needed ) : null,
			)
		);
		return $this->known[ "{$count} {$needed}" ];
	}

	/**
	 * Tells how many are still wanted.
	 *
	 * @param int $count  How many are.
	 * @param int $needed How many were.
	 */
	private static function text( int $count, int $needed ): string {
		if ( 0 === $count ) {
			return __( 'Already found, thank you', 'largesse' );
		}
		if ( 1 === $needed ) {
			return __( 'Still wanted', 'largesse' );
		}
		/* translators: 1: how many are still wanted, 2: how many were wanted at first. */
		return sprintf( __( '%1$s of %2$s still wanted', 'largesse' ), number_format_i18n( $count ), number_format_i18n( $needed ) );
	}
}
