<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\FeatureFields;
use Largesse\Http\Schema;
use WP_Post;

/** Field with the picture that chats show for a link to a registry. */
final class PictureField extends FeatureFields {

	public static function schema(): array {
		return array(
			'shared_picture?' => Schema::text( 'Address of the picture that chats show for a link to the registry; empty unless everyone may open the registry.' ),
		);
	}

	public static function details( WP_Post $registry ): array {
		return array( 'shared_picture' => SharedPicture::url( $registry ) );
	}
}
