<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * One part of the plugin. It acts only through the hooks that it adds.
 */
interface Feature {

	/** Adds the hooks of this feature. */
	public function register(): void;
}
