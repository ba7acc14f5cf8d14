<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Html\Template;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;

/**
 * Answers at the address that NeverAgain makes: a page with one form, on which the reader of a mail says that they want
 * no invitations, or want them again. Programs that look through mails open all links, and some send all forms as they
 * are: so only a form whose box is ticked changes something, and no box is ticked.
 */
final class NeverAgainPage {

	/** Name of the box, and what it says: what is to be true then. */
	private const BOX      = 'wish';
	private const UNWANTED = 'never';
	private const WANTED   = 'again';

	/** Answers this request, where its address or its form holds a token. */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- The token is what it takes; other sites do not know it.
		$sent  = (array) wp_unslash( Request::is_post() ? $_POST : $_GET );
		$token = $sent[ NeverAgain::PARAMETER ] ?? null;
		if ( null === $token ) {
			return;
		}
		if ( ! is_string( $token ) || ! NeverAgain::is_token( $token ) ) {
			$text = __( 'This link is not whole. Please copy all of it from the mail, also what may stand in the next line.', 'largesse' );
			PrivatePage::show( 404, __( 'There is nothing here', 'largesse' ), PrivatePage::panel( array( $text ), array( home_url( '/' ) => Delivery::site() ) ) );
			return;
		}
		$wish = Request::is_post() ? $sent[ self::BOX ] ?? '' : null;
		if ( self::UNWANTED === $wish || self::WANTED === $wish ) {
			NeverAgain::note( $token, self::UNWANTED === $wish );
		}
		self::show( $token, $wish );
	}

	/**
	 * Shows the page as it is now.
	 *
	 * @param mixed $wish What the form said; null if none was sent.
	 */
	private static function show( string $token, mixed $wish ): void {
		$is_unwanted = NeverAgain::has( $token );
		$is_done     = ( $is_unwanted ? self::UNWANTED : self::WANTED ) === $wish;
		$texts       = array();
		if ( $is_unwanted ) {
			/* translators: %s: name of the site. */
			$texts[] = sprintf( __( '%s sends no more invitations to the address to which this mail went. Nobody is told.', 'largesse' ), Delivery::site() );
			$texts[] = __( 'If you give something yourself and leave your address, you still get the mail about your gift.', 'largesse' );
		} elseif ( $is_done ) {
			$texts[] = __( 'You can be invited by mail again.', 'largesse' );
		} else {
			/* translators: %s: name of the site. */
			$texts[] = sprintf( __( 'Somebody invited you to a gift list at %s by mail. If you do not want such mails, whoever asks for them, say so here. Nobody is told.', 'largesse' ), Delivery::site() );
		}
		$is_missing = null !== $wish && ! $is_done;
		if ( $is_missing ) {
			array_unshift( $texts, __( 'Nothing has changed yet: please tick the box first.', 'largesse' ) );
		}
		$title = $is_unwanted ? __( 'No more invitations', 'largesse' ) : __( 'Never write to me again', 'largesse' );
		$form  = array(
			'texts'       => $texts,
			'hidden'      => array( NeverAgain::PARAMETER => $token ),
			'box'         => self::BOX,
			'wish'        => $is_unwanted ? self::WANTED : self::UNWANTED,
			'is_unwanted' => $is_unwanted,
		);
		PrivatePage::show( $is_missing ? 422 : 200, $title, Template::render( 'mail/never-again-page', $form ) );
	}
}
