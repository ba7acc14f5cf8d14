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

	/** Occasions at which people like to be surprised, as they are typed in either language; in small letters. */
	private const SURPRISING = array( 'birthday', 'christmas', 'geburtstag', 'weihnachten' );

	/**
	 * Keeps what holds.
	 *
	 * @param string      $level One of the levels.
	 * @param string|null $day   Day of the reveal, `YYYY-MM-DD`; null where there is none.
	 */
	private function __construct(
		public readonly string $level,
		public readonly ?string $day
	) {}

	/** Returns what holds for a registry, with what is meant where its owner said nothing. */
	public static function of( WP_Post $registry ): self {
		$level = self::meta( $registry, RegistryMeta::SURPRISE );
		$level = '' === $level ? self::COUNTS : $level;
		$event = self::date( self::meta( $registry, RegistryMeta::EVENT_DATE ) );
		return new self(
			in_array( $level, Rules::SURPRISE_LEVELS, true ) ? $level : self::HIDDEN,
			self::date( self::meta( $registry, RegistryMeta::REVEAL_DATE ) ) ?? ( null === $event ? null : self::day_after( $event ) )
		);
	}

	/** Returns the level to suggest for an occasion as somebody typed it. */
	public static function suggested( string $occasion ): string {
		$occasion = mb_strtolower( $occasion );
		foreach ( self::SURPRISING as $word ) {
			if ( str_contains( $occasion, $word ) ) {
				return self::HIDDEN;
			}
		}
		return self::COUNTS;
	}

	/** Tells whether the day of the reveal has come, by the clock of the site; without a day it never does. */
	public function has_come(): bool {
		return null !== $this->day && (string) wp_date( 'Y-m-d' ) >= $this->day;
	}

	/** Tells whether what a guest gives now is kept from the owner. */
	public function is_secret_now(): bool {
		return self::HIDDEN === $this->level && ! $this->has_come();
	}

	/** Tells whether the owner sees who gives, whatever was revealed by hand. */
	public function shows_names(): bool {
		return self::NAMES === $this->level || $this->has_come();
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
