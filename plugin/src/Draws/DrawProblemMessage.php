<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Person;

/**
 * Explains which exclusions prevent a draw. The explanation names only exclusions of the form, never pairs of earlier
 * draws.
 */
final class DrawProblemMessage {

	/** Maximum number of exclusions that a text names. */
	private const MOST_NAMED = 12;

	/**
	 * Returns the explanation of a problem.
	 *
	 * @param array{kind: string, givers: list<int>, receivers: list<int>} $problem    The problem (DrawCheck).
	 * @param list<Person>                                                  $people     People who take part.
	 * @param list<array{0: int, 1: int}>                                   $exclusions Givers and receivers.
	 */
	public static function of( array $problem, array $people, array $exclusions ): string {
		$givers    = self::names( $problem['givers'], $people );
		$receivers = self::names( $problem['receivers'], $people );
		return match ( $problem['kind'] ) {
			DrawCheck::TOO_FEW_RECEIVERS => self::with_exclusions(
				'' === $receivers
					/* translators: %s: names of people. */
					? sprintf( __( 'There are too many exclusions: %s could draw nobody.', 'largesse' ), $givers )
					/* translators: 1: names of people, 2: names of people. */
					: sprintf( __( 'There are too many exclusions: %1$s could draw only %2$s.', 'largesse' ), $givers, $receivers ),
				array_filter( $exclusions, static fn ( array $pair ): bool => in_array( $pair[0], $problem['givers'], true ) && ! in_array( $pair[1], $problem['receivers'], true ) ),
				$people
			),
			DrawCheck::TOO_FEW_GIVERS    => self::with_exclusions(
				'' === $givers
					/* translators: %s: names of people. */
					? sprintf( __( 'There are too many exclusions: nobody could draw %s.', 'largesse' ), $receivers )
					/* translators: 1: names of people, 2: names of people. */
					: sprintf( __( 'There are too many exclusions: only %1$s could draw %2$s.', 'largesse' ), $givers, $receivers ),
				array_filter( $exclusions, static fn ( array $pair ): bool => in_array( $pair[1], $problem['receivers'], true ) && ! in_array( $pair[0], $problem['givers'], true ) ),
				$people
			),
			DrawCheck::FORCED            => self::with_exclusions(
				/* translators: 1: name of a person, 2: name of a person. */
				sprintf( __( 'There are too many exclusions: %1$s could draw only %2$s, so this would not be secret.', 'largesse' ), $givers, $receivers ),
				$exclusions,
				$people
			),
			default                      => self::with_exclusions(
				/* translators: 1: names of people, 2: name of another person. */
				sprintf( __( 'The draw would not be secret: anyone who sees whom %1$s drew could work out whom %2$s drew.', 'largesse' ), self::names( array_slice( $problem['givers'], 0, -1 ), $people ), self::names( array_slice( $problem['givers'], -1 ), $people ) ),
				$exclusions,
				$people
			),
		};
	}

	/**
	 * Adds the exclusions to a sentence.
	 *
	 * @param array<array{0: int, 1: int}> $exclusions Givers and receivers.
	 * @param list<Person>                 $people     People who take part.
	 */
	private static function with_exclusions( string $text, array $exclusions, array $people ): string {
		if ( array() === $exclusions ) {
			return $text;
		}
		/* translators: 1: name of a person, 2: name of a person whom the first one does not draw. */
		$named = array_map( static fn ( array $pair ): string => sprintf( __( '%1$s does not draw %2$s', 'largesse' ), $people[ $pair[0] ]->name, $people[ $pair[1] ]->name ), array_slice( array_values( $exclusions ), 0, self::MOST_NAMED ) );
		$more  = count( $exclusions ) - count( $named );
		if ( $more > 0 ) {
			/* translators: %s: a number of exclusions. */
			$named[] = sprintf( _n( '%s more', '%s more', $more, 'largesse' ), number_format_i18n( $more ) );
		}
		/* translators: %s: exclusions, as in "Anna does not draw Ben; Ben does not draw Anna". */
		return $text . ' ' . sprintf( __( 'Remove one of these, or add people to the draw: %s.', 'largesse' ), implode( '; ', $named ) );
	}

	/**
	 * Returns names, as in "Anna, Ben and Cleo".
	 *
	 * @param list<int>    $numbers Numbers of people.
	 * @param list<Person> $people  People who take part.
	 */
	private static function names( array $numbers, array $people ): string {
		return wp_sprintf( '%l', array_map( static fn ( int $number ): string => $people[ $number ]->name, $numbers ) );
	}
}
