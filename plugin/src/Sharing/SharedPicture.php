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
 * Serves the picture that chats and other sites show for a shared registry: the owners' cover, the picture that an
 * owner's browser has drawn, or a ready drawing. Nobody can guess the picture's address from the registry's id. The
 * picture is available only while the registry is public (rules: Shared links).
 */
final class SharedPicture {

	/** Name of the query parameter. The value is `<id>-<hash>`. */
	private const PARAMETER = 'largesse-cover';

	/**
	 * Version of the pictures. Increase this number when the code draws the pictures differently, here or in
	 * blocks/my-registries/link-picture.
	 */
	private const VERSION = 2;

	/** Seconds for which a browser may cache the picture. */
	private const KEPT_S = 300;

	/**
	 * Returns the address of the picture; '' if the registry is not public. The address changes when the picture
	 * changes.
	 */
	public static function url( WP_Post $registry ): string {
		return PublicPage::is_public( $registry ) ? self::address( $registry, self::is_drawn( $registry ) ) : '';
	}

	/**
	 * Returns everything that a browser needs to draw the picture: the hash and the texts of the content, and the
	 * address of the drawing without texts. Returns null if the site has the picture for this content, if the registry
	 * is not public, or if it has a cover.
	 *
	 * @return array{content: string, title: string, occasion: string, day: string, drawing: string}|null
	 */
	public static function to_draw( WP_Post $registry ): ?array {
		if ( ! self::takes_drawn( $registry ) || self::is_drawn( $registry ) ) {
			return null;
		}
		list( $title, $occasion, $day ) = self::texts( $registry );

		$content = self::content_hash( $registry );
		$drawing = self::address( $registry, false );
		return compact( 'content', 'title', 'occasion', 'day', 'drawing' );
	}

	/**
	 * Checks whether the site accepts a drawn picture of this content. Returns false if the registry has other content
	 * now, is not public or has a cover.
	 *
	 * @param string $content Hash of the content that the picture shows.
	 */
	public static function accepts_drawn( WP_Post $registry, string $content ): bool {
		return self::takes_drawn( $registry ) && hash_equals( self::content_hash( $registry ), $content );
	}

	/**
	 * Stores the picture that an owner's browser has drawn. Ignores the picture if the site has one for this content.
	 *
	 * @param string $content Hash of the content, which `accepts_drawn()` has checked.
	 * @param string $bytes   The picture.
	 * @return bool False if the picture cannot be stored.
	 */
	public static function store_drawn( WP_Post $registry, string $content, string $bytes ): bool {
		return self::is_drawn( $registry ) || PictureStore::put( $registry->ID, $content, $bytes );
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
		if ( ! $registry instanceof WP_Post || ! PublicPage::is_public( $registry ) ) {
			return null;
		}
		// Pages in caches still contain the address of the ready drawing after a browser has sent the drawn picture.
		return hash_equals( self::key( $registry, true ), $parts[2] ) || hash_equals( self::key( $registry, false ), $parts[2] ) ? $registry : null;
	}

	/** Returns the stored picture, the cropped cover or a ready drawing. */
	private static function picture( WP_Post $registry ): string {
		$shown      = self::content_hash( $registry );
		$is_cropped = self::is_cropped( $registry );
		$kept       = PictureStore::get( $registry->ID, $shown, $is_cropped );
		if ( '' !== $kept ) {
			return $kept;
		}
		list( $title, $occasion ) = self::texts( $registry );

		$cover = $is_cropped ? Cover::of( $registry ) : null;
		$bytes = $cover ? CroppedCover::jpeg( $cover ) : '';
		$bytes = '' === $bytes ? ReadyDrawing::jpeg( $occasion, $title ) : $bytes;
		if ( $is_cropped && '' !== $bytes ) {
			PictureStore::put( $registry->ID, $shown, $bytes, true );
		}
		return $bytes;
	}

	/** Checks whether a browser may draw the picture: the registry is public, and has no cover that can be cropped. */
	private static function takes_drawn( WP_Post $registry ): bool {
		return PublicPage::is_public( $registry ) && ! self::is_cropped( $registry );
	}

	/** Checks whether the site has a drawn picture for the current content. */
	private static function is_drawn( WP_Post $registry ): bool {
		return ! self::is_cropped( $registry ) && PictureStore::has( $registry->ID, self::content_hash( $registry ) );
	}

	/** Returns the address of the picture. A drawn picture has another address than a ready drawing or a cover. */
	private static function address( WP_Post $registry, bool $is_drawn ): string {
		return add_query_arg( self::PARAMETER, $registry->ID . '-' . self::key( $registry, $is_drawn ), home_url( '/' ) );
	}

	/**
	 * Returns the secret part of the address. The secret part changes with the content of the picture, so caches never
	 * show an outdated picture.
	 */
	private static function key( WP_Post $registry, bool $is_drawn ): string {
		return KeyedHash::of( "address of picture|{$registry->ID}|" . self::content_hash( $registry ) . ( $is_drawn ? '|drawn' : '' ) );
	}

	/** Returns a hash of everything that the picture shows. */
	private static function content_hash( WP_Post $registry ): string {
		list( $title, $occasion ) = self::texts( $registry );
		// Uses the date instead of the day in words, because the words depend on the user's language in wp-admin.
		$day = array( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ), get_locale(), (string) get_option( 'date_format' ) );
		return hash( 'sha256', (string) wp_json_encode( array( self::VERSION, Cover::of( $registry )?->file, $title, $occasion, $day ) ) );
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
