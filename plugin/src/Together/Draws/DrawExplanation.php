<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Foundation\Format\Number;

/** Sentences about a finding of DrawCheck, with the names of the people. */
final class DrawExplanation {

	/** @param array<string, string> $names Names of all people of the circle, by id. */
	public function __construct(
		private readonly Draw $draw,
		private readonly DrawPlan $plan,
		private readonly array $names
	) {}

	/** Returns the cause of an impossible draw, and what helps. */
	public function cause( DrawFinding $finding ): string {
		$people = $this->named( $finding->people );
		$others = $this->named( $finding->others );
		$text   = match ( true ) {
			/* translators: %s: name of a person. */
			DrawFinding::TOO_FEW_RECEIVERS === $finding->kind && '' === $others => sprintf( __( 'There is nobody whom %s could draw.', 'largesse' ), $people ),
			/* translators: 1, 2: names of people. */
			DrawFinding::TOO_FEW_RECEIVERS === $finding->kind                   => sprintf( __( '%1$s must draw different people, but could only draw %2$s.', 'largesse' ), $people, $others ),
			/* translators: %s: name of a person. */
			'' === $others                                                     => sprintf( __( 'There is nobody who could draw %s.', 'largesse' ), $people ),
			/* translators: 1, 2: names of people. */
			default                                                            => sprintf( __( '%1$s must be drawn by different people, but only %2$s could draw them.', 'largesse' ), $people, $others ),
		};
		return implode(
			' ',
			array_filter(
				array(
					$text,
					$this->plan->is_caused_by_guardians( $finding ) ? __( 'Nobody draws the person who looks after them.', 'largesse' ) : '',
					$this->advice( $finding ),
				)
			)
		);
	}

	/** Returns who could conclude what, and what helps. */
	public function conclusion( DrawFinding $finding ): string {
		$giver   = $this->named( array_filter( array( $finding->giver ), 'is_int' ) );
		$viewer  = $this->names[ $finding->viewer ] ?? '';
		$wards   = $this->named(
			array_filter( $finding->seen, fn ( int $number ): bool => $this->draw->people[ $number ]['id'] !== $finding->viewer )
		);
		$numbers = array( Number::text( count( $finding->seen ) ), Number::text( count( $this->draw->people ) ) );
		$text    = match ( true ) {
			$finding->is_possibility()                => $this->possibility( $finding, $viewer, $wards, $numbers ),
			/* translators: 1: name of a person, 2: names of people whom this person looks after. */
			DrawFinding::ALL_SEEN === $finding->kind && '' !== $viewer => sprintf( __( '%1$s looks after %2$s, and so sees all draws.', 'largesse' ), $viewer, $wards ),
			/* translators: 1: name of a person, 2: names of people whom this person looks after, 3: number of draws that the person sees, 4: number of all draws, 5: name of another person. */
			'' !== $viewer                            => sprintf( __( '%1$s looks after %2$s, so sees %3$s of %4$s draws, and could work out whom %5$s draws.', 'largesse' ), $viewer, $wards, $numbers[0], $numbers[1], $giver ),
			/* translators: %s: name of a person. */
			array() === $finding->seen                => sprintf( __( 'Everybody could work out whom %s draws.', 'largesse' ), $giver ),
			/* translators: 1, 2: names of people. */
			default                                   => sprintf( __( '%1$s sees only one draw, but could work out from it whom %2$s draws.', 'largesse' ), $this->named( $finding->seen ), $giver ),
		};
		return "{$text} " . $this->advice( $finding );
	}

	/** Returns who perhaps could conclude something, as far as the site knows. @param array{string, string} $numbers */
	private function possibility( DrawFinding $finding, string $viewer, string $wards, array $numbers ): string {
		$person     = '' === $viewer ? $this->named( $finding->seen ) : $viewer;
		$is_unclear = DrawFinding::UNCLEAR === $finding->kind;
		$text       = match ( true ) {
			$is_unclear && '' === $person => __( 'With so many exclusions, the site cannot find out whether somebody could work out who draws whom.', 'largesse' ),
			/* translators: %s: name of a person. */
			$is_unclear                   => sprintf( __( 'With so many exclusions, the site cannot find out whether %s could work out whom others draw.', 'largesse' ), $person ),
			'' === $person                => __( 'If nobody draws the same person as last year, everybody could work out who draws whom, this year or last year.', 'largesse' ),
			/* translators: %s: name of a person. */
			default                       => sprintf( __( 'If nobody draws the same person as last year, %s could work out whom others draw, this year or last year.', 'largesse' ), $person ),
		};
		/* translators: 1: name of a person, 2: names of people whom this person looks after, 3: number of draws that the person sees, 4: number of all draws. */
		return '' === $viewer ? $text : sprintf( __( '%1$s looks after %2$s, so sees %3$s of %4$s draws.', 'largesse' ), $viewer, $wards, ...$numbers ) . " {$text}";
	}

	/** Returns what makes the draw possible or secret. */
	private function advice( DrawFinding $finding ): string {
		return match ( $this->plan->remedy( $finding ) ) {
			DrawPlan::FEWER_EXCLUSIONS => __( 'It helps to remove exclusions, or to add people to the draw.', 'largesse' ),
			DrawPlan::LAST_YEAR        => __( 'It helps to allow the pairs of last year, or to add people to the draw.', 'largesse' ),
			DrawPlan::BOTH             => __( 'It helps to remove exclusions and to allow the pairs of last year, or to add people to the draw.', 'largesse' ),
			default                    => __( 'It helps to add people to the draw.', 'largesse' ),
		};
	}

	/** @param array<int> $numbers */
	private function named( array $numbers ): string {
		return wp_sprintf(
			'%l',
			array_map( fn ( int $number ): string => $this->draw->people[ $number ]['name'], array_values( $numbers ) )
		);
	}
}
