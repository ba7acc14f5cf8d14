<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * Reads what the site settles about giving. What its options hold is checked when they are stored; anything else counts
 * as not set.
 */
final class GivingSettings {

	/** Whether givers tell their name: one of the three that follow. */
	public const NAMES    = 'largesse_giver_names';
	public const NEEDED   = 'needed';
	public const OPTIONAL = 'optional';
	public const NONE     = 'none';

	/** How many gifts one address may give in ten minutes, and how many a registry may get in an hour. */
	public const PER_ADDRESS  = 'largesse_gifts_per_address';
	public const PER_REGISTRY = 'largesse_gifts_per_registry';

	/** Days after the event for which givers' addresses are kept, and months for which their names are. */
	public const ADDRESSES_KEPT = 'largesse_addresses_kept_days';
	public const NAMES_KEPT     = 'largesse_names_kept_months';

	/** What the numbers are where nothing is set; each is at least 1. */
	public const DEFAULTS = array(
		self::PER_ADDRESS    => 20,
		self::PER_REGISTRY   => 150,
		self::ADDRESSES_KEPT => 60,
		self::NAMES_KEPT     => 13,
	);

	/** The most that each of the numbers can be. */
	public const LIMITS = array(
		self::PER_ADDRESS    => 10000,
		self::PER_REGISTRY   => 100000,
		self::ADDRESSES_KEPT => 3650,
		self::NAMES_KEPT     => 120,
	);

	/** Checks whether givers tell their name. */
	public static function names(): string {
		$names = get_option( self::NAMES, self::OPTIONAL );
		return in_array( $names, array( self::NEEDED, self::NONE ), true ) ? $names : self::OPTIONAL;
	}

	/**
	 * Returns one of the numbers.
	 *
	 * @param string $option A key of DEFAULTS.
	 */
	public static function number( string $option ): int {
		$value = get_option( $option, '' );
		$value = is_scalar( $value ) ? (string) $value : '';
		return ctype_digit( $value ) && (int) $value >= 1 && (int) $value <= self::LIMITS[ $option ] ? (int) $value : self::DEFAULTS[ $option ];
	}
}
