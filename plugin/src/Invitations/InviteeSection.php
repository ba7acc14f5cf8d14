<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Screens\Cell;
use WP_Post;

/**
 * The invited people on the screen of a registry in wp-admin.
 */
final class InviteeSection {

	/** Prints the section. */
	public static function show( WP_Post $registry ): void {
		echo '<h2>' . esc_html__( 'Invited people', 'largesse' ) . '</h2>';
		$people = InviteeView::all( $registry );
		if ( ! $people ) {
			echo '<p>' . esc_html__( 'Nobody is invited yet.', 'largesse' ) . '</p>';
			return;
		}
		echo '<ul class="ul-disc">';
		foreach ( $people as $person ) {
			echo '<li>' . Cell::text( $person['entry'] ) . ' – ' . esc_html( implode( ' · ', array_column( $person['states'], 'text' ) ) ) . '</li>'; // phpcs:ignore WordPress.Security.EscapeOutput -- HTML.
		}
		echo '</ul>';
	}
}
