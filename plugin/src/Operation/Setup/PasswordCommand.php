<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Registries\Console\Terminal;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Settings;
use WP_Application_Passwords;
use WP_CLI;
use WP_Error;
use WP_User;

/**
 * Renews the application password with which this site logs in to the service. No request fails, because both passwords
 * are valid until the old one is revoked.
 */
final class PasswordCommand {

	/** Timeout in seconds for the test of a new password. No page waits for this test. */
	private const TEST_TIMEOUT = 30;

	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Replaces the application password that this site uses for the registry service.
	 *
	 * The command creates and tests a new password, and stores the new password in the settings. Then it waits for
	 * requests that use the old password, and revokes the old password. If the test fails, nothing changes. The service
	 * may still accept the old password for some minutes.
	 *
	 * ## OPTIONS
	 *
	 * [--wait=<seconds>]
	 * : Seconds to wait before the command revokes the old password.
	 * ---
	 * default: 10
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse renew-password
	 */
	public function renew_password( array $args, array $options ): void {
		$seconds = (string) ( $options['wait'] ?? Client::TIMEOUT_S );
		if ( ! ctype_digit( $seconds ) ) {
			WP_CLI::error( __( '--wait must be a whole number of seconds.', 'largesse' ) );
		}
		$old = Terminal::result_or_exit( $this->store_new() );
		WP_CLI::log( __( 'The new application password works and is stored.', 'largesse' ) );
		sleep( (int) $seconds );
		if ( true === WP_Application_Passwords::delete_application_password( ...$old ) ) {
			WP_CLI::success( __( 'The old application password is revoked.', 'largesse' ) );
		} else {
			WP_CLI::warning( __( 'The old application password was not found on this site. If it is still in use elsewhere, revoke it there.', 'largesse' ) );
		}
	}

	/**
	 * Creates a new password, tests it with the service, and stores it. On failure nothing changes.
	 *
	 * @return array{int, string}|WP_Error Ids of the user and of the old password; '' if the site does not have it.
	 */
	private function store_new(): array|WP_Error {
		if ( 'environment' === $this->settings->source( Settings::APP_PASSWORD ) ) {
			/* translators: %s: name of an environment variable. */
			return new WP_Error( 'largesse_password', sprintf( __( 'The application password comes from the environment variable %s. Create a new password under Users → Profile, put it in that variable or in the file that it names, and then revoke the old one.', 'largesse' ), $this->settings->variable( Settings::APP_PASSWORD ) ) );
		}
		$user     = self::user( $this->settings );
		$password = $this->settings->get( Settings::APP_PASSWORD );
		if ( null === $user || '' === $password ) {
			return new WP_Error( 'largesse_password', __( 'User name and application password are not set, or this site does not have that user. Enter both under Settings → Largesse first.', 'largesse' ) );
		}
		/* translators: %s: a date. */
		$wanted = sprintf( __( 'Largesse, %s', 'largesse' ), wp_date( 'Y-m-d H:i:s' ) );
		$name   = $wanted;
		for ( $count = 2; WP_Application_Passwords::application_name_exists_for_user( $user->ID, $name ); $count++ ) {
			$name = "{$wanted} ({$count})";
		}
		$made = WP_Application_Passwords::create_new_application_password( $user->ID, array( 'name' => $name ) );
		if ( is_wp_error( $made ) ) {
			return $made;
		}
		list( $new, $item ) = $made;
		$problem            = $this->problem( $new );
		if ( null !== $problem ) {
			WP_Application_Passwords::delete_application_password( $user->ID, $item['uuid'] );
			return $problem;
		}
		$uuid = self::find( $user, $password );
		update_option( Settings::APP_PASSWORD, Settings::stored( Settings::APP_PASSWORD, $new ), false );
		return array( $user->ID, $uuid );
	}

	/** Returns why the service does not accept a password; null if it accepts the password. */
	private function problem( string $password ): ?WP_Error {
		$instead = static fn (): array => (array) Settings::stored( Settings::APP_PASSWORD, $password );
		add_filter( 'pre_option_' . Settings::APP_PASSWORD, $instead );
		$client  = new Client( $this->settings, self::TEST_TIMEOUT, is_signed: false );
		$items   = $client->list_items( array( 'limit' => 1 ) );
		remove_filter( 'pre_option_' . Settings::APP_PASSWORD, $instead );
		if ( is_wp_error( $items ) ) {
			/* translators: %s: what the service says. */
			return new WP_Error( 'largesse_password', sprintf( __( 'The service does not accept a new application password, so nothing was changed: %s', 'largesse' ), $items->get_error_message() ) );
		}
		return null;
	}

	/** Returns the user whose name is in the settings. The name may also be an e-mail address. */
	public static function user( Settings $settings ): ?WP_User {
		$name = $settings->get( Settings::USERNAME );
		$user = get_user_by( 'login', $name );
		$user = $user ? $user : get_user_by( 'email', $name );
		return $user ? $user : null;
	}

	/** Returns the id of an application password; '' if the user has no such password. */
	private static function find( WP_User $user, string $password ): string {
		$plain = (string) preg_replace( '/[^a-z\d]/i', '', $password );
		foreach ( WP_Application_Passwords::get_user_application_passwords( $user->ID ) as $item ) {
			// WordPress 6.8 introduced another kind of hash, and the method check_password, which checks both kinds.
			$is_it = method_exists( WP_Application_Passwords::class, 'check_password' )
				? WP_Application_Passwords::check_password( $plain, $item['password'] )
				: wp_check_password( $plain, $item['password'], $user->ID );
			if ( $is_it ) {
				return $item['uuid'];
			}
		}
		return '';
	}
}
