<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/** The site's settings about giving, validated when they are stored. The default replaces an invalid stored value. */
final class GivingSettings {

	/** Option for givers' names, and its values: required, optional, or not requested. */
	public const NAMES    = 'largesse_giver_names';
	public const NEEDED   = 'needed';
	public const OPTIONAL = 'optional';
	public const NONE     = 'none';

	/**
	 * Options with the maximum number of gifts from one network address in ten minutes, and for one registry in an hour.
	 */
	public const PER_ADDRESS  = 'largesse_gifts_per_address';
	public const PER_REGISTRY = 'largesse_gifts_per_registry';

	/** Options with the days for which the site stores givers' addresses after the event, and the months for names. */
	public const ADDRESSES_KEPT = 'largesse_addresses_kept_days';
	public const NAMES_KEPT     = 'largesse_names_kept_months';

	/** Default value and maximum of each number. The minimum is 1. */
	public const NUMBERS = array(
		self::PER_ADDRESS    => array( 20, 10000 ),
		self::PER_REGISTRY   => array( 150, 100000 ),
		self::ADDRESSES_KEPT => array( 60, 3650 ),
		self::NAMES_KEPT     => array( 13, 120 ),
	);

	/** Returns NEEDED, OPTIONAL or NONE. */
	public static function names(): string {
		$names = get_option( self::NAMES, self::OPTIONAL );
		return in_array( $names, array( self::NEEDED, self::NONE ), true ) ? $names : self::OPTIONAL;
	}

	/** Returns the value of an option with a number, a key of NUMBERS. */
	public static function number( string $option ): int {
		list( $standard, $maximum ) = self::NUMBERS[ $option ];

		$value = (int) filter_var( get_option( $option ), FILTER_VALIDATE_INT );
		return $value >= 1 && $value <= $maximum ? $value : $standard;
	}
}
