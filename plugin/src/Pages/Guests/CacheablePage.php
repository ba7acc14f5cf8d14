<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/**
 * Allows a gateway in front of WordPress to cache a page for some seconds and serve it to everyone (pages: Many
 * guests). The gateway requests permission with a header. The class decides only after WordPress has built the whole
 * page, because other plugins may set a cookie or forbid caching while WordPress builds the page.
 */
final class CacheablePage {

	/** Name in `$_SERVER` of the header with which the gateway requests permission, and its value. */
	public const REQUEST_HEADER = 'HTTP_X_LARGESSE_PAGE';
	private const ASKS          = 'may-be-kept';

	/** Bytes at the end of a page that must include `</html>`. Other plugins may add comments after the tag. */
	private const END_BYTES = 2048;

	/** Buffers a page that is the same for everyone, if the gateway requests permission to cache the page. */
	public static function start_buffer(): void {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The value is only compared.
		if ( self::ASKS === ( $_SERVER[ self::REQUEST_HEADER ] ?? '' ) && self::is_same_for_everyone() ) {
			ob_start( self::finish_page( ... ) );
		}
	}

	/**
	 * Adds the headers that permit caching if the page is complete and nothing forbids caching. `$phase` contains PHP's
	 * flags for the first and the last call: both if there is only one call.
	 */
	private static function finish_page( string $html, int $phase ): string {
		$is_whole = PHP_OUTPUT_HANDLER_START & $phase
			&& PHP_OUTPUT_HANDLER_FINAL & $phase
			&& str_contains( substr( $html, -self::END_BYTES ), '</html>' );
		if ( $is_whole && ! headers_sent() && 200 === http_response_code() && ! self::forbids_caching() ) {
			header( 'X-Largesse-Page: keep' );
			// The gateway makes an ETag from this hash.
			header( 'X-Largesse-Hash: ' . md5( $html ) );
		}
		return $html;
	}

	/** Checks whether the current page belongs to a public registry and is the same for everyone. */
	private static function is_same_for_everyone(): bool {
		$registry  = is_singular( RegistryPostType::NAME ) ? get_queried_object() : null;
		$is_public = $registry instanceof WP_Post && Registries::is_public( $registry );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only checks whether parameters are present.
		$has_parameters = array() !== $_GET;
		// Feeds, embeds, previews and further pages have other addresses.
		if (
			! $is_public
			|| is_user_logged_in()
			|| array() !== $_COOKIE
			|| $has_parameters
			|| ! self::is_request_for( (string) get_permalink( $registry ) )
		) {
			return false;
		}
		/**
		 * Filters whether a gateway may cache the page of a public registry for some seconds and serve it to everyone.
		 * Return false if visitors without cookies see different content, for instance by their IP address.
		 *
		 * @param bool    $may_keep True by default.
		 * @param WP_Post $registry The registry.
		 */
		return true === apply_filters( 'largesse_may_keep_page', true, $registry );
	}

	private static function is_request_for( string $address ): bool {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- The values are only compared.
		$asked = ( is_ssl() ? 'https://' : 'http://' )
			. (string) wp_unslash( $_SERVER['HTTP_HOST'] ?? '' )
			. (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '' );
		// phpcs:enable
		return rawurldecode( $asked ) === rawurldecode( $address );
	}

	/** Checks whether a header or a plugin forbids caching. A header that sets a cookie also forbids caching. */
	private static function forbids_caching(): bool {
		$headers = preg_grep( '/^(?:set-cookie:|(?:cache-control|pragma):.*(?:no-store|no-cache|private))/i', headers_list() );
		return array() !== $headers || ( defined( 'DONOTCACHEPAGE' ) && DONOTCACHEPAGE );
	}
}
