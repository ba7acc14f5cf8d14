<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( 'rest_api_init', array( PictureRoutes::class, 'register_routes' ) ),
			new Hook( ThumbnailMaker::HOOK, array( ThumbnailMaker::class, 'run' ) ),
			// When a wish is saved, so that its picture exists before the first guest arrives.
			new Hook( 'added_post_meta', array( ThumbnailMaker::class, 'note_saved' ) ),
			new Hook( 'updated_post_meta', array( ThumbnailMaker::class, 'note_saved' ) ),
			// Before WordPress redirects to the canonical address of the registry, at 10.
			new Hook( 'template_redirect', array( ThumbnailPage::class, 'serve' ), 5, when: 'has_input' ),
			new Hook( Unused::HOOK, array( Unused::class, 'run' ) ),
			new Hook( 'deleted_post', array( Unused::class, 'note_deleted' ) ),
			new Hook( 'update_option_' . Thumbnails::OPTION, array( Unused::class, 'tidy_copies' ) ),
		);
	}

	/** Data that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array( Thumbnails::OPTION, Unused::PROGRESS, Unused::UNSHOWN ),
			folders: array( 'thumbnails' ),
			events: array( ThumbnailMaker::HOOK => null, Unused::HOOK => 'daily' ),
		);
	}
}
