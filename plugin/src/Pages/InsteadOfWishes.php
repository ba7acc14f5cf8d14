<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use WP_Post;

/**
 * Shows something in the place of a registry's wishes where the address asks for it: the form of a gift. Whoever does so
 * also keeps the page out of caches (see UncachedAnswer).
 */
interface InsteadOfWishes {

	/**
	 * Renders it; null where the wishes are to be shown.
	 *
	 * @param WP_Post $registry The registry, inside which the visitor may look.
	 * @param int     $level    Level of its heading.
	 */
	public function html( WP_Post $registry, int $level ): ?string;
}
