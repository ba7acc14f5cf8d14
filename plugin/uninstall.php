<?php
/**
 * Removes what the plugin stored, when it is deleted in wp-admin.
 *
 * Settings and what was remembered go. Registries are the members' and stay, unless wp-config.php says
 * define( 'LARGESSE_REMOVE_REGISTRIES', true ). Nothing else of the plugin is loaded here, and the PHP may be older
 * than it needs: hence old syntax, and names written out.
 *
 * @package Largesse
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes what the plugin stored on the current site.
 */
function largesse_uninstall_site() {
	global $wpdb;

	$options = array( 'base_url', 'gateway_key', 'username', 'app_password', 'cache_seconds' );
	foreach ( $options as $option ) {
		delete_option( 'registry_api_' . $option );
	}

	delete_option( 'registry_pages_url' );
	delete_option( 'registry_pages_key' );

	delete_option( 'largesse_currency' );
	delete_option( 'largesse_members_toolbar' );
	delete_option( 'largesse_shops_see_no_guests' );
	delete_option( 'largesse_unused_pictures' );
	delete_option( 'largesse_unshown_pictures' );
	delete_option( 'largesse_watch_shops' );
	delete_option( 'largesse_watch' );
	foreach ( array( 'giver_names', 'gifts_per_address', 'gifts_per_registry', 'addresses_kept_days', 'names_kept_months' ) as $option ) {
		delete_option( 'largesse_' . $option );
	}

	// How far the cron has come that erases old data of givers, and which mails could not be sent.
	delete_option( 'largesse_retention' );
	delete_option( 'largesse_mail_failures' );
	delete_option( 'largesse_setup' );

	// Deactivating the plugin leaves alone what the cron is still to erase.
	foreach ( array( 'erase_givers', 'erase_old', 'reveals', 'send_mails', 'thumbnails', 'unused_pictures', 'watch' ) as $event ) {
		wp_unschedule_hook( 'largesse_' . $event );
	}

	// The page itself stays, like the registries: somebody may have written on it.
	delete_option( 'largesse_my_registries_page' );

	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list transients; those that expired are there as well.
	$names = $wpdb->get_col(
		$wpdb->prepare(
			"SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s OR option_name LIKE %s OR option_name LIKE %s OR option_name LIKE %s",
			$wpdb->esc_like( '_transient_largesse_' ) . '%',
			$wpdb->esc_like( '_transient_timeout_largesse_' ) . '%',
			$wpdb->esc_like( 'largesse_queued_mail_' ) . '%',
			$wpdb->esc_like( 'largesse_no_mail' ) . '%'
		)
	);
	array_map( 'delete_option', $names );

	delete_post_meta_by_key( '_largesse_items_changed' );
	delete_post_meta_by_key( '_largesse_reveal' );
	delete_post_meta_by_key( '_largesse_reveal_told' );
	delete_post_meta_by_key( '_largesse_removed_wishes' );
	delete_post_meta_by_key( '_largesse_family_link' );
	delete_post_meta_by_key( '_largesse_link_epoch' );
	delete_post_meta_by_key( '_largesse_invitations' );
	delete_post_meta_by_key( '_largesse_found_by' );
	delete_post_meta_by_key( '_largesse_names' );
	delete_post_meta_by_key( '_largesse_watched' );
	delete_post_meta_by_key( '_largesse_shops' );

	// Pictures that owners have uploaded stay, like the registries that show them.
	$uploads = wp_upload_dir( null, false );
	largesse_uninstall_folder( $uploads['basedir'] . '/largesse/thumbnails' );
	largesse_uninstall_folder( $uploads['basedir'] . '/largesse/shared' );

	if ( defined( 'LARGESSE_REMOVE_REGISTRIES' ) && LARGESSE_REMOVE_REGISTRIES ) {
		largesse_uninstall_folder( $uploads['basedir'] . '/largesse' );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- The post type is not registered any more.
		$registries = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE post_type = %s", 'registry' ) );
		foreach ( $registries as $registry ) {
			wp_delete_post( (int) $registry, true );
		}
	}
}

/**
 * Removes a folder of pictures with all that is in it.
 *
 * @param string $path The folder; it may not be there.
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
		rmdir( $path ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WordPress's own needs a connection that may ask for a password.
	}
}

/**
 * Removes what users chose for the plugin's screens, such as how many rows a page has. What registries' screens
 * keep is called after the post type by WordPress.
 */
function largesse_uninstall_users() {
	$keys = array(
		'largesse_affiliate_links_per_page',
		'manageregistry_page_largesse-affiliate-linkscolumnshidden',
		'edit_registry_per_page',
		'manageedit-registrycolumnshidden',
		'closedpostboxes_registry',
		'metaboxhidden_registry',
		'meta-box-order_registry',
		'screen_layout_registry',
		'_largesse_unconfirmed',
		'_largesse_confirmation_sent',
	);
	foreach ( $keys as $key ) {
		delete_metadata( 'user', 0, $key, '', true );
	}
}

// What is known of releases, once for all sites of a network.
delete_site_transient( 'largesse_release_plugin' );
delete_site_transient( 'largesse_release_theme' );

largesse_uninstall_users();
if ( is_multisite() ) {
	$largesse_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $largesse_sites as $largesse_site ) {
		switch_to_blog( $largesse_site );
		largesse_uninstall_site();
		restore_current_blog();
	}
} else {
	largesse_uninstall_site();
}
