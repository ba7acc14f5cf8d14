<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Foundation\Format\Number;
use Largesse\Together\Circles\Person;

/** Sentences about the reasons why a draw cannot be started. */
final class DrawProblems {

	/**
	 * Returns messages about the values of a form by field; '' is for the whole form.
	 *
	 * @param list<Person> $people People of the circle.
	 * @return array<string, string>
	 */
	public static function of_fields( DrawFields $fields, array $people ): array {
		$rules = $fields->broken_rules( $people, Draws::today() );
		return array_combine( array_keys( $rules ), array_map( self::of_field( ... ), array_keys( $rules ), $rules ) );
	}

	private static function of_field( string $field, string $rule ): string {
		$number = static fn ( int $limit, string $text ): string => sprintf( $text, Number::text( $limit ) );
		return match ( "{$field} {$rule}" ) {
			DrawFields::DAY . ' format'        => __( 'Enter the day on which you give the presents.', 'largesse' ),
			DrawFields::DAY . ' range'         => __( 'Choose a day from today to a year from now.', 'largesse' ),
			/* translators: %s: a number. */
			DrawFields::BUDGET . ' maxLength'  => $number( DrawFields::MOST_BUDGET, __( 'Enter a budget of at most %s characters.', 'largesse' ) ),
			DrawFields::PEOPLE . ' left'       => __( 'Somebody has left the circle in the meantime. Check who takes part.', 'largesse' ),
			/* translators: %s: a number. */
			DrawFields::PEOPLE . ' minItems'   => $number( DrawFields::FEWEST, __( 'At least %s people must take part.', 'largesse' ) ),
			/* translators: %s: a number. */
			DrawFields::PEOPLE . ' maxItems'   => $number( DrawFields::MOST, __( 'At most %s people can take part.', 'largesse' ) ),
			/* translators: %s: a number. */
			DrawFields::EXCLUDED . ' maxItems' => $number( DrawFields::MOST_EXCLUSIONS, __( 'These are too many exclusions: enter at most %s.', 'largesse' ) ),
			DrawFields::EXCLUDED . ' pair'     => __( 'Choose two different people of the circle.', 'largesse' ),
			default                            => __( 'This form is damaged. Reload the page and fill it in again.', 'largesse' ),
		};
	}

	/** Returns the message about a rule of StarterRules. */
	public static function of_starter( string $rule ): string {
		return match ( $rule ) {
			StarterRules::NO_MEMBER => __( 'You are no longer in this circle.', 'largesse' ),
			StarterRules::DRAWN     => __( 'The names of this circle are already drawn. You can draw again after the presents have been given.', 'largesse' ),
			default                 => __( 'The names of a circle can be drawn once a day. Please try again tomorrow.', 'largesse' ),
		};
	}
}
