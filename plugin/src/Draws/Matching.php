<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * Assigns givers to receivers, and finds groups of givers with too few receivers.
 */
final class Matching {

	/**
	 * Assigns as many givers as possible to different receivers.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return array<int, int> Receiver by giver. Givers without a receiver are missing.
	 */
	public static function largest( array $receivers ): array {
		$giver_of = array();
		foreach ( array_keys( $receivers ) as $giver ) {
			$seen = array();
			self::assign( $giver, $receivers, $giver_of, $seen );
		}
		return array_flip( $giver_of );
	}

	/**
	 * Splits the givers into groups that share no receivers. In each solution, a group of givers draws all receivers of
	 * this group. A giver's list contains only the receivers whom the giver draws in some solution.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return list<array<int, list<int>>>|null Receivers by giver, for each group; null if there is no solution.
	 */
	public static function groups( array $receivers ): ?array {
		$matched = self::largest( $receivers );
		if ( count( $matched ) < count( $receivers ) ) {
			return null;
		}
		$giver_of = array_flip( $matched );
		$group_of = self::strongly_connected( array_map( static fn ( array $all ): array => array_map( static fn ( int $receiver ): int => $giver_of[ $receiver ], $all ), $receivers ) );
		$groups   = array();
		foreach ( $receivers as $giver => $all ) {
			$group                      = $group_of[ $giver ];
			$groups[ $group ][ $giver ] = array_values( array_filter( $all, static fn ( int $receiver ): bool => $group_of[ $giver_of[ $receiver ] ] === $group ) );
		}
		return array_values( $groups );
	}

	/**
	 * Finds a small group of givers with fewer possible receivers than givers. After the removal of any giver, the rest
	 * of the group would have enough receivers.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @return list<int> Givers, ascending; an empty list if there is a solution.
	 */
	public static function shortage( array $receivers ): array {
		$matched  = self::largest( $receivers );
		$giver_of = array_flip( $matched );
		$smallest = array();
		foreach ( array_keys( array_diff_key( $receivers, $matched ) ) as $giver ) {
			// All givers that compete with this giver for receivers.
			$found = array( $giver => true );
			for ( $queue = array( $giver ); $queue; ) {
				foreach ( $receivers[ array_pop( $queue ) ] as $receiver ) {
					$other = $giver_of[ $receiver ];
					if ( ! isset( $found[ $other ] ) ) {
						$found[ $other ] = true;
						$queue[]         = $other;
					}
				}
			}
			// Each smaller part of this group has enough receivers, because any giver could be left without one.
			if ( array() === $smallest || count( $found ) < count( $smallest ) ) {
				$smallest = array_keys( $found );
			}
		}
		sort( $smallest );
		return $smallest;
	}

	/**
	 * Assigns a receiver to a giver, if necessary by reassigning other givers.
	 *
	 * @param array<int, list<int>> $receivers Possible receivers of each giver.
	 * @param array<int, int>       $giver_of  Giver by receiver. This method changes it.
	 * @param array<int, bool>      $seen      Receivers that were tried. This method adds receivers.
	 */
	private static function assign( int $giver, array $receivers, array &$giver_of, array &$seen ): bool {
		foreach ( $receivers[ $giver ] as $receiver ) {
			if ( ! isset( $giver_of[ $receiver ] ) ) {
				$giver_of[ $receiver ] = $giver;
				return true;
			}
		}
		foreach ( $receivers[ $giver ] as $receiver ) {
			if ( isset( $seen[ $receiver ] ) ) {
				continue;
			}
			$seen[ $receiver ] = true;
			if ( self::assign( $giver_of[ $receiver ], $receivers, $giver_of, $seen ) ) {
				$giver_of[ $receiver ] = $giver;
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns for each node the number of its component. The nodes of a component reach one another (Tarjan's
	 * algorithm).
	 *
	 * @param array<int, list<int>> $next Following nodes of each node.
	 * @return array<int, int>
	 */
	private static function strongly_connected( array $next ): array {
		$order     = array();
		$low       = array();
		$component = array();
		$stack     = array();
		$visit     = static function ( int $node ) use ( &$visit, &$order, &$low, &$component, &$stack, $next ): void {
			$order[ $node ] = count( $order );
			$low[ $node ]   = $order[ $node ];
			$stack[]        = $node;
			foreach ( $next[ $node ] as $other ) {
				if ( ! isset( $order[ $other ] ) ) {
					$visit( $other );
					$low[ $node ] = min( $low[ $node ], $low[ $other ] );
				} elseif ( ! isset( $component[ $other ] ) ) {
					$low[ $node ] = min( $low[ $node ], $order[ $other ] );
				}
			}
			if ( $low[ $node ] === $order[ $node ] ) {
				do {
					$member               = array_pop( $stack );
					$component[ $member ] = $node;
				} while ( $member !== $node );
			}
		};
		foreach ( array_keys( $next ) as $node ) {
			if ( ! isset( $order[ $node ] ) ) {
				$visit( $node );
			}
		}
		return $component;
	}
}
