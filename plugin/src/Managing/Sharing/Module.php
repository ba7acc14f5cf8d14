<?php
declare( strict_types=1 );

namespace Largesse\Managing\Sharing;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'sharing';

	public const IS_STANDARD = true;

	public static function texts(): array {
		return array(
			'name'  => __( 'Previews of shared links', 'largesse' ),
			'about' => __( 'Chats and search engines show a picture and a description of a public registry.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			// A single post or page without a registry needs no tags.
			new Hook( 'wp_head', array( HeadTags::class, 'show' ), 5, when: array( 'has_no_post', 'shows_registry' ) ),
			new Hook( 'clean_post_cache', array( SharedPicture::class, 'delete_outdated' ) ),
			new Hook( 'added_post_meta', array( SharedPicture::class, 'delete_after_meta' ) ),
			new Hook( 'updated_post_meta', array( SharedPicture::class, 'delete_after_meta' ) ),
			new Hook( 'deleted_post_meta', array( SharedPicture::class, 'delete_after_meta' ) ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			folders: array(
				SharedPicture::FOLDER => new DataNote( 'cropped covers of registries, for previews of links', 'everyone who has the address of the picture', 'the cover changes, or the registry becomes private or is deleted' ),
			),
		);
	}
}
