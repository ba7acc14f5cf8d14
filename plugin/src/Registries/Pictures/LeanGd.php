<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use WP_Error;
use WP_Image_Editor_GD;

/** Edits pictures with GD. WordPress's class decodes a picture twice, and keeps both results and the file in memory. */
final class LeanGd extends WP_Image_Editor_GD {

	/**
	 * Decodes the picture.
	 *
	 * @return true|WP_Error
	 */
	public function load(): bool|WP_Error {
		$size   = (array) wp_getimagesize( $this->file );
		$type   = is_string( $size['mime'] ?? null ) ? $size['mime'] : '';
		$decode = 'imagecreatefrom' . substr( $type, strlen( 'image/' ) );
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- GD warns about damaged files; the caller gets an error.
		$image = is_callable( $decode ) ? @$decode( $this->file ) : false;
		if ( ! is_gd_image( $image ) ) {
			return new WP_Error( 'invalid_image' );
		}
		$this->image = $image;
		imagealphablending( $this->image, false );
		imagesavealpha( $this->image, true );
		$this->update_size();
		$this->mime_type = $type;
		return $this->set_quality();
	}
}
