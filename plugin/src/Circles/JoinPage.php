<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Html\Template;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
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
		$sent = LinkKey::in_form();
		$key  = $sent ?? LinkKey::in_address();
		if ( null === $key ) {
			return;
		}
		$circle = Circles::read( CirclePage::requested_id() );
		$pass   = $circle ? CircleKeys::pass( $circle, $key ) : null;
		if ( null === $circle || null === $pass ) {
			ContinuePage::show_invalid_link();
			return;
		}
		$url = CirclePage::url( $circle->id );
		if ( null !== $sent && Request::is_from_this_site() ) {
			$pass->set_cookie( $circle );
			wp_safe_redirect( $url, 303 );
			exit;
		}
		$data = array(
			'action' => $url,
			'hidden' => array( LinkKey::PARAMETER => $key ),
			'name'   => $circle->name,
			'days'   => JoinPass::DAYS,
		);
		PrivatePage::show( null === $sent ? 200 : 403, __( 'You are invited', 'largesse' ), Template::render( 'circles/continue-page', $data ) );
		// With "no-referrer", browsers would send the form without an origin.
		header( 'Referrer-Policy: strict-origin' );
	}
}
