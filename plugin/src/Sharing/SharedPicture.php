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
 * Gives the picture that chats and other sites show of a shared registry: its owners' cover, else one that is drawn. It
 * is made when somebody asks for it, not when a page names it. Nobody can guess its address from the registry's number,
 * and it is there only while everybody may open the registry (rules: Shared links).
 */
final class SharedPicture {

	/** Name of the parameter: `<id>-<hash>`. */
	private const PARAMETER = 'largesse-cover';

	/** Raised whenever pictures are made in another way. */
	private const VERSION = 1;

	/** Seconds for which a browser may keep it. */
	private const KEPT_S = 300;

	/** Returns the address of the picture of a registry that everybody may open; an empty text where PHP cannot make any. */
	public static function url( WP_Post $registry ): string {
		if ( ! PublicPage::is_public( $registry ) || ! ( DrawnCover::is_possible() || self::is_cropped( $registry ) ) ) {
			return '';
		}
		return add_query_arg( self::PARAMETER, $registry->ID . '-' . self::key( $registry ), home_url( '/' ) );
	}

	/** Sends the picture, if this request asks for one. */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		$asked = $_GET[ self::PARAMETER ] ?? null;
		if ( null === $asked ) {
			return;
		}
		$registry = self::asked( $asked );
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
		// Not in caches between: there it would go on when the registry becomes private.
		header( 'Cache-Control: private, max-age=' . self::KEPT_S );
		header( 'X-Content-Type-Options: nosniff' );
		exit( $bytes ); // phpcs:ignore WordPress.Security.EscapeOutput -- It is a picture.
	}

	/**
	 * Deletes what is kept of a registry that was stored or deleted, unless it is still right.
	 *
	 * @param mixed $id   Id of a post.
	 * @param mixed $post The post.
	 */
	public function forget( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			$now = get_post( (int) $id );
			KeptPictures::forget( (int) $id, $now instanceof WP_Post && PublicPage::is_public( $now ) ? self::shown( $now ) : null );
		}
	}

	/**
	 * Deletes it, if something was stored that it shows.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $id      Id of a post.
	 * @param mixed $key     Meta key.
	 */
	public function forget_of_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( in_array( $key, array( RegistryMeta::COVER, RegistryMeta::EVENT_TYPE, RegistryMeta::EVENT_DATE ), true ) ) {
			KeptPictures::forget( (int) $id );
		}
	}

	/** Returns the registry whose picture is asked for, if that is its address now. */
	private static function asked( mixed $asked ): ?WP_Post {
		if ( ! is_string( $asked ) || 1 !== preg_match( '/^([1-9]\d{0,18})-([0-9a-f]{32})$/D', $asked, $parts ) ) {
			return null;
		}
		$registry = get_post( (int) $parts[1] );
		return $registry instanceof WP_Post && PublicPage::is_public( $registry ) && hash_equals( self::key( $registry ), $parts[2] ) ? $registry : null;
	}

	/** Returns the picture as it is kept, or makes it. */
	private static function picture( WP_Post $registry ): string {
		$shown = self::shown( $registry );
		$kept  = KeptPictures::get( $registry->ID, $shown );
		if ( '' !== $kept ) {
			return $kept;
		}
		$cover = Cover::of( $registry );
		$bytes = $cover ? CroppedCover::jpeg( $cover ) : '';
		$bytes = '' === $bytes ? DrawnCover::jpeg( ...self::texts( $registry ) ) : $bytes;
		if ( '' !== $bytes ) {
			KeptPictures::put( $registry->ID, $shown, $bytes );
		}
		return $bytes;
	}

	/**
	 * Returns what cannot be guessed in the address. It changes with what the picture shows, so that nobody shows an old
	 * one.
	 */
	private static function key( WP_Post $registry ): string {
		return KeyedHash::of( "address of picture|{$registry->ID}|" . self::shown( $registry ) );
	}

	/** Returns a name of all that the picture shows. */
	private static function shown( WP_Post $registry ): string {
		return hash( 'sha256', (string) wp_json_encode( array( self::VERSION, Cover::of( $registry )?->file, self::texts( $registry ) ) ) );
	}

	/**
	 * Returns title, occasion and day.
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

	/** Checks whether a registry has a cover, and WordPress can cut it. */
	private static function is_cropped( WP_Post $registry ): bool {
		return null !== Cover::of( $registry ) && wp_image_editor_supports( array( 'mime_type' => 'image/jpeg' ) );
	}
}
