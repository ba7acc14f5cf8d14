<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Hook;

/** Declares what other code must know about this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			// Before WordPress leads to the proper address, at 10.
			new Hook( 'template_redirect', array( Downloads::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'rest_api_init', array( ExchangeRoutes::class, 'register_routes' ) ),
		);
	}

	/** Commands of WP-CLI. */
	public static function commands(): array {
		return array(
			'largesse export' => array( ExchangeCommand::class, 'export' ),
			'largesse import' => array( ExchangeCommand::class, 'import' ),
		);
	}
}
