<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Rules;

/**
 * Wishes that welcome any number (rules: Any number). Their items have the largest quantity of the API, which no page
 * shows. So every write, copy and undo of an item includes the mark, and no second record can contradict it.
 */
final class AnyNumber {

	/** Quantity that means any number. */
	public const QUANTITY = Rules::ANY_NUMBER;

	/** Field of a wish in a JSON file. */
	public const FIELD = 'any_number';

	/** Word in the column of quantities of a table. */
	public const WORD = 'any';

	/**
	 * Checks whether any number of an item is welcome.
	 *
	 * @param array<string, mixed> $item Item from the API, or its fields.
	 */
	public static function is( array $item ): bool {
		return self::QUANTITY === ( $item['quantity_needed'] ?? null );
	}

	/**
	 * Returns the fields of a wish for a file: `any_number`, and a quantity for programs that do not know this field.
	 *
	 * @param array<string, mixed> $item Item from the API.
	 * @return array{any_number?: true, quantity_needed?: int} Empty for a wish with a quantity.
	 */
	public static function for_file( array $item ): array {
		return self::is( $item ) ? array(
			self::FIELD       => true,
			'quantity_needed' => 1,
		) : array();
	}

	/**
	 * Returns a wish of a file with the quantity of its item.
	 *
	 * @param array<string, mixed> $wish The wish.
	 * @return array<string, mixed>
	 */
	public static function from_file( array $wish ): array {
		return true === ( $wish[ self::FIELD ] ?? false ) ? array( 'quantity_needed' => self::QUANTITY ) + $wish : $wish;
	}

	/**
	 * Returns the quantity of an item that is still open, as its copy needs it.
	 *
	 * @param array<string, mixed> $item Item from the API.
	 */
	public static function open_quantity( array $item ): int {
		return self::is( $item ) ? self::QUANTITY : $item['quantity_needed'] - $item['quantity_purchased'];
	}
}
