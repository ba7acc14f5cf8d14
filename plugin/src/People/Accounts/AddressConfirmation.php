<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Links\SecretParameters;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\RestReads;
use WP_Application_Passwords;
use WP_Error;
use WP_HTTP_Response;
use WP_REST_Request;
use WP_REST_Response;
use WP_Session_Tokens;
use WP_User;

/**
 * Records whether an account's e-mail address is confirmed (rules: Accounts). An address is unconfirmed if a visitor
 * opened the account, or if the user changed the address. The link in a mail confirms the address. All other addresses
 * are confirmed, including the addresses of accounts that existed before the plugin was installed.
 *
 * An account with an unconfirmed address cannot create registries. It also gets neither the invitations sent to the
 * address nor the gifts made with the address. Otherwise, anyone could register with another person's address, and take
 * this person's invitations and gifts.
 */
final class AddressConfirmation {

	/** Kind of all mails about new accounts. */
	public const MAIL = 'account';

	/** Marks a new account as unconfirmed, unless an administrator, the command line or the cron creates it. */
	public static function mark_new_account( mixed $user_id ): void {
		$needs_it = self::is_web_request() && ! current_user_can( 'create_users' ) && ! current_user_can( 'promote_users' );
		/**
		 * Filters whether a new user must confirm their e-mail address. Return false if your plugin verifies people in
		 * another way.
		 *
		 * @param bool $needs_it True if a visitor opened the account.
		 * @param int  $user_id  Id of the user.
		 */
		if ( apply_filters( 'largesse_account_needs_confirmation', $needs_it, (int) $user_id ) ) {
			self::mark_unconfirmed( (int) $user_id );
		}
	}

	/**
	 * Marks a changed address as unconfirmed, unless an administrator, the command line or the cron changed it. If the
	 * user followed the link in WordPress's mail to the new address, marks the address as confirmed instead.
	 */
	public static function mark_changed_address( mixed $user_id, mixed $before ): void {
		$user = get_userdata( (int) $user_id );
		if (
			! $user
			|| ! is_object( $before )
			|| strtolower( (string) $before->user_email ) === strtolower( $user->user_email )
			|| ! self::is_web_request()
			|| current_user_can( 'edit_users' )
		) {
			return;
		}
		$new = get_user_meta( $user->ID, '_new_email', true );
		$key = Request::parameter( 'newuseremail' );
		if (
			is_array( $new )
			&& '' !== $key
			&& hash_equals( (string) ( $new['hash'] ?? '' ), $key )
			&& strtolower( (string) ( $new['newemail'] ?? '' ) ) === strtolower( $user->user_email )
		) {
			self::mark_confirmed( $user->ID );
			return;
		}
		self::mark_unconfirmed( $user->ID );
	}

	/**
	 * Confirms the address of a user who set a password with the key from a mail. Deletes the account's application
	 * passwords and sessions, because another person may have opened the account.
	 */
	public static function confirm_after_reset( mixed $user ): void {
		if (
			! $user instanceof WP_User || ! ConfirmedAddress::is_pending( $user ) || '' === (string) $user->user_activation_key
		) {
			return;
		}
		self::mark_confirmed( $user->ID );
		WP_Application_Passwords::delete_all_application_passwords( $user->ID );
		WP_Session_Tokens::get_instance( $user->ID )->destroy_all();
	}

	/** Confirms an address after activation by mail. On a network, the first argument may be the id of the site. */
	public static function confirm_after_activation( mixed $first, mixed $second = null ): void {
		self::mark_confirmed( is_int( $second ) ? $second : (int) $first );
	}

	/** Withholds the right to publish registries from unconfirmed accounts. */
	public static function may_publish( bool $may_publish, WP_User $user ): bool {
		return $may_publish && ! ConfirmedAddress::is_pending( $user );
	}

	/**
	 * Removes unconfirmed accounts from a list of users if the service searches for the account of an address. Otherwise,
	 * gifts of an account with another person's address would count as this person's.
	 */
	public static function exclude_unconfirmed( array $query, WP_REST_Request $request ): array {
		if ( null !== $request['largesse_confirmed'] ) {
			$query['meta_query'] = array( // phpcs:ignore WordPress.DB.SlowDBQuery -- The search for the address finds few users.
				array(
					'key'     => ConfirmedAddress::PENDING,
					'compare' => 'NOT EXISTS',
				),
			);
		}
		return $query;
	}

	/** Adds a header that tells the service to ignore the address of an unconfirmed caller. */
	public static function add_service_header( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if (
			is_user_logged_in()
			&& $response instanceof WP_HTTP_Response
			&& '/wp/v2/users/me' === strtolower( rtrim( $request->get_route(), '/' ) )
			&& ConfirmedAddress::is_pending( wp_get_current_user() )
		) {
			$response->header( RestReads::CALLER_HEADER, 'unconfirmed' );
		}
		return $response;
	}

	/**
	 * Sends the mail with the link to the page that confirms the address. The link works only in a browser that is logged
	 * in to the account. So other people who read the mail cannot confirm the address.
	 */
	public static function send( WP_User $user, string $page ): bool|WP_Error {
		$site    = Delivery::site();
		/* translators: %s: name of the site. */
		$message = ( new MailMessage( sprintf( __( 'Please confirm your e-mail address at %s', 'largesse' ), $site ) ) )
			/* translators: %s: name of the site. */
			->add_paragraph( sprintf( __( 'Somebody has opened an account at %s with this e-mail address. If that was you, open this link in the browser where you are signed in, and confirm the address there:', 'largesse' ), $site ) )
			->add_link(
				__( 'Confirm your address', 'largesse' ),
				SecretParameters::link( $page, SecretParameters::ADDRESS, self::key( $user ) )
			)
			->add_paragraph( __( 'If it was somebody else, you don’t have to do anything: they cannot use your address without you.', 'largesse' ) );
		$hidden_from = RecipientMailboxes::none();
		return match ( Delivery::send( $user->user_email, $message, self::MAIL, MailLimits::account(), $hidden_from ) ) {
			true    => true,
			false   => new WP_Error( 'largesse_mail', __( 'The mail could not be sent. Please try again in a while, or tell the people who run this site.', 'largesse' ), array( 'status' => 503 ) ),
			default => new WP_Error( Errors::TOO_MANY, __( 'A mail is already on its way. Please check your inbox and your spam folder, and ask for another one later.', 'largesse' ), array( 'status' => 429 ) ),
		};
	}

	/** Sends the mail again to an unconfirmed caller. For apps; browsers use the form on the page My registries. */
	public static function send_again(): WP_REST_Response|WP_Error {
		$user = wp_get_current_user();
		if ( ! ConfirmedAddress::is_pending( $user ) ) {
			return new WP_REST_Response( array( 'confirmed' => true ) );
		}
		$sent = self::send( $user, OwnerPage::url() );
		return is_wp_error( $sent ) ? $sent : new WP_REST_Response( array( 'confirmed' => false ), 202 );
	}

	/** Confirms the address of an account if the sent key is valid. Returns whether the address is now confirmed. */
	public static function confirm( WP_User $user, mixed $key ): bool {
		if ( ! ConfirmedAddress::is_pending( $user ) || ! hash_equals( self::key( $user ), SecretParameters::key( $key ) ) ) {
			return false;
		}
		self::mark_confirmed( $user->ID );
		return true;
	}

	/** Returns the key for the mail, valid for this address until it is confirmed or becomes unconfirmed again. */
	private static function key( WP_User $user ): string {
		$about = array(
			'largesse-confirm',
			$user->ID,
			strtolower( $user->user_email ),
			(string) get_user_meta( $user->ID, ConfirmedAddress::PENDING, true ),
		);
		return KeyedHash::of( implode( '|', $about ) );
	}

	private static function mark_unconfirmed( int $user_id ): void {
		update_user_meta( $user_id, ConfirmedAddress::PENDING, bin2hex( random_bytes( 8 ) ) );
	}

	/** Marks an account as confirmed. */
	public static function mark_confirmed( int $user_id ): void {
		delete_user_meta( $user_id, ConfirmedAddress::PENDING );
	}

	/** Checks whether this is a request over HTTP, and not a run of the cron or the command line. */
	private static function is_web_request(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Only checks whether the value is empty.
		return '' !== (string) ( $_SERVER['REQUEST_URI'] ?? '' )
			&& 'cli' !== PHP_SAPI
			&& ! wp_doing_cron()
			&& ! ( defined( 'WP_CLI' ) && WP_CLI );
	}
}
