<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Promises\Giving\ListView;
use Largesse\Promises\Giving\RemainingView;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Store;

/** Sample for the editor's preview without a real registry, as in templates. It does not call the service. */
final class SampleRegistry {

	/** Checks whether this request is the editor's preview of a block. The name is the block's folder. */
	public static function is_preview_request( string $name ): bool {
		global $wp;
		return wp_is_serving_rest_request()
			&& "/wp/v2/block-renderer/largesse/{$name}" === ( $wp->query_vars['rest_route'] ?? '' );
	}

	/** Renders the sample. The title's heading level is 0 for no title. */
	public static function html( int $level, int $item_level ): string {
		$items    = array(
			self::item(
				1,
				__( 'Picnic basket', 'largesse' ),
				__( 'Big enough for four, for the first warm Sunday.', 'largesse' ),
				64.0,
				1,
				0
			),
			self::item( 2, __( 'Linen napkins', 'largesse' ), __( 'In any colour but white.', 'largesse' ), 9.5, 12, 8 ),
			self::item( 3, __( 'Teapot', 'largesse' ), '', 38.9, 1, 1 ),
		);
		$occasion = Occasion::html( __( 'Wedding', 'largesse' ), (string) wp_date( 'Y-m-d', time() + 23 * DAY_IN_SECONDS ) );
		$story    = trim( wpautop( esc_html__( 'This is a sample. Owners write a message to their guests here.', 'largesse' ) ) );
		return RegistryBlock::header( __( 'Ada and Lin are getting married', 'largesse' ), $level, $occasion, $story )
			. ( new WishList( new ListView(), $item_level, RemainingView::plain() ) )->html( $items );
	}

	/** @return array<string, mixed> An item in the service's format. */
	private static function item(
		int $id,
		string $name,
		string $description,
		float $price,
		int $needed,
		int $purchased
	): array {
		return array(
			'id'                 => $id,
			'name'               => $name,
			'description'        => $description,
			'url'                => 'https://shop.example/',
			'retailer'           => __( 'A shop', 'largesse' ),
			'image_url'          => '',
			'price'              => $price,
			'quantity_needed'    => $needed,
			'quantity_purchased' => $purchased,
			Store::REMAINING     => max( 0, $needed - $purchased ),
		);
	}
}
