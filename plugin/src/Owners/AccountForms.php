<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Accounts\AddressConfirmation;
use Largesse\Giving\Purchases;
use Largesse\Html\Template;
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
 * Prints and processes the forms for the member's account on My registries. Members confirm their address, request the
 * confirmation mail again, and add gifts to the account. The forms work without scripts.
 */
final class AccountForms {

	/** Form field with the action. The field has one of the values below. */
	public const ACT      = 'largesse-account';
	private const SEND    = 'send';
	private const CONFIRM = 'confirm';
	public const KEEP     = 'keep';

	/** Form field with the ids of gifts. */
	public const GIFTS = 'largesse-gifts';

	/** Parameter with the action of an accepted form. */
	private const SAID = 'account-said';

	/** Timeout in seconds for each call of the service. */
	private const TIMEOUT_S = 10;

	/** Why the form in this request was refused; null if it was not. */
	private ?Refusal $refused = null;

	public function __construct( private readonly Purchases $purchases ) {}

	/** Returns the hidden fields of a form. @param string $act SEND, CONFIRM or KEEP. */
	public static function hidden( string $act ): array {
		return Form::hidden( self::ACT, $act, self::nonce( $act ) );
	}

	/** Prints why the form of this request was refused, or the result of the form that led to this page. */
	public function show_result(): void {
		$said = match ( Request::parameter( self::SAID ) ) {
			self::SEND    => __( 'The mail is on its way. Please open the link in it.', 'largesse' ),
			self::CONFIRM => __( 'Your e-mail address is confirmed. Thank you!', 'largesse' ),
			self::KEEP    => __( 'The gifts are in your account now.', 'largesse' ),
			default       => '',
		};
		Template::print(
			'owners/form-result',
			array(
				'said'    => $said,
				'problem' => $this->refused->message ?? '',
			)
		);
	}

	/** Prints a form to confirm the member's address. Prints nothing if the address is confirmed. */
	public static function show_confirmation( WP_User $user ): void {
		if ( ! ConfirmedAddress::is_pending( $user ) ) {
			return;
		}
		$key = SecretParameters::key( Request::parameter( SecretParameters::ADDRESS ) );
		Template::print(
			'owners/confirmation',
			array(
				'email'   => $user->user_email,
				'has_key' => '' !== $key,
				'hidden'  => '' === $key ? self::hidden( self::SEND ) : self::hidden( self::CONFIRM ) + array( SecretParameters::ADDRESS => $key ),
			)
		);
	}

	public function answer(): void {
		$this->refused = FormController::answer(
			new Form(
				self::ACT,
				// If the visitor is not signed in, the page asks the visitor to sign in.
				static fn (): ?WP_User => is_user_logged_in() ? wp_get_current_user() : null,
				array(
					self::SEND    => static fn ( WP_User $user ): bool|WP_Error => ConfirmedAddress::is_pending( $user ) ? AddressConfirmation::send( $user, OwnerPage::url() ) : true,
					self::CONFIRM => self::confirm( ... ),
					self::KEEP    => $this->claim_gifts( ... ),
				),
				static fn ( WP_User $user, string $act ): string => add_query_arg( self::SAID, $act, OwnerPage::url() ),
				static fn ( WP_User $user, string $act ): string => self::nonce( $act ),
			)
		);
	}

	private static function confirm( WP_User $user, Submission $sent ): ?Refusal {
		return AddressConfirmation::confirm( $user, $sent->text( SecretParameters::ADDRESS ) ) ? null : new Refusal( 403, __( 'This link is outdated, or it belongs to another account. Ask for a new mail.', 'largesse' ) );
	}

	/** Adds the chosen gifts to the user's account. Ignores gifts that the page has not offered. */
	private function claim_gifts( WP_User $user, Submission $sent ): ?Refusal {
		$purchases = $this->purchases->with_timeout( self::TIMEOUT_S );
		foreach ( array_intersect( array_keys( UnclaimedGifts::of( $user, $purchases ) ), array_filter( (array) $sent->raw( self::GIFTS ), 'is_string' ) ) as $id ) {
			if ( is_wp_error( $purchases->assign( $id, $user->ID ) ) ) {
				return new Refusal( 503, __( 'Some gifts could not be added to your account. Nothing is lost. Please try again in a minute.', 'largesse' ) );
			}
		}
		return null;
	}

	private static function nonce( string $act ): string {
		return "largesse-account-{$act}";
	}
}
