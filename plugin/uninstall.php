<?php
/**
 * Removes the plugin's stored data when the plugin is deleted in wp-admin (rules: Deleting the plugin).
 *
 * Deletes settings, caches and waiting mails, and keeps the data of members; stored.php lists both. If an administrator
 * has switched this on under Settings → Largesse, also deletes the data of members. The site may run on a PHP that is
 * too old for the plugin. So this file and stored.php use the syntax of old PHP.
 *
 * @package Largesse
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the plugin's stored data on the current site.
 *
 * @param array $stored  Contents of src/stored.php.
 * @param bool  $is_full True if the data of members is removed, too.
 */
function largesse_uninstall_site( $stored, $is_full ) {
	global $wpdb;

	array_map( 'wp_unschedule_hook', $stored['events'] );

	$uploads = wp_upload_dir( null, false );
	if ( $is_full ) {
		largesse_uninstall_folder( $uploads['basedir'] . '/largesse' );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- The post type is no longer registered.
		$registries = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = %s", 'registry' ) );
		foreach ( $registries as $registry ) {
			wp_delete_post( (int) $registry, true );
		}
	} else {
		// Deletes only generated pictures. The registries stay, so the pictures that owners have uploaded stay, too.
		foreach ( $stored['plugin']['folders'] as $folder ) {
			largesse_uninstall_folder( $uploads['basedir'] . '/largesse/' . $folder );
		}
	}

	// phpcs:disable WordPress.DB -- The plugin's own table; its class may need a newer PHP. The site may lack the table.
	$table = $wpdb->prefix . 'largesse_records';
	if ( $is_full ) {
		$wpdb->query( "DROP TABLE IF EXISTS $table" );
	} elseif ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) ) {
		foreach ( $stored['plugin']['records'] as $kind ) {
			$wpdb->delete( $table, array( 'kind' => $kind ) );
		}
	}
	// phpcs:enable

	foreach ( $is_full ? array( $stored['plugin'], $stored['members'] ) : array( $stored['plugin'] ) as $part ) {
		array_map( 'delete_option', $part['options'] );
		array_map( 'delete_post_meta_by_key', $part['post_meta'] );
	}
	foreach ( array( '_transient_largesse_', '_transient_timeout_largesse_' ) as $prefix ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list transients; expired ones are there as well.
		array_map( 'delete_option', $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) ) );
	}
}

/**
 * Deletes a folder of pictures.
 *
 * @param string $path Path of the folder. If the folder does not exist, nothing happens.
 */
function largesse_uninstall_folder( $path ) {
	foreach ( is_dir( $path ) ? array_diff( scandir( $path ), array( '.', '..' ) ) : array() as $name ) {
		if ( is_dir( "$path/$name" ) && ! is_link( "$path/$name" ) ) {
			largesse_uninstall_folder( "$path/$name" );
		} else {
			wp_delete_file( "$path/$name" );
		}
	}
	if ( is_dir( $path ) ) {
		rmdir( $path ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WordPress's own function may need the password of an FTP connection.
	}
}

// If this request has also deactivated the plugin, its hooks would still run after its files are deleted.
if ( class_exists( 'Largesse\Plugin', false ) ) {
	Largesse\Plugin::remove_hooks();
}

$largesse_stored  = require __DIR__ . '/src/stored.php';
$largesse_is_full = '1' === (
	is_multisite()
	? get_blog_option( get_main_site_id(), 'largesse_remove_all_data' )
	: get_option( 'largesse_remove_all_data' )
);

// All sites of a network share the cached releases and the users, so the switch of the main site counts for them.
array_map( 'delete_site_transient', $largesse_stored['plugin']['site_transients'] );
foreach (
	array_merge(
		$largesse_stored['plugin']['user_meta'],
		$largesse_is_full ? $largesse_stored['members']['user_meta'] : array()
	) as $largesse_key
) {
	delete_metadata( 'user', 0, $largesse_key, '', true );
}

if ( is_multisite() ) {
	$largesse_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $largesse_sites as $largesse_site ) {
		switch_to_blog( $largesse_site );
		largesse_uninstall_site( $largesse_stored, '1' === get_option( 'largesse_remove_all_data' ) );
		restore_current_blog();
	}
} else {
	largesse_uninstall_site( $largesse_stored, $largesse_is_full );
}
