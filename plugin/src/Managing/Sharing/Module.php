<?php
declare( strict_types=1 );

namespace Largesse\Managing\Sharing;

use Largesse\DataNote;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_action( 'wp_head', array( HeadTags::class, 'show' ), 5 );
		add_action( 'clean_post_cache', array( SharedPicture::class, 'delete_outdated' ), 10, 2 );
		add_action( 'added_post_meta', array( SharedPicture::class, 'delete_after_meta' ), 10, 3 );
		add_action( 'updated_post_meta', array( SharedPicture::class, 'delete_after_meta' ), 10, 3 );
		add_action( 'deleted_post_meta', array( SharedPicture::class, 'delete_after_meta' ), 10, 3 );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			folders: array(
				SharedPicture::FOLDER => new DataNote(
					'cropped covers of registries, for previews of links',
					'everyone who has the address of the picture',
					'the cover changes, or the registry becomes private or is deleted'
				),
			),
		);
	}
}
