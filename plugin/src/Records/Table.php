<?php
declare( strict_types=1 );

namespace Largesse\Records;

/** The table of records. Each site of a network has its own table. */
final class Table {

	/** Name of the table without the prefix of the site. uninstall.php uses the name, too. */
	public const NAME = 'largesse_records';

	/** Returns the name of the current site's table. */
	public static function name(): string {
		global $wpdb;
		return $wpdb->prefix . self::NAME;
	}

	/**
	 * Creates the table if it does not exist. Runs when the plugin is activated, and after a query of the table has
	 * failed: on other sites of a network, and after an update without an activation.
	 */
	public static function create(): void {
		global $wpdb;
		$table = self::name();
		// phpcs:ignore WordPress.DB -- The plugin's own table; dbDelta() would fail in the slower of two processes.
		$wpdb->query(
			"CREATE TABLE IF NOT EXISTS {$table} (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
				kind varchar(32) NOT NULL,
				record_key varchar(64) NOT NULL,
				user_id bigint(20) unsigned NOT NULL DEFAULT 0,
				registry_id bigint(20) unsigned NOT NULL DEFAULT 0,
				json longtext NOT NULL,
				version bigint(20) unsigned NOT NULL,
				time bigint(20) unsigned NOT NULL DEFAULT 0,
				PRIMARY KEY (id),
				UNIQUE KEY kind_key (kind, record_key),
				KEY kind_time (kind, time),
				KEY registry_id (registry_id),
				KEY user_id (user_id)
			) {$wpdb->get_charset_collate()}"
		);
	}

	/** Adds the table to the tables that WordPress drops when a site of a network is deleted. */
	public static function drop_with_site( mixed $tables, mixed $site_id ): mixed {
		global $wpdb;
		return is_array( $tables ) ? array( ...$tables, self::NAME => $wpdb->get_blog_prefix( (int) $site_id ) . self::NAME ) : $tables;
	}
}
