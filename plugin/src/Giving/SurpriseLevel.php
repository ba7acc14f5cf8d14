<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Service\Rules;

/**
 * Decides what the owner of a registry sees before the day of the reveal (rules: Surprise).
 */
final class SurpriseLevel {

	/** Level at which the owner sees nothing before the reveal. */
	public const HIDDEN = 'hidden';

	/** Level at which the owner sees the quantities before the reveal. */
	public const COUNTS = 'counts';

	/** Level at which the owner sees the quantities and the givers before the reveal. */
	public const NAMES = 'names';

	private function __construct( public readonly string $name ) {}

	/** Returns the level with a stored name. A registry without a name shows quantities; an unknown name hides gifts. */
	public static function of( string $stored ): self {
		return new self( '' === $stored ? self::COUNTS : ( in_array( $stored, Rules::SURPRISE_LEVELS, true ) ? $stored : self::HIDDEN ) );
	}

	/**
	 * Checks whether a new gift is hidden from the owner.
	 *
	 * @param bool $has_come Whether the day of the reveal has come.
	 */
	public function makes_secret( bool $has_come ): bool {
		return self::HIDDEN === $this->name && ! $has_come;
	}

	/**
	 * Checks whether the owner sees givers without a manual reveal.
	 *
	 * @param bool $has_come Whether the day of the reveal has come.
	 */
	public function shows_names( bool $has_come ): bool {
		return self::NAMES === $this->name || $has_come;
	}

	/**
	 * Returns the time after which a new gift immediately shows its giver to the owner; null if the owner sees no
	 * givers yet. A secret gift always needs a reveal.
	 *
	 * @param string|null $day  Day of the reveal (`YYYY-MM-DD`) if it has come; null otherwise.
	 * @param DateTimeZone $zone Time zone of the site.
	 */
	public function names_since( ?string $day, DateTimeZone $zone ): ?string {
		if ( self::NAMES === $this->name ) {
			return '1970-01-01';
		}
		return null === $day ? null : ( new DateTimeImmutable( $day, $zone ) )->format( DATE_ATOM );
	}
}
