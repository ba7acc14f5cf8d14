<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Links\SecretParameters;
use WP_Error;
use WP_User;

/**
 * Page that opens with the link in the mail after a sign-up. The page's button creates the account, and signs the user
 * in.
 *
 * In a browser that did not send the sign-up form, this page asks for the password. Otherwise, an attacker could sign
 * up with a victim's address. The victim would then confirm an account with the attacker's password.
 *
 * @extends LinkPage<SignUp>
 */
final class SignUpConfirmation extends LinkPage {

	public const FIELD = SecretParameters::SIGN_UP;

	/** Returns the address of the page. */
	public static function url( string $token ): string {
		return SecretParameters::link( home_url( '/' ), self::FIELD, $token );
	}

	protected function next( mixed $sign_up, string $button ): string {
		return '' === $sign_up->back ? OwnerPage::url() : $sign_up->back;
	}

	/** Returns the sign-up of a token. Returns null if the link no longer works, and shows why. */
	protected function subject( Submission $sent ): ?SignUp {
		if ( is_multisite() ) {
			return null;
		}
		$sign_up = PendingSignUps::find( $sent->text( self::FIELD ) );
		// If the response to the confirmation was lost, the browser may confirm again, and is then signed in.
		$is_usable = $sign_up
			&& (
				$sign_up->user > 0
				? self::is_same_browser( $sign_up ) && get_userdata( $sign_up->user )
				: ! get_user_by( 'email', $sign_up->email )
			);
		if ( $is_usable && Registration::is_open() ) {
			return $sign_up;
		}
		self::show_outdated( $sign_up );
		return null;
	}

	/** Checks whether this browser has sent the sign-up form. */
	private static function is_same_browser( SignUp $sign_up ): bool {
		return hash_equals( $sign_up->browser, SignUpForm::browser() );
	}

	/** Creates the account, and signs the user in. */
	protected function press( mixed $sign_up, string $button, Submission $sent ): ShownPage|Refusal|null {
		$problem = SignUpForm::browser_problem( $sent );
		$problem = match ( true ) {
			'' !== $problem => $problem,
			self::is_same_browser( $sign_up )
				|| wp_check_password( SignUpForm::of( $sent )->login_password(), $sign_up->password ) => '',
			default => __( 'This is not the password that you chose. If you do not remember it, create the account again.', 'largesse' ),
		};
		return '' === $problem ? self::open_account( $sign_up ) : new Refusal( 422, $problem );
	}

	/**
	 * Creates the account of a sign-up whose address is confirmed, and signs the user in. If another request has just
	 * created the account, only signs in. Returns null, or ShownPage if it has shown why this was not possible.
	 */
	public static function open_account( SignUp $sign_up ): ?ShownPage {
		$is_new  = false;
		$created = PendingSignUps::confirm(
			$sign_up,
			SignUpForm::browser(),
			static function ( SignUp $sign_up ) use ( &$is_new ): int|WP_Error {
				$is_new = true;
				return self::create( $sign_up );
			}
		);
		if ( is_wp_error( $created ) ) {
			PrivatePage::show(
				422,
				__( 'Your account was not created', 'largesse' ),
				PrivatePage::panel( array( wp_strip_all_tags( $created->get_error_message() ) ), self::links( $sign_up->back ) )
			);
			return new ShownPage();
		}
		if ( $is_new ) {
			self::announce( $created );
		}
		SignUpForm::forget_browser();
		// A plugin that approves accounts can refuse to sign the new user in here.
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's filter.
		$user = apply_filters( 'wp_authenticate_user', new WP_User( $created ), '' );
		if ( ! $user instanceof WP_User ) {
			$reason = $user instanceof WP_Error ? wp_strip_all_tags( $user->get_error_message() ) : '';
			PrivatePage::show(
				200,
				__( 'You have an account now', 'largesse' ),
				PrivatePage::panel(
					array_filter( array( $reason ), 'strlen' ),
					array( Registration::sign_in_url( $sign_up->back ) => __( 'Sign in', 'largesse' ) )
				)
			);
			return new ShownPage();
		}
		wp_set_current_user( $user->ID );
		wp_set_auth_cookie( $user->ID, true );
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's action.
		do_action( 'wp_login', $user->user_login, $user );
		if ( $is_new ) {
			/**
			 * Fires after a visitor has opened an account with the form of this plugin, and is signed in.
			 *
			 * @param WP_User $user The user.
			 * @param string  $back Address of the page that follows; '' for My registries.
			 */
			do_action( 'largesse_account_opened', $user, $sign_up->back );
		}
		return null;
	}

	/** Creates the account, marks the account's address as confirmed, and returns the account's id. */
	private static function create( SignUp $sign_up ): int|WP_Error {
		// The sign-up contains only the hash of the password. Store the hash unchanged. Otherwise, WordPress would
		// hash the hash.
		$use_hash = static fn ( mixed $data ): mixed => is_array( $data ) ? array(
			'user_pass' => $sign_up->password,
		) + $data : $data;
		add_filter( 'wp_pre_insert_user_data', $use_hash, PHP_INT_MAX );
		$name = wp_slash( $sign_up->name );
		$id   = wp_insert_user(
			array(
				'user_login'   => SignUpForm::free_login( $sign_up->name ),
				'user_pass'    => wp_generate_password( 24 ),
				'user_email'   => wp_slash( $sign_up->email ),
				'display_name' => $name,
				'nickname'     => $name,
				'role'         => (string) get_option( 'default_role' ),
			)
		);
		remove_filter( 'wp_pre_insert_user_data', $use_hash, PHP_INT_MAX );
		if ( is_int( $id ) ) {
			AddressConfirmation::mark_confirmed( $id );
		}
		return $id;
	}

	private static function announce( int $user_id ): void {
		// Prevents WordPress's own mail, which would ask the new user to choose a password.
		remove_action( 'register_new_user', 'wp_send_new_user_notifications' );
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's action.
		do_action( 'register_new_user', $user_id );
		wp_new_user_notification( $user_id, null, 'admin' );
	}

	protected function show( mixed $sign_up, ?Refusal $refused, Submission $sent ): void {
		$problems = array_filter( array( SignUpForm::PASSWORD => $refused->message ?? '' ), 'strlen' );
		$password = array(
			'autocomplete' => 'current-password',
			'required'     => '',
		);
		$fields   = self::is_same_browser( $sign_up )
			? array()
			: array(
				SignUpForm::PASSWORD => new Field( 'password', __( 'The password that you chose', 'largesse' ), $password ),
			);
		$page     = array(
			'notices'     => $fields ? array() : $problems,
			'intro'       => '',
			/* translators: %s: an e-mail address. */
			'question'    => sprintf( __( 'Is %s your e-mail address?', 'largesse' ), $sign_up->email ),
			'hidden'      => array( self::FIELD => PendingSignUps::token( $sign_up ) ) + SignUpForm::token(),
			'fields'      => Fields::fresh( $fields )->inputs( 'largesse-confirm-', $problems ),
			'button'      => __( 'Confirm and sign in', 'largesse' ),
			'sign_in_url' => '',
		);
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'Confirm your address', 'largesse' ),
			Template::render( 'accounts/form', $page )
		);
	}

	private static function show_outdated( ?SignUp $sign_up ): void {
		$text = __( 'This link no longer works: it is older than a day, or you have used it already.', 'largesse' );
		self::show_nothing( array( $text ), self::links( $sign_up->back ?? '' ) );
	}

	/** @return array<string, string> Texts of the links to sign in and, if registration is open, to sign up, by address. */
	private static function links( string $back ): array {
		$sign_in = array( Registration::sign_in_url( $back ) => __( 'Sign in', 'largesse' ) );
		return Registration::is_open()
			? $sign_in + array( SignUpPage::url( $back ) => __( 'Create an account', 'largesse' ) )
			: $sign_in;
	}
}
