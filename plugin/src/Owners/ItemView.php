<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Format\Price;
use Largesse\Giving\BoughtQuantities;
use Largesse\Registry\AnyNumber;
use Largesse\Registry\Grouping;
use Largesse\Registry\PlaceholderAddress;

/**
 * Converts an item of the API to the data that the site's pages show and edit. All texts are plain; missing values are
 * ''. Affiliate links are not included.
 */
final class ItemView {

	/**
	 * Returns the item for the pages.
	 *
	 * @param array<string, mixed> $item              Item from the API.
	 * @param string               $gift_url          Beginning of the address that redirects to the shop; the item's id follows.
	 * @param int                  $had               Quantity that the owner has; 0 for users who do not manage the registry.
	 * @param Grouping             $grouping          Grouping of the registry's wishes.
	 * @param BoughtQuantities     $bought_quantities Bought quantities that the visitor may see.
	 * @return array{id: int, heading: string, is_most_wanted: bool, name: string, description: string, url: string, retailer: string, image_url: string, price: string, currency: string, price_text: string, quantity_needed: int, is_any_number: bool, quantity_purchased: int, quantity_had: int, status_text: string, shown_text?: string, is_surprise: bool, is_complete: bool, gift_url: string, version: string}
	 */
	public static function of( array $item, string $gift_url, int $had, Grouping $grouping, BoughtQuantities $bought_quantities ): array {
		$needed    = (int) ( $item['quantity_needed'] ?? 1 );
		$purchased = $bought_quantities->count( $item );
		$price     = $item['price'] ?? null;
		$url       = PlaceholderAddress::visible_address( $item );
		$has_price = is_int( $price ) || is_float( $price );
		$is_fixed  = $bought_quantities->is_surprise( $item ) || AnyNumber::is( $item );
		return ( $is_fixed ? array( 'shown_text' => $bought_quantities->known_text( $item ) ) : array() ) + array(
			'id'                 => (int) $item['id'],
			'heading'            => $grouping->heading_of( (int) $item['id'] ),
			'is_most_wanted'     => $grouping->is_most_wanted( (int) $item['id'] ),
			'name'               => self::text( $item, 'name' ),
			'description'        => self::text( $item, 'description' ),
			'url'                => $url,
			'retailer'           => self::text( $item, 'retailer' ),
			'image_url'          => self::text( $item, 'image_url' ),
			'price'              => $has_price ? (string) wp_json_encode( $price ) : '', // A cast would round to 14 digits.
			'currency'           => self::text( $item, 'currency' ),
			'price_text'         => Price::of( $item ),
			'quantity_needed'    => $needed,
			'is_any_number'      => AnyNumber::is( $item ),
			'quantity_purchased' => $purchased,
			'quantity_had'       => $had,
			'status_text'        => $bought_quantities->known_text( $item ),
			'is_surprise'        => $bought_quantities->is_surprise( $item ),
			'is_complete'        => $purchased >= $needed,
			'gift_url'           => '' === $url ? '' : $gift_url . (int) $item['id'],
			'version'            => self::text( $item, 'updated_at' ),
		);
	}

	/**
	 * Returns a text of the item; '' for none.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	private static function text( array $item, string $field ): string {
		return is_string( $item[ $field ] ?? null ) ? $item[ $field ] : '';
	}
}
