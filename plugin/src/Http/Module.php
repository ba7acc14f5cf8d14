<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Hook;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'rest_api_init', array( Routes::class, 'register' ) ),
			new Hook( 'rest_post_dispatch', array( Routes::class, 'disable_caching' ) ),
		);
	}
}
