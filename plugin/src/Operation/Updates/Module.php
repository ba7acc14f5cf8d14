<?php
declare( strict_types=1 );

namespace Largesse\Operation\Updates;

use Largesse\DataNote;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_filter( 'plugins_api', Services::callback( Updates::class, 'details' ), 10, 3 );
		add_filter( 'upgrader_pre_download', Services::callback( Updates::class, 'download' ), 10, 2 );
		add_filter( 'pre_site_transient_update_plugins', Services::callback( Updates::class, 'add_sources' ), PHP_INT_MIN );
		// WordPress deletes this transient after "Check again", and after an update.
		add_action( 'delete_site_transient_update_plugins', array( ReleaseSource::class, 'clear_cache' ) );
		add_filter( 'pre_site_transient_update_themes', Services::callback( Updates::class, 'add_sources' ), PHP_INT_MIN );
		// WordPress deletes this transient after "Check again", and after an update.
		add_action( 'delete_site_transient_update_themes', array( ReleaseSource::class, 'clear_cache' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			site_transients: array(
				ReleaseSource::REMEMBERED . 'plugin' => new DataNote( 'newest release of the plugin' ),
				ReleaseSource::REMEMBERED . 'theme'  => new DataNote( 'newest release of the theme' ),
			),
		);
	}
}
