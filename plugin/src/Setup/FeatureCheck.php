<?php
declare( strict_types=1 );

namespace Largesse\Setup;

/**
 * A check that a feature declares for Site Health and `wp largesse doctor`.
 */
interface FeatureCheck {

	/** Returns the name that Site Health shows while the check runs. */
	public function title(): string;

	/**
	 * Returns whether the check sends the site's credentials. If so, the check runs only after the service has accepted
	 * the credentials.
	 */
	public function needs_account(): bool;

	/** Returns whether Site Health offers the check. */
	public function is_due(): bool;

	/** Runs the check. Returns null if there is nothing to report. */
	public function find(): ?Finding;
}
