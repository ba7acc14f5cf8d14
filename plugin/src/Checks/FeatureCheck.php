<?php
declare( strict_types=1 );

namespace Largesse\Checks;

use Closure;

/**
 * Checks that a feature declares for Site Health and `wp largesse doctor`.
 */
abstract class FeatureCheck {

	/**
	 * Returns the checks. A check returns null if there is nothing to report.
	 *
	 * @return array<string, Closure(): ?CheckResult> Checks by the ids of their results.
	 */
	abstract public function checks(): array;

	/**
	 * Returns whether the checks send the site's credentials. If so, they run only after the service has accepted the
	 * credentials.
	 */
	public function needs_account(): bool {
		return false;
	}
}
