<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Http\Routes;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Error;
use WP_REST_Request;

/** Checks this site from the service's point of view: logins by application password, and the REST API. */
final class SiteCheck {

	/** Timeout in seconds for requests that this site sends to itself. */
	private const TIMEOUT = 5;

	/** @var array{authorization: bool, application_passwords: bool}|WP_Error|null Response of the plugin's status route. */
	private array|WP_Error|null $status = null;

	/** Checks whether people can use application passwords to log in to the API. */
	public function application_passwords(): CheckResult {
		if ( $this->has_application_passwords() ) {
			return CheckResult::good( __( 'Application passwords are available', 'largesse' ), __( 'Members and this site use them to sign in to the registry service.', 'largesse' ) );
		}
		if ( ! wp_is_application_passwords_supported() ) {
			return CheckResult::critical(
				__( 'Application passwords are not available without HTTPS', 'largesse' ),
				__( 'WordPress offers them only on sites with HTTPS. Without them, nobody can sign in to the registry service, not even this site.', 'largesse' ),
				__( 'Install a certificate for the site, and enter its address with https:// under Settings → General.', 'largesse' )
			);
		}
		return CheckResult::critical(
			__( 'Application passwords are switched off', 'largesse' ),
			__( 'A plugin or the theme has done this. Without application passwords, nobody can sign in to the registry service, not even this site.', 'largesse' ),
			__( 'Look for a setting of your security plugin that turns application passwords on again.', 'largesse' )
		);
	}

	/** Checks whether the REST API returns complete registries. */
	public function rest_api(): CheckResult {
		$answer  = rest_do_request( new WP_REST_Request( 'OPTIONS', '/wp/v2/registries' ) );
		$data    = $answer->get_data();
		$meta    = is_array( $data ) ? $data['schema']['properties']['meta']['properties'] ?? array() : array();
		$missing = array_diff( array_keys( RegistryMeta::DEFAULTS ), array_keys( $meta ) );
		$remedy  = __( 'Look for a plugin that removes content types or fields from the REST API, and exclude registries there.', 'largesse' );
		if ( ! is_array( $data ) || ! isset( $data['schema'] ) || ! post_type_exists( RegistryPostType::NAME ) ) {
			return CheckResult::critical( __( 'Registries are missing in the REST API', 'largesse' ), __( 'The registry service reads and writes them there.', 'largesse' ), $remedy );
		}
		if ( $missing ) {
			return CheckResult::critical(
				__( 'Fields of registries are missing in the REST API', 'largesse' ),
				/* translators: %s: names of fields. */
				sprintf( __( 'The registry service needs: %s', 'largesse' ), implode( ', ', $missing ) ),
				$remedy
			);
		}
		if ( '' === get_option( 'permalink_structure' ) ) {
			return CheckResult::recommended(
				__( 'The REST API is not at its usual address', 'largesse' ),
				__( 'With plain permalinks, there is no /wp-json, which the registry service calls.', 'largesse' ),
				/* translators: %s: address of the REST API. */
				sprintf( __( 'Choose another structure under Settings → Permalinks, or set HOST_REST_URL of the service to %s', 'largesse' ), rest_url() )
			);
		}
		return CheckResult::good( __( 'The REST API shows registries completely', 'largesse' ), __( 'The content type and all its fields are there.', 'largesse' ) );
	}

	/** Checks whether the REST API receives the credentials of requests from outside. */
	public function authorization_header(): CheckResult {
		$status = $this->status();
		if ( is_wp_error( $status ) ) {
			return CheckResult::recommended(
				__( 'This site could not call its own REST API', 'largesse' ),
				$status->get_error_message(),
				/* translators: %s: an address. */
				sprintf( __( 'Check that the registry service can open %s, and that no firewall or sign-in page blocks it.', 'largesse' ), self::address() )
			);
		}
		if ( $status['authorization'] ) {
			return CheckResult::good( __( 'The Authorization header arrives', 'largesse' ), __( 'The web server passes credentials on to WordPress.', 'largesse' ) );
		}
		return CheckResult::critical(
			__( 'The Authorization header does not arrive', 'largesse' ),
			__( 'The web server does not pass credentials on, so WordPress rejects every sign-in to the registry service.', 'largesse' ),
			__( 'Apache: add the line “CGIPassAuth On” to the site’s configuration, or to its .htaccess. Other servers and proxies: configure them to pass on the Authorization header.', 'largesse' )
		);
	}

	/** Checks who can register. The finding is critical if new users get too many rights. */
	public function registration(): CheckResult {
		if ( Registration::is_open() ) {
			$problem = Registration::reason_to_close();
			return null === $problem
				? CheckResult::good( __( 'Visitors can open an account', 'largesse' ), Registration::describe_access() )
				: CheckResult::critical( __( 'Visitors who register get more rights than they should', 'largesse' ), Registration::describe_access(), $problem );
		}
		// Closed registration is no problem, because many sites want no registration. If only administrators can have
		// registries, the next step reports this.
		return CheckResult::good( __( 'Visitors cannot open an account', 'largesse' ), Registration::describe_access() . ' ' . __( 'If you want this, there is nothing to do. Otherwise press “Let everybody register” under Settings → Largesse.', 'largesse' ) );
	}

	/**
	 * Checks whether requests from outside can use application passwords. WordPress's own function returns false if the
	 * current request is not encrypted, for example on the command line. If the site itself uses HTTPS, this method
	 * then calls the plugin's status route instead.
	 */
	private function has_application_passwords(): bool {
		if ( wp_is_application_passwords_available() ) {
			return true;
		}
		$status = ! is_ssl() && wp_is_using_https() ? $this->status() : null;
		return is_array( $status ) && $status['application_passwords'];
	}

	/**
	 * Calls the plugin's status route over HTTP, once. The request's Authorization header contains no credentials.
	 *
	 * @return array{authorization: bool, application_passwords: bool}|WP_Error
	 */
	private function status(): array|WP_Error {
		return $this->status ??= self::ask_status();
	}

	/** @return array{authorization: bool, application_passwords: bool}|WP_Error */
	private static function ask_status(): array|WP_Error {
		$response = self::request( self::address(), 'Largesse-Check' );
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$body = json_decode( wp_remote_retrieve_body( $response ), true );
		if (
			! is_array( $body )
			|| ! is_bool( $body['authorization'] ?? null )
			|| ! is_bool( $body['application_passwords'] ?? null )
		) {
			/* translators: 1: an address, 2: an HTTP status, for example 403. */
			return new WP_Error( 'largesse_status', sprintf( __( '%1$s answered with status %2$d, and the answer is not from the plugin.', 'largesse' ), self::address(), (int) wp_remote_retrieve_response_code( $response ) ) );
		}
		return $body;
	}

	/**
	 * Sends a request to this site itself.
	 *
	 * @param string $authorization Value of the header `Authorization`.
	 * @return array<string, mixed>|WP_Error Response of WordPress's HTTP functions.
	 */
	public static function request( string $address, string $authorization ): array|WP_Error {
		return wp_remote_get(
			$address,
			array(
				'timeout'   => self::TIMEOUT,
				'headers'   => array( 'Authorization' => $authorization ),
				// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own, as in its loopback test.
				'sslverify' => apply_filters( 'https_local_ssl_verify', false ),
			)
		);
	}

	private static function address(): string {
		return rest_url( Routes::NAMESPACE . '/status' );
	}
}
