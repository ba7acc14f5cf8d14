<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Hook;
use Largesse\Registry\RegistryPostType;

/** Declares what other code must know about this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( 'wp_insert_post_data', array( CoOwnersLimits::class, 'limit' ) ),
			new Hook( 'rest_pre_insert_' . RegistryPostType::NAME, array( CoOwnersLimits::class, 'refuse' ), 5 ),
			new Hook( 'rest_api_init', array( HelperRoutes::class, 'register_routes' ) ),
			new Hook( 'admin_post_' . RegistryHelpers::ACTION, array( RegistryHelpers::class, 'change' ), when: 'is_admin' ),
		);
	}
}
