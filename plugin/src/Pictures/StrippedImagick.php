<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Imagick;
use ImagickException;
use WP_Error;
use WP_Image_Editor_Imagick;

/**
 * WordPress's editor with Imagick, which leaves in a picture where and when it was taken, and what else somebody wrote
 * into it. This one takes all of that out, except for the colours that the numbers in it mean.
 */
final class StrippedImagick extends WP_Image_Editor_Imagick {

	/**
	 * Takes out of the picture what is not picture.
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
