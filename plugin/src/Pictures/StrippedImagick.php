<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Imagick;
use ImagickException;
use WP_Error;
use WP_Image_Editor_Imagick;

/**
 * Editor with Imagick that removes all metadata of a picture except the colour profile. WordPress's own editor keeps
 * the location, time and other metadata.
 */
final class StrippedImagick extends WP_Image_Editor_Imagick {

	/**
	 * Removes everything except pixels and colour profile.
	 *
	 * @return true|WP_Error
	 */
	public function strip(): bool|WP_Error {
		try {
			if ( ! $this->image instanceof Imagick ) {
				return new WP_Error( 'image_strip_error' );
			}
			$colours = $this->image->getImageProfiles( 'icc', true );
			$this->image->stripImage();
			if ( isset( $colours['icc'] ) ) {
				$this->image->profileImage( 'icc', $colours['icc'] );
			}
			return true;
		} catch ( ImagickException $error ) {
			return new WP_Error( 'image_strip_error', $error->getMessage() );
		}
	}
}
