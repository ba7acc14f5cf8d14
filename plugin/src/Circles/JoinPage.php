<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Http\FormController;
use Largesse\Http\NoCacheHeaders;
use Largesse\Invitations\ContinuePage;
use Largesse\Invitations\LinkKey;
use Largesse\Links\OwnerPage;

/**
 * Responds to links to a circle (rules: Circles). Like links to registries, these links do nothing before the visitor
 * presses "Continue". So a program that opens all links in a mail does not use up an invitation.
 */
final class JoinPage {

	/** Responds to this request if it contains the id of a circle and a key. */
	public static function answer(): void {
		if ( '' === CirclePage::requested_id() || ! OwnerPage::is_shown() ) {
			return;
		}
		NoCacheHeaders::send_headers();
		$key = LinkKey::sent();
		if ( null === $key ) {
			return;
		}
		$circle = Circles::read( CirclePage::requested_id() );
		$pass   = $circle ? CircleKeys::pass( $circle, $key ) : null;
		if ( null === $circle || null === $pass ) {
			ContinuePage::show_invalid_link();
			return;
		}
		$url  = CirclePage::url( $circle->id );
		$page = array(
			'action' => $url,
			'intro'  => __( 'You are invited to this circle:', 'largesse' ),
			'owner'  => '',
			'name'   => $circle->name,
			/* translators: %s: a number of days. */
			'note'   => sprintf( __( 'You need an account to join. A cookie on this device remembers for %s days that you may join. It does nothing else.', 'largesse' ), number_format_i18n( JoinPass::DAYS ) ),
		);
		if ( ContinuePage::is_button_pressed( $key, $page ) ) {
			$pass->set_cookie( $circle );
			FormController::redirect( $url );
		}
	}
}
