<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Owners\ChangedParts;
use Largesse\Owners\RegistryResponses;
use Largesse\Registry\Access;
use Largesse\Registry\Changes;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Route with which an owner's browser sends the picture that it has drawn for previews of a registry's link (rules:
 * Shared links). Callers must be allowed to edit the registry.
 */
final class PictureRoute {

	/** Name of the form field with the file. */
	public const PICTURE = 'picture';

	/** Name of the form field with the hash of the content that the picture shows. */
	public const CONTENT = 'content';

	public function __construct( private readonly RegistryResponses $responses ) {}

	/** Stores a drawn picture. */
	public function store( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$registry = Access::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		$bytes = PreviewJpeg::clean( self::received( $request->get_file_params()[ self::PICTURE ] ?? null ) );
		if ( '' === $bytes ) {
			/* translators: 1: width, 2: height, 3: number of bytes. */
			$message = sprintf( __( 'Send a JPEG of %1$s × %2$s pixels with less than %3$s bytes.', 'largesse' ), number_format_i18n( PreviewJpeg::WIDTH ), number_format_i18n( PreviewJpeg::HEIGHT ), number_format_i18n( PreviewJpeg::LIMIT ) );
			return Errors::fields( array( self::PICTURE => new FieldError( 'picture', $message ) ), $message );
		}
		$changed = $this->responses->before( $registry->ID, new ChangedParts( details: true, set: array_keys( PictureField::details( $registry ) ) ) );
		$content = $request->get_body_params()[ self::CONTENT ] ?? null;
		if ( ! is_string( $content ) || ! SharedPicture::accepts_drawn( $registry, $content ) ) {
			$outdated = Changes::outdated();
			return Errors::fields( array( self::CONTENT => FieldError::of_error( $outdated ) ), $outdated->get_error_message() );
		}
		return SharedPicture::store_drawn( $registry, $content, $bytes ) ? $this->responses->registry( $registry->ID, $changed ) : Errors::not_stored();
	}

	/**
	 * Returns the bytes of an uploaded file; '' if it is missing or too large.
	 *
	 * @param mixed $file PHP's array about the file; null if the request contains no file.
	 */
	private static function received( mixed $file ): string {
		$is_sent = is_array( $file ) && UPLOAD_ERR_OK === ( $file['error'] ?? null ) && is_string( $file['tmp_name'] ) && is_uploaded_file( $file['tmp_name'] );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- Reads an uploaded file, not a URL.
		return $is_sent && $file['size'] < PreviewJpeg::LIMIT ? (string) file_get_contents( $file['tmp_name'] ) : '';
	}
}
