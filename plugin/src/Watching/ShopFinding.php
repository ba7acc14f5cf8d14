<?php
declare( strict_types=1 );

namespace Largesse\Watching;

/**
 * Finding about a wish at its shop (rules: The watch). A finding is valid while address, price and currency of the wish
 * are the same as during the check.
 *
 * @phpstan-type Seen array{of: string, due: int, state?: string, price?: float, day?: string, is_dismissed?: bool}
 */
final class ShopFinding {

	/** States from the service. This class adds DEARER, for available wishes whose price has risen. */
	public const GONE     = 'gone';
	public const SOLD_OUT = 'sold_out';
	public const DEARER   = 'dearer';
	private const THERE   = 'there';

	/**
	 * Returns the new finding about a wish after a check of its shop, which may have got no answer.
	 *
	 * @param string $currency Currency of the site; empty if unknown.
	 * @param string $today    Day of the check, `YYYY-MM-DD`.
	 * @param int    $due      Time of the next check (Unix, in seconds).
	 * @return Seen
	 */
	public static function next( array $item, ?array $old, ?array $answer, string $currency, string $today, int $due ): array {
		$of   = self::fingerprint( $item );
		$kept = array(
			'of'  => $of,
			'due' => $due,
		);
		$old  = null !== $old && $of === $old['of'] ? array_intersect_key( $old, array_flip( array( 'state', 'price', 'day', 'is_dismissed' ) ) ) : array();
		// A failed check does not change the finding.
		$state = null === $answer ? null : self::state( $item, $answer, $item['currency'] ?? $currency );
		if ( null === $state ) {
			return $kept + $old;
		}
		if ( self::THERE === $state ) {
			return $kept;
		}
		$news     = array(
			'state' => $state,
			'day'   => $today,
		) + ( self::DEARER === $state ? array( 'price' => (float) $answer['price'] ) : array() );
		$is_known = ( $old['state'] ?? '' ) === $state && ( $old['price'] ?? null ) === ( $news['price'] ?? null );
		// If the finding is unchanged, its day stays the same, and a dismissed hint stays dismissed.
		return $kept + ( $is_known ? $old : $news );
	}

	/** Checks whether owners see a hint. */
	public static function is_shown( array $item, array $seen ): bool {
		return isset( $seen['state'] ) && empty( $seen['is_dismissed'] ) && self::is_valid( $item, $seen );
	}

	/** Checks if a finding is still valid. */
	public static function is_valid( array $item, array $seen ): bool {
		return self::fingerprint( $item ) === $seen['of'];
	}

	private static function fingerprint( array $item ): string {
		return substr( md5( (string) json_encode( array( (string) ( $item['url'] ?? '' ), self::price( $item ), ...array_filter( array( $item['currency'] ?? '' ) ) ) ) ), 0, 12 );
	}

	/** Returns the shop's state; null if unknown. */
	private static function state( array $item, array $answer, string $currency ): ?string {
		if ( self::GONE === $answer['state'] || self::SOLD_OUT === $answer['state'] ) {
			return $answer['state'];
		}
		if ( self::THERE !== $answer['state'] ) {
			return null;
		}
		$was       = self::price( $item );
		$now       = self::price( $answer );
		$is_dearer = null !== $was && null !== $now && '' !== $currency && $currency === ( $answer['currency'] ?? null ) && round( $now - $was, 2 ) > 0;
		return $is_dearer ? self::DEARER : self::THERE;
	}

	/** Returns a price; null for none. @param array<string, mixed> $of A wish, or an answer of the service. */
	private static function price( array $of ): ?float {
		$price = $of['price'] ?? null;
		return is_int( $price ) || is_float( $price ) ? (float) $price : null;
	}
}
