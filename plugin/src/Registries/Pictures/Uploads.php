<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Registries\Registry\Cover;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/** Accepts pictures that owners upload for the wishes and the cover of a registry (rules: Pictures). */
final class Uploads {

	public const FIELD = 'picture';

	/** Maximum size of a file in bytes, and maximum width and height of the stored picture in pixels. */
	private const MOST_BYTES  = 8 * MB_IN_BYTES;
	private const MOST_PIXELS = 1600;

	/** Maximum numbers of pictures of a registry, and of uploads by a member in a day. */
	private const PER_REGISTRY = 1000;
	private const PER_DAY      = 100;

	/** Stores the picture of a request for a wish or the cover, and returns its address. */
	public static function answer( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$file = $request->get_file_params()[ self::FIELD ] ?? null;
		$made = self::store( (int) $request->get_url_params()['id'], get_current_user_id(), $file );
		return is_wp_error( $made )
			? Errors::fields( array( self::FIELD => FieldError::of_error( $made ) ), $made->get_error_message() )
			: new WP_REST_Response( $made, 201 );
	}

	/**
	 * Stores a picture. The message of an error is for users.
	 *
	 * @param mixed $file PHP's array about the file; null if the request contains no file.
	 * @return array{url: string, width: int, height: int}|WP_Error
	 */
	public static function store( int $registry_id, int $user_id, mixed $file ): array|WP_Error {
		$problem = self::file_problem( $file ) ?? self::limit_problem( $registry_id );
		$limit   = new RateLimit( "pictures of {$user_id}", self::PER_DAY, DAY_IN_SECONDS );
		// Count failed uploads as well, because they cause the same work.
		if ( null === $problem && $limit->take() > 0 ) {
			/* translators: %s: a number. */
			$problem = sprintf( __( 'You have uploaded %s pictures within a day, which is the limit. Please continue tomorrow.', 'largesse' ), Number::text( self::PER_DAY ) );
		}
		if ( null !== $problem ) {
			return new WP_Error( PictureSanitizer::CODE, $problem );
		}
		if ( ! Cover::create_folder( Folder::of_uploads() ) ) {
			return new WP_Error( PictureSanitizer::CODE, __( 'This site cannot store pictures at the moment. Please tell the people who run it.', 'largesse' ) );
		}
		$made = PictureSanitizer::create_copy( $file['tmp_name'], Folder::new_upload( $registry_id ), self::MOST_PIXELS );
		if ( is_wp_error( $made ) ) {
			return $made;
		}
		return array(
			'url'    => Folder::address( $made['path'] ),
			'width'  => $made['width'],
			'height' => $made['height'],
		);
	}

	/** Adds the limits of pictures to My registries. */
	public static function add_to_state( array $state ): array {
		$limits = array(
			'types'      => PictureSanitizer::types(),
			'most_bytes' => self::max_bytes(),
			'side'       => self::MOST_PIXELS,
		);
		return $state + array( 'pictures' => $limits );
	}

	/** Returns the maximum size of a file in bytes: the lower of the plugin's limit and PHP's limit. */
	private static function max_bytes(): int {
		return min( self::MOST_BYTES, wp_max_upload_size() );
	}

	/** Returns why an uploaded file cannot be accepted; null if its size is allowed and the upload succeeded. */
	private static function file_problem( mixed $file ): ?string {
		$error = is_array( $file ) && is_int( $file['error'] ?? null ) ? $file['error'] : UPLOAD_ERR_NO_FILE;
		$size  = UPLOAD_ERR_OK === $error ? (int) $file['size'] : 0;
		if (
			$size > self::max_bytes()
			|| in_array( $error, array( UPLOAD_ERR_INI_SIZE, UPLOAD_ERR_FORM_SIZE ), true )
			|| self::is_cut_off()
		) {
			/* translators: %s: a size, such as "8 MB". */
			return sprintf( __( 'This picture is too large: the limit of this site is %s.', 'largesse' ), Number::size( self::max_bytes() ) );
		}
		if ( UPLOAD_ERR_NO_FILE === $error || ( UPLOAD_ERR_OK === $error && 0 === $size ) ) {
			return __( 'Choose one picture.', 'largesse' );
		}
		if ( UPLOAD_ERR_PARTIAL === $error ) {
			return __( 'The upload was incomplete. Please try again.', 'largesse' );
		}
		return UPLOAD_ERR_OK === $error && is_uploaded_file( (string) $file['tmp_name'] ) ? null : __( 'This site cannot store pictures at the moment. Please tell the people who run it.', 'largesse' );
	}

	/** Checks whether PHP discarded the request because it was too large. */
	private static function is_cut_off(): bool {
		$most = wp_convert_hr_to_bytes( (string) ini_get( 'post_max_size' ) );
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The value is cast to a number.
		return $most > 0 && (int) ( $_SERVER['CONTENT_LENGTH'] ?? 0 ) > $most;
	}

	private static function limit_problem( int $registry_id ): ?string {
		if ( count( Folder::pictures( $registry_id ) ) >= self::PER_REGISTRY ) {
			/* translators: %s: a number. */
			return sprintf( __( 'This registry already has %s pictures. Pictures that no wish shows are deleted after a day.', 'largesse' ), Number::text( self::PER_REGISTRY ) );
		}
		return is_multisite() && ! is_upload_space_available()
			? __( 'This site has no space for more pictures.', 'largesse' )
			: null;
	}
}
