<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Conditions;
use Largesse\Links\PublicPage;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Tells a gateway in front of WordPress which pages it may keep for some seconds and show to everybody (pages: Many
 * guests): the page of a public registry at its plain address, made for nobody in particular. The gateway asks by a
 * header; without one nothing is different.
 *
 * What is said of a page is settled when all of it was made: until then other plugins may set a cookie or want it kept
 * by nobody.
 */
final class KeptPage {

	/** Header of the question and of the answer, and what they hold. */
	private const HEADER = 'X-Largesse-Page';
	private const ASKS   = 'may-be-kept';
	private const MAY    = 'keep';

	/** Bytes in which a page that was made to its end has its last tag; others may add remarks behind it. */
	private const END_BYTES = 2048;

	/** Waits for the end of the page, where the gateway asks and the page is everybody's. */
	public function begin(): void {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		if ( self::ASKS === ( $_SERVER[ Conditions::PAGE_KEY_HEADER ] ?? '' ) && self::is_for_everybody() ) {
			ob_start( self::answer( ... ) );
		}
	}

	/**
	 * Says that the page may be kept, if all of it comes at once and nothing speaks against it.
	 *
	 * @param string $html  What was made since the last time, or at all.
	 * @param int    $phase Flags of PHP: whether it is the beginning, the end, or both.
	 */
	private static function answer( string $html, int $phase ): string {
		$is_whole = PHP_OUTPUT_HANDLER_START & $phase && PHP_OUTPUT_HANDLER_FINAL & $phase && str_contains( substr( $html, -self::END_BYTES ), '</html>' );
		if ( $is_whole && ! headers_sent() && 200 === http_response_code() && ! self::is_refused() ) {
			header( self::HEADER . ': ' . self::MAY );
		}
		return $html;
	}

	/** Checks whether the page that is asked for is that of a public registry, and the same for everybody. */
	private static function is_for_everybody(): bool {
		$registry = is_singular( RegistryPostType::NAME ) ? get_queried_object() : null;
		if ( ! $registry instanceof WP_Post || ! PublicPage::is_public( $registry ) || is_feed() || is_embed() || is_preview() || is_trackback() || is_paged() ) {
			return false;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- It is only looked whether there is anything.
		if ( is_user_logged_in() || array() !== $_COOKIE || array() !== $_GET || ! self::is_at( (string) get_permalink( $registry ) ) ) {
			return false;
		}
		/**
		 * Whether a gateway may keep the page of a public registry for some seconds and show it to everybody. Return false where
		 * visitors without cookies see different things, for instance by their address.
		 *
		 * @param bool    $may_keep True.
		 * @param WP_Post $registry The registry.
		 */
		return true === apply_filters( 'largesse_may_keep_page', true, $registry );
	}

	/** Checks whether this request is for an address, without any query. */
	private static function is_at( string $address ): bool {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- They are only compared.
		$asked = ( is_ssl() ? 'https://' : 'http://' ) . (string) wp_unslash( $_SERVER['HTTP_HOST'] ?? '' ) . (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '' );
		// phpcs:enable
		return rawurldecode( $asked ) === rawurldecode( $address );
	}

	/** Checks whether something on the page wants it kept by nobody, or speaks to one visitor. */
	private static function is_refused(): bool {
		foreach ( headers_list() as $header ) {
			if ( preg_match( '/^(?:set-cookie:|(?:cache-control|pragma):.*(?:no-store|no-cache|private))/i', $header ) ) {
				return true;
			}
		}
		return defined( 'DONOTCACHEPAGE' ) && DONOTCACHEPAGE;
	}
}
