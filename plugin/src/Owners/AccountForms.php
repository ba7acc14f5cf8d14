<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Accounts\AddressConfirmation;
use Largesse\Giving\Purchases;
use Largesse\Html\Template;
use Largesse\Http\Errors;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\Refusal;
use Largesse\Http\Request;
use Largesse\Http\Submission;
use Largesse\Links\OwnerPage;
use Largesse\Links\SecretParameters;
use Largesse\Registry\ConfirmedAddress;
use WP_Error;
use WP_User;

/**
 * Prints and processes the forms for the member's account on the page My registries. With these forms, members confirm
 * their address, request the confirmation mail again, and add gifts to the account. The forms work without scripts.
 */
final class AccountForms {

	/** Form field with the action. The field has one of the values below. */
	public const ACT      = 'largesse-account';
	private const SEND    = 'send';
	private const CONFIRM = 'confirm';
	public const KEEP     = 'keep';

	/** Form field with the ids of gifts. */
	public const GIFTS = 'largesse-gifts';

	/** Name of the parameter with the result of a form. */
	private const SAID = 'account-said';

	/** Timeout in seconds for each call of the service. */
	private const TIMEOUT_S = 10;

	public function __construct( private readonly Purchases $purchases ) {}

	/**
	 * Returns the hidden fields of a form.
	 *
	 * @param string $act Action of the form: SEND, CONFIRM or KEEP.
	 * @return array<string, string> Values by name.
	 */
	public static function hidden( string $act ): array {
		return Form::hidden( self::ACT, $act, self::nonce( $act ) );
	}

	/** Prints a message if the address of the page contains the result of a form. */
	public static function show_result(): void {
		$said = Request::parameter( self::SAID );
		$text = match ( $said ) {
			'sent'      => __( 'The mail is on its way. Please open the link in it.', 'largesse' ),
			'confirmed' => __( 'Your e-mail address is confirmed. Thank you!', 'largesse' ),
			'kept'      => __( 'The gifts are in your account now.', 'largesse' ),
			default     => '',
		};
		$trouble = match ( $said ) {
			'many'   => __( 'A mail is already on its way. Please check your inbox and your spam folder, and ask for another one later.', 'largesse' ),
			'unsent' => __( 'The mail could not be sent. Please try again in a while, or tell the people who run this site.', 'largesse' ),
			'wrong'  => __( 'This link is outdated, or it belongs to another account. Ask for a new mail.', 'largesse' ),
			'late'   => __( 'The page was open for too long, or you have signed in again. Please try again.', 'largesse' ),
			'failed' => __( 'Some gifts could not be added to your account. Nothing is lost. Please try again in a minute.', 'largesse' ),
			default  => '',
		};
		Template::print(
			'owners/form-result',
			array(
				'said'    => $text,
				'problem' => $trouble,
			)
		);
	}

	/** Prints a form to confirm the member's address. Prints nothing if the address is confirmed. */
	public static function show_confirmation( WP_User $user ): void {
		if ( ! ConfirmedAddress::is_pending( $user ) ) {
			return;
		}
		$key = self::key();
		Template::print(
			'owners/confirmation',
			array(
				'email'   => $user->user_email,
				'has_key' => '' !== $key,
				'hidden'  => '' === $key ? self::hidden( self::SEND ) : self::hidden( self::CONFIRM ) + array( SecretParameters::ADDRESS => $key ),
			)
		);
	}

	/** Processes a form, and redirects back to the page. */
	public function answer(): void {
		$next = static fn ( string $said ): string => add_query_arg( self::SAID, $said, OwnerPage::url() );
		FormController::answer(
			new Form(
				self::ACT,
				// If the visitor is not signed in, the page asks the visitor to sign in.
				static fn (): ?WP_User => is_user_logged_in() ? wp_get_current_user() : null,
				array(
					self::SEND    => static fn ( WP_User $user ): string => self::mail_result( ConfirmedAddress::is_pending( $user ) ? AddressConfirmation::send( $user, OwnerPage::url() ) : true ),
					self::CONFIRM => static fn ( WP_User $user ): string => AddressConfirmation::confirm( $user, self::key() ) ? 'confirmed' : 'wrong',
					self::KEEP    => $this->claim_gifts( ... ),
				),
				static fn ( WP_User $user, string $act, string $said ): string => $next( $said ),
				static fn ( WP_User $user, string $act ): string => self::nonce( $act ),
				refused: static fn ( WP_User $user, Refusal $refused ): string => $next( $refused->rule ),
			)
		);
	}

	/**
	 * Adds the chosen gifts to the user's account, and returns the result. Ignores gifts that the page has not offered.
	 */
	private function claim_gifts( WP_User $user, Submission $sent ): string {
		$purchases = $this->purchases->with_timeout( self::TIMEOUT_S );
		foreach ( array_intersect( UnclaimedGifts::of( $user, $purchases )->ids(), array_filter( (array) $sent->raw( self::GIFTS ), 'is_string' ) ) as $id ) {
			if ( is_wp_error( $purchases->assign( $id, $user->ID ) ) ) {
				return 'failed';
			}
		}
		return 'kept';
	}

	/**
	 * Converts the result of sending the confirmation mail to a value of the parameter SAID.
	 *
	 * @param true|WP_Error $result True, or the reason why the mail was not sent.
	 */
	private static function mail_result( bool|WP_Error $result ): string {
		if ( ! is_wp_error( $result ) ) {
			return 'sent';
		}
		return Errors::TOO_MANY === $result->get_error_code() ? 'many' : 'unsent';
	}

	/**
	 * Returns the key from the confirmation mail: the key in the sent form or, without a form, the key in the address.
	 */
	private static function key(): string {
		return SecretParameters::key( Request::is_post() ? Request::field( SecretParameters::ADDRESS ) : Request::parameter( SecretParameters::ADDRESS ) );
	}

	private static function nonce( string $act ): string {
		return "largesse-account-{$act}";
	}
}
