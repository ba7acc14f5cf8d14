<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Placeholder address of wishes without a shop. The service requires an address for every item. So a wish without a
 * shop gets the address of its registry. Pages show no address and no shop for this wish (rules: Wishes without a
 * shop).
 */
final class PlaceholderAddress {

	/** Suffix that identifies placeholder addresses, even after the registry has moved to another site. */
	private const MARK = '#largesse-no-shop';

	/**
	 * Hosts by site address.
	 *
	 * @var array<string, string>
	 */
	private static array $hosts = array();

	/** Returns the placeholder address for wishes of a registry. */
	public static function of( WP_Post $registry ): string {
		return get_permalink( $registry ) . self::MARK;
	}

	/**
	 * Checks whether a wish has no shop: its address ends with the suffix, or is the page of its registry. Other
	 * programs may store the page's address without the suffix.
	 *
	 * @param array<string, mixed> $item The item from the service.
	 */
	public static function is_without_shop( array $item ): bool {
		$url = is_string( $item['url'] ?? null ) ? trim( $item['url'] ) : '';
		return str_ends_with( $url, self::MARK ) || self::is_page( $url, (int) ( $item['registry_id'] ?? 0 ) );
	}

	/**
	 * Returns the visible address of an item; '' for a wish without a shop.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function visible_address( array $item ): string {
		return is_string( $item['url'] ?? null ) && ! self::is_without_shop( $item ) ? $item['url'] : '';
	}

	/**
	 * Returns the visible name of the shop; '' for none.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function shop_name( array $item ): string {
		return self::is_without_shop( $item ) ? '' : trim( (string) ( $item['retailer'] ?? '' ) );
	}

	/**
	 * Adds the placeholder to the fields of an item if the fields contain no address.
	 *
	 * @param array<string, mixed> $fields Submitted fields. A `url` of null means no address.
	 * @return array<string, mixed>
	 */
	public static function with_placeholder( array $fields, WP_Post $registry ): array {
		$url = $fields['url'] ?? '';
		return is_string( $url ) && '' === trim( $url ) ? array( 'url' => self::of( $registry ) ) + $fields : $fields;
	}

	/**
	 * Prepares an item for another registry. A wish without a shop gets the placeholder of the other registry.
	 *
	 * @param array<string, mixed> $item     Item of the original registry.
	 * @param WP_Post              $registry The other registry.
	 * @return array<string, mixed>
	 */
	public static function for_registry( array $item, WP_Post $registry ): array {
		return self::is_without_shop( $item ) ? array( 'url' => self::of( $registry ) ) + $item : $item;
	}

	/** Returns the host of the site's address. The host is cached, because lists need it for each wish. */
	private static function host(): string {
		$home = (string) get_option( 'home' );

		self::$hosts[ $home ] ??= (string) wp_parse_url( home_url(), PHP_URL_HOST );
		return self::$hosts[ $home ];
	}

	/** Checks whether an address is the page of a registry, ignoring scheme, fragment and trailing slash. */
	private static function is_page( string $url, int $registry_id ): bool {
		// Check the host first. This check is fast, and excludes most addresses.
		if ( 0 === $registry_id || ! str_contains( $url, self::host() ) ) {
			return false;
		}
		$bare = static fn ( string $address ): string => rtrim( (string) preg_replace( '~^https?://|#.*$~i', '', $address ), '/' );
		return $bare( $url ) === $bare( (string) get_permalink( $registry_id ) );
	}
}
