<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Format\WebAddress;
use Largesse\Http\PrivatePage;
use Largesse\Http\UncachedAnswer;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\Store;

/**
 * Leads guests to the shop of an item: through the affiliate link where one is active, which no page ever shows. It
 * leads nowhere but to the addresses of the registry's own items.
 */
final class GiftLinks {

	/** Name of the parameter that holds the id of the item. */
	public const PARAMETER = 'gift';

	/** The state in which an affiliate link is used. */
	private const ACTIVE = 'active';

	public function __construct( private readonly Store $store ) {}

	/** Returns the address that leads to the shop of an item. */
	private static function url( int $registry_id, int $item_id ): string {
		return add_query_arg( self::PARAMETER, $item_id, (string) get_permalink( $registry_id ) );
	}

	/** Returns what this address begins with for all items of a registry; the id of one follows. */
	public static function stem( int $registry_id ): string {
		return substr( self::url( $registry_id, 0 ), 0, -1 );
	}

	/**
	 * Returns the address of the shop of an item, or an empty text if it has none or its address is none.
	 *
	 * @param array<string, mixed> $item The item, affiliate link included.
	 */
	public static function shop( array $item ): string {
		if ( OwnAddress::is( $item ) ) {
			return '';
		}
		$affiliate = self::ACTIVE === ( $item['affiliate_status'] ?? null ) ? WebAddress::of( (string) ( $item['affiliate_url'] ?? '' ) ) : '';
		return '' === $affiliate ? WebAddress::of_shop( (string) ( $item['url'] ?? '' ) ) : $affiliate;
	}

	/** Leads to the shop that the address of this request asks for, if it does. */
	public function lead(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Following a link needs no nonce.
		if ( ! isset( $_GET[ self::PARAMETER ] ) ) {
			return;
		}
		$registry = ShownRegistry::of_address();
		if ( null === $registry || ! ShownRegistry::is_open( $registry ) ) {
			// The page says what is to be said: nothing there, or a password is asked for.
			return;
		}
		$items = $this->store->items->all( $registry->ID );
		if ( is_wp_error( $items ) ) {
			PrivatePage::apologize(
				__( 'The way to the shop cannot be found right now. That is our fault, not yours. Please try again in a minute.', 'largesse' ),
				$items,
				array( (string) get_permalink( $registry ) => __( 'Back to the registry', 'largesse' ) )
			);
			return;
		}
		UncachedAnswer::send_headers();
		$shop = self::shop( self::requested_item( $items ) );
		if ( '' === $shop ) {
			wp_safe_redirect( (string) get_permalink( $registry ) );
			exit;
		}
		self::go( $shop );
	}

	/**
	 * Redirects to a shop.
	 *
	 * @param string $shop Its address, as `shop()` returns it.
	 */
	public static function go( string $shop ): never {
		// Only addresses of the registry's own items, which lie on other sites.
		wp_redirect( self::encoded( $shop ) ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect
		exit;
	}

	/**
	 * Returns an address as it may stand in a header. WordPress would leave out what an address should not hold; shops use
	 * some of it, and find what they look for only if all of it arrives.
	 *
	 * @param string $address The address, without control characters.
	 */
	private static function encoded( string $address ): string {
		return (string) preg_replace_callback(
			'/[^a-z0-9\-~+_.?#=&;,\/:%!*\[\]()@]/i',
			static fn ( array $odd ): string => rawurlencode( $odd[0] ),
			$address
		);
	}

	/**
	 * Returns the item that the address names; an empty array if the registry has no such item.
	 *
	 * @param list<array<string, mixed>> $items The items of the registry.
	 * @return array<string, mixed>
	 */
	private static function requested_item( array $items ): array {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		$requested = wp_unslash( $_GET[ self::PARAMETER ] ?? '' );
		foreach ( $items as $item ) {
			if ( (string) $item['id'] === $requested ) {
				return $item;
			}
		}
		return array();
	}
}
