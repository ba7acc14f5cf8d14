<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use DateTimeImmutable;
use Largesse\Together\Circles\Person;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Service\FieldRules;

/** Values of the form that starts a draw. Also checks these values (rules: Draws). */
final class DrawFields {

	public const ID        = 'draw_id';
	public const DAY       = 'draw_day';
	public const BUDGET    = 'draw_budget';
	public const PEOPLE    = 'draw_people';
	public const EXCLUDED  = 'draw_excluded';
	public const GIVER     = 'draw_giver';
	public const RECEIVER  = 'draw_receiver';
	public const WAY       = 'draw_way';
	public const LAST_YEAR = 'draw_last_year';

	/** Field with the fingerprint of the question that the starter has read before they draw anyway. */
	public const ACCEPTED = 'draw_accepted';

	/** Directions of an exclusion: only the first person must not draw the second one, or neither must draw the other. */
	public const ONE_WAY   = 'one';
	public const BOTH_WAYS = 'both';

	/** Limits: people, exclusions, characters of the budget, and days from today to the day of the presents. */
	public const FEWEST          = 2;
	public const MOST            = 100;
	public const MOST_EXCLUSIONS = 250;
	public const MOST_BUDGET     = 40;
	private const MOST_DAYS      = 366;

	/**
	 * @param string                                       $id         16 hexadecimal digits; another text is invalid.
	 * @param list<array{0: string, 1: string, 2: string}> $exclusions Ids of two people, and the direction. An id may be
	 *         empty.
	 * @param string                                       $accepted   Fingerprint of the accepted question; '' for none.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $day,
		public readonly string $budget,
		public readonly array $people,
		public readonly array $exclusions,
		public readonly bool $avoids_last_year = true,
		public readonly string $accepted = ''
	) {}

	/**
	 * Returns the values of a new form, with budget and exclusions of the last draw; of an open draw, also day and people.
	 */
	public static function initial( array $people, ?Draw $last, bool $is_open ): self {
		$guardians  = array_column( $people, 'guardian', 'id' );
		$ids        = array_column( $last->people ?? array(), 'id' );
		$exclusions = array();
		foreach ( $last->exclusions ?? array() as list( $giver, $receiver ) ) {
			$is_both  = in_array( array( $receiver, $giver ), $last->exclusions, true );
			// A new guardian of the giver is left out: no ward ever draws their guardian, who would see it (Draw).
			$is_there = array_key_exists( $ids[ $giver ], $guardians )
				&& array_key_exists( $ids[ $receiver ], $guardians )
				&& $guardians[ $ids[ $giver ] ] !== $ids[ $receiver ];
			if ( $is_there && ( ! $is_both || $giver < $receiver || $guardians[ $ids[ $receiver ] ] === $ids[ $giver ] ) ) {
				$exclusions[] = array( $ids[ $giver ], $ids[ $receiver ], $is_both ? self::BOTH_WAYS : self::ONE_WAY );
			}
		}
		$all = array_column( $people, 'id' );
		return new self(
			bin2hex( random_bytes( 8 ) ),
			$is_open ? $last->day : '',
			$last->budget ?? '',
			$is_open ? array_values( array_intersect( $all, $ids ) ) : $all,
			$exclusions
		);
	}

	/** Reads the unslashed values of a sent form. */
	public static function of( array $sent ): self {
		$text  = static fn ( mixed $value ): string => is_string( $value ) ? StoredText::one_line( $value ) : '';
		$texts = static fn ( string $field ): array => array_values(
			array_unique( array_map( $text, is_array( $sent[ $field ] ?? null ) ? $sent[ $field ] : array() ) )
		);
		$added = implode(
			' ',
			array(
				$text( $sent[ self::GIVER ] ?? '' ),
				$text( $sent[ self::RECEIVER ] ?? '' ),
				$text( $sent[ self::WAY ] ?? '' ),
			)
		);
		$rows  = array();
		foreach ( array( ...$texts( self::EXCLUDED ), $added ) as $row ) {
			list( $giver, $receiver, $way ) = array_pad( explode( ' ', $row ), 3, '' );
			if ( '' !== $giver . $receiver ) {
				$rows[] = array( $giver, $receiver, self::ONE_WAY === $way ? self::ONE_WAY : self::BOTH_WAYS );
			}
		}
		return new self(
			$text( $sent[ self::ID ] ?? '' ),
			$text( $sent[ self::DAY ] ?? '' ),
			$text( $sent[ self::BUDGET ] ?? '' ),
			$texts( self::PEOPLE ),
			array_values( array_unique( $rows, SORT_REGULAR ) ),
			isset( $sent[ self::LAST_YEAR ] ),
			$text( $sent[ self::ACCEPTED ] ?? '' )
		);
	}

	/** Returns the draw that a user wants to start among the people of a circle, without its result. */
	public function draw( string $circle_id, array $all, int $user_id ): Draw {
		$excluded = array();
		foreach ( $this->exclusions as list( $giver, $receiver, $way ) ) {
			array_push(
				$excluded,
				array( $giver, $receiver ),
				self::BOTH_WAYS === $way ? array( $receiver, $giver ) : array( $giver, $receiver )
			);
		}
		$draw = new Draw(
			$this->id,
			$circle_id,
			$this->day,
			$this->budget,
			(string) array_search( $user_id, array_column( $all, 'user', 'id' ), true )
		);
		return $draw->with_people( $all, $this->people, $excluded );
	}

	/** Checks whether the starter wants to draw although they have read what somebody could conclude. */
	public function accepts( string $question ): bool {
		return hash_equals( self::fingerprint( $question ), $this->accepted );
	}

	/** Returns the value of ACCEPTED for a question. Another question needs another answer. */
	public static function fingerprint( string $question ): string {
		return hash( 'sha256', $question );
	}

	/** Returns the exclusions of two different people of the circle. */
	public function valid_exclusions( array $people ): array {
		$ids = array_column( $people, 'id', 'id' );
		return array_filter(
			$this->exclusions,
			static fn ( array $row ): bool => isset( $ids[ $row[0] ], $ids[ $row[1] ] ) && $row[0] !== $row[1]
		);
	}

	/**
	 * Returns the broken rules by field; '' is for the whole form.
	 *
	 * @param list<Person> $people People of the circle.
	 * @param string       $today  Today in the site's time zone, YYYY-MM-DD.
	 * @return array<string, string> Names of rules.
	 */
	public function broken_rules( array $people, string $today ): array {
		$last_day = ( new DateTimeImmutable( $today ) )->modify( '+' . self::MOST_DAYS . ' days' )->format( 'Y-m-d' );
		$is_valid = 1 === preg_match( '/^[0-9a-f]{16}$/D', $this->id );
		return array_filter(
			array(
				''             => $is_valid ? null : 'damaged',
				self::DAY      => match ( true ) {
					! FieldRules::is_day( $this->day )                   => 'format',
					$this->day < $today || $this->day > $last_day        => 'range',
					default                                              => null,
				},
				self::BUDGET   => mb_strlen( $this->budget, 'UTF-8' ) > self::MOST_BUDGET ? 'maxLength' : null,
				self::PEOPLE   => match ( true ) {
					array() !== array_diff( $this->people, array_column( $people, 'id' ) ) => 'left',
					count( $this->people ) < self::FEWEST                => 'minItems',
					count( $this->people ) > self::MOST                  => 'maxItems',
					default                                              => null,
				},
				self::EXCLUDED => match ( true ) {
					count( $this->exclusions ) > self::MOST_EXCLUSIONS   => 'maxItems',
					count( $this->valid_exclusions( $people ) ) < count( $this->exclusions ) => 'pair',
					default                                              => null,
				},
			)
		);
	}
}
