<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\SecretParameters;

/**
 * Page on which the reader of a mail refuses invitations, or accepts them again (MailOptOuts). Readers need no account:
 * the mail contains a token of their address. Some programs that scan mails submit all forms unchanged. Therefore, the
 * form takes effect only if its box is ticked, and no box is ticked initially. The subject is the token.
 *
 * @extends LinkPage<string>
 */
final class OptOutPage extends LinkPage {

	public const FIELD = SecretParameters::NO_INVITATIONS;

	/** Name of the box. It has one of the values below. */
	protected const BUTTON = 'wish';
	private const UNWANTED = 'never';
	private const WANTED   = 'again';

	/** Returns the address of the page for the reader of a mail. */
	public static function url( string $email ): string {
		return self::url_with( MailOptOuts::token( $email ) );
	}

	/** Returns the address of the page with a token, or with a placeholder for it. */
	public static function url_with( string $token ): string {
		return SecretParameters::link( home_url( '/' ), self::FIELD, $token );
	}

	protected function subject( Submission $sent ): ?string {
		$token = MailOptOuts::read_token( $sent->raw( self::FIELD ) );
		if ( '' === $token ) {
			$text = __( 'This link is incomplete. Please copy all of it from the mail, even if it continues on the next line.', 'largesse' );
			self::show_nothing( array( $text ), array( home_url( '/' ) => Delivery::site() ) );
			return null;
		}
		return $token;
	}

	protected function press( mixed $token, string $button, Submission $sent ): ShownPage|Refusal {
		$is_unwanted = self::UNWANTED === $button;
		if ( $is_unwanted || self::WANTED === $button ) {
			MailOptOuts::store( $token, $is_unwanted );
			if ( MailOptOuts::is_stored( $token ) === $is_unwanted ) {
				$this->show( $token, null, $sent );
				return new ShownPage();
			}
		}
		return new Refusal( 422, __( 'Nothing has changed yet: please tick the box first.', 'largesse' ) );
	}

	protected function show( mixed $token, ?Refusal $refused, Submission $sent ): void {
		$is_unwanted = MailOptOuts::is_stored( $token );
		$texts       = null === $refused ? array() : array( $refused->message );
		if ( $is_unwanted ) {
			/* translators: %s: name of the site. */
			$texts[] = sprintf( __( '%s sends no more invitations to your address. Nobody will know.', 'largesse' ), Delivery::site() );
			$texts[] = __( 'If you give something and enter your address, you still get the mail about your gift.', 'largesse' );
		} elseif ( null === $refused && $sent->is_form ) {
			$texts[] = __( 'You can be invited by mail again.', 'largesse' );
		} else {
			/* translators: %s: name of the site. */
			$texts[] = sprintf( __( 'Somebody invited you to a gift list at %s by mail. If you do not want such mails from anyone, turn them off here. Nobody will know.', 'largesse' ), Delivery::site() );
		}
		$title = $is_unwanted ? __( 'No more invitations', 'largesse' ) : __( 'Stop these mails', 'largesse' );
		$form  = array(
			'texts'       => $texts,
			'hidden'      => array( self::FIELD => $token ),
			'box'         => self::BUTTON,
			'wish'        => $is_unwanted ? self::WANTED : self::UNWANTED,
			'is_unwanted' => $is_unwanted,
		);
		PrivatePage::show( $refused->status ?? 200, $title, Template::render( 'mail/opt-out-page', $form ) );
	}
}
