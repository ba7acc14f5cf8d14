<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Registry\ConfirmedAddress;
use WP_Application_Passwords;
use WP_Error;
use WP_HTTP_Response;
use WP_REST_Request;
use WP_Session_Tokens;
use WP_User;

/**
 * Knows whether the e-mail address of an account is its own (rules: Accounts). Accounts that visitors open, and addresses
 * that users change by themselves, are unconfirmed until somebody has followed a mail there; all others are confirmed,
 * those from before this plugin as well.
 *
 * Until then the account may not make registries, and nothing that was meant for the address is theirs: else anybody could
 * take somebody's invitations and gifts by registering with their address.
 */
final class Confirmation {

	/** User meta with the times of the mails that were asked for. */
	public const SENT = '_largesse_confirmation_sent';

	/** Parameter of My registries that holds the key. */
	public const PARAMETER = 'confirm-address';

	/** The capability that unconfirmed accounts lack. WordPress asks for it before it makes a registry public, or private. */
	private const WITHHELD = 'publish_registries';

	/** Code of the error where mails are asked for too often. */
	public const TOO_MANY = 'largesse_too_many';

	/** How soon another mail may be asked for, in seconds, and how many in a day. */
	private const PAUSE = 120;
	private const A_DAY = 5;

	/**
	 * Notes who has opened an account: visitors have to confirm it. Those whom somebody who may do so adds, and those
	 * that come from the command line or the cron, do not.
	 */
	public function note_new( mixed $user_id ): void {
		$needs_it = self::is_visit() && ! self::may_add_users();
		/**
		 * Filters whether the e-mail address of a new account is still to be confirmed, for plugins that let people in of
		 * whom somebody else has made sure.
		 *
		 * @param bool $needs_it Whether it is: true if a visitor opened the account.
		 * @param int  $user_id  Id of the user.
		 */
		if ( apply_filters( 'largesse_account_needs_confirmation', $needs_it, (int) $user_id ) ) {
			self::begin( (int) $user_id );
		}
	}

	/**
	 * Notes that users have changed their own address. The link in the mail that WordPress sends to the new one confirms it.
	 *
	 * @param mixed $user_id Id of the user.
	 * @param mixed $before  The user as they were.
	 */
	public function note_change( mixed $user_id, mixed $before ): void {
		$user = get_userdata( (int) $user_id );
		if ( ! $user || ! is_object( $before ) || strtolower( (string) $before->user_email ) === strtolower( $user->user_email ) || ! self::is_visit() || current_user_can( 'edit_users' ) ) {
			return;
		}
		$new = get_user_meta( $user->ID, '_new_email', true );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- It is only compared with the key that was mailed.
		$key = wp_unslash( $_GET['newuseremail'] ?? '' );
		if ( is_array( $new ) && is_string( $key ) && '' !== $key && hash_equals( (string) ( $new['hash'] ?? '' ), $key ) && strtolower( (string) ( $new['newemail'] ?? '' ) ) === strtolower( $user->user_email ) ) {
			self::end( $user->ID );
			return;
		}
		self::begin( $user->ID );
	}

	/**
	 * Notes that a password was chosen with the key of a mail. Whoever opened the account may be somebody else: what else
	 * lets them in is taken away.
	 */
	public function note_reset( mixed $user ): void {
		if ( ! $user instanceof WP_User || ! ConfirmedAddress::is_pending( $user ) || '' === (string) $user->user_activation_key ) {
			return;
		}
		self::end( $user->ID );
		WP_Application_Passwords::delete_all_application_passwords( $user->ID );
		WP_Session_Tokens::get_instance( $user->ID )->destroy_all();
	}

	/**
	 * Notes that the key of a network's mail came back.
	 *
	 * @param mixed $first  Id of the user, or of their site.
	 * @param mixed $second Id of the user where the first is not.
	 */
	public function note_activation( mixed $first, mixed $second = null ): void {
		self::end( is_int( $second ) ? $second : (int) $first );
	}

	/**
	 * Withholds what unconfirmed accounts may not do.
	 *
	 * @param array<string, bool> $has  What the user may do.
	 * @param mixed               $caps What is asked for.
	 * @param mixed               $args What else is known of it.
	 * @param mixed               $user The user.
	 * @return array<string, bool>
	 */
	public function withhold( array $has, mixed $caps, mixed $args, mixed $user ): array {
		if ( empty( $has[ self::WITHHELD ] ) || ! empty( $has['manage_options'] ) || ! $user instanceof WP_User || ! ConfirmedAddress::is_pending( $user ) ) {
			return $has;
		}
		return array( self::WITHHELD => false ) + $has;
	}

	/**
	 * Tells the service that the address of its caller says nothing about them.
	 *
	 * @param mixed $response What WordPress is about to answer.
	 * @param mixed $server   The server.
	 */
	public function tell_service( mixed $response, mixed $server, WP_REST_Request $request ): mixed {
		if ( $response instanceof WP_HTTP_Response && '/wp/v2/users/me' === strtolower( rtrim( $request->get_route(), '/' ) ) && ConfirmedAddress::is_pending( wp_get_current_user() ) ) {
			$response->header( 'X-Largesse-Caller', 'unconfirmed' );
		}
		return $response;
	}

	/**
	 * Sends the mail with which a user confirms their address. Its link counts for the account alone: whoever reads the
	 * mail without being signed in there confirms nothing.
	 *
	 * @param string $page Address of the page that asks for the confirmation.
	 * @return true|WP_Error
	 */
	public static function send( WP_User $user, string $page ): bool|WP_Error {
		$day_ago = time() - DAY_IN_SECONDS;
		$sent    = array_values( array_filter( (array) get_user_meta( $user->ID, self::SENT, true ), static fn ( mixed $time ) => is_int( $time ) && $time > $day_ago ) );
		if ( $sent && ( count( $sent ) >= self::A_DAY || max( $sent ) > time() - self::PAUSE ) ) {
			return new WP_Error( self::TOO_MANY, __( 'A mail is on its way already. Please look into your mailbox, among the spam as well, and ask for another one later.', 'largesse' ), array( 'status' => 429 ) );
		}
		update_user_meta( $user->ID, self::SENT, array( ...$sent, time() ) );
		$site = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
		/* translators: %s: name of the site. */
		$subject = sprintf( __( 'Please confirm your e-mail address at %s', 'largesse' ), $site );
		$text    = array(
			/* translators: %s: name of the site. */
			sprintf( __( 'Somebody has opened an account at %s with this e-mail address. If that was you, open this link in the browser in which you are signed in, and confirm the address there:', 'largesse' ), $site ),
			add_query_arg( self::PARAMETER, self::key( $user ), $page ),
			__( 'If it was somebody else, there is nothing to do: without you they cannot use your address.', 'largesse' ),
		);
		if ( ! wp_mail( $user->user_email, $subject, implode( "\n\n", $text ) . "\n" ) ) {
			delete_user_meta( $user->ID, self::SENT );
			return new WP_Error( 'largesse_mail', __( 'The mail could not be sent. Please try again in a while, or tell the people who run this site.', 'largesse' ), array( 'status' => 503 ) );
		}
		return true;
	}

	/** Confirms the address of an account where the key is the one of its mail, and tells whether it did. */
	public static function confirm( WP_User $user, string $key ): bool {
		if ( ! ConfirmedAddress::is_pending( $user ) || ! hash_equals( self::key( $user ), $key ) ) {
			return false;
		}
		self::end( $user->ID );
		return true;
	}

	/** Returns the key in the mail: for one account, one address, and this time that it is unconfirmed. */
	private static function key( WP_User $user ): string {
		$about = array( 'largesse-confirm', $user->ID, strtolower( $user->user_email ), (string) get_user_meta( $user->ID, ConfirmedAddress::PENDING, true ) );
		return substr( hash_hmac( 'sha256', implode( '|', $about ), wp_salt( 'auth' ) ), 0, 32 );
	}

	/** Marks an account as unconfirmed. */
	private static function begin( int $user_id ): void {
		update_user_meta( $user_id, ConfirmedAddress::PENDING, bin2hex( random_bytes( 8 ) ) );
	}

	/** Marks an account as confirmed. */
	private static function end( int $user_id ): void {
		delete_user_meta( $user_id, ConfirmedAddress::PENDING );
		delete_user_meta( $user_id, self::SENT );
	}

	/** Checks whether a browser or another program asks for this over HTTP, and not the site itself or its operator. */
	private static function is_visit(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It is only looked at whether there is one.
		return '' !== (string) ( $_SERVER['REQUEST_URI'] ?? '' ) && 'cli' !== PHP_SAPI && ! wp_doing_cron() && ! ( defined( 'WP_CLI' ) && WP_CLI );
	}

	/** Checks whether the visitor may add others to the site. */
	private static function may_add_users(): bool {
		return current_user_can( 'create_users' ) || current_user_can( 'promote_users' );
	}
}
