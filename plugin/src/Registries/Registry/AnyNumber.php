<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\Rules;

/**
 * Wishes that guests can give in any number (rules: Any number). Only their quantity identifies these wishes: it is the
 * largest quantity that the API allows. No page shows this quantity.
 */
final class AnyNumber {

	public const QUANTITY = Rules::ANY_NUMBER;

	/** Field of a wish in a JSON file. */
	public const FIELD = 'any_number';

	/** Word that replaces the quantity in tables. */
	public const WORD = 'any';

	/** Checks whether guests can give any number of an item. */
	public static function is( array $item ): bool {
		return self::QUANTITY === ( $item['quantity_needed'] ?? null );
	}

	/**
	 * Returns the fields that mark a wish in a file. Programs that ignore `any_number` read a quantity.
	 *
	 * @return array{any_number?: true, quantity_needed?: int} Empty for a wish with a normal quantity.
	 */
	public static function for_file( array $item ): array {
		return self::is( $item ) ? array(
			self::FIELD       => true,
			'quantity_needed' => 1,
		) : array();
	}

	/** @return array<string, mixed> Wish from a file. If it has `any_number`, its quantity is QUANTITY. */
	public static function from_file( array $wish ): array {
		return true === ( $wish[ self::FIELD ] ?? false ) ? array( 'quantity_needed' => self::QUANTITY ) + $wish : $wish;
	}

	/** Returns the number of open pieces; QUANTITY for any number. */
	public static function open_quantity( array $item ): int {
		return self::is( $item ) ? self::QUANTITY : $item['quantity_needed'] - $item['quantity_purchased'];
	}
}
