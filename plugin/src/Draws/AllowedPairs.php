<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * The pairs of giver and receiver that a draw may contain. People are numbers from 0. Nobody draws themselves.
 */
final class AllowedPairs {

	/** @param array<int, list<int>> $receivers Possible receivers of each giver, ascending. */
	private function __construct( public readonly array $receivers ) {}

	/**
	 * Returns all pairs of some people, except the forbidden ones.
	 *
	 * @param int                        $people    Number of people.
	 * @param list<array{0: int, 1: int}> $forbidden Forbidden pairs: a giver and a receiver.
	 */
	public static function of( int $people, array $forbidden = array() ): self {
		$all = 0 === $people ? array() : range( 0, $people - 1 );
		return ( new self( array_fill( 0, $people, $all ) ) )->without( array( ...$forbidden, ...array_map( static fn ( int $one ): array => array( $one, $one ), $all ) ) );
	}

	/**
	 * Returns a copy that forbids further pairs.
	 *
	 * @param list<array{0: int, 1: int}> $forbidden Forbidden pairs: a giver and a receiver.
	 */
	public function without( array $forbidden ): self {
		$removed = array();
		foreach ( $forbidden as list( $giver, $receiver ) ) {
			$removed[ $giver ][ $receiver ] = true;
		}
		$receivers = array();
		foreach ( $this->receivers as $giver => $all ) {
			$receivers[ $giver ] = array_values( array_filter( $all, static fn ( int $receiver ): bool => ! isset( $removed[ $giver ][ $receiver ] ) ) );
		}
		return new self( $receivers );
	}

	/**
	 * Returns the pairs whose giver and receiver are both in `$people`. Does not renumber the people.
	 *
	 * @param list<int> $people The people.
	 */
	public function among( array $people ): self {
		return new self( array_map( static fn ( array $all ): array => array_values( array_intersect( $all, $people ) ), array_intersect_key( $this->receivers, array_flip( $people ) ) ) );
	}

	/** Returns the number of people. */
	public function people(): int {
		return count( $this->receivers );
	}

	/** Checks whether a giver may draw a receiver. */
	public function allows( int $giver, int $receiver ): bool {
		return in_array( $receiver, $this->receivers[ $giver ], true );
	}

	/**
	 * Returns the possible givers of each receiver, ascending.
	 *
	 * @return array<int, list<int>>
	 */
	public function givers(): array {
		$givers = array_fill_keys( array_keys( $this->receivers ), array() );
		foreach ( $this->receivers as $giver => $receivers ) {
			foreach ( $receivers as $receiver ) {
				$givers[ $receiver ][] = $giver;
			}
		}
		return $givers;
	}
}
