<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Registry\RegistryMeta;
use Largesse\Service\Rules;
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

	/** Day of the reveal, `YYYY-MM-DD`; null for none. */
	public readonly ?string $day;

	/**
	 * Stores level and day.
	 *
	 * @param string $level One of the levels.
	 */
	private function __construct( public readonly string $level, private readonly RevealDay $reveal ) {
		$this->day = $reveal->day;
	}

	/** Returns what holds for a registry, with what is meant where its owner said nothing. */
	public static function of( WP_Post $registry ): self {
		$level = self::meta( $registry, RegistryMeta::SURPRISE );
		$level = '' === $level ? self::COUNTS : $level;
		return new self(
			in_array( $level, Rules::SURPRISE_LEVELS, true ) ? $level : self::HIDDEN,
			RevealDay::of( self::meta( $registry, RegistryMeta::EVENT_DATE ), self::meta( $registry, RegistryMeta::REVEAL_DATE ) )
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

	/** Checks whether the day of the reveal has come, by the clock of the site; without a day it never does. */
	public function has_come(): bool {
		return $this->reveal->has_come( (string) wp_date( 'Y-m-d' ) );
	}

	/** Checks whether the day of the reveal has come in every time zone, an hour ago. */
	public function has_come_everywhere(): bool {
		return $this->reveal->has_come_everywhere( time() );
	}

	/** Checks whether what a guest gives now is kept from the owner. */
	public function is_secret_now(): bool {
		return self::HIDDEN === $this->level && ! $this->has_come();
	}

	/** Checks whether the owner sees who gives, whatever was revealed by hand. */
	public function shows_names(): bool {
		return self::NAMES === $this->level || $this->has_come();
	}

	/**
	 * Checks whether the occasion is over and the day of the reveal has come, too; without a date of the occasion it never
	 * is.
	 */
	public function is_over(): bool {
		return $this->reveal->is_over( (string) wp_date( 'Y-m-d' ) );
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
