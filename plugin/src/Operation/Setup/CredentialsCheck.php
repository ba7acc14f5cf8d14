<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Settings;
use WP_Error;
use WP_User;

/**
 * Checks whether the service accepts the site's account. Calls the route GET /items, as the pages of the site do. The
 * service verifies all credentials with this site. Therefore, this class can test refused credentials on this site to
 * find the reason.
 */
final class CredentialsCheck {

	/** @var list<mixed>|null Items from the service; null if the request failed. */
	private ?array $items = null;

	/** @param Client $client Does not sign its requests: the service would not check the credentials. */
	public function __construct( private readonly Settings $settings, private readonly Client $client ) {}

	/** Checks whether the service accepts the credentials. */
	public function credentials(): CheckResult {
		$unusable = $this->unusable();
		if ( $unusable ) {
			return $unusable;
		}
		$items = $this->client->list_items( array( 'limit' => 1 ) );
		// With ITEMS_ACCESS=registry, the service refuses this list to members. The rule `not_allowed` shows that the
		// credentials are right.
		$is_refused_as_member = is_wp_error( $items )
			&& 'not_allowed' === ( ApiError::broken_rules( $items )['authorization'] ?? null )?->name;
		$this->items          = is_array( $items ) && array_is_list( $items ) ? $items : null;
		$block                = $this->block();
		if ( $block ) {
			return $block;
		}
		if ( null === $this->items && ! $is_refused_as_member ) {
			return $this->failure( $items instanceof WP_Error ? $items : null );
		}
		// The answer may be unknown, for example on the command line.
		$login = $this->test_login();
		$wrong = array( 'invalid_username', 'invalid_email', 'incorrect_password' );
		if ( is_wp_error( $login ) && in_array( $login->get_error_code(), $wrong, true ) ) {
			return CheckResult::critical(
				__( 'The registry service accepts credentials that this site rejects', 'largesse' ),
				__( 'Either the service checks logins with a different site, or the application password was revoked a few minutes ago and the service has not noticed yet.', 'largesse' ),
				/* translators: %s: address of this site. */
				sprintf( __( 'Set HOST_URL of the service to %s, or create a new application password and enter it under Settings → Largesse.', 'largesse' ), home_url() )
			);
		}
		return CheckResult::good( __( 'The registry service accepts the credentials', 'largesse' ), __( 'User name and application password are right, and the service can reach this site.', 'largesse' ) );
	}

	/** Returns a finding about an invalid or missing user name or password; null if both are valid. */
	public function unusable(): ?CheckResult {
		foreach ( array( Settings::USERNAME, Settings::APP_PASSWORD ) as $name ) {
			$problem = $this->settings->explained_problem( $name );
			if ( null !== $problem ) {
				$label = Settings::USERNAME === $name ? __( 'The user name cannot be used', 'largesse' ) : __( 'The application password cannot be used', 'largesse' );
				return CheckResult::critical( $label, $problem, __( 'Enter it again.', 'largesse' ) );
			}
		}
		$has_name     = '' !== $this->settings->get( Settings::USERNAME );
		$has_password = '' !== $this->settings->get( Settings::APP_PASSWORD );
		if ( $has_name && $has_password ) {
			return null;
		}
		$label = match ( true ) {
			$has_name     => __( 'The application password is not set', 'largesse' ),
			$has_password => __( 'The user name is not set', 'largesse' ),
			default       => __( 'User name and application password are not set', 'largesse' ),
		};
		return CheckResult::critical(
			$label,
			__( 'The service requires both.', 'largesse' ),
			__( 'Create an application password on the profile page of an administrator. Enter it with the user name under Settings → Largesse.', 'largesse' )
		);
	}

	/**
	 * Returns a finding if another plugin blocks the REST API before WordPress knows the user of a request; null
	 * otherwise. The service remembers accepted credentials for five minutes, so only a request of the site itself
	 * reports the block at once.
	 */
	private function block(): ?CheckResult {
		if ( ! $this->test_login() instanceof WP_User ) {
			return null;
		}
		$credentials = $this->settings->get( Settings::USERNAME ) . ':' . $this->settings->get( Settings::APP_PASSWORD );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- HTTP Basic authentication requires it.
		$answer = SiteCheck::request( rest_url( Routes::NAMESPACE ), 'Basic ' . base64_encode( $credentials ) );
		$status = (int) wp_remote_retrieve_response_code( $answer );
		if ( $status < 400 || $status >= 500 ) {
			return null;
		}
		return CheckResult::critical(
			__( 'Another plugin blocks the REST API', 'largesse' ),
			/* translators: %d: an HTTP status, for example 401. */
			sprintf( __( 'This site answered a request with the account’s credentials with status %d before WordPress knew the user. So the registry service cannot check any credentials.', 'largesse' ), $status ),
			__( 'Look for a setting of your security plugin that limits the REST API. Allow requests with application passwords, or exclude the paths wp/v2 and largesse/v1.', 'largesse' )
		);
	}

	/** Returns a finding with the reason why the service did not send items. @param WP_Error|null $error Null for 404. */
	private function failure( ?WP_Error $error ): CheckResult {
		$status = $error ? ApiError::status( $error ) : 404;
		return match ( $status ) {
			401           => $this->rejection(),
			429           => CheckResult::critical(
				__( 'The registry service refuses this site\'s logins for now', 'largesse' ),
				__( 'Too many logins failed in the last minute.', 'largesse' ),
				__( 'Wait for a minute, then test again.', 'largesse' )
			),
			502, 503, 504 => CheckResult::critical(
				__( 'The registry service cannot reach this site', 'largesse' ),
				/* translators: 1: an HTTP status, for example 503. 2: what the service says. */
				sprintf( __( 'To check the credentials, the service calls this site. That call failed (status %1$d: %2$s).', 'largesse' ), $status, $error->get_error_message() ),
				/* translators: %s: address of this site. */
				sprintf( __( 'Set HOST_URL of the service to %s, and check that the service can open this address. A firewall, maintenance mode or a sign-in page may block it.', 'largesse' ), home_url() )
			),
			0             => CheckResult::critical(
				__( 'The registry service did not answer in time', 'largesse' ),
				__( 'It is running, but could not check the credentials. Most likely it is waiting for an answer from this site.', 'largesse' ),
				__( 'Check that the service can open this site, and that PHP has enough processes to serve several requests at once.', 'largesse' )
			),
			default       => CheckResult::critical(
				__( 'The registry service answers this site with an error', 'largesse' ),
				/* translators: 1: an HTTP status, for example 500. 2: what the service says. */
				sprintf( __( 'It answered a request for items with status %1$d: %2$s', 'largesse' ), $status, $error ? $error->get_error_message() : __( 'Not found', 'largesse' ) ),
				__( 'Check the log of the service, and the rules of the gateway in front of it.', 'largesse' )
			),
		};
	}

	private function rejection(): CheckResult {
		$user = $this->test_login();
		$code = is_wp_error( $user ) ? $user->get_error_code() : '';

		list( $reason, $remedy ) = match ( true ) {
			$user instanceof WP_User => array(
				__( 'User name and application password are correct on this site. Either they get lost when the service calls this site, or the service calls another site.', 'largesse' ),
				/* translators: %s: address of this site. */
				sprintf( __( 'Set HOST_URL of the service to %s, and check that the web server passes the Authorization header to PHP (Apache: CGIPassAuth On).', 'largesse' ), home_url() ),
			),
			in_array( $code, array( 'invalid_username', 'invalid_email' ), true ) => array(
				__( 'There is no user with this name on this site.', 'largesse' ),
				__( 'Enter the user name of an administrator of this site.', 'largesse' ),
			),
			str_starts_with( (string) $code, 'application_passwords_disabled' ) => array(
				__( 'Application passwords are switched off on this site, for everybody or for this user.', 'largesse' ),
				__( 'WordPress offers them over HTTPS only. Also check whether a security plugin switches them off.', 'largesse' ),
			),
			default => array(
				__( 'The password is not one of this user’s application passwords. The password for signing in to WordPress does not work here.', 'largesse' ),
				__( 'Create a new application password on the user’s profile page, and enter it under Settings → Largesse.', 'largesse' ),
			),
		};
		return CheckResult::critical( __( 'The registry service rejects the credentials', 'largesse' ), $reason, $remedy );
	}

	/**
	 * Checks whether the account belongs to an administrator: only then do items from the service have a field for the
	 * affiliate link. If there are no items, checks the user on this site instead. Call this method after
	 * `credentials()`.
	 */
	public function admin(): CheckResult {
		$user     = PasswordCommand::user( $this->settings );
		$is_admin = match ( true ) {
			null === $this->items    => false,
			array() === $this->items => $user && user_can( $user, 'manage_options' ),
			default                  => is_array( $this->items[0] ) && array_key_exists( 'affiliate_url', $this->items[0] ),
		};
		if ( $is_admin ) {
			return CheckResult::good( __( 'The account is an administrator\'s', 'largesse' ), __( 'It may read and change the items of all registries.', 'largesse' ) );
		}
		return CheckResult::critical(
			__( 'The account is not an administrator\'s', 'largesse' ),
			__( 'The plugin acts for all members, so its account needs the rights of an administrator.', 'largesse' ),
			__( 'Use the user name of an administrator and one of their application passwords.', 'largesse' )
		);
	}

	/**
	 * Checks that new members cannot change other people's items. The service reports its setting ITEMS_ACCESS only to
	 * administrators, so this check needs the account of an administrator.
	 */
	public function items_access(): ?CheckResult {
		$is_undecided = 'undecided' === $this->client->items_access();
		if ( ! $is_undecided || ! Registration::is_open() ) {
			return null;
		}
		return CheckResult::critical(
			__( 'New members can change everybody’s wishes', 'largesse' ),
			__( 'Everybody can open an account on this site, and the service lets every account read, change and delete the wishes of all registries, even private ones.', 'largesse' ),
			__( 'Set ITEMS_ACCESS=registry for the registry service, and restart it.', 'largesse' )
		);
	}

	/**
	 * Tests the credentials on this site, as the service does from outside. Returns null if nobody has ever created an
	 * application password on this site.
	 */
	private function test_login(): WP_User|WP_Error|null {
		add_filter( 'application_password_is_api_request', '__return_true' );
		$user = wp_authenticate_application_password(
			null,
			$this->settings->get( Settings::USERNAME ),
			$this->settings->get( Settings::APP_PASSWORD )
		);
		remove_filter( 'application_password_is_api_request', '__return_true' );
		return $user;
	}
}
