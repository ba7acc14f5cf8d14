<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Store;
use WP_Post;

/**
 * Quantities of bought items that a reader may know, and texts about the quantities (rules: Surprise). While gifts are
 * a surprise, the texts do not depend on secret gifts. The texts are worded so that they are true with and without
 * secret gifts.
 */
final class BoughtView {

	/** `$until` is the day of the reveal in words; '' for none. */
	private function __construct(
		private readonly bool $sees_all,
		private readonly bool $is_secret,
		private readonly string $until
	) {}

	/** Returns the quantities of a registry. @param bool $sees_all Whether the reader may know secret gifts. */
	public static function of( WP_Post $registry, bool $sees_all ): self {
		$surprise = Surprise::of( $registry );
		return new self( $sees_all, ! $sees_all && $surprise->is_secret_now(), Occasion::day( $surprise->day ?? '' ) );
	}

	/** Returns the known quantity of an item, which has its remaining quantity if the reader may know secret gifts. */
	public function count( array $item ): int {
		$count = (int) ( $item['quantity_purchased'] ?? 0 );
		return $this->sees_all && isset( $item[ Store::REMAINING ] )
			? max( $count, (int) $item['quantity_needed'] - (int) $item[ Store::REMAINING ] )
			: $count;
	}

	/** Checks for purchases that the reader may not know. */
	public function is_surprise( array $item ): bool {
		return $this->is_secret && $this->count( $item ) < (int) $item['quantity_needed'];
	}

	/** Returns a sentence that gifts are a surprise, and until when; '' if the reader may know all gifts. */
	public function surprise_note(): string {
		if ( ! $this->is_secret ) {
			return '';
		}
		/* translators: %s: a date. */
		return '' === $this->until ? __( 'Gifts are a surprise.', 'largesse' ) : sprintf( __( 'Gifts are a surprise until %s.', 'largesse' ), $this->until );
	}

	/** Text for a list with one `surprise_note()`; '' for none. */
	public function known_text( array $item ): string {
		$count = $this->count( $item );
		return 0 === $count && $this->is_surprise( $item ) && ! AnyNumber::is( $item )
			? ''
			: self::number( array( 'quantity_purchased' => $count ) + $item );
	}

	/** Returns the known quantity, and if gifts are a surprise. */
	public function text( array $item ): string {
		return implode(
			'. ',
			array_filter(
				array( $this->known_text( $item ), $this->is_surprise( $item ) ? $this->surprise_note() : '' ),
				'strlen'
			)
		);
	}

	/** Returns a sentence about an item's `quantity_purchased`. */
	public static function number( array $item ): string {
		if ( AnyNumber::is( $item ) ) {
			$count = (int) $item['quantity_purchased'];
			/* translators: %s: how many are given. */
			return 0 === $count ? __( 'any number is welcome', 'largesse' ) : sprintf( __( '%s given, any number is welcome', 'largesse' ), Number::text( $count ) );
		}
		/* translators: 1: how many are given, 2: how many are wanted. */
		return sprintf( __( '%1$s of %2$s given', 'largesse' ), Number::text( (int) $item['quantity_purchased'] ), Number::text( (int) $item['quantity_needed'] ) );
	}
}
