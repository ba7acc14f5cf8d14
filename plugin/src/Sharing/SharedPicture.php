<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Http\KeyedHash;
use Largesse\Links\PublicPage;
use Largesse\Registry\Cover;
use Largesse\Registry\EventDate;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Serves the picture that chats and other sites show for a shared registry: the owners' cover, or a drawn cover. The
 * first request for the picture creates it. Nobody can guess the picture's address from the registry's id. The picture
 * is available only while the registry is public (rules: Shared links).
 */
final class SharedPicture {

	/** Name of the query parameter. The value is `<id>-<hash>`. */
	private const PARAMETER = 'largesse-cover';

	/** Version of the pictures. Increase this number when the code draws the pictures differently. */
	private const VERSION = 1;

	/** Seconds for which a browser may cache the picture. */
	private const KEPT_S = 300;

	/**
	 * Returns the address of the picture. Returns '' if the registry is not public, or if this site cannot create the
	 * picture.
	 */
	public static function url( WP_Post $registry ): string {
		if ( ! PublicPage::is_public( $registry ) || ! ( DrawnCover::is_possible() || self::is_cropped( $registry ) ) ) {
			return '';
		}
		return add_query_arg( self::PARAMETER, $registry->ID . '-' . self::key( $registry ), home_url( '/' ) );
	}

	/** Sends the picture if the request asks for a picture. */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- The value is only compared.
		$asked = $_GET[ self::PARAMETER ] ?? null;
		if ( null === $asked ) {
			return;
		}
		$registry = self::requested_registry( $asked );
		$bytes    = $registry ? self::picture( $registry ) : '';
		if ( '' === $bytes ) {
			status_header( 404 );
			nocache_headers();
			header( 'Content-Type: text/plain; charset=utf-8' );
			exit( 'Not found' );
		}
		status_header( 200 );
		header( 'Content-Type: image/jpeg' );
		header( 'Content-Length: ' . strlen( $bytes ) );
		// Exclude shared caches, because they would keep the picture after the registry becomes private.
		header( 'Cache-Control: private, max-age=' . self::KEPT_S );
		header( 'X-Content-Type-Options: nosniff' );
		exit( $bytes ); // phpcs:ignore WordPress.Security.EscapeOutput -- The value is a picture.
	}

	/**
	 * Deletes the stored picture of a registry after the registry was saved or deleted. Keeps the picture if the
	 * registry is public and the picture is up to date.
	 *
	 * @param mixed $id Id of a post.
	 */
	public function delete_outdated( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			$now = get_post( (int) $id );
			PictureStore::delete( (int) $id, $now instanceof WP_Post && PublicPage::is_public( $now ) ? self::content_hash( $now ) : null );
		}
	}

	/**
	 * Deletes the stored picture after a change of a field that the picture shows.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $id      Id of a post.
	 */
	public function delete_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( in_array( $key, array( RegistryMeta::COVER, RegistryMeta::EVENT_TYPE, RegistryMeta::EVENT_DATE ), true ) ) {
			PictureStore::delete( (int) $id );
		}
	}

	/** Returns the registry of the requested picture; null if the address is invalid or outdated. */
	private static function requested_registry( mixed $asked ): ?WP_Post {
		if ( ! is_string( $asked ) || 1 !== preg_match( '/^([1-9]\d{0,18})-([0-9a-f]{32})$/D', $asked, $parts ) ) {
			return null;
		}
		$registry = get_post( (int) $parts[1] );
		return $registry instanceof WP_Post && PublicPage::is_public( $registry ) && hash_equals( self::key( $registry ), $parts[2] ) ? $registry : null;
	}

	/** Returns the stored picture, or creates it. */
	private static function picture( WP_Post $registry ): string {
		$shown = self::content_hash( $registry );
		$kept  = PictureStore::get( $registry->ID, $shown );
		if ( '' !== $kept ) {
			return $kept;
		}
		$cover = Cover::of( $registry );
		$bytes = $cover ? CroppedCover::jpeg( $cover ) : '';
		$bytes = '' === $bytes ? DrawnCover::jpeg( ...self::texts( $registry ) ) : $bytes;
		if ( '' !== $bytes ) {
			PictureStore::put( $registry->ID, $shown, $bytes );
		}
		return $bytes;
	}

	/**
	 * Returns the secret part of the address. The secret part changes with the content of the picture, so caches never
	 * show an outdated picture.
	 */
	private static function key( WP_Post $registry ): string {
		return KeyedHash::of( "address of picture|{$registry->ID}|" . self::content_hash( $registry ) );
	}

	/** Returns a hash of everything that the picture shows. */
	private static function content_hash( WP_Post $registry ): string {
		return hash( 'sha256', (string) wp_json_encode( array( self::VERSION, Cover::of( $registry )?->file, self::texts( $registry ) ) ) );
	}

	/**
	 * Returns title, occasion and date.
	 *
	 * @return array{0: string, 1: string, 2: string}
	 */
	private static function texts( WP_Post $registry ): array {
		return array(
			RegistryTitle::of( $registry ),
			trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ),
			EventDate::day( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
		);
	}

	/** Checks whether a registry has a cover that WordPress can crop. */
	private static function is_cropped( WP_Post $registry ): bool {
		return null !== Cover::of( $registry ) && wp_image_editor_supports( array( 'mime_type' => 'image/jpeg' ) );
	}
}
