<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Registry\Appearances;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/**
 * Settings of a registry that hide gifts from its owner until the day of the reveal (rules: Surprise).
 */
final class Surprise {

	/** Name of the level (SurpriseLevel). */
	public readonly string $level;

	/** Day of the reveal, `YYYY-MM-DD`; null for none. */
	public readonly ?string $day;

	private function __construct( private readonly SurpriseLevel $rule, private readonly RevealDay $reveal ) {
		$this->level = $rule->name;
		$this->day   = $reveal->day;
	}

	/** Returns the settings of a registry, with defaults for missing settings. */
	public static function of( WP_Post $registry ): self {
		return new self(
			SurpriseLevel::of( self::meta( $registry, RegistryMeta::SURPRISE ) ),
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
			SurpriseLevel::NAMES  => __( 'Show me everything', 'largesse' ),
			SurpriseLevel::COUNTS => __( 'Show me how many', 'largesse' ),
			default               => __( 'Surprise me', 'largesse' ),
		};
	}

	/** Checks whether the public page of a registry counts a purchase. */
	public static function is_counted_publicly( int $registry_id, bool $is_secret ): bool {
		$registry = $is_secret ? get_post( $registry_id ) : null;
		return ! $is_secret || ( $registry instanceof WP_Post && self::of( $registry )->has_come() && ! array_filter( Appearances::of( $registry ), static fn ( array $other ): bool => ! self::of( $other['registry'] )->has_come() ) );
	}

	/** Checks whether the day of the reveal has come, by the site's clock; false without a day. */
	public function has_come(): bool {
		return $this->reveal->has_come( (string) wp_date( 'Y-m-d' ) );
	}

	/** Checks whether the registry had a surprise, and its day has come. */
	public function is_revealed(): bool {
		return $this->has_come() && SurpriseLevel::NAMES !== $this->level;
	}

	/** Checks whether the day of the reveal began at least an hour ago in every time zone. */
	public function has_come_everywhere(): bool {
		return $this->reveal->has_come_everywhere( time() );
	}

	/** Checks whether a new gift is hidden from the owner. */
	public function is_secret_now(): bool {
		return $this->rule->makes_secret( $this->has_come() );
	}

	/** Checks whether the owner sees givers without a manual reveal. */
	public function shows_names(): bool {
		return $this->rule->shows_names( $this->has_come() );
	}

	/**
	 * Returns the time after which a new gift immediately shows its giver to the owner; null if the owner sees no
	 * givers yet. A secret gift always needs a reveal.
	 */
	public function names_since(): ?string {
		return $this->rule->names_since( $this->has_come() ? $this->day : null, wp_timezone() );
	}

	/** Checks whether the occasion is over and the day of the reveal has come; false without a date of the occasion. */
	public function is_over(): bool {
		return $this->reveal->is_over( (string) wp_date( 'Y-m-d' ) );
	}

	private static function meta( WP_Post $registry, string $key ): string {
		return trim( (string) get_post_meta( $registry->ID, $key, true ) );
	}
}
