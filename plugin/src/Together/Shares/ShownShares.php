<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\FeatureFields;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Post;

/** Shows shares outside of their pages, as far as the surprise allows (rules: Shares on the site, Surprise). */
final class ShownShares extends FeatureFields {

	public function __construct( private readonly StoredShares $shares, private readonly Store $store ) {}

	/** Prints the shares to a recipient. */
	public function show( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! Roles::of( $registry )->is_recipient() ) {
			return;
		}
		$shares = $this->shares->seen_in( Place::of( $registry ) );
		$shares = is_wp_error( $shares ) ? array() : $shares;
		$items  = $shares ? $this->store->items->all( $registry_id ) : array();
		$known  = Shares::of( $shares, is_wp_error( $items ) ? array() : $items );
		$row    = static fn ( array $share ): array => array(
			'name'   => $share['name'],
			'detail' => $known->amount( $share['item_id'], (float) $share['amount'] ),
			'giver'  => SharesPage::gives( $share['giver_name'] ),
		);
		SharesPage::show_revealed( 'largesse-revealed-shares', __( 'Promised together', 'largesse' ), array_map( $row, $shares ) );
	}

	/** Adds the wishes that guests can give in parts to the cards and to the form of a gift, by id of the wish. */
	public static function add_parts( array $parts, WP_Post $registry, array $items ): array {
		$shares = Shares::of( array(), $items );
		foreach ( array_filter( array_column( $items, 'id' ), static fn ( int $id ): bool => $shares->left( $id ) > 0 ) as $id ) {
			$parts[ $id ] = array(
				'text'     => $shares->promised( $id ) > 0 ? $shares->total( $id ) : '',
				'percent'  => $shares->percent( $id ),
				'is_whole' => $shares->has_whole( $id ),
				'form'     => static fn (): string => SharesPage::form_of( $registry, ShareForm::fresh( $registry, array( ShareForm::ITEM => (string) $id ) ), array(), $shares->currency( $id ) ),
			);
		}
		return $parts;
	}

	/** Adds the promised amount to the rows of the owner's list. */
	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		$shares = Shares::of( array(), $items );
		foreach ( $wishes as $number => $wish ) {
			$is_covered = $shares->is_covered( $wish['id'] );
			$is_shared  = $is_covered || ( $shares->left( $wish['id'] ) > 0 && $shares->promised( $wish['id'] ) > 0 );
			$text       = $is_covered ? __( 'Given', 'largesse' ) : $shares->total( $wish['id'] );

			$wishes[ $number ] = ( ! $is_shared ? array() : array(
				'status_text' => $text,
				'shown_text'  => $text,
				'is_complete' => $is_covered,
			) ) + $wish;
		}
		return $wishes;
	}
}
