<?php
declare( strict_types=1 );

namespace Largesse;

/** Fields that a feature adds to Settings → Largesse, either to the section "Pages of the site" or as a new section. */
final class SettingsSection {

	/** Id of the section "Pages of the site". */
	public const PAGES = 'largesse_pages';

	/**
	 * @param list<Setting> $settings
	 * @param string        $title        Heading of a new section; '' for none.
	 * @param string        $introduction Text below the heading.
	 * @param bool          $is_rare      True for a section in the closed part “Advanced”.
	 */
	public function __construct(
		public readonly string $id,
		public readonly array $settings,
		public readonly string $title = '',
		public readonly string $introduction = '',
		public readonly bool $is_rare = false
	) {}
}
