<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

/**
 * Finds out whether a draw is possible, and whether somebody could conclude a pair that they do not see. Each viewer
 * knows the exclusions and the pairs that they see: everybody knows at least their own pair, and guardians know those
 * of their wards, too.
 *
 * A pair of another giver is certain if and only if two conditions hold for a set of givers whose pairs the viewer does
 * not see: only this giver of the set could draw the receiver, and the viewer's pairs leave the set exactly as many
 * receivers as givers (Hall's theorem).
 *
 * Example: Anna (0) looks after Lena (1). Ben (2) and Cleo (3) take part, too. Lena does not draw Anna, so the possible
 * receivers are Anna: 1, 2, 3; Lena: 2, 3; Ben: 0, 1, 3; Cleo: 0, 1, 2. Anna sees her own pair and Lena's. Suppose that
 * Anna drew Lena, and Lena drew Ben. Then the set of Ben and Cleo, who could draw 0, 1, 2 and 3, keeps only 0 and 3: as
 * many receivers as givers. Only Ben of the set could draw 3. So Anna knows that Ben drew Cleo, and Cleo drew Anna.
 *
 * `at_risk()` finds this without trying all draws. The set could draw four people. Two of them go to the set, and the
 * two givers whom Anna sees can take away two others, so nothing is left to spare: 4 − 2 − 2 = 0. Receiver 3 has a
 * single giver in the set, so the check looks for a draw in which Anna and Lena draw others, and finds the one above.
 */
final class DrawCheck {

	/** Maximum number of givers whose sets the check examines. */
	private const MOST_EXAMINED = 14;

	/** Number of solutions that the check may still look for. */
	private int $searches = 3000;

	/**
	 * Possible receivers of each giver. The number of a set of people is the sum of 2^number for its people, so one
	 * operation compares two sets: `|` unites them, `&` intersects them, and `& ~` removes the second from the first.
	 *
	 * @var list<int>
	 */
	private readonly array $possible_sets;

	/** @param list<list<int>> $possible Possible receivers of each giver. */
	private function __construct( private readonly array $possible, private readonly bool $avoids_last_year ) {
		$this->possible_sets = array_map(
			static fn ( array $receivers ): int => array_sum(
				array_map( static fn ( int $one ): int => 1 << $one, $receivers )
			),
			$possible
		);
	}

	/**
	 * Returns why a draw is impossible, otherwise the first conclusion that somebody could draw; null for none.
	 *
	 * With `$avoids_last_year`, the draw also excludes the pairs of one earlier draw. Then the result is null only if
	 * nobody could conclude a pair of either draw, whatever the earlier pairs were. So the result reveals nothing about
	 * them.
	 *
	 * @param list<list<int>>           $possible  Possible receivers of each giver.
	 * @param array<string, list<int>>  $guardians Givers whose pairs a guardian sees, by the guardian's id.
	 */
	public static function finding(
		array $possible,
		array $guardians = array(),
		bool $avoids_last_year = false
	): ?DrawFinding {
		$finding = self::impossible( $possible );
		if ( null !== $finding ) {
			return $finding;
		}
		$check   = new self( $possible, $avoids_last_year );
		$finding = $check->conclusion( '', array() );
		foreach ( $guardians as $id => $seen ) {
			// PHP converts keys of digits to integers.
			$finding ??= $check->conclusion( (string) $id, $seen );
		}
		foreach ( array_keys( $possible ) as $giver ) {
			$finding ??= $check->conclusion( '', array( $giver ) );
		}
		return $finding;
	}

	/** Returns the people who prevent a draw, and the only people whom they could draw, or who could draw them. */
	private static function impossible( array $possible ): ?DrawFinding {
		if ( null !== NameDraw::solution( $possible, $givers ) ) {
			return null;
		}
		$reversed = array_map(
			static fn ( int $one ): array => array_keys(
				array_filter( $possible, static fn ( array $all ): bool => in_array( $one, $all, true ) )
			),
			array_keys( $possible )
		);
		NameDraw::solution( $reversed, $receivers );
		$is_about_givers = count( $givers ) <= count( $receivers );
		$people          = $is_about_givers ? $givers : $receivers;
		$others          = array_unique(
			array_merge(
				...array_map( static fn ( int $person ): array => ( $is_about_givers ? $possible : $reversed )[ $person ], $people )
			)
		);
		sort( $others );
		return new DrawFinding(
			$is_about_givers ? DrawFinding::TOO_FEW_RECEIVERS : DrawFinding::TOO_FEW_GIVERS,
			$people,
			$others
		);
	}

	/** Returns what a viewer could conclude. @param list<int> $seen Givers whose pairs the viewer sees. */
	private function conclusion( string $viewer, array $seen ): ?DrawFinding {
		$hidden = array_diff_key( $this->possible, array_flip( $seen ) );
		$found  = static fn ( string $kind, ?int $giver = null ): DrawFinding => new DrawFinding(
			$kind,
			viewer: $viewer,
			seen: $seen,
			giver: $giver
		);
		if ( array() === $hidden ) {
			return $found( DrawFinding::ALL_SEEN );
		}
		if ( $this->has_many_choices( $hidden ) ) {
			return null;
		}
		if ( count( $hidden ) > self::MOST_EXAMINED ) {
			return $found( DrawFinding::UNCLEAR );
		}
		$giver = $this->first_at_risk( $seen, array_keys( $hidden ) );
		return match ( true ) {
			$this->searches < 0      => $found( DrawFinding::UNCLEAR ),
			null === $giver          => null,
			$this->avoids_last_year  => $found( DrawFinding::LAST_YEAR ),
			default                  => $found( DrawFinding::CERTAIN, $giver ),
		};
	}

	/**
	 * Returns true if the numbers of choices show that no pair can be certain. A certain pair needs a set of k givers
	 * (`$place` + 1) who together could draw at most k hidden receivers and the receivers that the viewer knows. Then
	 *
	 * - the k-th smallest number of choices of a giver is at most k and the number of known pairs;
	 * - `$rest` receivers have at most `$rest` givers each: those outside the set, whom only the givers outside the set
	 *   could draw, and the receiver of the certain pair.
	 *
	 * If no k fulfils both, no pair is certain.
	 */
	private function has_many_choices( array $hidden ): bool {
		$known_pairs         = count( $this->possible ) - count( $hidden );
		$choices_of_givers   = array_map( 'count', array_values( $hidden ) );
		$givers_of_receivers = array_replace(
			array_fill( 0, count( $this->possible ), 0 ),
			array_count_values( array_merge( ...array_values( $hidden ) ) )
		);
		sort( $choices_of_givers );
		sort( $givers_of_receivers );
		foreach ( $choices_of_givers as $place => $choices ) {
			$rest = count( $hidden ) - $place;
			if (
				$choices - (int) $this->avoids_last_year <= $place + 1 + $known_pairs
				&& $givers_of_receivers[ $rest - 1 ] - (int) $this->avoids_last_year <= $rest
			) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Examines the sets that consist of `$set` and at least one of `$more`. Returns the first giver whose pair the viewer
	 * could conclude. `$any`, `$one` and `$two` are the sets of receivers whom any, exactly one and exactly two givers of
	 * `$set` could draw.
	 */
	private function first_at_risk(
		array $seen,
		array $more,
		array $set = array(),
		int $any = 0,
		int $one = 0,
		int $two = 0
	): ?int {
		foreach ( $more as $place => $giver ) {
			$own       = $this->possible_sets[ $giver ];
			$larger    = array( ...$set, $giver );
			$receivers = array( $any | $own, ( $one & ~$own ) | ( $own & ~$any ), ( $two & ~$own ) | ( $one & $own ) );
			$found     = (
				$this->avoids_last_year
				? $this->at_risk_without_last_year( $seen, $larger, ...$receivers )
				: $this->at_risk( $seen, $larger, $receivers[0], $receivers[1] )
			)
				?? $this->first_at_risk( $seen, array_slice( $more, $place + 1 ), $larger, ...$receivers );
			if ( null !== $found || $this->searches < 0 ) {
				return $found;
			}
		}
		return null;
	}

	/** Returns a giver of a set whose pair is certain in one of the draws, for a viewer who sees the pairs of `$seen`. */
	private function at_risk( array $seen, array $set, int $any, int $one ): ?int {
		if ( $this->spare( $seen, $set, $any ) > 0 ) {
			return null;
		}
		foreach ( $this->who_could_draw( $set, $one ) as $giver ) {
			foreach (
				array_filter(
					$this->possible[ $giver ],
					static fn ( int $receiver ): bool => 0 !== ( $one & 1 << $receiver )
				) as $receiver
			) {
				if ( --$this->searches < 0 ) {
					return null;
				}
				// Looks for a draw with this pair in which all other givers draw nobody whom the set could draw.
				$tried = array( $giver => array( $receiver ) );
				foreach ( $this->possible as $other => $receivers ) {
					$tried[ $other ] ??= in_array( $other, array( ...$seen, ...$set ), true )
						? $receivers
						: array_filter( $receivers, static fn ( int $drawn ): bool => 0 === ( $any & 1 << $drawn ) );
				}
				if ( null !== NameDraw::solution( $tried ) ) {
					return $giver;
				}
			}
		}
		return null;
	}

	/**
	 * Returns a giver of a set whose pair could be certain if each giver loses one possible receiver, the one of last
	 * year.
	 *
	 * If a receiver has only one giver in the set, and this was the receiver of last year, then the set as a whole loses
	 * the receiver. At worst, it loses one receiver for each giver who has such a receiver. The set is at risk if it then
	 * has too few receivers, or exactly enough, and one of these has a single giver. Such a single giver exists if there
	 * are more receivers with one giver than givers who lose one, or if a receiver with two givers may lose one of them.
	 *
	 * Example: four people without exclusions, for a viewer who sees nothing. The set of 0, 1 and 2 could draw 0, 1, 2 and
	 * 3; person 3 has three givers and each other person two. No receiver has a single giver, so the set loses nobody: one
	 * receiver is to spare, and there is no risk. The set of 0 and 1 could draw 0 and 1, which have one giver each, and 2
	 * and 3. If they lose 0 and 1, exactly 2 and 3 remain, each with two givers in the set, and this set is not at risk
	 * either. For a viewer who sees the pair of person 2, one receiver less remains, so this viewer could conclude a pair.
	 */
	private function at_risk_without_last_year( array $seen, array $set, int $any, int $one, int $two ): ?int {
		$may_lose = $this->who_could_draw( $set, $one );
		$spare    = $this->spare( $seen, $set, $any ) - count( $may_lose );
		if ( $spare > 0 ) {
			return null;
		}
		$has_single_giver = self::size( $one ) > count( $may_lose )
			|| array() !== $this->who_could_draw( array_diff( $set, $may_lose ), $two );
		return $spare < 0 || $has_single_giver ? $set[0] : null;
	}

	/** Returns how many receivers of a set are left over if each giver in `$seen` takes one of them. */
	private function spare( array $seen, array $set, int $receivers_of_set ): int {
		return self::size( $receivers_of_set ) - count( $set ) - count( $this->who_could_draw( $seen, $receivers_of_set ) );
	}

	/** Returns the givers who could draw somebody of a set of receivers. */
	private function who_could_draw( array $givers, int $receivers ): array {
		return array_filter( $givers, fn ( int $giver ): bool => 0 !== ( $this->possible_sets[ $giver ] & $receivers ) );
	}

	/** Returns the number of people in a set. */
	private static function size( int $people ): int {
		return substr_count( decbin( $people ), '1' );
	}
}
