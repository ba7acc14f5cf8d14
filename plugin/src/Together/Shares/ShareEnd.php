<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

/** Decides when the confirmed share of a visitor ends (rules: Shares on the site). All times are seconds since 1970. */
final class ShareEnd {

	/** Days until a share ends if the list has no day, or if its day is over. */
	public const DAYS = 30;

	private const DAY = 86_400;

	/**
	 * Returns the end of a share that a guest confirms or extends now: the end of the list's day, or some days from now.
	 * Returns null if this would extend the share by less than a day.
	 *
	 * @param int|null $list_end End of the list's day; null for none.
	 * @param int      $current  End of the share; 0 for a new one.
	 * @param int      $most     Maximum number of days from now.
	 */
	public static function next( int $now, ?int $list_end, int $current, int $most ): ?int {
		$end = null !== $list_end && $list_end > max( $now, $current )
			? min( $list_end, $now + $most * self::DAY )
			: $now + self::DAYS * self::DAY;
		return $end >= $current + self::DAY || 0 === $current ? $end : null;
	}
}
