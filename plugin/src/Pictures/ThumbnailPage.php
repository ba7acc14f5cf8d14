<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Links\PublicPage;
use Largesse\Links\ShownRegistry;
use WP_Post;

/**
 * Serves the copy of a shop's picture to anyone who may read the registry (pages: Shops do not see guests). Never
 * creates a copy.
 */
final class ThumbnailPage {

	/** Seconds for which browsers cache a copy. A copy never changes, because a new picture has a new address. */
	private const KEPT_SECONDS = 30 * DAY_IN_SECONDS;

	/** Seconds for which shared caches keep a copy. The time is short, because the registry may become private. */
	private const KEPT_SHARED_SECONDS = HOUR_IN_SECONDS;

	/** Serves the copy that the address names. Does nothing if the address does not name a wish. */
	public static function serve(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Looking at a picture needs no nonce.
		if ( ! isset( $_GET[ Thumbnails::PARAMETER ] ) ) {
			return;
		}
		$hash     = Request::parameter( Thumbnails::HASH );
		$registry = ShownRegistry::open_from_request();
		$is_hash  = 1 === preg_match( '/\A[0-9a-f]{32}\z/', $hash );
		$file     = null !== $registry && $is_hash && Thumbnails::are_on() ? Thumbnails::file( $registry->ID, $hash ) : null;
		if ( null === $file ) {
			status_header( 404 );
			NoCacheHeaders::send_headers();
			header( 'Content-Type: text/plain; charset=utf-8' );
			exit;
		}
		self::send( $registry, $hash, $file );
	}

	private static function send( WP_Post $registry, string $hash, string $file ): never {
		// Removes WordPress's headers that disable caching for logged-in members.
		array_map( 'header_remove', array( 'Expires', 'Pragma', 'Last-Modified', 'Set-Cookie' ) );
		$shared = PublicPage::is_public( $registry ) ? 'public, s-maxage=' . self::KEPT_SHARED_SECONDS : 'private';
		header( "Cache-Control: {$shared}, max-age=" . self::KEPT_SECONDS . ', immutable' );
		header( "ETag: \"{$hash}\"" );
		header( 'X-Content-Type-Options: nosniff' );
		header( "Content-Security-Policy: default-src 'none'; sandbox" );
		header( 'X-Robots-Tag: noindex' );
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The value is only compared.
		if ( "\"{$hash}\"" === wp_unslash( $_SERVER['HTTP_IF_NONE_MATCH'] ?? '' ) ) {
			status_header( 304 );
			exit;
		}
		status_header( 200 );
		header( 'Content-Type: ' . self::type( $file ) );
		header( 'Content-Length: ' . filesize( $file ) );
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file, sent unchanged.
		readfile( $file );
		exit;
	}

	/** Returns the media type of a copy by its extension, which this site has chosen. */
	private static function type( string $file ): string {
		$ending = pathinfo( $file, PATHINFO_EXTENSION );
		return 'image/' . ( 'jpg' === $ending ? 'jpeg' : $ending );
	}
}
