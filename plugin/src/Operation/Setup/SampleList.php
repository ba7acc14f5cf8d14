<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use WP_Error;
use WP_Post;

/** A private list with a few wishes, which shows an administrator how lists look. One press removes it. */
final class SampleList {

	/** Meta key that marks the list. */
	public const META = '_largesse_sample';

	public function __construct( private readonly Store $store ) {}

	/** Returns the list; null if there is none, or if it is in the trash. */
	public static function find(): ?WP_Post {
		$found = get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => array( 'private', 'publish', 'draft' ),
				'meta_key'    => self::META, // phpcs:ignore WordPress.DB.SlowDBQuery -- Only this page of settings and the command ask.
				'numberposts' => 1,
			)
		);
		return $found[0] ?? null;
	}

	/** Creates the list for the current user, or returns the list that exists. */
	public function create( Purpose $purpose ): WP_Post|WP_Error {
		$known = self::find();
		if ( null !== $known ) {
			return $known;
		}
		$id = $this->store->details->create(
			array(
				'post_title'             => __( 'Sample list', 'largesse' ),
				'post_content'           => __( 'This is a sample. Owners write a message to their guests here.', 'largesse' ),
				RegistryMeta::EVENT_TYPE => Purpose::Wedding === $purpose
					? __( 'Wedding', 'largesse' )
					: __( 'Birthday', 'largesse' ),
				RegistryMeta::EVENT_DATE => (string) wp_date( 'Y-m-d', time() + 60 * DAY_IN_SECONDS ),
			)
		);
		if ( is_wp_error( $id ) ) {
			return $id;
		}
		update_post_meta( $id, self::META, '1' );
		foreach ( self::wishes() as $wish ) {
			$added = $this->store->items->add( $id, Wish::with_address( $wish ) );
			if ( is_wp_error( $added ) ) {
				$this->store->details->delete( $id );
				return $added;
			}
		}
		return get_post( $id );
	}

	/** Deletes the list with its wishes. Returns whether there was one. */
	public function remove(): bool {
		$list = self::find();
		return null !== $list && $this->store->details->delete( $list->ID );
	}

	/** @return list<array<string, mixed>> */
	private static function wishes(): array {
		$wish = static fn ( string $name, string $description, float $price, int $needed ): array => array(
			'name'            => $name,
			'description'     => $description,
			'price'           => $price,
			'quantity_needed' => $needed,
			'url'             => '',
		);
		return array(
			$wish(
				__( 'Picnic basket', 'largesse' ),
				__( 'Big enough for four, for the first warm Sunday.', 'largesse' ),
				64.0,
				1
			),
			$wish( __( 'Linen napkins', 'largesse' ), __( 'In any colour but white.', 'largesse' ), 9.5, 12 ),
			$wish( __( 'Teapot', 'largesse' ), '', 38.9, 1 ),
		);
	}
}
