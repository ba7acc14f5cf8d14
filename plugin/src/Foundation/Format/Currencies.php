<?php
// Made from contract/ by `npm run rules`: change it there.
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/**
 * Data of currencies, by their ISO 4217 codes.
 */
final class Currencies {

	/** Number of decimals; currencies with two decimals are missing. */
	public const DECIMALS = array(
		'BIF' => 0,
		'CLP' => 0,
		'DJF' => 0,
		'GNF' => 0,
		'ISK' => 0,
		'JPY' => 0,
		'KMF' => 0,
		'KRW' => 0,
		'PYG' => 0,
		'RWF' => 0,
		'UGX' => 0,
		'VND' => 0,
		'VUV' => 0,
		'XAF' => 0,
		'XOF' => 0,
		'XPF' => 0,
		'BHD' => 3,
		'IQD' => 3,
		'JOD' => 3,
		'KWD' => 3,
		'LYD' => 3,
		'OMR' => 3,
		'TND' => 3,
	);

	/** Signs before prices, by currency. */
	public const SIGNS = array(
		'EUR' => '€',
		'GBP' => '£',
		'INR' => '₹',
		'JPY' => '¥',
		'KRW' => '₩',
		'USD' => '$',
	);
}
