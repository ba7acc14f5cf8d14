<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\Refusal;
use Largesse\Registries\Links\SecretParameters;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\RecipientMailboxes;
use WP_Error;
use WP_User;

/**
 * Changes that members make to their own account (rules: Accounts). Each method returns null, or why nothing changed.
 * A new address counts after the member has opened the link in a mail to it. Until then, the old one stays.
 */
final class AccountChanges {

	/** User meta with the address that waits for its confirmation: `hash` and `newemail`, as WordPress stores it. */
	private const NEW_ADDRESS = '_new_email';

	/** Changes the name, and the language: a locale, or '' for the language of the site. */
	public static function save( WP_User $user, string $name, string $locale ): ?WP_Error {
		$name  = wp_slash( $name );
		$saved = wp_update_user(
			array(
				'ID'           => $user->ID,
				'display_name' => $name,
				'nickname'     => $name,
				'locale'       => $locale,
			)
		);
		return is_wp_error( $saved ) ? $saved : null;
	}

	/** Returns the address that waits for its confirmation; '' for none. */
	public static function waiting_address( WP_User $user ): string {
		$stored = get_user_meta( $user->ID, self::NEW_ADDRESS, true );
		return is_array( $stored ) && is_string( $stored['newemail'] ?? null ) ? $stored['newemail'] : '';
	}

	/**
	 * Mails a link that confirms a new address. If the address has an account already, the mail is about this account, so
	 * that the member does not learn who has one. Only a mail that was sent changes what is stored, and the same address
	 * keeps its key: otherwise, a form that is sent twice would outdate the link that is on its way.
	 *
	 * @param string $page Address of the page on which the member confirms.
	 */
	public static function request_address( WP_User $user, string $email, string $page ): ?Refusal {
		$stored = self::waiting_address( $user ) === $email
			? get_user_meta( $user->ID, self::NEW_ADDRESS, true )
			: array(
				'hash'     => bin2hex( random_bytes( 16 ) ),
				'newemail' => $email,
			);
		$site   = Delivery::site();
		$sent   = get_user_by( 'email', $email )
			? SignUpPage::send_mail( $email, null, '' )
			: Delivery::send(
				$email,
				/* translators: %s: name of the site. */
				( new MailMessage( sprintf( __( 'Please confirm your new e-mail address at %s', 'largesse' ), $site ) ) )
					/* translators: %s: name of the site. */
					->add_paragraph( sprintf( __( 'Somebody wants to use this e-mail address for their account at %s. If that was you, open this link in the browser where you are signed in, and confirm the address there:', 'largesse' ), $site ) )
					->add_link(
						__( 'Confirm your address', 'largesse' ),
						SecretParameters::link( $page, SecretParameters::ADDRESS, self::key( $user, $stored ) )
					)
					->add_paragraph( __( 'If it was somebody else, you don’t have to do anything: they cannot use your address without you.', 'largesse' ) ),
				AddressConfirmation::MAIL,
				MailLimits::account(),
				RecipientMailboxes::none()
			);
		if ( true === $sent ) {
			update_user_meta( $user->ID, self::NEW_ADDRESS, wp_slash( $stored ) );
			return null;
		}
		return match ( $sent ) {
			false   => new Refusal( 503, __( 'The mail could not be sent. Please try again in a while, or tell the people who run this site.', 'largesse' ) ),
			default => new Refusal( 429, __( 'A mail is already on its way. Please check your inbox and your spam folder, and ask for another one later.', 'largesse' ) ),
		};
	}

	/** Changes the address if the key is from the mail to the new address. */
	public static function confirm_address( WP_User $user, string $key ): Refusal|WP_Error|null {
		$stored = get_user_meta( $user->ID, self::NEW_ADDRESS, true );
		if ( ! is_array( $stored ) || ! hash_equals( self::key( $user, $stored ), SecretParameters::key( $key ) ) ) {
			return new Refusal( 403, __( 'This link is outdated, or it belongs to another account. Ask for a new mail.', 'largesse' ) );
		}
		$saved = wp_update_user( array( 'ID' => $user->ID, 'user_email' => wp_slash( $stored['newemail'] ) ) );
		if ( is_wp_error( $saved ) ) {
			return $saved;
		}
		delete_user_meta( $user->ID, self::NEW_ADDRESS );
		AddressConfirmation::mark_confirmed( $user->ID );
		return null;
	}

	/** Changes the password. WordPress signs out all other browsers, because their cookies depend on the old password. */
	public static function set_password( WP_User $user, string $password ): ?WP_Error {
		$saved = wp_update_user( array( 'ID' => $user->ID, 'user_pass' => wp_slash( $password ) ) );
		return is_wp_error( $saved ) ? $saved : null;
	}

	/**
	 * Checks whether a member may erase their account: nobody who also writes for the site, or on a network, because an
	 * administrator must first decide what becomes of their posts and sites.
	 */
	public static function may_erase( WP_User $user ): bool {
		return ! is_multisite() && ! user_can( $user, 'edit_posts' ) && ! user_can( $user, 'manage_options' );
	}

	/** Erases the account with its registries, and signs out. The modules erase their data with it (PrivacyTools). */
	public static function erase( WP_User $user ): ?Refusal {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		if ( ! self::may_erase( $user ) || ! wp_delete_user( $user->ID ) ) {
			return new Refusal( 403, __( 'Your account could not be erased here. Please ask the people who run this site.', 'largesse' ) );
		}
		wp_clear_auth_cookie();
		wp_set_current_user( 0 );
		return null;
	}

	private static function key( WP_User $user, array $stored ): string {
		return KeyedHash::of(
			implode(
				'|',
				array(
					'largesse-new-address',
					$user->ID,
					strtolower( (string) ( $stored['newemail'] ?? '' ) ),
					(string) ( $stored['hash'] ?? '' ),
				)
			)
		);
	}
}
