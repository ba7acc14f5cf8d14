<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use DateTimeImmutable;
use Largesse\Circles\Person;
use Largesse\Mail\Delivery;
use Largesse\Service\FieldRules;

/**
 * Values of the form that starts a draw. Also checks these values (rules: Draws).
 */
final class DrawFields {

	/** Names of the fields. */
	public const ID        = 'draw_id';
	public const DAY       = 'draw_day';
	public const BUDGET    = 'draw_budget';
	public const PEOPLE    = 'draw_people';
	public const GIVERS    = 'draw_givers';
	public const RECEIVERS = 'draw_receivers';
	public const WAYS      = 'draw_ways';
	public const LAST_YEAR = 'draw_last_year';

	/** Name of the last field. If this field is missing, PHP has cut off the form. */
	public const END = 'draw_end';

	/** Direction of an exclusion: the first person must not draw the second person. */
	public const ONE_WAY = 'one';

	/** Direction of an exclusion: the two people must not draw each other. */
	public const BOTH_WAYS = 'both';

	/** Maximum number of people who take part. */
	public const MOST = 100;

	/** Maximum number of exclusions. */
	public const MOST_EXCLUSIONS = 250;

	/** Maximum length of the budget in characters. */
	public const MOST_BUDGET = 40;

	/** Maximum number of days from today to the day of the presents. */
	public const MOST_DAYS = 366;

	/**
	 * @param string                                            $id         16 hexadecimal digits; another text is invalid.
	 * @param list<string>                                      $people     Ids of the people who take part.
	 * @param list<array{0: string, 1: string, 2: string}>     $exclusions Ids of two people, and the direction. An id may be empty.
	 * @param bool                                              $avoids_last_year Whether last year's pairs are avoided.
	 * @param bool                                              $is_whole   False if PHP has cut off the form.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $day,
		public readonly string $budget,
		public readonly array $people,
		public readonly array $exclusions,
		public readonly bool $avoids_last_year = true,
		private readonly bool $is_whole = true
	) {}

	/**
	 * Returns the values of a new form. The form contains the budget and the exclusions of the last draw.
	 *
	 * @param list<Person> $people  People of the circle.
	 * @param Draw|null    $earlier The last draw; null for none.
	 */
	public static function initial( array $people, ?Draw $earlier ): self {
		$exclusions = array();
		foreach ( $earlier->exclusions ?? array() as list( $giver, $receiver ) ) {
			$back = array_search( array( $receiver, $giver ), $earlier->exclusions, true );
			if ( false === $back || $giver < $receiver ) {
				$exclusions[] = array( $earlier->people[ $giver ]['id'], $earlier->people[ $receiver ]['id'], false === $back ? self::ONE_WAY : self::BOTH_WAYS );
			}
		}
		$ids   = array_column( $people, 'id' );
		$ours  = static fn ( array $row ): bool => in_array( $row[0], $ids, true ) && in_array( $row[1], $ids, true ) && ! self::looks_after( $people, $row[1], $row[0] );
		return new self( bin2hex( random_bytes( 8 ) ), '', $earlier->budget ?? '', $ids, array_values( array_filter( $exclusions, $ours ) ) );
	}

	/**
	 * Reads the values of a sent form.
	 *
	 * @param array<mixed> $sent Unslashed values of the request.
	 */
	public static function of( array $sent ): self {
		$text  = static fn ( mixed $value ): string => is_string( $value ) ? Delivery::one_line( $value ) : '';
		$texts = static fn ( string $field ): array => array_map( $text, array_values( is_array( $sent[ $field ] ?? null ) ? $sent[ $field ] : array() ) );
		$rows  = array();
		$ways  = $texts( self::WAYS );
		$to    = $texts( self::RECEIVERS );
		foreach ( $texts( self::GIVERS ) as $row => $giver ) {
			if ( '' !== $giver . ( $to[ $row ] ?? '' ) ) {
				$rows[] = array( $giver, $to[ $row ] ?? '', self::ONE_WAY === ( $ways[ $row ] ?? '' ) ? self::ONE_WAY : self::BOTH_WAYS );
			}
		}
		return new self( $text( $sent[ self::ID ] ?? '' ), $text( $sent[ self::DAY ] ?? '' ), $text( $sent[ self::BUDGET ] ?? '' ), array_values( array_unique( $texts( self::PEOPLE ) ) ), $rows, isset( $sent[ self::LAST_YEAR ] ), isset( $sent[ self::END ] ) );
	}

	/**
	 * Returns the forbidden pairs: the exclusions, and each ward with each of the ward's guardians. Guardians see whom
	 * their wards draw, so a ward must not draw a guardian.
	 *
	 * @param list<Person> $people People who take part, in the order of their numbers.
	 * @return list<array{0: int, 1: int}> Givers and receivers.
	 */
	public function forbidden( array $people ): array {
		$ids       = array_column( $people, 'id' );
		$forbidden = array();
		foreach ( $this->exclusions as list( $giver, $receiver, $way ) ) {
			$one   = array_search( $giver, $ids, true );
			$other = array_search( $receiver, $ids, true );
			if ( false === $one || false === $other ) {
				continue;
			}
			$forbidden[] = array( $one, $other );
			if ( self::BOTH_WAYS === $way ) {
				$forbidden[] = array( $other, $one );
			}
		}
		foreach ( $people as $number => $person ) {
			foreach ( $person->guardians as $guardian ) {
				$other = array_search( $guardian, $ids, true );
				if ( false !== $other ) {
					$forbidden[] = array( $number, $other );
				}
			}
		}
		return array_values( array_unique( $forbidden, SORT_REGULAR ) );
	}

	/**
	 * Returns messages about invalid values.
	 *
	 * @param list<Person> $people People of the circle.
	 * @return array<string, string> Messages by field; the key '' is for the whole form.
	 */
	public function problems( array $people ): array {
		return array_filter(
			array(
				''           => 1 === preg_match( '/^[0-9a-f]{16}$/D', $this->id ) ? '' : __( 'This form is damaged. Reload the page and fill it in again.', 'largesse' ),
				self::DAY    => $this->day_problem(),
				/* translators: %s: a number. */
				self::BUDGET => mb_strlen( $this->budget ) > self::MOST_BUDGET ? sprintf( __( 'Enter a budget of at most %s characters.', 'largesse' ), number_format_i18n( self::MOST_BUDGET ) ) : '',
				self::PEOPLE => $this->people_problem( $people ),
				self::GIVERS => $this->exclusions_problem( $people ),
			)
		);
	}

	private function day_problem(): string {
		if ( ! FieldRules::is_day( $this->day ) ) {
			return __( 'Enter the day on which you give the presents.', 'largesse' );
		}
		$last = ( new DateTimeImmutable( DrawStore::today() ) )->modify( '+' . self::MOST_DAYS . ' days' )->format( 'Y-m-d' );
		return $this->day < DrawStore::today() || $this->day > $last ? __( 'Choose a day from today to a year from now.', 'largesse' ) : '';
	}

	/**
	 * Returns a message about the choice of people; empty if the choice is valid.
	 *
	 * @param list<Person> $people People of the circle.
	 */
	private function people_problem( array $people ): string {
		$number = count( $this->people );
		return match ( true ) {
			array() !== array_diff( $this->people, array_column( $people, 'id' ) ) => __( 'Somebody has left the circle in the meantime. Check who takes part.', 'largesse' ),
			/* translators: %s: a number. */
			$number < DrawCheck::FEWEST => sprintf( __( 'At least %s people must take part. With fewer, they could tell who draws whom.', 'largesse' ), number_format_i18n( DrawCheck::FEWEST ) ),
			/* translators: %s: a number. */
			$number > self::MOST   => sprintf( __( 'At most %s people can take part.', 'largesse' ), number_format_i18n( self::MOST ) ),
			default                => '',
		};
	}

	/**
	 * Returns a message about the exclusions; empty if they are valid. An exclusion of somebody who does not take part
	 * has no effect.
	 *
	 * @param list<Person> $people People of the circle.
	 */
	private function exclusions_problem( array $people ): string {
		if ( ! $this->is_whole || count( $this->exclusions ) > self::MOST_EXCLUSIONS ) {
			/* translators: %s: a number. */
			return sprintf( __( 'These are too many exclusions: enter at most %s.', 'largesse' ), number_format_i18n( self::MOST_EXCLUSIONS ) );
		}
		$ids = array_column( $people, 'id' );
		foreach ( $this->exclusions as $row => list( $one, $other ) ) {
			if ( ! in_array( $one, $ids, true ) || ! in_array( $other, $ids, true ) ) {
				/* translators: %s: the number of an exclusion. */
				return sprintf( __( 'Exclusion %s: choose two people of the circle.', 'largesse' ), number_format_i18n( $row + 1 ) );
			}
			if ( $one === $other ) {
				/* translators: %s: the number of an exclusion. */
				return sprintf( __( 'Exclusion %s: choose two different people. Nobody draws themselves anyway.', 'largesse' ), number_format_i18n( $row + 1 ) );
			}
		}
		return '';
	}

	/**
	 * Checks whether a person looks after another person.
	 *
	 * @param list<Person> $people People of the circle.
	 */
	private static function looks_after( array $people, string $guardian, string $ward ): bool {
		foreach ( $people as $person ) {
			if ( $person->id === $ward ) {
				return in_array( $guardian, $person->guardians, true );
			}
		}
		return false;
	}
}
