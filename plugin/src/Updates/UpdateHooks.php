<?php
declare( strict_types=1 );

namespace Largesse\Updates;

/**
 * Names the hooks before which the code of this folder is loaded. WordPress's directory refuses plugins whose files mention
 * them, so they are in the folder that its package leaves out.
 */
final class UpdateHooks {

	/** Names of the hooks. */
	public const ALL = array(
		'pre_site_transient_update_plugins',
		'pre_site_transient_update_themes',
		'plugins_api',
		'upgrader_pre_download',
		'delete_site_transient_update_plugins',
		'delete_site_transient_update_themes',
	);
}
