<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\FeatureFields;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;
use Largesse\PersonalData;
use Largesse\Promises\Giving\BoughtView;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;

/**
 * Exports and erases a person's registries and their items. The API keeps a row for every item, so an erasure
 * overwrites the data in the row. If the service does not answer, the registry is kept. Without the registry, nobody
 * could find its items.
 */
final class RegistryPrivacy extends PersonalData {

	public const GROUP = 'largesse-registries';

	/** Number of own registries that one request exports. Each registry needs a call of the API. */
	private const PAGE = 5;

	/** Number of items that one request erases. Each item needs a call of the service. */
	private const ERASED_AT_ONCE = 100;

	private readonly Store $store;

	public function __construct( Store $store ) {
		$this->store = $store->in_background();
	}

	public function label(): string {
		return __( 'Gift registries', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array|WP_Error {
		$data       = array();
		$registries = Memberships::of_email( $email, self::PAGE, $page );
		foreach ( $registries as $registry ) {
			$items = $this->store->items->all( $registry->ID );
			// Without the address of a service, only a stored order shows that the registry had items. In this case,
			// the items may still exist, so the export must fail.
			if (
				is_wp_error( $items )
				&& ( ApiError::NOT_CONFIGURED !== $items->get_error_code() || WishOrder::of( $registry->ID )->ids )
			) {
				/* translators: %s: why, a sentence. */
				return new WP_Error( self::UNREAD, sprintf( __( 'The items of the gift registries could not be read. %s', 'largesse' ), $items->get_error_message() ) );
			}
			$data[] = $this->registry( $registry );
			foreach ( is_wp_error( $items ) ? array() : $items as $item ) {
				$data[] = $this->item( $registry, $item );
			}
		}
		return self::page( $data, count( $registries ) < self::PAGE );
	}

	/** Erases one registry, or a part of its items. WordPress repeats the call until no registries are left. */
	public function erase( string $email, int $page = 1 ): array {
		$registry = Memberships::of_email( $email, 1 )[0] ?? null;
		if ( null === $registry ) {
			return self::erasure( false );
		}
		$is_erased = $this->erase_items( $registry );
		if ( null === $is_erased || ( $is_erased && ! $this->store->details->delete( $registry->ID ) ) ) {
			return self::erasure( false, true, array( self::failure( $registry ) ) );
		}
		return self::erasure( true, is_last: false );
	}

	/** @return array<string, mixed> */
	private function registry( WP_Post $registry ): array {
		$status   = get_post_status_object( $registry->post_status );
		$surprise = Surprise::of( $registry );
		return $this->entry(
			"registry-{$registry->ID}",
			array(
				__( 'Title', 'largesse' )      => esc_html( Registries::title( $registry ) ),
				__( 'Story', 'largesse' )      => $registry->post_content,
				__( 'Occasion', 'largesse' )   => esc_html(
					(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true )
				),
				__( 'Date', 'largesse' )       => esc_html(
					(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true )
				),
				...array_map( 'esc_html', array_column( FeatureFields::all_texts( $registry, true ), 'text', 'label' ) ),
				__( 'Surprise', 'largesse' )   => esc_html( Surprise::label( $surprise->level ) ),
				__( 'Day of the reveal', 'largesse' ) => esc_html( $surprise->day ?? '' ),
				__( 'Visibility', 'largesse' ) => esc_html( $status ? $status->label : $registry->post_status ),
				__( 'Invitees', 'largesse' )   => esc_html( implode( ', ', Roles::entries_of( $registry ) ) ),
				__( 'Created', 'largesse' )    => $registry->post_date,
				__( 'Address', 'largesse' )    => (string) get_permalink( $registry ),
			)
		);
	}

	/** Exports an item, without the affiliate link, which belongs to the site. */
	private function item( WP_Post $registry, array $item ): array {
		$text              = static fn ( string $key ): string => is_scalar(
			$item[ $key ] ?? null
		) ? (string) $item[ $key ] : '';
		$bought = BoughtView::of( $registry, false );
		return $this->entry(
			'item-' . (int) $item['id'],
			array(
				__( 'Registry', 'largesse' )    => esc_html( Registries::title( $registry ) ),
				__( 'Name', 'largesse' )        => esc_html( $text( 'name' ) ),
				__( 'Description', 'largesse' ) => esc_html( $text( 'description' ) ),
				__( 'Shop', 'largesse' )        => esc_html( $text( 'retailer' ) ),
				__( 'Address', 'largesse' )     => esc_url_raw( Wish::visible_address( $item ) ),
				__( 'Picture', 'largesse' )     => esc_url_raw( $text( 'image_url' ) ),
				__( 'Price', 'largesse' )       => esc_html( trim( "{$text( 'price' )} {$text( 'currency' )}" ) ),
				__( 'Wanted', 'largesse' )      => esc_html(
					AnyNumber::is( $item ) ? __( 'Any number is welcome', 'largesse' ) : $text( 'quantity_needed' )
				),
				__( 'Given', 'largesse' )       => esc_html(
					$bought->is_surprise( $item ) ? $bought->text( $item ) : $text( 'quantity_purchased' )
				),
				__( 'Created', 'largesse' )     => esc_html( $text( 'created_at' ) ),
			),
			'largesse-items',
			__( 'Items of gift registries', 'largesse' )
		);
	}

	/** Erases some items. Returns whether all items are erased; null if the service reported an error. */
	private function erase_items( WP_Post $registry ): ?bool {
		$erased = $this->store->items->retire( $registry->ID, Rules::ERASED_ITEM, self::ERASED_AT_ONCE );
		if ( ! is_wp_error( $erased ) ) {
			return $erased < self::ERASED_AT_ONCE;
		}
		// Without the address of a service, only a stored order shows that the registry had items. Without an order,
		// there is nothing to erase.
		return ApiError::NOT_CONFIGURED === $erased->get_error_code() && ! WishOrder::of( $registry->ID )->ids ? true : null;
	}
}
