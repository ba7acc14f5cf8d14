<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Everything that a feature stores in WordPress. Uninstalling deletes it; deactivating ends the events. Names of transients
 * begin with `largesse_`, so uninstalling finds them without a list.
 */
final class StoredKeys {

	/** Recurrence of events that run each minute. */
	public const EVERY_MINUTE = 'largesse_minute';

	/**
	 * @param list<string>               $options          Names of options.
	 * @param list<string>               $option_prefixes  Beginnings of names of options, for options with one name each.
	 * @param list<string>               $site_transients  Names of transients of the network.
	 * @param list<string>               $post_meta        Meta keys of registries that are deleted; members' own data stays with their registries.
	 * @param list<string>               $user_meta        Meta keys of users.
	 * @param list<string>               $folders          Folders in `uploads/largesse`.
	 * @param array<string, string|null> $events           Recurrences of events of WordPress's cron by their hooks; null for single events.
	 * @param list<string>               $events_kept      Single events that still run if the plugin is activated again.
	 */
	public function __construct(
		public readonly array $options = array(),
		public readonly array $option_prefixes = array(),
		public readonly array $site_transients = array(),
		public readonly array $post_meta = array(),
		public readonly array $user_meta = array(),
		public readonly array $folders = array(),
		public readonly array $events = array(),
		public readonly array $events_kept = array()
	) {}
}
