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
 * Responds to links to a circle (rules: Circles). Like links to registries, a link opens nothing before its visitor
 * presses "Continue", so programs that scan mails use up no invitation.
 */
final class JoinPage {

	/** Responds if the address of the page My registries names a circle. */
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
		$circle = CircleStore::read( CirclePage::requested_id() );
		$pass   = $circle ? CircleKeys::pass( $circle, $key ) : null;
		if ( null === $circle || null === $pass ) {
			ContinuePage::show_invalid_link();
			return;
		}
		$url = CirclePage::url( $circle->circle->id );
		if ( null !== $sent && Request::is_from_this_site() ) {
			$pass->set_cookie( $circle );
			wp_safe_redirect( $url, 303 );
			exit;
		}
		$data = array(
			'action' => $url,
			'hidden' => array( LinkKey::PARAMETER => $key ),
			'name'   => $circle->circle->name,
			'days'   => JoinPass::DAYS,
		);
		PrivatePage::show( null === $sent ? 200 : 403, __( 'You are invited', 'largesse' ), Template::render( 'circles/continue-page', $data ) );
		// With "no-referrer", browsers would send no origin with the form.
		header( 'Referrer-Policy: strict-origin' );
	}
}
