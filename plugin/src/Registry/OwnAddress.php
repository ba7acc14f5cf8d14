<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Knows the address that stands for none. The service wants an address of every item; a wish that no shop has gets that of
 * its own registry, and pages show neither an address nor a shop of it (rules: Wishes without a shop).
 */
final class OwnAddress {

	/** How such an address ends, so that it is still known after its registry has moved, also to another site. */
	private const MARK = '#largesse-no-shop';

	/**
	 * Hosts of sites, by their addresses.
	 *
	 * @var array<string, string>
	 */
	private static array $hosts = array();

	/** Returns the address that a wish without a shop gets in a registry. */
	public static function of( WP_Post $registry ): string {
		return get_permalink( $registry ) . self::MARK;
	}

	/**
	 * Checks whether a wish has no shop: its address is the one above, or the page of its registry, as a program may send it.
	 *
	 * @param array<string, mixed> $item The item, as the service answers it.
	 */
	public static function is( array $item ): bool {
		$url = is_string( $item['url'] ?? null ) ? trim( $item['url'] ) : '';
		return str_ends_with( $url, self::MARK ) || self::is_page( $url, (int) ( $item['registry_id'] ?? 0 ) );
	}

	/**
	 * Returns the address of an item as people see it; '' for a wish without a shop.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function seen( array $item ): string {
		return is_string( $item['url'] ?? null ) && ! self::is( $item ) ? $item['url'] : '';
	}

	/**
	 * Returns the name of the shop as guests see it; '' for none.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function shop( array $item ): string {
		return self::is( $item ) ? '' : trim( (string) ( $item['retailer'] ?? '' ) );
	}

	/**
	 * Returns the fields of an item as a registry stores them: without an address, they get its own.
	 *
	 * @param array<string, mixed> $fields What somebody sent; null as an address is none, too.
	 * @return array<string, mixed>
	 */
	public static function stored( array $fields, WP_Post $registry ): array {
		$url = $fields['url'] ?? '';
		return is_string( $url ) && '' === trim( $url ) ? array( 'url' => self::of( $registry ) ) + $fields : $fields;
	}

	/**
	 * Returns an item as another registry gets it: a wish without a shop has none there, either.
	 *
	 * @param array<string, mixed> $item     The item, as it is in its own registry.
	 * @param WP_Post              $registry The other one.
	 * @return array<string, mixed>
	 */
	public static function moved( array $item, WP_Post $registry ): array {
		return self::is( $item ) ? array( 'url' => self::of( $registry ) ) + $item : $item;
	}

	/** Returns the host of the site's address: lists ask for it with each wish. */
	private static function host(): string {
		$home = (string) get_option( 'home' );

		self::$hosts[ $home ] ??= (string) wp_parse_url( home_url(), PHP_URL_HOST );
		return self::$hosts[ $home ];
	}

	/** Checks whether an address is the page of a registry, however its scheme and its end are written. */
	private static function is_page( string $url, int $registry_id ): bool {
		// First what is cheap: hardly any address is on this site.
		if ( 0 === $registry_id || ! str_contains( $url, self::host() ) ) {
			return false;
		}
		$bare = static fn ( string $address ): string => rtrim( (string) preg_replace( '~^https?://|#.*$~i', '', $address ), '/' );
		return $bare( $url ) === $bare( (string) get_permalink( $registry_id ) );
	}
}
