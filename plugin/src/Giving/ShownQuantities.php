<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * Decides which quantities a page may show (rules: Surprise).
 */
final class ShownQuantities {

	/**
	 * @param bool $is_told     Whether the page may show quantities.
	 * @param bool $has_secrets Whether secret gifts count.
	 */
	private function __construct( public readonly bool $is_told, public readonly bool $has_secrets ) {}

	/**
	 * Returns the rule for a public, cacheable page. Owners may open the page, too. So the page shows no quantities
	 * while gifts are a surprise. Secret gifts count only from the day of the reveal.
	 *
	 * @param bool $is_secret Whether a new gift is hidden from the owner.
	 * @param bool $has_come  Whether the day of the reveal has come.
	 */
	public static function for_everyone( bool $is_secret, bool $has_come ): self {
		return new self( ! $is_secret, $has_come );
	}

	/** Returns the rule for a guest who looks for a gift. */
	public static function for_giving(): self {
		return new self( true, true );
	}

	/** Returns the rule for the sample registry, which has no secret gifts. */
	public static function plain(): self {
		return new self( true, false );
	}

	/**
	 * Returns the remaining quantity; 0 if more pieces were bought than wanted.
	 *
	 * @param int      $known     Remaining pieces without secret gifts.
	 * @param int|null $remaining Remaining pieces according to the service, with secret gifts; null if unknown.
	 */
	public function count( int $known, ?int $remaining ): int {
		return $this->has_secrets ? $remaining ?? $known : $known;
	}

	/** Checks whether a wish can still be given. If the page must not show quantities, every wish counts as open. */
	public function is_open( int $count ): bool {
		return ! $this->is_told || $count > 0;
	}
}
