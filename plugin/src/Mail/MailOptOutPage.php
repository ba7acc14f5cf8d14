<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Html\Template;
use Largesse\Http\PrivatePage;
use Largesse\Http\Submission;

/**
 * Page at the address from MailOptOuts, with a form to refuse invitations or to accept them again. Programs that scan
 * mails open all links, and some programs submit all forms unchanged. Therefore, a form takes effect only if its box is
 * ticked, and no box is ticked initially.
 */
final class MailOptOutPage {

	/** Name of the form field with the visitor's choice. The field has one of the values below. */
	private const BOX      = 'wish';
	private const UNWANTED = 'never';
	private const WANTED   = 'again';

	public static function answer(): void {
		$sent = Submission::from_request();
		if ( ! $sent->has( MailOptOuts::PARAMETER ) ) {
			return;
		}
		$token = MailOptOuts::read_token( $sent->raw( MailOptOuts::PARAMETER ) );
		if ( '' === $token ) {
			$text = __( 'This link is incomplete. Please copy all of it from the mail, even if it continues on the next line.', 'largesse' );
			PrivatePage::show( 404, __( 'There is nothing here', 'largesse' ), PrivatePage::panel( array( $text ), array( home_url( '/' ) => Delivery::site() ) ) );
			return;
		}
		$wish = $sent->is_form ? $sent->text( self::BOX ) : null;
		if ( self::UNWANTED === $wish || self::WANTED === $wish ) {
			MailOptOuts::store( $token, self::UNWANTED === $wish );
		}
		self::show( $token, $wish );
	}

	/** @param string|null $wish Value of the submitted box; null if no form was sent. */
	private static function show( string $token, ?string $wish ): void {
		$is_unwanted = MailOptOuts::is_opted_out( $token );
		$is_done     = ( $is_unwanted ? self::UNWANTED : self::WANTED ) === $wish;
		$texts       = array();
		if ( $is_unwanted ) {
			/* translators: %s: name of the site. */
			$texts[] = sprintf( __( '%s sends no more invitations to your address. Nobody will know.', 'largesse' ), Delivery::site() );
			$texts[] = __( 'If you give something and enter your address, you still get the mail about your gift.', 'largesse' );
		} elseif ( $is_done ) {
			$texts[] = __( 'You can be invited by mail again.', 'largesse' );
		} else {
			/* translators: %s: name of the site. */
			$texts[] = sprintf( __( 'Somebody invited you to a gift list at %s by mail. If you do not want such mails from anyone, turn them off here. Nobody will know.', 'largesse' ), Delivery::site() );
		}
		$is_missing = null !== $wish && ! $is_done;
		if ( $is_missing ) {
			array_unshift( $texts, __( 'Nothing has changed yet: please tick the box first.', 'largesse' ) );
		}
		$title = $is_unwanted ? __( 'No more invitations', 'largesse' ) : __( 'Stop these mails', 'largesse' );
		$form  = array(
			'texts'       => $texts,
			'hidden'      => array( MailOptOuts::PARAMETER => $token ),
			'box'         => self::BOX,
			'wish'        => $is_unwanted ? self::WANTED : self::UNWANTED,
			'is_unwanted' => $is_unwanted,
		);
		PrivatePage::show( $is_missing ? 422 : 200, $title, Template::render( 'mail/opt-out-page', $form ) );
	}
}
