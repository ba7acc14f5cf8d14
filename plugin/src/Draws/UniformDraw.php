<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Closure;

/**
 * Draws one of all solutions, each with the same probability (apart from the rounding of floating-point numbers).
 *
 * Groups that share no receivers are drawn one after the other, pair by pair. Small or sparse groups are drawn by
 * counting: the chance of a pair is the share of solutions with this pair. Large, dense groups are drawn by rejection
 * (Huber and Law), which uses upper bounds instead of exact numbers of solutions. The chances of the possible pairs may
 * then add up to less than 1. With the remaining probability, the attempt ends and a new attempt begins.
 *
 * Both methods limit their work. So a draw ends in time, even if members deliberately choose exclusions that make it
 * hard.
 */
final class UniformDraw {

	/** Maximum number of people in a small group. Small groups try counting first, larger groups try it second. */
	private const SMALL = 9;

	/** Maximum number of sets of remaining receivers that counting examines. If there are more, counting fails. */
	private const MOST_STATES = 15_000;

	/** Work limit of the first call of `by_rejection()` for a group: number of pairs whose chance it computes. */
	private const FIRST_WORK = 300_000;

	/** Work limit of the last call of `by_rejection()` for a group: number of pairs whose chance it computes. */
	private const LAST_WORK = 1_500_000;

	/** Number of rounds in which `scaled()` scales the weights. */
	private const SCALINGS = 20;

	/**
	 * Returns a random integer between two bounds. The bounds are possible results.
	 *
	 * @var Closure(int, int): int
	 */
	private readonly Closure $random;

	/**
	 * @param Closure(int, int): int|null $random Source of chance for tests; null for random_int().
	 * @param int                         $effort Limit of work, in percent of the usual limit.
	 */
	public function __construct( ?Closure $random = null, private readonly int $effort = 100 ) {
		$this->random = $random ?? random_int( ... );
	}

	/**
	 * Draws a solution.
	 *
	 * @return list<int>|null Receiver of each giver; null if there is no solution.
	 * @throws SearchLimitExceeded If so many pairs are forbidden that a fair draw would take too long.
	 */
	public function draw( AllowedPairs $pairs ): ?array {
		$groups = Matching::groups( $pairs->receivers );
		if ( null === $groups ) {
			return null;
		}
		$drawn = array();
		foreach ( $groups as $group ) {
			$drawn += $this->of_group( $group );
		}
		ksort( $drawn );
		return array_values( $drawn );
	}

	/**
	 * Shuffles a list.
	 *
	 * @template T
	 * @param list<T> $values The list.
	 * @return list<T>
	 */
	public function shuffled( array $values ): array {
		for ( $last = count( $values ) - 1; $last > 0; --$last ) {
			$other = ( $this->random )( 0, $last );
			list( $values[ $last ], $values[ $other ] ) = array( $values[ $other ], $values[ $last ] );
		}
		return $values;
	}

	/**
	 * Draws the pairs of a group.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return array<int, int> Receiver by giver.
	 * @throws SearchLimitExceeded See `draw`.
	 */
	private function of_group( array $receivers ): array {
		$is_small = count( $receivers ) <= self::SMALL;
		return ( $is_small ? $this->by_counting( $receivers ) : null )
			?? $this->by_rejection( $receivers, intdiv( self::FIRST_WORK * $this->effort, 100 ) )
			?? ( $is_small ? null : $this->by_counting( $receivers ) )
			?? $this->by_rejection( $receivers, intdiv( self::LAST_WORK * $this->effort, 100 ) )
			?? throw new SearchLimitExceeded();
	}

	/**
	 * Draws the pairs by counting the solutions that contain each pair.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return array<int, int>|null Receiver by giver; null if counting is too much work.
	 */
	private function by_counting( array $receivers ): ?array {
		$columns = array_flip( array_values( array_unique( array_merge( ...$receivers ) ) ) );
		$order   = self::by_closeness( $receivers );
		$ending  = self::last_chances( $receivers, $columns, $order );
		$most    = intdiv( self::MOST_STATES * $this->effort, 100 );
		$counts  = array();
		$count   = static function ( int $level, string $free ) use ( &$count, &$counts, $receivers, $columns, $order, $ending, $most ): float {
			if ( count( $order ) === $level ) {
				return 1.0;
			}
			foreach ( $ending[ $level ] ?? array() as $column ) {
				if ( '1' === $free[ $column ] ) {
					return 0.0;
				}
			}
			if ( isset( $counts[ $free ] ) ) {
				return $counts[ $free ];
			}
			$sum = 0.0;
			foreach ( $receivers[ $order[ $level ] ] as $receiver ) {
				$column = $columns[ $receiver ];
				if ( '1' === $free[ $column ] ) {
					$rest            = $free;
					$rest[ $column ] = '0';
					$sum            += $count( $level + 1, $rest );
				}
			}
			if ( count( $counts ) >= $most ) {
				throw new SearchLimitExceeded();
			}
			$counts[ $free ] = $sum;
			return $sum;
		};
		$free    = str_repeat( '1', count( $columns ) );
		try {
			$count( 0, $free );
		} catch ( SearchLimitExceeded ) {
			return null;
		}
		$drawn = array();
		foreach ( $order as $level => $giver ) {
			$weights = array();
			$rests   = array();
			foreach ( $receivers[ $giver ] as $receiver ) {
				$column = $columns[ $receiver ];
				if ( '1' === $free[ $column ] ) {
					$rest                 = $free;
					$rest[ $column ]      = '0';
					$rests[ $receiver ]   = $rest;
					$weights[ $receiver ] = $count( $level + 1, $rest );
				}
			}
			$receiver        = $this->choose( $weights, array_sum( $weights ) ) ?? array_key_last( array_filter( $weights ) );
			$drawn[ $giver ] = $receiver;
			$free            = $rests[ $receiver ];
		}
		return $drawn;
	}

	/**
	 * Returns the givers in an order in which neighbours share many receivers. In this order, counting finds few
	 * different sets of remaining receivers.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return list<int>
	 */
	private static function by_closeness( array $receivers ): array {
		$order = array();
		$known = array();
		while ( $receivers ) {
			$best   = null;
			$fewest = PHP_INT_MAX;
			foreach ( $receivers as $giver => $all ) {
				$new = count( array_diff_key( array_flip( $all ), $known ) );
				if ( $new < $fewest ) {
					$fewest = $new;
					$best   = $giver;
				}
			}
			$known  += array_flip( $receivers[ $best ] );
			$order[] = $best;
			unset( $receivers[ $best ] );
		}
		return $order;
	}

	/**
	 * Returns the columns to check at each level. A column is checked one level after the last giver who can draw the
	 * column's receiver. If the column is still free at that level, nobody can draw the receiver.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @param array<int, int>       $columns   Column by receiver.
	 * @param list<int>             $order     Giver by level.
	 * @return array<int, list<int>>
	 */
	private static function last_chances( array $receivers, array $columns, array $order ): array {
		$last = array();
		foreach ( $order as $level => $giver ) {
			foreach ( $receivers[ $giver ] as $receiver ) {
				$last[ $columns[ $receiver ] ] = $level;
			}
		}
		$ending = array();
		foreach ( $last as $column => $level ) {
			$ending[ $level + 1 ][] = $column;
		}
		return $ending;
	}

	/**
	 * Draws the pairs by upper bounds, until an attempt is accepted.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @param int                   $work      Maximum number of weighed pairs.
	 * @return array<int, int>|null Receiver by giver; null if no attempt was accepted.
	 */
	private function by_rejection( array $receivers, int $work ): ?array {
		$weights = self::scaled( $receivers );
		$columns = array();
		$sums    = array();
		foreach ( $weights as $giver => $row ) {
			foreach ( $row as $receiver => $weight ) {
				$columns[ $receiver ][ $giver ] = $weight;
			}
			$sums[ $giver ] = array_sum( $row );
		}
		uasort( $columns, static fn ( array $one, array $other ): int => count( $one ) <=> count( $other ) );
		$bounds = array_map( self::bound( ... ), $sums );
		$first  = null;
		while ( $work > 0 ) {
			$left        = $sums;
			$left_bounds = $bounds;
			$drawn       = array();
			foreach ( $columns as $receiver => $column ) {
				if ( array() === $drawn && null !== $first ) {
					list( $chances, $rests, $rest_bounds ) = $first;
				} else {
					$chances     = array();
					$rests       = array();
					$rest_bounds = array();
					$product     = M_E;
					foreach ( $column as $giver => $weight ) {
						if ( isset( $left[ $giver ] ) ) {
							$rest                  = max( 0.0, $left[ $giver ] - $weight );
							$bound                 = $rest >= 1.0 ? $rest + 0.5 * log( $rest ) + M_E - 1.0 : 1.0 + ( M_E - 1.0 ) * $rest;
							$product              *= $bound / $left_bounds[ $giver ];
							$chances[ $giver ]     = $weight / $bound;
							$rests[ $giver ]       = $rest;
							$rest_bounds[ $giver ] = $bound;
						}
					}
					$work -= 1 + count( $chances );
					foreach ( $chances as $giver => $chance ) {
						$chances[ $giver ] = $chance * $product;
					}
					if ( array_sum( $chances ) > 1.0 + 1e-9 ) {
						return null;
					}
					$first ??= array( $chances, $rests, $rest_bounds );
				}
				--$work;
				$giver = $this->choose( $chances, 1.0 );
				if ( null === $giver ) {
					continue 2;
				}
				$drawn[ $giver ] = $receiver;
				$left            = array_replace( $left, $rests );
				$left_bounds     = array_replace( $left_bounds, $rest_bounds );
				unset( $left[ $giver ], $left_bounds[ $giver ] );
			}
			return $drawn;
		}
		return null;
	}

	/**
	 * Returns e times the factor of a giver. The product of all factors is an upper bound of the permanent of the
	 * weights (Huber and Law). The permanent adds up the products of the weights of each solution.
	 *
	 * @param float $sum Sum of the weights of a giver's receivers, each at most 1.
	 */
	private static function bound( float $sum ): float {
		return $sum >= 1.0 ? $sum + 0.5 * log( $sum ) + M_E - 1.0 : 1.0 + ( M_E - 1.0 ) * $sum;
	}

	/**
	 * Returns weights of the pairs. The product of a solution's weights is the same for each solution. To make the
	 * bounds close, first scales the rows and columns to nearly equal sums. Then divides each row by its largest
	 * weight.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return array<int, array<int, float>> Weights by giver and receiver.
	 */
	private static function scaled( array $receivers ): array {
		$rows    = array_fill_keys( array_keys( $receivers ), 1.0 );
		$columns = array_fill_keys( array_merge( ...$receivers ), 1.0 );
		for ( $round = 0; $round < self::SCALINGS; ++$round ) {
			$sums = array_fill_keys( array_keys( $columns ), 0.0 );
			foreach ( $receivers as $giver => $all ) {
				$sum = 0.0;
				foreach ( $all as $receiver ) {
					$sum += $columns[ $receiver ];
				}
				$rows[ $giver ] = 1.0 / $sum;
				foreach ( $all as $receiver ) {
					$sums[ $receiver ] += $rows[ $giver ];
				}
			}
			foreach ( $sums as $receiver => $sum ) {
				$columns[ $receiver ] = 1.0 / $sum;
			}
		}
		$weights = array();
		foreach ( $receivers as $giver => $all ) {
			$largest = max( array_map( static fn ( int $receiver ): float => $columns[ $receiver ], $all ) );
			foreach ( $all as $receiver ) {
				$weights[ $giver ][ $receiver ] = $columns[ $receiver ] / $largest;
			}
		}
		return $weights;
	}

	/**
	 * Chooses a key or null at random. The probabilities are proportional to the weights.
	 *
	 * @param array<int, float> $weights Weight by key.
	 * @param float             $whole   Sum of all weights, including the weight of null.
	 */
	private function choose( array $weights, float $whole ): ?int {
		// Combines two random numbers, because PHP in WebAssembly has integers of 32 bits.
		$point = ( ( $this->random )( 0, 0x3FFFFFF ) * 0x8000000 + ( $this->random )( 0, 0x7FFFFFF ) ) / 9007199254740992.0 * $whole;
		foreach ( $weights as $key => $weight ) {
			$point -= $weight;
			if ( $point < 0.0 ) {
				return $key;
			}
		}
		return null;
	}
}
