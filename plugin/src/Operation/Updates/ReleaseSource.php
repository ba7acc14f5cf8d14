<?php
declare( strict_types=1 );

namespace Largesse\Operation\Updates;

use PclZip;
use WP_Error;

/**
 * Fetches the published descriptions and zips of releases. Caches the descriptions. All requests use HTTPS. Their user
 * agent does not contain this site's address, unlike WordPress's default user agent.
 */
final class ReleaseSource {

	/** Constant for wp-config.php: the address of another folder with releases, or false to disable updates. */
	private const OPERATORS = 'LARGESSE_UPDATES';

	/** Prefix of the transients that cache the descriptions. */
	public const REMEMBERED = 'largesse_release_';

	/** Seconds for which a description, or a failure to fetch it, is cached. */
	private const TTL = HOUR_IN_SECONDS;

	/** Timeouts in seconds: for a description while a user waits for a page, for other descriptions, and for a zip. */
	private const PAGE_TIMEOUT = 3;
	private const CRON_TIMEOUT = 10;
	private const ZIP_TIMEOUT  = 300;

	/** Maximum size of a description and of a zip in bytes. */
	private const MAX_BYTES     = 262144;
	private const MAX_ZIP_BYTES = 67108864;

	/** User agent of all requests. */
	private const USER_AGENT = 'Largesse';

	/** Maximum number of redirects of a description. The project's host redirects to its file storage. */
	private const MAX_REDIRECTS = 5;

	/**
	 * Returns the newest release; null if it is unknown.
	 *
	 * @param string $component  Either plugin or theme.
	 * @param string $update_uri `Update URI` in the header: the address of the description, or `false`.
	 */
	public function newest( string $component, string $update_uri ): ?Release {
		$address = self::address( $component, $update_uri );
		if ( null === $address ) {
			return null;
		}
		$name       = self::REMEMBERED . $component;
		$remembered = get_site_transient( $name );
		if ( ! is_array( $remembered ) || ( $remembered['address'] ?? null ) !== $address ) {
			$remembered = array(
				'address' => $address,
				'data'    => json_decode( self::description( $address ), true ),
			);
			set_site_transient( $name, $remembered, self::TTL );
		}
		return Release::from( $remembered['data'] ?? null, $component, $address );
	}

	/** Checks whether a package is in the folder of a component's description. For the parameters, see `newest`. */
	public function is_in_folder( string $package, string $component, string $update_uri ): bool {
		$address = self::address( $component, $update_uri );
		return null !== $address && dirname( $package ) === dirname( $address );
	}

	/** Clears the cache, so that the next call fetches the description again. */
	public static function clear_cache(): void {
		foreach ( array( 'plugin', 'theme' ) as $component ) {
			delete_site_transient( self::REMEMBERED . $component );
		}
	}

	/**
	 * Fetches a zip. WordPress verifies its signature, which is at the same address plus `.sig`; here, only with the key
	 * in this package. Also checks that the zip contains the version in its name. Otherwise, an old zip could be offered
	 * as a new version, because its signature is right.
	 *
	 * @return string|WP_Error Path of a temporary file. The caller must delete the file.
	 */
	public function fetch( string $address ): string|WP_Error {
		$own     = array( 'user-agent' => self::USER_AGENT );
		$filters = array(
			'wp_signature_hosts'    => static fn (): array => array( wp_parse_url( $address, PHP_URL_HOST ) ),
			'wp_trusted_keys'       => static fn (): array => array( trim( self::public_key() ) ),
			// WordPress would install a package whose signature is missing or wrong, with a notice.
			'wp_signature_softfail' => '__return_false',
			'http_request_args'     => static fn ( array $options ): array => $own + (
				empty( $options['stream'] ) ? array() : array( 'limit_response_size' => self::MAX_ZIP_BYTES )
			) + $options,
		);
		foreach ( $filters as $name => $filter ) {
			add_filter( $name, $filter, PHP_INT_MAX );
		}
		try {
			$file = download_url( $address, self::ZIP_TIMEOUT, true );
		} finally {
			foreach ( $filters as $name => $filter ) {
				remove_filter( $name, $filter, PHP_INT_MAX );
			}
		}
		if ( is_wp_error( $file ) || self::is_named_by_version( $file, basename( $address ) ) ) {
			return $file;
		}
		wp_delete_file( $file );
		return new WP_Error(
			'largesse_wrong_package',
			__( 'The downloaded package of Largesse has another version than the release, so nothing was changed. Try again later; if this happens again, please tell the project.', 'largesse' )
		);
	}

	/** Checks whether the name of a zip contains the version in the header of its plugin or theme. */
	private static function is_named_by_version( string $file, string $name ): bool {
		require_once ABSPATH . 'wp-admin/includes/class-pclzip.php';
		foreach ( array( 'plugin' => 'largesse.php', 'theme' => 'style.css' ) as $component => $header ) {
			mbstring_binary_safe_encoding();
			$found = ( new PclZip( $file ) )->extract(
				PCLZIP_OPT_BY_NAME,
				Release::SLUG . "/{$header}",
				PCLZIP_OPT_EXTRACT_AS_STRING
			);
			reset_mbstring_encoding();
			$text = is_array( $found ) ? (string) ( $found[0]['content'] ?? '' ) : '';
			if (
				preg_match( '/^[ \t*]*Version:[ \t]*(\S+)/m', $text, $match )
				&& Release::SLUG . "-{$component}-{$match[1]}.zip" === $name
			) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the address of a description. Returns null if updates are disabled, if the address does not use HTTPS, or
	 * if this package has no key to verify releases.
	 */
	private static function address( string $component, string $update_uri ): ?string {
		$base    = defined( self::OPERATORS ) ? constant( self::OPERATORS ) : null;
		$address = is_string( $base ) ? untrailingslashit( $base ) . "/{$component}.json" : $update_uri;
		return false !== $base && self::is_https( $address ) && '' !== self::public_key() ? $address : null;
	}

	/**
	 * Returns the public key that verifies releases, in base64. Returns an empty string in a package without an update
	 * address, because such a package contains no key.
	 */
	private static function public_key(): string {
		$file = __DIR__ . '/release-key.pub';
		return is_readable( $file ) ? (string) file_get_contents( $file ) : ''; // phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of the plugin.
	}

	/**
	 * Fetches a description. Returns an empty text after a failure. Writes the response to a file first. Otherwise,
	 * WordPress would unpack a compressed response in memory, without a limit.
	 */
	private static function description( string $address ): string {
		$file = tempnam( get_temp_dir(), 'largesse' );
		if ( false === $file ) {
			return '';
		}
		$error  = self::write( $address, $file, wp_doing_cron() ? self::CRON_TIMEOUT : self::PAGE_TIMEOUT, self::MAX_BYTES );
		$answer = null === $error ? (string) file_get_contents( $file ) : ''; // phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A local file.
		wp_delete_file( $file );
		return $answer;
	}

	/**
	 * Writes the response to a GET request into a file; null if it worked. Follows redirects only to HTTPS addresses.
	 *
	 * @param int $timeout Timeout in seconds.
	 * @param int $most    Maximum number of bytes. The rest is cut off.
	 */
	private static function write( string $address, string $file, int $timeout, int $most ): ?WP_Error {
		$options = array(
			'timeout'             => $timeout,
			'stream'              => true,
			'filename'            => $file,
			'limit_response_size' => $most,
			'redirection'         => 0,
			'user-agent'          => self::USER_AGENT,
		);
		for ( $redirects = 0; $redirects <= self::MAX_REDIRECTS; $redirects++ ) {
			if ( ! self::is_https( $address ) ) {
				return new WP_Error( 'http_request_failed', __( 'Largesse can only be updated over HTTPS.', 'largesse' ) );
			}
			$response = wp_safe_remote_get( $address, $options );
			if ( is_wp_error( $response ) ) {
				return $response;
			}
			$status   = (int) wp_remote_retrieve_response_code( $response );
			$location = wp_remote_retrieve_header( $response, 'location' );
			if ( 200 === $status ) {
				return null;
			}
			if ( $status < 300 || $status > 399 || ! is_string( $location ) || '' === $location ) {
				/* translators: %d: an HTTP status, for example 404. */
				return new WP_Error( 'http_404', sprintf( __( 'The server with Largesse’s releases answered with status %d.', 'largesse' ), $status ) );
			}
			$address = \WP_Http::make_absolute_url( $location, $address );
		}
		return new WP_Error(
			'http_request_failed',
			__( 'The server with Largesse’s releases redirects too often.', 'largesse' )
		);
	}

	private static function is_https( string $address ): bool {
		return str_starts_with( strtolower( $address ), 'https://' ) && is_string( wp_parse_url( $address, PHP_URL_HOST ) );
	}
}
