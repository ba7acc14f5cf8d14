<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Finds exclusions that make a draw impossible, or from which people could deduce a secret pair.
 */
final class DrawCheck {

	/** Kinds of problems, explained at `problem()`. */
	public const TOO_FEW_RECEIVERS = 'too_few_receivers';
	public const TOO_FEW_GIVERS    = 'too_few_givers';
	public const FORCED            = 'forced';
	public const DEDUCIBLE         = 'deducible';

	/** Minimum number of people. In a draw of three people, everybody could deduce all pairs. */
	public const FEWEST = 4;

	/**
	 * Maximum number of pairs that a check examines. The check assumes that somebody knows the draws of some givers. It
	 * examines the other pairs for each set of receivers that these givers could have drawn. A pair counts each time.
	 */
	private const MOST_WORK = 600_000;

	/**
	 * Returns the first problem; null if there is none.
	 *
	 * @param list<list<int>> $seen Sets of givers: a guardian and the guardian's wards. The guardian sees all their draws.
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}|null The problem. TOO_FEW_RECEIVERS: `givers`
	 *         could draw only `receivers`, which are fewer. TOO_FEW_GIVERS: only `givers` could draw `receivers`, which
	 *         are more. FORCED: in each solution, the giver draws the receiver. DEDUCIBLE: anyone who sees the draws of
	 *         all `givers` except the last could deduce that the last one draws the receiver.
	 */
	public static function problem( AllowedPairs $pairs, array $seen = array() ): ?array {
		$groups = Matching::groups( $pairs->receivers );
		if ( null === $groups ) {
			return self::shortage( $pairs );
		}
		foreach ( $groups as $group ) {
			if ( 1 === count( $group ) ) {
				return self::found( self::FORCED, array( (int) array_key_first( $group ) ), current( $group ) );
			}
		}
		$work = self::MOST_WORK;
		foreach ( $groups as $group ) {
			foreach ( array( ...array_map( static fn ( int $giver ): array => array( $giver ), array_keys( $group ) ), ...$seen ) as $givers ) {
				$told = self::deducible( array_intersect_key( $group, array_flip( $givers ) ), $group, $work );
				if ( null !== $told ) {
					return $told;
				}
			}
		}
		return null;
	}

	/** Checks whether some pair is part of every solution. Also returns true if no solution exists. */
	public static function is_forced( AllowedPairs $pairs ): bool {
		$groups = Matching::groups( $pairs->receivers );
		return null === $groups || array_filter( $groups, static fn ( array $group ): bool => 1 === count( $group ) );
	}

	/**
	 * Returns the problem of pairs without a solution. Such pairs contain a group of givers with too few receivers, and
	 * a group of receivers with too few givers. Returns the smaller of these two groups.
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
	 * Finds a pair that people could deduce if they know the draws of some givers of the group.
	 *
	 * @param array<int, list<int>> $known Possible receivers of each giver whose draw people know.
	 * @param array<int, list<int>> $group Possible receivers of each giver of the group.
	 * @param int                   $work  Number of possible pairs that the check may still examine; this method reduces it.
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}|null
	 */
	private static function deducible( array $known, array $group, int &$work ): ?array {
		$others = array_diff_key( $group, $known );
		if ( array() === $known || array() === $others || self::has_many_choices( $known, $group ) ) {
			return null;
		}
		$cost = max( 1, array_sum( array_map( 'count', $others ) ) );
		$sets = self::receiver_sets( $known, intdiv( $work, $cost ) );
		if ( null === $sets ) {
			return self::told_by_few_choices( $known, $others );
		}
		$work -= $cost * count( $sets );
		foreach ( $sets as $receivers ) {
			$left = array_map( static fn ( array $all ): array => array_values( array_diff( $all, $receivers ) ), $others );
			foreach ( Matching::groups( $left ) ?? array() as $part ) {
				if ( 1 === count( $part ) ) {
					return self::found( self::DEDUCIBLE, array( ...array_keys( $known ), (int) array_key_first( $part ) ), current( $part ) );
				}
			}
		}
		return null;
	}

	/**
	 * Returns true if the draws of the known givers certainly reveal no other pair. After the draws of the known
	 * givers, m givers and m receivers remain. Each remaining giver still has at least `a` possible receivers.
	 * Each remaining receiver still has at least `b` possible givers. If a + b > m, each set of fewer than m givers has
	 * more possible receivers than givers. So no pair is part of every solution.
	 *
	 * @param array<int, list<int>> $known Possible receivers of the known givers.
	 * @param array<int, list<int>> $group Possible receivers of each giver of the group.
	 */
	private static function has_many_choices( array $known, array $group ): bool {
		$fewest = min( array_map( 'count', $group ) ) + min( array_count_values( array_merge( ...$group ) ) ) - count( $known );
		return count( $group ) >= count( $known ) + 2 && $fewest > count( $group );
	}

	/**
	 * Returns all sets of receivers that some givers could draw together.
	 *
	 * @param array<int, list<int>> $givers Possible receivers of each giver.
	 * @param int                   $most   Maximum number of sets.
	 * @return list<list<int>>|null Null if there are more sets.
	 */
	private static function receiver_sets( array $givers, int $most ): ?array {
		$sets = array( array() );
		foreach ( $givers as $receivers ) {
			$larger = array();
			foreach ( $sets as $set ) {
				foreach ( array_diff( $receivers, $set ) as $receiver ) {
					$new = array( ...$set, $receiver );
					sort( $new );
					$larger[ implode( ' ', $new ) ] = $new;
				}
				if ( count( $larger ) > $most ) {
					return null;
				}
			}
			$sets = array_values( $larger );
		}
		return $sets;
	}

	/**
	 * Finds a pair that somebody who sees the draws of the known givers could deduce. This is a quick check for draws
	 * with too many possible results. First case: the draws of the known givers could leave another giver at most one
	 * possible receiver. Second case: among the other givers, only one could draw a certain receiver.
	 *
	 * @param array<int, list<int>> $known  Possible receivers of the known givers.
	 * @param array<int, list<int>> $others Possible receivers of the other givers of the group.
	 * @return array{kind: string, givers: list<int>, receivers: list<int>}|null
	 */
	private static function told_by_few_choices( array $known, array $others ): ?array {
		$takable = array_unique( array_merge( ...$known ) );
		$givers  = array();
		foreach ( $others as $giver => $receivers ) {
			if ( count( $receivers ) - min( count( $known ), count( array_intersect( $receivers, $takable ) ) ) <= 1 ) {
				$left = array_values( array_diff( $receivers, $takable ) );
				return self::found( self::DEDUCIBLE, array( ...array_keys( $known ), $giver ), array( $left[0] ?? $receivers[0] ) );
			}
			foreach ( $receivers as $receiver ) {
				$givers[ $receiver ][] = $giver;
			}
		}
		foreach ( $givers as $receiver => $all ) {
			if ( 1 === count( $all ) ) {
				return self::found( self::DEDUCIBLE, array( ...array_keys( $known ), $all[0] ), array( $receiver ) );
			}
		}
		return null;
	}

	/**
	 * Returns the possible partners of some people in one list, ascending.
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
