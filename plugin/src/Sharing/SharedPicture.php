<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\FeatureFields;
use Largesse\Http\KeyedHash;
use Largesse\Http\Schema;
use Largesse\Links\PublicPage;
use Largesse\Registry\Cover;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Picture that chats and other sites show for a shared registry: the owners' cover, or a drawing for the occasion. The
 * site serves the cropped cover while the registry is public. Nobody can guess its address from the registry's id
 * (rules: Shared links).
 */
final class SharedPicture extends FeatureFields {

	/** Name of the query parameter. The value is `<id>-<hash>`. */
	public const PARAMETER = 'largesse-cover';

	/** Version of the cropped covers. Increase this number when the code crops differently. */
	private const VERSION = 3;

	/** Seconds for which a browser may cache the picture. */
	private const KEPT_S = 300;

	public static function schema(): array {
		return array(
			'shared_picture?' => Schema::text( 'Address of the picture that chats show for a link to the registry; empty unless everyone may open the registry.' ),
		);
	}

	public static function details( WP_Post $registry ): array {
		return array( 'shared_picture' => self::url( $registry ) );
	}

	/**
	 * Returns the address of the picture; '' if the registry is not public. The address changes when the picture
	 * changes.
	 */
	public static function url( WP_Post $registry ): string {
		if ( ! PublicPage::is_public( $registry ) ) {
			return '';
		}
		$cover = self::cover( $registry );
		return null === $cover
			? plugins_url( self::drawing( $registry ), dirname( __DIR__, 2 ) . '/largesse.php' )
			: add_query_arg( self::PARAMETER, $registry->ID . '-' . self::key( $registry->ID, $cover ), home_url( '/' ) );
	}

	/** Sends the cropped cover if the request asks for one. */
	public static function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- The value is only compared.
		$asked = $_GET[ self::PARAMETER ] ?? null;
		if ( null === $asked ) {
			return;
		}
		$bytes = is_string( $asked ) ? self::requested( $asked ) : '';
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
	 * Deletes the cropped cover of a registry that was saved or deleted, unless the registry is public and still has
	 * this cover.
	 *
	 * @param mixed $id Id of a post.
	 */
	public static function delete_outdated( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			$now   = get_post( (int) $id );
			$cover = $now instanceof WP_Post && PublicPage::is_public( $now ) ? self::cover( $now ) : null;
			PictureStore::delete( (int) $id, $cover ? self::content( $cover ) : null );
		}
	}

	/**
	 * Deletes the cropped cover after a change of the cover.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $id      Id of a post.
	 */
	public static function delete_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( RegistryMeta::COVER === $key ) {
			PictureStore::delete( (int) $id );
		}
	}

	/** Returns the requested picture; '' if the address is invalid or outdated. */
	private static function requested( string $asked ): string {
		if ( 1 !== preg_match( '/^([1-9]\d{0,18})-([0-9a-f]{32})$/D', $asked, $parts ) ) {
			return '';
		}
		$registry = get_post( (int) $parts[1] );
		$cover    = $registry instanceof WP_Post && PublicPage::is_public( $registry ) ? self::cover( $registry ) : null;
		return $cover && hash_equals( self::key( $registry->ID, $cover ), $parts[2] ) ? self::picture( $registry, $cover ) : '';
	}

	/** Returns the cropped cover; the drawing for the occasion if the cover cannot be cropped. */
	private static function picture( WP_Post $registry, Cover $cover ): string {
		$content = self::content( $cover );
		$stored  = PictureStore::get( $registry->ID, $content );
		if ( '' !== $stored ) {
			return $stored;
		}
		$cropped = self::cropped( $cover );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of the plugin.
		$bytes = '' === $cropped ? (string) file_get_contents( dirname( __DIR__, 2 ) . '/' . self::drawing( $registry ) ) : $cropped;
		PictureStore::put( $registry->ID, $content, $bytes );
		return $bytes;
	}

	/** Crops and scales a cover to the format of shared links. Returns a JPEG; '' if the cover cannot be processed. */
	private static function cropped( Cover $cover ): string {
		$editor = wp_get_image_editor( $cover->file );
		if ( is_wp_error( $editor ) ) {
			return '';
		}
		list( 'width' => $width, 'height' => $height ) = $editor->get_size();
		list( $left, $top, $wide, $high )              = PreviewJpeg::area( $width, $height );

		$done = $editor->crop( $left, $top, $wide, $high, PreviewJpeg::WIDTH, PreviewJpeg::HEIGHT );
		if ( is_wp_error( $done ) ) {
			return '';
		}
		return PreviewJpeg::best(
			static function ( int $quality ) use ( $editor ): void {
				$editor->set_quality( $quality );
				$editor->stream( 'image/jpeg' );
			}
		);
	}

	/** Returns the secret part of the address, which changes with the cover. */
	private static function key( int $registry_id, Cover $cover ): string {
		return KeyedHash::of( "address of picture|{$registry_id}|" . self::content( $cover ) );
	}

	/** Identifies what the picture shows. */
	private static function content( Cover $cover ): string {
		return self::VERSION . "|{$cover->file}";
	}

	/** Returns the path of the drawing for the occasion. */
	private static function drawing( WP_Post $registry ): string {
		return ReadyDrawing::path( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ), RegistryTitle::of( $registry ) );
	}

	/** Returns the cover of a registry; null if it has none, or if WordPress cannot crop pictures. */
	private static function cover( WP_Post $registry ): ?Cover {
		$cover = Cover::of( $registry );
		return $cover && wp_image_editor_supports( array( 'mime_type' => 'image/jpeg' ) ) ? $cover : null;
	}
}
