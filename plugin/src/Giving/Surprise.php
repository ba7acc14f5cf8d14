<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use DateTimeImmutable;
use Largesse\Registry\RegistryMeta;
use Largesse\Service\Rules;
use WP_Post;

/**
 * Settings of a registry that hide gifts from its owner until the day of the reveal (rules: Surprise).
 */
final class Surprise {

	/** Level at which the owner sees nothing before the reveal. */
	public const HIDDEN = 'hidden';

	/** Level at which the owner sees the quantities before the reveal. */
	public const COUNTS = 'counts';

	/** Level at which the owner sees the quantities and the givers before the reveal. */
	public const NAMES = 'names';

	/** Day of the reveal, `YYYY-MM-DD`; null for none. */
	public readonly ?string $day;

	/** @param string $level Level of the surprise. */
	private function __construct( public readonly string $level, private readonly RevealDay $reveal ) {
		$this->day = $reveal->day;
	}

	/** Returns the settings of a registry, with defaults for missing settings. */
	public static function of( WP_Post $registry ): self {
		$level = self::meta( $registry, RegistryMeta::SURPRISE );
		$level = '' === $level ? self::COUNTS : $level;
		return new self(
			in_array( $level, Rules::SURPRISE_LEVELS, true ) ? $level : self::HIDDEN,
			RevealDay::of( self::meta( $registry, RegistryMeta::EVENT_DATE ), self::meta( $registry, RegistryMeta::REVEAL_DATE ) )
		);
	}

	/**
	 * Checks whether new fields would change the settings of a registry.
	 *
	 * @param array<string, string> $stored Values by post field or meta key.
	 */
	public static function is_changed_by( array $stored, int $registry_id ): bool {
		foreach ( array( RegistryMeta::SURPRISE, RegistryMeta::REVEAL_DATE, RegistryMeta::EVENT_DATE ) as $key ) {
			if ( isset( $stored[ $key ] ) && (string) get_post_meta( $registry_id, $key, true ) !== $stored[ $key ] ) {
				return true;
			}
		}
		return false;
	}

	/** Returns the label that owners see for a level. */
	public static function label( string $level ): string {
		return match ( $level ) {
			self::NAMES  => __( 'Show me everything', 'largesse' ),
			self::COUNTS => __( 'Show me how many', 'largesse' ),
			default      => __( 'Surprise me', 'largesse' ),
		};
	}

	/** Checks whether the public page of a registry counts a purchase. */
	public static function is_counted_publicly( int $registry_id, bool $is_secret ): bool {
		$registry = $is_secret ? get_post( $registry_id ) : null;
		return ! $is_secret || ( $registry instanceof WP_Post && self::of( $registry )->has_come() );
	}

	/** Checks whether the day of the reveal has come, by the site's clock; false without a day. */
	public function has_come(): bool {
		return $this->reveal->has_come( (string) wp_date( 'Y-m-d' ) );
	}

	/** Checks whether the day of the reveal began at least an hour ago in every time zone. */
	public function has_come_everywhere(): bool {
		return $this->reveal->has_come_everywhere( time() );
	}

	/** Checks whether a new gift is hidden from the owner. */
	public function is_secret_now(): bool {
		return self::HIDDEN === $this->level && ! $this->has_come();
	}

	/** Checks whether the owner sees givers without a manual reveal. */
	public function shows_names(): bool {
		return self::NAMES === $this->level || $this->has_come();
	}

	/**
	 * Returns the time after which a new gift immediately shows its giver to the owner; null if the owner sees no
	 * givers yet. A secret gift always needs a reveal.
	 */
	public function names_since(): ?string {
		if ( self::NAMES === $this->level ) {
			return '1970-01-01';
		}
		return $this->has_come() ? ( new DateTimeImmutable( $this->day, wp_timezone() ) )->format( DATE_ATOM ) : null;
	}

	/** Checks whether the occasion is over and the day of the reveal has come; false without a date of the occasion. */
	public function is_over(): bool {
		return $this->reveal->is_over( (string) wp_date( 'Y-m-d' ) );
	}

	private static function meta( WP_Post $registry, string $key ): string {
		return trim( (string) get_post_meta( $registry->ID, $key, true ) );
	}
}
