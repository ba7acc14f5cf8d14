<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use Largesse\Pages\Owners\VisibleGifts;
use Largesse\Promises\Giving\BoughtView;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Order;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Story;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;

/**
 * Converts a registry to the contents of a file: `largesse.registry/1`, described in contract/exchange.ts (rules:
 * Export and import). The file contains no invitees, addresses of givers or affiliate links.
 */
final class ExportedRegistry {

	/** Fields of a wish whose values are the same as in the API. */
	private const SAME = array( ...Rules::WISH_FIELDS, 'quantity_purchased' );

	/** Gift whose giver is secret. */
	private const UNKNOWN_GIVER = array(
		'wish'       => '',
		'quantity'   => 1,
		'amount'     => null,
		'currency'   => null,
		'who'        => null,
		'message'    => null,
		'given_on'   => null,
		'is_own'     => false,
		'is_secret'  => false,
		'is_thanked' => false,
	);

	/** @return array<string, mixed>|WP_Error File for a visitor, who must be an editor or keeper. */
	public static function for_visitor( WP_Post $registry, Store $store, Purchases $purchases ): array|WP_Error {
		$gifts = VisibleGifts::of( $registry, $store, $purchases );
		return is_wp_error( $gifts )
			? $gifts
			: self::of( $registry, $store, $gifts, ! Roles::of( $registry )->is_recipient() );
	}

	/**
	 * Returns the file; without `$gifts`, without gifts. `$sees_all`: the bought quantities include secret gifts.
	 *
	 * @return array<string, mixed>|WP_Error
	 */
	public static function of( WP_Post $registry, Store $store, ?VisibleGifts $gifts, bool $sees_all ): array|WP_Error {
		$list  = $sees_all ? OpenedList::of_operator( $registry ) ?? OpenedList::of_visitor( $registry ) : null;
		$items = null === $list ? $store->items->for_public( $registry->ID ) : $store->items->for_reader( $list );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$currency = Price::currency();
		$order    = WishOrder::of( $registry->ID );
		$bought   = BoughtView::of( $registry, $sees_all );
		return array(
			'format'      => FileRules::FORMAT,
			'exported_at' => gmdate( 'Y-m-d\TH:i:s.000\Z' ),
			'currency'    => '' === $currency ? null : $currency,
			'registry'    => self::details( $registry ),
			'wishes'      => array_map(
				static fn ( array $item ): array => self::wish(
					$item,
					$bought,
					$order
				) + self::fields( $item, $registry ),
				$items
			),
			'gifts'       => null === $gifts ? null : self::gifts( $gifts ),
		);
	}

	/** @return array<string, mixed> Title, story, occasion, date and surprise, and the data that other features add. */
	private static function details( WP_Post $registry ): array {
		$text    = Story::to_text( $registry->post_content );
		$date    = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		$type    = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true );
		$details = array(
			'title'        => Registries::title( $registry ),
			'story'        => $text ?? $registry->post_content,
			'story_format' => null === $text ? 'html' : 'text',
			'event_type'   => '' === $type ? null : $type,
			'event_date'   => FieldRules::is_day( $date ) ? $date : null,
			'surprise'     => Surprise::of( $registry )->level,
		);
		/**
		 * Filters the data about a registry in an exported file, for owners and keepers.
		 *
		 * @param array<string, mixed> $details  `registry` of contract/exchange.ts.
		 * @param WP_Post              $registry The registry.
		 */
		return apply_filters( 'largesse_registry_file', $details, $registry );
	}

	/** @param array<string, mixed> $item The item as guests get it. */
	private static function wish( array $item, BoughtView $bought, Order $order ): array {
		$wish    = array_merge( array_fill_keys( self::SAME, null ), array_intersect_key( $item, array_flip( self::SAME ) ) );
		$url     = Wish::visible_address( $item );
		$heading = $order->heading_of( $item['id'] );
		$own     = array(
			'url'                => '' === $url ? null : $url,
			'quantity_purchased' => $bought->count( $item ),
			'heading'            => '' === $heading ? null : $heading,
			'most_wanted'        => $order->is_most_wanted( $item['id'] ),
		);
		return array_merge( $wish, $own, AnyNumber::for_file( $item ) );
	}

	/** @return array{fields?: array<string, string>} Fields that other plugins add to a wish, if any. */
	private static function fields( array $item, WP_Post $registry ): array {
		$texts = array_map( static fn ( array $field ): string => $field['text'], Wish::fields( $item, $registry ) );
		return array() === $texts ? array() : array( 'fields' => $texts );
	}

	/** @return list<array<string, mixed>> Gifts. For secret givers, only the number of pieces of each wish. */
	private static function gifts( VisibleGifts $gifts ): array {
		$all = array();
		foreach ( $gifts->rows as $row ) {
			$all[] = array(
				'message'  => '' === $row['message'] ? null : $row['message'],
				'given_on' => (string) wp_date( 'Y-m-d', $row['time'] ),
			) + array_intersect_key( $row, self::UNKNOWN_GIVER );
		}
		foreach ( $gifts->counts as $item => $quantity ) {
			$all[] = array(
				'wish'     => $gifts->wishes[ $item ]['name'],
				'quantity' => $quantity,
			) + self::UNKNOWN_GIVER;
		}
		return $all;
	}
}
