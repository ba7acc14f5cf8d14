<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use WP_Post;

/**
 * Tells guests that the occasion of a registry is over, and thanks them. Nothing else changes: the list stays, and whoever
 * is late may still give.
 */
final class AfterTheDay {

	/** Renders it; nothing as long as the occasion is not over. */
	public static function html( WP_Post $registry ): string {
		if ( ! Surprise::of( $registry )->is_over() ) {
			return '';
		}
		return sprintf(
			'<div class="largesse-notice largesse-registry__over"><p><strong>%s</strong></p><p>%s</p></div>',
			esc_html__( 'The day is over. Thank you for all your gifts!', 'largesse' ),
			esc_html__( 'The list stays here. If your gift comes late, you can still say that you give it.', 'largesse' )
		);
	}
}
