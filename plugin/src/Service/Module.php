<?php
declare( strict_types=1 );

namespace Largesse\Service;

use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array( ...Settings::ALL ),
		);
	}
}
