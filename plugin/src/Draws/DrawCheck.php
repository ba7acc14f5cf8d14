<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Finds exclusions with which a draw would be impossible, or would not stay secret.
 */
final class DrawCheck {

	/** Kinds of problems. */
	public const TOO_FEW_RECEIVERS = 'too_few_receivers';
	public const TOO_FEW_GIVERS    = 'too_few_givers';
	public const FORCED            = 'forced';
	public const DEDUCIBLE         = 'deducible';

	/** Maximum number of possible pairs for which each pair is tried. */
	private const MOST_TRIED = 800;

	/**
	 * Returns the first problem; null if there is none.
	 *
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}|null The problem. Too few receivers: these
	 *         givers could draw only these receivers. Too few givers: only these givers could draw these receivers.
	 *         Forced: in each solution, the giver draws the receiver. Deducible: the first giver's draw would tell that
	 *         the second giver draws the receiver.
	 */
	public static function problem( AllowedPairs $pairs ): ?array {
		$groups = Matching::groups( $pairs->receivers );
		if ( null === $groups ) {
			return self::shortage( $pairs );
		}
		foreach ( $groups as $group ) {
			if ( 1 === count( $group ) ) {
				return self::found( self::FORCED, array( (int) array_key_first( $group ) ), current( $group ) );
			}
		}
		foreach ( $groups as $group ) {
			$told = self::deducible( $group );
			if ( null !== $told ) {
				return $told;
			}
		}
		return null;
	}

	/** Checks whether some pair is part of each solution, or there is none. */
	public static function is_forced( AllowedPairs $pairs ): bool {
		$groups = Matching::groups( $pairs->receivers );
		return null === $groups || array_filter( $groups, static fn ( array $group ): bool => 1 === count( $group ) );
	}

	/**
	 * Returns the smaller of two shortages: of receivers for some givers, or of givers for some receivers.
	 *
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}
	 */
	private static function shortage( AllowedPairs $pairs ): array {
		$givers_of = $pairs->givers();
		$givers    = Matching::shortage( $pairs->receivers );
		$receivers = Matching::shortage( $givers_of );
		if ( count( $givers ) <= count( $receivers ) ) {
			return self::found( self::TOO_FEW_RECEIVERS, $givers, self::united( $pairs->receivers, $givers ) );
		}
		return self::found( self::TOO_FEW_GIVERS, self::united( $givers_of, $receivers ), $receivers );
	}

	/**
	 * Finds someone whose own draw would tell another pair of the group.
	 *
	 * @param array<int, list<int>> $group Possible receivers of each giver.
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}|null
	 */
	private static function deducible( array $group ): ?array {
		$size   = count( $group );
		$counts = array_count_values( array_merge( ...$group ) );
		$fewest = min( array_map( 'count', $group ) );
		// Then a set of givers has at least two receivers more than givers, unless it lacks at most one person.
		if ( $fewest >= 3 && min( $counts ) >= 3 && $fewest + min( $counts ) >= $size + 2 ) {
			return null;
		}
		$told = self::told_by_two_choices( $group, $counts );
		if ( null !== $told || array_sum( $counts ) > self::MOST_TRIED ) {
			return $told;
		}
		foreach ( $group as $giver => $receivers ) {
			foreach ( $receivers as $receiver ) {
				$others = $group;
				unset( $others[ $giver ] );
				$others = array_map( static fn ( array $all ): array => array_values( array_diff( $all, array( $receiver ) ) ), $others );
				foreach ( Matching::groups( $others ) ?? array() as $part ) {
					if ( 1 === count( $part ) ) {
						return self::found( self::DEDUCIBLE, array( $giver, (int) array_key_first( $part ) ), current( $part ) );
					}
				}
			}
		}
		return null;
	}

	/**
	 * Finds a giver with two possible receivers, or a receiver with two possible givers: a draw of one tells the other.
	 *
	 * @param array<int, list<int>> $group  Possible receivers of each giver, at least two.
	 * @param array<int, int>       $counts Number of possible givers of each receiver.
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}|null
	 */
	private static function told_by_two_choices( array $group, array $counts ): ?array {
		foreach ( $group as $giver => $receivers ) {
			foreach ( 2 === count( $receivers ) ? array_keys( $group ) : array() as $other ) {
				if ( $other !== $giver && in_array( $receivers[0], $group[ $other ], true ) ) {
					return self::found( self::DEDUCIBLE, array( $other, $giver ), array( $receivers[1] ) );
				}
			}
		}
		foreach ( array_keys( $counts, 2, true ) as $receiver ) {
			return self::found( self::DEDUCIBLE, array_keys( array_filter( $group, static fn ( array $all ): bool => in_array( $receiver, $all, true ) ) ), array( $receiver ) );
		}
		return null;
	}

	/**
	 * Returns the partners of some people together, ascending.
	 *
	 * @param array<int, list<int>> $partners Possible partners of each person.
	 * @param list<int>             $people   The people.
	 * @return list<int>
	 */
	private static function united( array $partners, array $people ): array {
		$all = array_unique( array_merge( ...array_map( static fn ( int $one ): array => $partners[ $one ], $people ) ) );
		sort( $all );
		return $all;
	}

	/**
	 * Returns a problem.
	 *
	 * @param list<int> $givers    Givers.
	 * @param list<int> $receivers Receivers.
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}
	 */
	private static function found( string $kind, array $givers, array $receivers ): array {
		return array(
			'kind'      => $kind,
			'givers'    => $givers,
			'receivers' => $receivers,
		);
	}
}
