<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;

/**
 * Redirects guests to the shop of an item of the registry, or to its active affiliate link, which no page ever shows.
 */
final class ShopLinks {

	/** Name of the parameter with the item's id. */
	public const PARAMETER = 'gift';

	public function __construct( private readonly Store $store ) {}

	/** Returns the beginning of the address that redirects to the shop of a registry's item. Append the item's id. */
	public static function url_prefix( int $registry_id ): string {
		return substr( add_query_arg( self::PARAMETER, 0, (string) get_permalink( $registry_id ) ), 0, -1 );
	}

	/** Returns the address of an item's shop; '' without a valid address. */
	public static function shop( array $item ): string {
		if ( Wish::is_without_shop( $item ) ) {
			return '';
		}
		$affiliate = 'active' === ( $item['affiliate_status'] ?? null )
			? WebAddress::of( (string) ( $item['affiliate_url'] ?? '' ) )
			: '';
		return '' === $affiliate ? WebAddress::of_shop( (string) ( $item['url'] ?? '' ) ) : $affiliate;
	}

	/** Redirects to the shop if this request has the parameter `gift`. */
	public function redirect(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Following a link needs no nonce.
		$registry = isset( $_GET[ self::PARAMETER ] ) ? OpenedList::shown()?->registry : null;
		if ( null === $registry ) {
			// The registry's page itself reports that nothing was found, or asks for the password.
			return;
		}
		$items = $this->store->items->all( $registry->ID );
		if ( is_wp_error( $items ) ) {
			PrivatePage::show_failure(
				__( 'We cannot open the shop right now. That is our fault, not yours. Please try again in a minute.', 'largesse' ),
				$items,
				PrivatePage::link_to( $registry )
			);
			return;
		}
		NoCacheHeaders::send_headers();
		$shop = self::shop( array_column( $items, null, 'id' )[ Request::parameter( self::PARAMETER ) ] ?? array() );
		if ( '' === $shop ) {
			wp_safe_redirect( (string) get_permalink( $registry ) );
			exit;
		}
		self::redirect_to_shop( $shop );
	}

	/** Redirects to a shop. @param string $shop Address returned by `shop()`. */
	public static function redirect_to_shop( string $shop ): never {
		// wp_safe_redirect() would refuse the address of another site. This address is safe, because it belongs to an
		// item of the registry.
		wp_redirect( self::encoded( $shop ) ); // phpcs:ignore WordPress.Security.SafeRedirect.wp_redirect_wp_redirect
		exit;
	}

	/** Returns an address for a header. Encodes the characters that WordPress would remove, because shops need them. */
	private static function encoded( string $address ): string {
		return (string) preg_replace_callback(
			'/[^a-z0-9\-~+_.?#=&;,\/:%!*\[\]()@]/i',
			static fn ( array $odd ): string => rawurlencode( $odd[0] ),
			$address
		);
	}
}
