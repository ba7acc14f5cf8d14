<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Checks\FeatureCheck;
use Largesse\Hooks;
use Largesse\Services;

/**
 * Tests that features declare for Site Health and `wp largesse doctor`.
 */
final class FeatureChecks {

	/** Returns the test with a name; null if no feature declares it. */
	public static function named( string $name ): ?FeatureCheck {
		$class = Hooks::declared( 'checks' )[ $name ] ?? null;
		return null === $class ? null : Services::get( $class );
	}

	/**
	 * Returns the tests that follow a test of SiteHealth, by name.
	 *
	 * @param string $previous Name of the test; '' for the tests that come last.
	 * @return array<string, FeatureCheck>
	 */
	public static function following( string $previous ): array {
		return array_filter( array_map( Services::get( ... ), Hooks::declared( 'checks' ) ), static fn ( FeatureCheck $check ): bool => $check->previous_test() === $previous );
	}
}
