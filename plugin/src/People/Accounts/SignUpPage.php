<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Format\Household;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\PageWithForm;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Foundation\Service\MailAddress;
use WP_Error;

/**
 * Page for visitors who create an account. The form asks for name, e-mail address and password. The site creates the
 * account after the visitor confirms the address with the link in a mail (SignUpConfirmation). If the visitor has come
 * through the link of a mailed invitation, this link has confirmed the address already, so the site sends no mail. The
 * subject is the safe address to return to; '' for none.
 *
 * @extends PageWithForm<string>
 */
final class SignUpPage extends PageWithForm {

	/** Parameter in the page's address, and name of the hidden field that contains the button of a form. */
	public const FIELD = 'largesse-sign-up';

	/** Buttons: submits the sign-up form, requests the mail again. */
	private const SEND  = 'send';
	private const AGAIN = 'again';

	/** Parameter that contains the return address. WordPress uses the same name. */
	private const BACK = 'redirect_to';

	/** Maximum number of sign-ups and requests for another mail from one network in ten minutes. */
	private const MOST = 20;

	/** Returns the address of the page. @param string $back Safe address to return to; empty for none. */
	public static function url( string $back ): string {
		return add_query_arg(
			array( self::FIELD => '1' ) + ( '' === $back ? array() : array( self::BACK => rawurlencode( $back ) ) ),
			home_url( '/' )
		);
	}

	/** The form has a token of the browser. */
	protected function proof( mixed $back, string $button ): Proof {
		return Proof::secret();
	}

	protected function next( mixed $back, string $button ): string {
		return '' === $back ? OwnerPage::url() : $back;
	}

	protected function press( mixed $back, string $button, Submission $sent ): ShownPage|Refusal|null {
		return match ( $button ) {
			self::SEND  => self::send( $back, $sent ),
			self::AGAIN => self::send_again( $back, $sent ),
			default     => self::unknown_button(),
		};
	}

	/** A password manager may also fill in the hidden field, so the visitor gets the form again. */
	protected function press_by_robot( mixed $back, string $button, Submission $sent ): Refusal {
		return self::not_sent();
	}

	/** Returns null if the visitor needs no account, or cannot create one. */
	protected function subject( Submission $sent ): ?string {
		if ( is_multisite() ) {
			return null;
		}
		$back = ReturnAddress::sanitize( $sent->raw( self::BACK ) ?? '' );
		if ( is_user_logged_in() ) {
			self::redirect( '' === $back ? OwnerPage::url() : $back );
		}
		if ( ! Registration::is_open() ) {
			PrivatePage::show(
				403,
				self::title(),
				PrivatePage::panel(
					array( Registration::closed_note() ),
					array( Registration::sign_in_url( $back ) => __( 'Sign in', 'largesse' ) )
				)
			);
			return null;
		}
		return $back;
	}

	/**
	 * Returns the mailed invitation through which the visitor has come; null for none.
	 *
	 * @return array{email: string, text: string}|null
	 */
	private static function invitation( string $back ): ?array {
		/**
		 * Filters the mailed invitation with which a visitor creates an account. Return it only if a link that was mailed to
		 * the address has opened the page to this browser: the address then counts as confirmed.
		 *
		 * @param array{email: string, text: string}|null $invitation Invited address, and a sentence above the form; null for
		 *         none.
		 * @param string                                  $back       Address of the page that follows; '' for My registries.
		 */
		return apply_filters( 'largesse_sign_up_invitation', null, $back );
	}

	/**
	 * Stores a sign-up and sends its mail, unless a plugin refuses the sign-up. If an invitation has confirmed the
	 * address, creates the account at once.
	 */
	private static function send( string $back, Submission $sent ): ShownPage|Refusal|null {
		$form     = SignUpForm::of( $sent );
		$problems = '' === SignUpForm::browser_problem( $sent ) ? $form->problems() : array();
		$refusal  = array() === $problems ? self::refusal( $sent ) : new Refusal( 422, '', $problems );
		if ( null !== $refusal ) {
			return $refusal;
		}
		$refusals = self::refusals( $form );
		if ( array() !== $refusals ) {
			return new Refusal( 422, implode( ' ', $refusals ) );
		}
		$is_invited = strtolower( $form->email ) === strtolower( self::invitation( $back )['email'] ?? '' );
		if ( $is_invited && get_user_by( 'email', $form->email ) ) {
			return new Refusal( 422, __( 'You already have an account with this address. Sign in below.', 'largesse' ) );
		}
		// Always hash the password. Otherwise, the response time would reveal whether an address has an account.
		$password = wp_hash_password( $form->login_password() );
		$is_new   = ! get_user_by( 'email', $form->email );
		$sign_up  = $is_new
			? PendingSignUps::store( SignUpForm::browser(), $form->email, $form->name, $password, $back )
			: null;
		return $is_invited && null !== $sign_up
			? SignUpConfirmation::open_account( $sign_up )
			: self::mail( $form, $sign_up, $back );
	}

	private static function send_again( string $back, Submission $sent ): ShownPage|Refusal|null {
		$form = SignUpForm::of( $sent );
		return '' === MailAddress::of( $form->email )
			? self::send( $back, $sent )
			: self::refusal( $sent ) ?? self::mail(
				$form,
				PendingSignUps::all( $form->email )[ SignUpForm::browser() ] ?? null,
				$back
			);
	}

	/** Returns the refusal of a form of another browser, or of too many forms; null for none. */
	private static function refusal( Submission $sent ): ?Refusal {
		$problem = SignUpForm::browser_problem( $sent );
		return match ( true ) {
			'' !== $problem => new Refusal( 403, $problem ),
			( new RateLimit( Household::limited( 'sign-ups' ), self::MOST, 10 * MINUTE_IN_SECONDS ) )->take() > 0
				=> new Refusal( 429, __( 'Too many people on your network have just created accounts. Please try again in ten minutes.', 'largesse' ) ),
			default => null,
		};
	}

	/** @return list<string> Why plugins refuse a sign-up with WordPress's hooks; empty if none does. */
	private static function refusals( SignUpForm $form ): array {
		$login  = SignUpForm::free_login( $form->name );
		$errors = new WP_Error();
		// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals -- WordPress's hooks.
		do_action( 'register_post', $login, $form->email, $errors );
		$errors = apply_filters( 'registration_errors', $errors, $login, $form->email );
		// phpcs:enable
		return $errors instanceof WP_Error
			? array_values( array_map( wp_strip_all_tags( ... ), array_map( strval( ... ), $errors->get_error_messages() ) ) )
			: array();
	}

	/**
	 * Sends the mail of a sign-up, unless the address got too many lately. The mail contains the link that confirms the
	 * sign-up. If the address already has an account, the mail explains how to sign in. The page after the form is the
	 * same in both cases, so that nobody learns who has an account.
	 *
	 * @return bool|int As in Delivery::send().
	 */
	public static function send_mail( string $email, ?SignUp $sign_up, string $back ): bool|int {
		$site = Delivery::site();
		if ( get_user_by( 'email', $email ) ) {
			/* translators: %s: name of the site. */
			$message = ( new MailMessage( sprintf( __( 'You already have an account at %s', 'largesse' ), $site ) ) )
				/* translators: %s: name of the site. */
				->add_paragraph( sprintf( __( 'Somebody wants to create an account at %s with this e-mail address. You already have one. If that was you, sign in here:', 'largesse' ), $site ) )
				->add_link( __( 'Sign in', 'largesse' ), wp_login_url( $back ) )
				->add_link( __( 'Choose a new password', 'largesse' ), wp_lostpassword_url( $back ) )
				->add_paragraph( __( 'If it was somebody else, you don’t have to do anything.', 'largesse' ) );
		} elseif ( $sign_up ) {
			/* translators: %s: name of the site. */
			$message = ( new MailMessage( sprintf( __( 'Please confirm your e-mail address at %s', 'largesse' ), $site ) ) )
				/* translators: %s: name of the site. */
				->add_paragraph( sprintf( __( 'Somebody wants to create an account at %s with this e-mail address. If that was you, open this link within a day, and confirm the address there:', 'largesse' ), $site ) )
				->add_link( __( 'Confirm your address', 'largesse' ), SignUpConfirmation::url( PendingSignUps::token( $sign_up ) ) )
				->add_paragraph( __( 'If it was somebody else, you don’t have to do anything: without you, there will be no account.', 'largesse' ) );
		} else {
			return true;
		}
		$hidden_from = RecipientMailboxes::none();
		return Delivery::send( $email, $message, AddressConfirmation::MAIL, MailLimits::account(), $hidden_from );
	}

	private static function mail( SignUpForm $form, ?SignUp $sign_up, string $back ): ShownPage|Refusal {
		$result = self::send_mail( $form->email, $sign_up, $back );
		return false === $result
			? new Refusal( 503, __( 'The mail could not be sent. Please try again in a while, or tell the people who run this site.', 'largesse' ) )
			: self::show_sent( $form, $back, is_int( $result ) );
	}

	/**
	 * Shows that a mail was sent.
	 *
	 * @param bool $is_early True if it was not sent, because the address got another mail recently.
	 */
	private static function show_sent( SignUpForm $form, string $back, bool $is_early = false ): ShownPage {
		$texts = array(
			$is_early
				? __( 'A mail is already on its way. Please check your inbox and your spam folder, and ask for another one later.', 'largesse' )
				/* translators: %s: an e-mail address. */
				: sprintf( __( 'We have sent a mail to %s. Open the link in it within a day to sign in.', 'largesse' ), $form->email ),
			__( 'No mail yet? Please check your spam folder, too.', 'largesse' ),
		);
		$again = Template::render(
			'accounts/mail-again',
			array( 'hidden' => self::fields( self::AGAIN, $back ) + array( SignUpForm::EMAIL => $form->email ) )
		);
		$links = array( self::url( $back ) => __( 'Use another address', 'largesse' ) );
		PrivatePage::show( 200, __( 'Check your mail', 'largesse' ), PrivatePage::panel( $texts, $links, $again ) );
		return new ShownPage();
	}

	protected function show( mixed $back, ?Refusal $refused, Submission $sent ): void {
		$invitation = self::invitation( $back );
		$form       = $sent->is_form || null === $invitation
			? SignUpForm::of( $sent )
			: SignUpForm::with_email( $invitation['email'] );
		$page       = array(
			'notices'     => array_filter( array( $refused->message ?? '' ), 'strlen' ),
			'intro'       => $invitation['text'] ?? '',
			'question'    => '',
			'hidden'      => self::fields( self::SEND, $back ),
			'fields'      => $form->inputs( $refused->problems ?? array(), null === $invitation ? '' : __( 'Your invitation has confirmed this address. Another one needs a mail with a link.', 'largesse' ) ),
			'button'      => self::title(),
			'sign_in_url' => Registration::sign_in_url( $back ),
		);
		PrivatePage::show( $refused->status ?? 200, self::title(), Template::render( 'accounts/form', $page ) );
		// Unlike other private pages, this page allows scripts from other servers, because anti-spam plugins need them.
		// Scripts could read secret keys in the address, but this address contains none.
		header( "Content-Security-Policy: form-action 'self'; frame-ancestors 'self'" );
	}

	/** @return array<string, string> Hidden fields of a form with the button SEND or AGAIN. */
	private static function fields( string $button, string $back ): array {
		return array(
			self::FIELD => $button,
			self::BACK  => $back,
		) + SignUpForm::token();
	}

	private static function title(): string {
		return __( 'Create an account', 'largesse' );
	}
}
