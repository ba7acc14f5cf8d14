<?php
declare( strict_types=1 );

namespace Largesse\Wishes;

use Largesse\Hook;

/** Declares what other code must know about this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( 'request', array( BroughtWish::class, 'leave_name_alone' ), when: 'has_input' ),
			// Before WordPress leads to the proper address, at 10.
			new Hook( 'template_redirect', array( BroughtWish::class, 'lead' ), 5, when: 'has_input' ),
			new Hook( 'rest_api_init', array( PreviewRoutes::class, 'register_routes' ) ),
		);
	}
}
