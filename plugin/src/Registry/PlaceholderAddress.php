<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Placeholder address of wishes without a shop. The service requires an address for every item. Pages show no address
 * and no shop for a wish with the placeholder (rules: Wishes without a shop).
 */
final class PlaceholderAddress {

	/** Suffix that identifies placeholder addresses, also those of other programs. */
	private const MARK = '#largesse-no-shop';

	/** Returns the placeholder address, which does not depend on the registry. */
	public static function get(): string {
		return home_url( '/' . self::MARK );
	}

	/** Checks whether a wish has no shop. */
	public static function is_without_shop( array $item ): bool {
		return is_string( $item['url'] ?? null ) && str_ends_with( trim( $item['url'] ), self::MARK );
	}

	/** Returns the visible address of an item; '' for a wish without a shop. */
	public static function visible_address( array $item ): string {
		return is_string( $item['url'] ?? null ) && ! self::is_without_shop( $item ) ? $item['url'] : '';
	}

	/** Returns the visible name of the shop; '' for none. */
	public static function shop_name( array $item ): string {
		return self::is_without_shop( $item ) ? '' : trim( (string) ( $item['retailer'] ?? '' ) );
	}

	/** @return array<string, mixed> Submitted fields, with the placeholder if `url` is missing, blank or null. */
	public static function with_placeholder( array $fields ): array {
		$url = $fields['url'] ?? '';
		return is_string( $url ) && '' === trim( $url ) ? array( 'url' => self::get() ) + $fields : $fields;
	}
}
