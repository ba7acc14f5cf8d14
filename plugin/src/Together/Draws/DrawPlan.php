<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;

/**
 * Finds out before a draw why it is impossible, which conclusions it allows, and which change helps. Also draws the
 * names.
 */
final class DrawPlan {

	/** Remedies: remove the exclusions that the starter chose, allow last year's pairs, or both. */
	public const FEWER_EXCLUSIONS = 'fewer_exclusions';
	public const LAST_YEAR        = 'last_year';
	public const BOTH             = 'both';

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
		return $this->finding_of( $this->draw, null !== $this->last_year );
	}

	private function finding_of( Draw $draw, bool $avoids_last_year ): ?DrawFinding {
		$finding = DrawCheck::finding( $draw->allowed(), $this->guardians );
		return null === $finding && $avoids_last_year
			? DrawCheck::finding( $draw->allowed(), $this->guardians, true )
			: $finding;
	}

	/** Returns what makes the draw possible or secret, besides more people: one of the constants; null for nothing. */
	public function remedy( DrawFinding $finding ): ?string {
		$without = $this->draw->with( exclusions: $this->draw->guardian_exclusions() );
		$chosen  = $without->exclusions !== $this->draw->exclusions;
		$avoids  = null !== $this->last_year;
		$helps   = function ( Draw $draw, bool $avoids_last_year ) use ( $finding ): bool {
			$left = $this->finding_of( $draw, $avoids_last_year );
			return null === $left || ( $finding->is_impossible() && ! $left->is_impossible() );
		};
		return match ( true ) {
			$avoids && $helps( $this->draw, false )         => self::LAST_YEAR,
			$chosen && $helps( $without, $avoids )          => self::FEWER_EXCLUSIONS,
			$chosen && $avoids && $helps( $without, false ) => self::BOTH,
			default                                        => null,
		};
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
