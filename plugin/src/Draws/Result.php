<?php
declare( strict_types=1 );

namespace Largesse\Draws;

/**
 * The secret part of a draw: its pairs, and the change that is proposed after somebody has left.
 */
final class Result {

	/** Number in place of a receiver if the giver has left the draw. */
	private const NOBODY = -1;

	/**
	 * @param array<int, int> $pairs    Receiver by giver.
	 * @param array<int, int> $proposal Receiver by giver, of everyone who stays; empty for no proposal.
	 * @param list<int>       $agreed   Givers who agreed to the proposal.
	 * @param list<int>       $declined Givers who want to keep their pair.
	 */
	public function __construct(
		public readonly array $pairs,
		public readonly array $proposal = array(),
		public readonly array $agreed = array(),
		public readonly array $declined = array()
	) {}

	/**
	 * Returns the givers whose pair the proposal changes.
	 *
	 * @return list<int>
	 */
	public function affected(): array {
		return array_keys( array_filter( $this->proposal, fn ( int $receiver, int $giver ): bool => ( $this->pairs[ $giver ] ?? self::NOBODY ) !== $receiver, ARRAY_FILTER_USE_BOTH ) );
	}

	/**
	 * Returns the givers who must still agree.
	 *
	 * @return list<int>
	 */
	public function asked(): array {
		return array_values( array_diff( $this->affected(), $this->agreed ) );
	}

	/**
	 * Returns the result after people have left. If the people who stay can have pairs that remain secret (DrawCheck),
	 * the result contains such pairs as a proposal. Otherwise, the result contains no proposal. If nobody must agree to
	 * the proposal, the new pairs replace the old pairs at once.
	 *
	 * @param list<int>       $staying People who stay.
	 * @param list<list<int>> $seen    Sets of givers; the same person sees all draws of a set.
	 */
	public function after_leaving( AllowedPairs $allowed, array $staying, array $seen, Repair $repair ): self {
		if ( ! $this->has_gap( $staying ) ) {
			return $this;
		}
		$is_secret = count( $staying ) >= DrawCheck::FEWEST && null === DrawCheck::problem( $allowed->among( $staying ), $seen );
		$proposal  = $is_secret ? $repair->pairs( $allowed, $this->pairs, $staying ) ?? array() : array();
		return $proposal === $this->proposal ? $this : ( new self( $this->pairs, $proposal ) )->carried_out();
	}

	/**
	 * Returns true if a new proposal is needed: neither the pairs nor the proposal has exactly `$staying` as givers.
	 *
	 * @param list<int> $staying People who stay.
	 */
	public function has_gap( array $staying ): bool {
		return ! self::has( $this->pairs, $staying ) && ! self::has( $this->proposal, $staying );
	}

	/** Returns the result after a giver has agreed. */
	public function after_consent( int $giver ): self {
		return ( new self( $this->pairs, $this->proposal, array( ...$this->agreed, $giver ), array_values( array_diff( $this->declined, array( $giver ) ) ) ) )->carried_out();
	}

	/**
	 * Returns the result after a giver has declined. The result contains a new proposal that keeps the giver's pair. If
	 * no such proposal exists, the old proposal stays. A giver whose receiver has left cannot decline.
	 */
	public function after_refusal( int $giver, AllowedPairs $allowed, Repair $repair ): self {
		if ( ! $this->may_decline( $giver ) ) {
			return $this;
		}
		$declined = array_values( array_unique( array( ...$this->declined, $giver ) ) );
		$agreed   = array_values( array_diff( $this->agreed, array( $giver ) ) );
		$proposal = $repair->pairs( $allowed, $this->pairs, array_keys( $this->proposal ), $declined );
		return ( new self( $this->pairs, $proposal ?? $this->proposal, $agreed, $declined ) )->carried_out();
	}

	/** Checks whether a giver may keep the current pair. This is possible only if the receiver has not left. */
	public function may_decline( int $giver ): bool {
		return isset( $this->proposal[ $giver ], $this->proposal[ $this->pairs[ $giver ] ?? self::NOBODY ] );
	}

	/** Returns a result with the proposal as its pairs if all affected givers have agreed; otherwise this result. */
	private function carried_out(): self {
		return array() !== $this->proposal && array() === $this->asked() ? new self( $this->proposal ) : $this;
	}

	/**
	 * Returns the result as text. The length of the text depends only on the number of people.
	 *
	 * @param int $people Number of people.
	 */
	public function to_text( int $people ): string {
		$listed = static fn ( array $pairs ): array => array() === $pairs ? array() : array_map( static fn ( int $giver ): int => $pairs[ $giver ] ?? self::NOBODY, range( 0, $people - 1 ) );
		return str_pad( (string) json_encode( array( $listed( $this->pairs ), $listed( $this->proposal ), $this->agreed, $this->declined ) ), 64 + 16 * $people ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- Numbers need no checks.
	}

	/** Parses a text; returns null if the text is not a result. */
	public static function from_text( string $text ): ?self {
		$data = json_decode( $text, true );
		if ( ! is_array( $data ) || 4 !== count( $data ) ) {
			return null;
		}
		$pairs = static fn ( array $listed ): array => array_filter( $listed, static fn ( int $receiver ): bool => self::NOBODY !== $receiver );
		return new self( $pairs( $data[0] ), $pairs( $data[1] ), $data[2], $data[3] );
	}

	/**
	 * Checks whether the givers of some pairs are exactly these people.
	 *
	 * @param array<int, int> $pairs  Receiver by giver.
	 * @param list<int>       $people The people.
	 */
	private static function has( array $pairs, array $people ): bool {
		return count( $pairs ) === count( $people ) && array() === array_diff( $people, array_keys( $pairs ) );
	}
}
