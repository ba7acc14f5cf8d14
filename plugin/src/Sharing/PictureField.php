<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\FeatureFields;
use Largesse\Http\Schema;
use WP_Post;

/**
 * Fields with the picture that chats show for a link to a registry, and with the content of a picture that a browser
 * should draw.
 */
final class PictureField extends FeatureFields {

	public static function schema(): array {
		$to_draw = array(
			'content'  => Schema::text( 'Hash of the content, to send with the picture.' ),
			'title'    => Schema::text( 'Title to draw.' ),
			'occasion' => Schema::text( 'Occasion to draw.' ),
			'day'      => Schema::text( 'Day of the occasion to draw, in words.' ),
			'drawing'  => Schema::text( 'Address of the drawing for the background.' ),
		);
		return array(
			'shared_picture?'  => Schema::text( 'Address of the picture that chats show for a link to the registry; empty unless everyone may open the registry.' ),
			'picture_to_draw?' => Schema::object( 'Content of the picture that the caller’s browser should draw for chats; null if the site has the picture or needs none, or if the caller cannot change the registry.', $to_draw, true ),
		);
	}

	public static function details( WP_Post $registry ): array {
		return array(
			'shared_picture'  => SharedPicture::url( $registry ),
			'picture_to_draw' => current_user_can( 'edit_post', $registry->ID ) ? SharedPicture::to_draw( $registry ) : null,
		);
	}
}
