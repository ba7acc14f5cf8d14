<?php
declare( strict_types=1 );

namespace Largesse\Pages;

/**
 * Prints the place in which a script shows the form of a gift on the page of the registry. Without a script, links lead to
 * the form on a page of its own.
 */
final class GiveDialog {

	/** Renders it, empty and closed. */
	public static function html(): string {
		return sprintf(
			'<dialog class="largesse-dialog" aria-label="%1$s" data-failure="%2$s"><button type="button" class="largesse-dialog__close" aria-label="%3$s">×</button><div class="largesse-dialog__body"></div><p class="largesse-dialog__wait" role="status" hidden>%4$s</p></dialog>',
			esc_attr__( 'Give a gift', 'largesse' ),
			esc_attr__( 'Nothing was sent: there seems to be no connection. Please try again in a moment; all that you typed is still there.', 'largesse' ),
			esc_attr__( 'Close', 'largesse' ),
			esc_html__( 'One moment …', 'largesse' )
		);
	}
}
