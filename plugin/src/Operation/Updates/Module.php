<?php
declare( strict_types=1 );

namespace Largesse\Operation\Updates;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'plugins_api', array( Updates::class, 'details' ) ),
			new Hook( 'upgrader_pre_download', array( Updates::class, 'download' ) ),
			new Hook( 'pre_site_transient_update_plugins', array( Updates::class, 'add_sources' ), PHP_INT_MIN ),
			// WordPress deletes this transient after "Check again", and after an update.
			new Hook( 'delete_site_transient_update_plugins', array( ReleaseSource::class, 'clear_cache' ) ),
			new Hook( 'pre_site_transient_update_themes', array( Updates::class, 'add_sources' ), PHP_INT_MIN ),
			// WordPress deletes this transient after "Check again", and after an update.
			new Hook( 'delete_site_transient_update_themes', array( ReleaseSource::class, 'clear_cache' ) ),
		);
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
