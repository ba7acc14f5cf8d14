<?php
declare( strict_types=1 );

namespace Largesse\Checks;

use Closure;

/**
 * A test that a feature declares for Site Health and `wp largesse doctor`. It consists of one or several checks.
 */
abstract class FeatureCheck {

	/** Returns the name that Site Health shows while the test runs. */
	abstract public function title(): string;

	/**
	 * Returns the checks. A check returns null if there is nothing to report.
	 *
	 * @return array<string, Closure(): ?CheckResult> Checks by the ids of their results.
	 */
	abstract public function checks(): array;

	/**
	 * Returns whether the test sends the site's credentials. If so, the test runs only after the service has accepted
	 * the credentials.
	 */
	public function needs_account(): bool {
		return false;
	}

	/** Returns whether Site Health offers the test. */
	public function is_due(): bool {
		return true;
	}

	/** Returns whether an empty result is normal, for example because the site does not use the feature. */
	public function may_find_nothing(): bool {
		return false;
	}

	/**
	 * Returns the name of the test in `Setup\SiteHealth` that this test follows; '' if this test comes last.
	 * Administrators should fix problems in the order of the tests.
	 */
	public function previous_test(): string {
		return '';
	}
}
