<?php
/**
 * Removes the plugin's stored data when the plugin is deleted in wp-admin.
 *
 * Deletes settings and caches; stored.php lists them. Registries belong to members, so they stay. To delete registries,
 * too, add define( 'LARGESSE_REMOVE_REGISTRIES', true ) to wp-config.php. The site may run on a PHP that is too old for
 * the plugin. So this file and stored.php use the syntax of old PHP.
 *
 * @package Largesse
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the plugin's stored data on the current site.
 *
 * @param array $stored Contents of src/stored.php.
 */
function largesse_uninstall_site( $stored ) {
	global $wpdb;

	array_map( 'delete_option', $stored['options'] );
	array_map( 'wp_unschedule_hook', $stored['events'] );
	array_map( 'delete_post_meta_by_key', $stored['post_meta'] );

	foreach ( array_merge( array( '_transient_largesse_', '_transient_timeout_largesse_' ), $stored['option_prefixes'] ) as $prefix ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list transients; expired ones are there as well.
		array_map( 'delete_option', $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $prefix ) . '%' ) ) );
	}

	// Deletes only generated pictures. The registries stay, so the pictures that owners have uploaded stay, too.
	$uploads = wp_upload_dir( null, false );
	foreach ( $stored['folders'] as $folder ) {
		largesse_uninstall_folder( $uploads['basedir'] . '/largesse/' . $folder );
	}

	if ( defined( 'LARGESSE_REMOVE_REGISTRIES' ) && LARGESSE_REMOVE_REGISTRIES ) {
		largesse_uninstall_folder( $uploads['basedir'] . '/largesse' );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- The post type is no longer registered.
		$registries = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = %s", 'registry' ) );
		foreach ( $registries as $registry ) {
			wp_delete_post( (int) $registry, true );
		}
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

$largesse_stored = require __DIR__ . '/src/stored.php';

// All sites of a network share the cached releases and the users.
array_map( 'delete_site_transient', $largesse_stored['site_transients'] );
foreach ( $largesse_stored['user_meta'] as $largesse_key ) {
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
		largesse_uninstall_site( $largesse_stored );
		restore_current_blog();
	}
} else {
	largesse_uninstall_site( $largesse_stored );
}
