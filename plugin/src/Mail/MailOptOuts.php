<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Html\Template;
use Largesse\Http\PrivatePage;
use Largesse\Http\Submission;
use Largesse\Links\SecretParameters;
use Largesse\Records\Record;
use Largesse\Records\Records;

/**
 * Stores which addresses refuse invitations by mail (rules: Mail). Each address has its own record. The key of the
 * record is a hash of the address. The key of the hashes is stored, too. If the site's salts were the key, all entries
 * would become useless when the salts change.
 *
 * Readers of a mail need no account: the mail contains a token of their address (MailToken).
 */
final class MailOptOuts {

	public const PARAMETER = SecretParameters::NO_INVITATIONS;

	/** Kinds of the records of addresses, and of the record with the key of the hashes. */
	public const KIND = 'no_mails';
	public const KEY  = 'no_mails_key';

	/** Name of the form field with the visitor's choice. The field has one of the values below. */
	private const BOX      = 'wish';
	private const UNWANTED = 'never';
	private const WANTED   = 'again';

	/** Returns the address of the page on which the mail's reader can refuse invitations. */
	public static function url( string $email ): string {
		return SecretParameters::link( home_url( '/' ), self::PARAMETER, self::tokens()->of( $email ) );
	}

	/** Checks whether an address refuses invitations. */
	public static function has_opted_out( string $email ): bool {
		return self::is_listed( self::tokens()->hash_of( $email ) );
	}

	/** Returns the token in a parameter; '' if this site did not create it. */
	public static function read_token( mixed $sent ): string {
		return self::tokens()->read( $sent );
	}

	/** Stores whether the address of a token refuses invitations. */
	public static function store( string $token, bool $is_unwanted ): void {
		Records::change( self::KIND, MailToken::address_hash( $token ), static fn ( Record $now ): ?Record => $is_unwanted ? $now->with( data: array( true ) ) : null );
	}

	/**
	 * Shows the page at this address, with a form to refuse invitations or to accept them again. Programs that scan mails
	 * open all links, and some programs submit all forms unchanged. Therefore, a form takes effect only if its box is
	 * ticked, and no box is ticked initially.
	 */
	public static function answer(): void {
		$sent = Submission::from_request();
		if ( ! $sent->has( self::PARAMETER ) ) {
			return;
		}
		$token = self::read_token( $sent->raw( self::PARAMETER ) );
		if ( '' === $token ) {
			$text = __( 'This link is incomplete. Please copy all of it from the mail, even if it continues on the next line.', 'largesse' );
			PrivatePage::show( 404, __( 'There is nothing here', 'largesse' ), PrivatePage::panel( array( $text ), array( home_url( '/' ) => Delivery::site() ) ) );
			return;
		}
		$wish = $sent->is_form ? $sent->text( self::BOX ) : null;
		if ( self::UNWANTED === $wish || self::WANTED === $wish ) {
			self::store( $token, self::UNWANTED === $wish );
		}
		self::show( $token, $wish );
	}

	/** @param string|null $wish Value of the submitted box; null if no form was sent. */
	private static function show( string $token, ?string $wish ): void {
		$is_unwanted = self::is_listed( MailToken::address_hash( $token ) );
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
			'hidden'      => array( self::PARAMETER => $token ),
			'box'         => self::BOX,
			'wish'        => $is_unwanted ? self::WANTED : self::UNWANTED,
			'is_unwanted' => $is_unwanted,
		);
		PrivatePage::show( $is_missing ? 422 : 200, $title, Template::render( 'mail/opt-out-page', $form ) );
	}

	private static function is_listed( string $hash ): bool {
		return Records::read( self::KIND, $hash )->is_stored();
	}

	private static function tokens(): MailToken {
		$key = Records::read( self::KEY, 'key' );
		if ( ! $key->is_stored() ) {
			Records::change( self::KEY, 'key', static fn ( Record $now ): Record => $now->is_stored() ? $now : $now->with( data: array( bin2hex( random_bytes( 16 ) ) ) ) );
			$key = Records::read( self::KEY, 'key' );
		}
		return new MailToken( $key->data[0] ?? '' );
	}
}
