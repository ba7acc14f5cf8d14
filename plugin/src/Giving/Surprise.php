<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use DateTimeImmutable;
use Largesse\Api\FieldRules;
use Largesse\Api\Rules;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/**
 * Tells what the owner of a registry learns of gifts before the reveal, and when the day of it comes (rules: Surprise).
 */
final class Surprise {

	/** Levels: nothing, how many there are, or also who gave them. */
	public const HIDDEN = 'hidden';
	public const COUNTS = 'counts';
	public const NAMES  = 'names';

	/**
	 * Words for occasions at which people like to be surprised, in either language, in small letters: where one of them is
	 * in the occasion of a new registry, HIDDEN is suggested, else COUNTS.
	 */
	public const SURPRISING = array( 'birthday', 'christmas', 'geburtstag', 'weihnachten' );

	/**
	 * Keeps what holds.
	 *
	 * @param string      $level One of the levels.
	 * @param string|null $day   Day of the reveal, `YYYY-MM-DD`; null where there is none.
	 * @param string|null $event Day of the occasion, likewise.
	 */
	private function __construct(
		public readonly string $level,
		public readonly ?string $day,
		private readonly ?string $event
	) {}

	/** Returns what holds for a registry, with what is meant where its owner said nothing. */
	public static function of( WP_Post $registry ): self {
		$level = self::meta( $registry, RegistryMeta::SURPRISE );
		$level = '' === $level ? self::COUNTS : $level;
		$event = self::date( self::meta( $registry, RegistryMeta::EVENT_DATE ) );
		return new self(
			in_array( $level, Rules::SURPRISE_LEVELS, true ) ? $level : self::HIDDEN,
			self::date( self::meta( $registry, RegistryMeta::REVEAL_DATE ) ) ?? ( null === $event ? null : self::day_after( $event ) ),
			$event
		);
	}

	/** Returns the name of a level, as its owner reads it. */
	public static function label( string $level ): string {
		return match ( $level ) {
			self::NAMES  => __( 'Show me everything', 'largesse' ),
			self::COUNTS => __( 'Show me how many', 'largesse' ),
			default      => __( 'Surprise me', 'largesse' ),
		};
	}

	/** Tells whether the day of the reveal has come, by the clock of the site; without a day it never does. */
	public function has_come(): bool {
		// The day after 9999-12-31 has one digit more, and would sort before all others.
		return null !== $this->day && 10 === strlen( $this->day ) && (string) wp_date( 'Y-m-d' ) >= $this->day;
	}

	/** Tells whether the day of the reveal has come in every time zone, an hour ago. */
	public function has_come_everywhere(): bool {
		// Where it begins last, it is 12:00 in UTC.
		return null !== $this->day && time() >= strtotime( "{$this->day} 13:00 UTC" );
	}

	/** Tells whether what a guest gives now is kept from the owner. */
	public function is_secret_now(): bool {
		return self::HIDDEN === $this->level && ! $this->has_come();
	}

	/** Tells whether the owner sees who gives, whatever was revealed by hand. */
	public function shows_names(): bool {
		return self::NAMES === $this->level || $this->has_come();
	}

	/** Tells whether the occasion is over and the day of the reveal has come, too; without a date of the occasion it never is. */
	public function is_over(): bool {
		return null !== $this->event && (string) wp_date( 'Y-m-d' ) > $this->event && $this->has_come();
	}

	/** Returns a date of the meta; null where it is none. */
	private static function date( string $ymd ): ?string {
		return '' === $ymd || null !== FieldRules::problem( 'event_date', $ymd ) ? null : $ymd;
	}

	/** Returns the day after a date. */
	private static function day_after( string $ymd ): string {
		return ( new DateTimeImmutable( $ymd ) )->modify( '+1 day' )->format( 'Y-m-d' );
	}

	/**
	 * Returns a text of the meta.
	 *
	 * @param string $key Meta key.
	 */
	private static function meta( WP_Post $registry, string $key ): string {
		return trim( (string) get_post_meta( $registry->ID, $key, true ) );
	}
}
