<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Fields that other plugins add to wishes. Guests see these fields on the card of a wish. Givers see them in the mail
 * about their gift, and owners see them in exports.
 */
final class WishFields {

	/** Fields of an item that the filter `largesse_wish_fields` receives. All of them are public. */
	private const PUBLIC_FIELDS = array( 'id', 'name', 'url', 'retailer', 'price', 'currency' );

	/** @return array<string, array{label: string, text: string}> Fields of a wish by name; all texts are plain. */
	public static function of( array $item, WP_Post $registry ): array {
		if ( ! has_filter( 'largesse_wish_fields' ) ) {
			return array();
		}
		$public        = array_intersect_key( $item, array_flip( self::PUBLIC_FIELDS ) );
		$public['url'] = PlaceholderAddress::visible_address( $item );
		/**
		 * Filters the additional fields of a wish. Guests see them on the card, givers in the mail about their gift,
		 * and owners in exports: as columns, or as `fields` in JSON.
		 *
		 * @param array<string, array{label: string, text: string}> $fields   Plain texts by name: lower-case letters, digits and underscores.
		 * @param array<string, mixed>                              $item     `id`, `name`, `url` ('' without a shop), `retailer`, `price` and `currency` (null: the site's) of the wish.
		 * @param WP_Post                                           $registry The registry.
		 */
		$fields = apply_filters( 'largesse_wish_fields', array(), $public, $registry );
		$valid  = static fn ( mixed $field, mixed $name ): bool => 1 === preg_match( '/^[a-z0-9_]+$/D', (string) $name ) && is_array( $field ) && is_string( $field['label'] ?? null ) && is_string( $field['text'] ?? null ) && '' !== $field['text'];
		return is_array( $fields ) ? array_filter( $fields, $valid, ARRAY_FILTER_USE_BOTH ) : array();
	}
}
