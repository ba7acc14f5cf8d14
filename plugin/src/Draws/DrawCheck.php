<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Checks that nobody can conclude another pair with certainty. Each person knows the exclusions, their own
 * pair, and the pairs of the people whom they look after.
 *
 * A pair of another giver is certain if and only if two conditions hold for a set of givers whose pairs the viewer does
 * not know: only this giver of the set could draw the receiver, and the viewer's pairs leave the set exactly as many
 * receivers as givers (Hall's theorem).
 */
final class DrawCheck {

	/** Kinds of problems (see `problem()`). */
	public const TOO_FEW_RECEIVERS = 'too_few_receivers';
	public const TOO_FEW_GIVERS    = 'too_few_givers';
	public const CERTAIN           = 'certain';
	public const ALL_SEEN          = 'all_seen';
	public const TOO_HARD          = 'too_hard';

	/** Minimum number of people. Three people could conclude all pairs. */
	public const FEWEST = 4;

	/** Maximum number of givers whose sets the check examines. */
	private const MOST_EXAMINED = 14;

	/** Number of solutions that the check may still look for. */
	private int $searches = 3000;

	/** @var list<int> Possible receivers of each giver, as bits. */
	private readonly array $bits;

	private function __construct( private readonly array $pairs, private readonly bool $has_secrets ) {
		$this->bits = array_map( static fn ( array $receivers ): int => array_sum( array_map( static fn ( int $one ): int => 1 << $one, $receivers ) ), $pairs );
	}

	/**
	 * Returns the first problem; null if there is none.
	 *
	 * With `$has_secrets`, the draw also excludes the pairs of one earlier draw. Then the result is null only if nobody
	 * could conclude a pair of either draw, whatever the earlier pairs were. So the result reveals nothing about them.
	 *
	 * @param list<list<int>> $pairs       Possible receivers of each giver.
	 * @param list<list<int>> $seen        Sets of givers: a guardian and the guardian's wards.
	 * @return array{0: string, 1: list<int>, 2: list<int>}|null Kind, people and a pair. TOO_FEW_RECEIVERS: the people
	 *         could draw fewer others. TOO_FEW_GIVERS: fewer others could draw the people. CERTAIN: the pair is certain
	 *         for anyone who knows the people's pairs. ALL_SEEN: a viewer knows all pairs. TOO_HARD: the check cannot know.
	 */
	public static function problem( array $pairs, array $seen = array(), bool $has_secrets = false ): ?array {
		if ( null === NameDraw::solution( $pairs, $givers ) ) {
			NameDraw::solution( array_map( static fn ( int $one ): array => array_keys( array_filter( $pairs, static fn ( array $all ): bool => in_array( $one, $all, true ) ) ), array_keys( $pairs ) ), $receivers );
			return count( $givers ) <= count( $receivers ) ? array( self::TOO_FEW_RECEIVERS, $givers, array() ) : array( self::TOO_FEW_GIVERS, $receivers, array() );
		}
		$check   = new self( $pairs, $has_secrets );
		$singles = array_map( static fn ( int $giver ): array => array( $giver ), array_keys( $pairs ) );
		foreach ( array( array(), ...$singles, ...$seen ) as $known ) {
			$problem = $check->problem_of( $known );
			if ( null !== $problem ) {
				return $problem;
			}
		}
		return null;
	}

	/** Returns the problem of a viewer who knows the pairs of some givers. */
	private function problem_of( array $known ): ?array {
		$others = array_diff_key( $this->pairs, array_flip( $known ) );
		return match ( true ) {
			array() === $others                    => array( self::ALL_SEEN, $known, array() ),
			$this->has_many_choices( $others )     => null,
			count( $others ) > self::MOST_EXAMINED => array( self::TOO_HARD, array(), array() ),
			default                                => $this->examined( $known, array_keys( $others ) ),
		};
	}

	/**
	 * Returns true if the numbers of choices show that no pair can be certain. A set of givers has at least as many
	 * receivers as its giver with most choices, and only the remaining givers could draw the remaining receivers.
	 */
	private function has_many_choices( array $others ): bool {
		$known     = count( $this->pairs ) - count( $others );
		$receivers = array_map( 'count', array_values( $others ) );
		$givers    = array_replace( array_fill( 0, count( $this->pairs ), 0 ), array_count_values( array_merge( ...array_values( $others ) ) ) );
		sort( $receivers );
		sort( $givers );
		foreach ( $receivers as $place => $choices ) {
			$rest = count( $others ) - $place;
			if ( $choices - (int) $this->has_secrets <= $place + 1 + $known && $givers[ $rest - 1 ] - (int) $this->has_secrets <= $rest ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Examines the sets that consist of `$givers` and at least one of `$more`. The bits `$any`, `$one` and `$two` are the
	 * receivers whom any, exactly one and exactly two of the givers could draw.
	 */
	private function examined( array $known, array $more, array $givers = array(), int $any = 0, int $one = 0, int $two = 0 ): ?array {
		foreach ( $more as $place => $giver ) {
			$own     = $this->bits[ $giver ];
			$set     = array( ...$givers, $giver );
			$bits    = array( $any | $own, ( $one & ~$own ) | ( $own & ~$any ), ( $two & ~$own ) | ( $one & $own ) );
			$problem = $this->problem_of_set( $known, $set, ...$bits ) ?? $this->examined( $known, array_slice( $more, $place + 1 ), $set, ...$bits );
			if ( null !== $problem ) {
				return $problem;
			}
		}
		return null;
	}

	/** Checks whether the viewer's pairs could leave a set of givers exactly as many receivers as givers. */
	private function problem_of_set( array $known, array $givers, int $any, int $one, int $two ): ?array {
		$with   = fn ( array $people, int $receivers ): array => array_filter( $people, fn ( int $person ): bool => 0 !== ( $this->bits[ $person ] & $receivers ) );
		$number = static fn ( int $receivers ): int => substr_count( decbin( $receivers ), '1' );
		$spare  = $number( $any ) - count( $givers ) - count( $with( $known, $any ) );
		if ( $this->has_secrets ) {
			// Each giver could lose a receiver. The set loses this receiver, too, if no other giver of the set could draw it.
			$losers = $with( $givers, $one );
			$spare -= count( $losers );
			return $spare < 0 || ( 0 === $spare && ( $number( $one ) > count( $losers ) || array() !== $with( array_diff( $givers, $losers ), $two ) ) ) ? array( self::CERTAIN, $known, array() ) : null;
		}
		foreach ( $spare <= 0 ? $with( $givers, $one ) : array() as $giver ) {
			foreach ( array_filter( $this->pairs[ $giver ], static fn ( int $receiver ): bool => 0 !== ( $one & 1 << $receiver ) ) as $receiver ) {
				if ( --$this->searches < 0 ) {
					return array( self::TOO_HARD, array(), array() );
				}
				// Looks for a solution: all others draw nobody whom the set could draw.
				$possible = array( $giver => array( $receiver ) );
				foreach ( $this->pairs as $other => $receivers ) {
					$possible[ $other ] ??= in_array( $other, array( ...$known, ...$givers ), true ) ? $receivers : array_filter( $receivers, static fn ( int $drawn ): bool => 0 === ( $any & 1 << $drawn ) );
				}
				if ( null !== NameDraw::solution( $possible ) ) {
					return array( self::CERTAIN, $known, array( $giver, $receiver ) );
				}
			}
		}
		return null;
	}
}
