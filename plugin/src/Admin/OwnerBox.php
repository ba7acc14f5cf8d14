<?php
/**
 * The owner of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use WP_Post;
use WP_User;

/**
 * Says whose registry it is. Only administrators see other people's registries, and so their names, here.
 */
final class OwnerBox {

	/**
	 * Prints the box.
	 *
	 * @param WP_Post $registry The registry, which the user may edit.
	 */
	public static function render( WP_Post $registry ): void {
		$owner = get_userdata( (int) $registry->post_author );
		echo '<p>';
		if ( ! $owner instanceof WP_User ) {
			esc_html_e( 'The owner is no user of this site any more.', 'largesse' );
		} elseif ( get_current_user_id() === $owner->ID ) {
			esc_html_e( 'You are the owner.', 'largesse' );
		} elseif ( current_user_can( 'edit_user', $owner->ID ) ) {
			printf( '<a href="%s"><bdi>%s</bdi></a>', esc_url( get_edit_user_link( $owner->ID ) ), esc_html( $owner->display_name ) );
		} else {
			printf( '<bdi>%s</bdi>', esc_html( $owner->display_name ) );
		}
		echo '</p>';
	}
}
