<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Records\StoredValue;

/**
 * Stores which wishes of a registry guests could see when the site last checked. Usually, a wish is new from the time
 * when it was added. But a check may find a wish that was added before the previous check, for example a former draft.
 * Such a wish is new from the time of the check that finds it.
 *
 * Times are texts like `2026-11-24T12:00:00.000Z`. The alphabetical order of these texts is their order in time.
 */
final class SeenWishes {

	use StoredValue;

	/**
	 * Maximum number of remembered wishes; visible wishes are remembered even beyond this number. Removed wishes are
	 * also remembered, so that a restored wish does not count as new.
	 */
	private const MOST = 2_000;

	/**
	 * @param string             $looked Time of the last check; empty for none.
	 * @param list<int>          $ids    Ids of the wishes that were visible.
	 * @param array<int, string> $late   For each wish that was at first hidden from guests: time of the check
	 *                                   that found the wish, by the wish's id.
	 */
	private function __construct(
		public readonly string $looked = '',
		private readonly array $ids = array(),
		private readonly array $late = array()
	) {}

	/**
	 * Returns the data after another check.
	 *
	 * @param array<int, string> $wishes Times at which the visible wishes were added, by id.
	 * @param string             $now    Time of this check.
	 */
	public function after( array $wishes, string $now ): self {
		$unseen = array_diff_key( $wishes, array_flip( $this->ids ) );
		$late   = '' === $this->looked ? array() : array_fill_keys( array_keys( array_filter( $unseen, fn ( string $added ): bool => strcmp( $added, $this->looked ) <= 0 ) ), $now );
		$hidden = array_diff( $this->ids, array_keys( $wishes ) );
		$ids    = array_slice( array( ...$hidden, ...array_keys( $wishes ) ), -max( self::MOST, count( $wishes ) ) );
		return new self( $now, $ids, array_intersect_key( $this->late + $late, array_flip( $ids ) ) );
	}

	/**
	 * Returns the wishes that became new after a time.
	 *
	 * @param array<int, string> $wishes As in `after()`.
	 * @return array<int, string> Times from which these wishes are new, by id.
	 */
	public function since( array $wishes, string $time ): array {
		return array_filter( array_replace( $wishes, array_intersect_key( $this->late, $wishes ) ), static fn ( string $new ): bool => strcmp( $new, $time ) > 0 );
	}
}
