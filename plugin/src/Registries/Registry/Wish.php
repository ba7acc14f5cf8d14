<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\WebAddress;
use WP_Post;

/**
 * Shop and picture of a wish, as pages show them, and the fields that other plugins add.
 *
 * The service requires an address for every item, so wishes without a shop have a placeholder. Pages show no address
 * and no shop for a wish with the placeholder (rules: Wishes without a shop).
 */
final class Wish {

	/** Suffix that identifies placeholder addresses, also those of other programs. */
	private const NO_SHOP = '#largesse-no-shop';

	/** Fields of an item that the filter `largesse_wish_fields` receives. All of them are public. */
	private const PUBLIC_FIELDS = array( 'id', 'name', 'url', 'retailer', 'price', 'currency' );

	/** Returns the placeholder address, which does not depend on the registry. */
	public static function placeholder(): string {
		return home_url( '/' . self::NO_SHOP );
	}

	/** Checks whether a wish has no shop. */
	public static function is_without_shop( array $item ): bool {
		return is_string( $item['url'] ?? null ) && str_ends_with( trim( $item['url'] ), self::NO_SHOP );
	}

	/** Returns the visible address of an item; '' for a wish without a shop. */
	public static function visible_address( array $item ): string {
		return is_string( $item['url'] ?? null ) && ! self::is_without_shop( $item ) ? $item['url'] : '';
	}

	/** Returns the visible name of the shop; '' for none. */
	public static function shop_name( array $item ): string {
		return self::is_without_shop( $item ) ? '' : trim( (string) ( $item['retailer'] ?? '' ) );
	}

	/** @return array<string, mixed> An item with the present address of its picture, if that was uploaded to this site. */
	public static function with_present_picture( array $item ): array {
		return is_string( $item['image_url'] ?? null )
			? array( 'image_url' => Cover::present_address( $item['image_url'] ) ) + $item
			: $item;
	}

	/** @return array<string, mixed> Submitted fields with a repaired `url`, or the placeholder if it is missing, blank or null. */
	public static function with_address( array $fields ): array {
		$url = $fields['url'] ?? '';
		return is_string( $url )
			? array( 'url' => '' === trim( $url ) ? self::placeholder() : WebAddress::repaired( $url ) ) + $fields
			: $fields;
	}

	/**
	 * Returns the address from which a page loads the picture, at the shop, of a copy, or of an upload at the present
	 * address of the site; '' for no picture.
	 */
	public static function picture( array $item ): string {
		$address = Cover::present_address( WebAddress::of( (string) ( $item['image_url'] ?? '' ) ) );
		/**
		 * Filters the address from which a page loads the picture of an item.
		 *
		 * @param string               $address The address; '' for no picture.
		 * @param array<string, mixed> $item    The item.
		 */
		return apply_filters( 'largesse_picture_address', $address, $item );
	}

	/**
	 * Returns the fields that other plugins add to a wish. Guests see these fields on the card of a wish, and on the form
	 * of a gift. Givers see them on the page of their gift and in the mail about it, and owners see them in exports.
	 *
	 * @return array<string, array{label: string, text: string}> Fields by name; all texts are plain.
	 */
	public static function fields( array $item, WP_Post $registry ): array {
		if ( ! has_filter( 'largesse_wish_fields' ) ) {
			return array();
		}
		$public        = array_intersect_key( $item, array_flip( self::PUBLIC_FIELDS ) );
		$public['url'] = self::visible_address( $item );
		/**
		 * Filters the additional fields of a wish. Guests see them on the card and on the form of a gift, givers on the
		 * page of their gift and in the mail about it, and owners in exports: as columns, or as `fields` in JSON.
		 *
		 * @param array<string, array{label: string, text: string}> $fields   Plain texts by name: lower-case letters, digits
		 *         and underscores.
		 * @param array<string, mixed>                              $item     `id`, `name`, `url` ('' without a shop),
		 *         `retailer`, `price` and `currency` (null: the site's) of the wish.
		 * @param WP_Post                                           $registry The registry.
		 */
		return self::valid_fields( apply_filters( 'largesse_wish_fields', array(), $public, $registry ) );
	}

	/**
	 * Returns the fields of a filter that have a name and texts.
	 *
	 * @return array<string, array{label: string, text: string}> Fields by name; all texts are plain.
	 */
	public static function valid_fields( mixed $fields ): array {
		$valid = static fn ( mixed $field, mixed $name ): bool => 1 === preg_match( '/^[a-z0-9_]+$/D', (string) $name )
			&& is_array( $field )
			&& is_string( $field['label'] ?? null )
			&& is_string( $field['text'] ?? null )
			&& '' !== $field['text'];
		return is_array( $fields ) ? array_filter( $fields, $valid, ARRAY_FILTER_USE_BOTH ) : array();
	}
}
