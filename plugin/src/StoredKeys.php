<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Keys of all data that a feature stores in WordPress, with notes for the data protection sheet. Uninstalling the
 * plugin deletes all data except data of members (`DataNote::of_members`). Only the data protection sheet uses
 * `$transients`, because uninstalling deletes all transients whose names begin with `largesse_`.
 */
final class StoredKeys {

	/**
	 * @param array<string, DataNote> $options
	 * @param array<string, DataNote> $transients      Prefixes of transient names.
	 * @param array<string, DataNote> $site_transients Names of transients of the network.
	 * @param array<string, DataNote> $post_meta       Meta keys of registries.
	 * @param array<string, DataNote> $user_meta       Meta keys of users.
	 * @param array<string, DataNote> $records         Kinds of records.
	 * @param array<string, DataNote> $folders         Folders in `uploads/largesse`.
	 * @param array<string, DataNote> $events_kept     Single events that stay scheduled in a deactivated plugin.
	 */
	public function __construct(
		public readonly array $options = array(),
		public readonly array $transients = array(),
		public readonly array $site_transients = array(),
		public readonly array $post_meta = array(),
		public readonly array $user_meta = array(),
		public readonly array $records = array(),
		public readonly array $folders = array(),
		public readonly array $events_kept = array()
	) {}
}
