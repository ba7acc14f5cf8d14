<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;

/** Decision about a draw that a member wants to start: a cause against it, useful changes, and the result. */
final class DrawPlan {

	/** @var array<string, list<int>> Givers whose pairs each guardian sees, by the guardian's id. */
	private readonly array $guardians;

	/**
	 * @param list<Person> $people    People of the circle.
	 * @param Draw|null    $last_year Draw of last year, if nobody wants to draw the same person again; otherwise null.
	 */
	public function __construct( private readonly Draw $draw, array $people, private readonly ?Draw $last_year = null ) {
		$this->guardians = $draw->seen_by_guardians( $people );
	}

	/** Returns why the draw is impossible, otherwise the first conclusion that somebody could draw; null for none. */
	public function finding(): ?DrawFinding {
		$finding = DrawCheck::finding( $this->draw->allowed(), $this->guardians );
		return null === $finding && null !== $this->last_year
			? DrawCheck::finding( $this->draw->allowed(), $this->guardians, true )
			: $finding;
	}

	/** Checks whether the draw becomes possible or secret without the exclusions that the starter chose. */
	public function is_better_without_exclusions( DrawFinding $finding ): bool {
		$without = $this->draw->with( exclusions: $this->draw->guardian_exclusions() );
		if ( $without->exclusions === $this->draw->exclusions ) {
			return false;
		}
		$left = DrawCheck::finding( $without->allowed(), $this->guardians );
		return null === $left || ( $finding->is_impossible() && ! $left->is_impossible() );
	}

	/** Checks whether a draw is impossible because nobody draws the person who looks after them, among other causes. */
	public function is_caused_by_guardians( DrawFinding $finding ): bool {
		$place   = DrawFinding::TOO_FEW_RECEIVERS === $finding->kind ? 0 : 1;
		$is_part = static fn ( array $pair ): bool => in_array( $pair[ $place ], $finding->people, true )
			&& ! in_array( $pair[ 1 - $place ], $finding->others, true );
		return array() !== array_filter( $this->draw->guardian_exclusions(), $is_part );
	}

	/**
	 * Draws the names.
	 *
	 * @param list<int|null> $result_of_last_year Receivers of the draw of last year; null for an erased pair.
	 * @return array{0: list<int>, 1: bool} Receiver of each giver, and whether the pairs of last year had to be possible.
	 */
	public function result( NameDraw $chance, array $result_of_last_year ): array {
		$repeated = null === $this->last_year ? array() : $this->draw->pairs_of( $this->last_year, $result_of_last_year );
		$result   = $chance->draw( $this->draw->allowed( $repeated ) );
		return null === $result ? array( (array) $chance->draw( $this->draw->allowed() ), true ) : array( $result, false );
	}
}
