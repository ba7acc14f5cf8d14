<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Everything that a feature stores in WordPress, with notes for the data protection sheet. When the plugin is
 * uninstalled, this data is deleted, except members' own data. When the plugin is deactivated, the events end. Names of
 * transients begin with `largesse_`, so uninstalling finds them without a list.
 */
final class StoredKeys {

	/** Recurrence of events that run each minute. */
	public const EVERY_MINUTE = 'largesse_minute';

	/**
	 * @param array<string, DataNote>    $options         Names of options.
	 * @param array<string, DataNote>    $option_prefixes Beginnings of names of options, for options with one name each.
	 * @param array<string, DataNote>    $transients      Beginnings of names of transients.
	 * @param array<string, DataNote>    $site_transients Names of transients of the network.
	 * @param array<string, DataNote>    $post_meta       Meta keys of registries. Uninstalling deletes this data.
	 * @param array<string, DataNote>    $members_meta    Meta keys of registries with members' own data. Uninstalling
	 *                                                    keeps this data.
	 * @param array<string, DataNote>    $user_meta       Meta keys of users.
	 * @param array<string, DataNote>    $folders         Folders in `uploads/largesse`.
	 * @param array<string, string|null> $events          Recurrences of events of WordPress's cron by their hooks; null for single events.
	 * @param array<string, DataNote>    $events_kept     Single events that still run if the plugin is activated again.
	 */
	public function __construct(
		public readonly array $options = array(),
		public readonly array $option_prefixes = array(),
		public readonly array $transients = array(),
		public readonly array $site_transients = array(),
		public readonly array $post_meta = array(),
		public readonly array $members_meta = array(),
		public readonly array $user_meta = array(),
		public readonly array $folders = array(),
		public readonly array $events = array(),
		public readonly array $events_kept = array()
	) {}
}
