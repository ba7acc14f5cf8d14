<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Properties and cookies of the current request. */
final class Request {

	/** Whether the request had any input. Stays true after LinkKey has removed the input from the request. */
	private static ?bool $had_input = null;

	/** Checks whether the request has, or had, a parameter, a form field, or a cookie of the plugin. */
	public static function has_input(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification -- Only checks whether there are any.
		return self::$had_input ??= array() !== $_GET || array() !== $_POST || self::has_own_cookie();
	}

	/**
	 * Checks whether the request has one of several parameters or form fields. Modules add the hooks of a form or a page
	 * only if the request is for it, so that other pages do not load its classes.
	 */
	public static function has( string ...$names ): bool {
		if ( ! self::has_input() ) {
			return false;
		}
		foreach ( $names as $name ) {
			// Links from the source of a page contain "&amp;", which LinkKey corrects later.
			// phpcs:ignore WordPress.Security.NonceVerification -- Only checks whether there are any.
			if ( isset( $_GET[ $name ] ) || isset( $_GET[ "amp;{$name}" ] ) || isset( $_POST[ $name ] ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Checks whether neither the theme nor the login page renders this request: wp-admin, the cron, or the command line.
	 */
	public static function is_without_theme(): bool {
		return ! wp_using_themes() && 'wp-login.php' !== ( $GLOBALS['pagenow'] ?? '' );
	}

	/** Checks whether the request submits a form. */
	public static function is_post(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		return 'POST' === ( $_SERVER['REQUEST_METHOD'] ?? '' );
	}

	/** Returns the number of bytes in the body of the request. */
	public static function length(): int {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- A number has no slashes.
		return (int) ( $_SERVER['CONTENT_LENGTH'] ?? 0 );
	}

	/** Returns a parameter of the address; '' if it is missing or a list. */
	public static function parameter( string $name ): string {
		return self::text( $_GET[ $name ] ?? null ); // phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- Reading needs no nonce; each parameter has its own rule.
	}

	/** Returns a submitted text; '' if it is missing or a list. The caller checks the nonce. */
	public static function field( string $name ): string {
		return self::text( $_POST[ $name ] ?? null ); // phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- The caller checks the nonce; each field has its own rule.
	}

	/**
	 * Returns false if another site sent the request. Checks the header Sec-Fetch-Site or, if it is missing, the header
	 * Origin. Some browsers never send Sec-Fetch-Site, and no browser sends it to a site without https. The origin
	 * "null" of a sandboxed frame counts as another site. Returns true if both headers are missing.
	 */
	public static function is_from_this_site(): bool {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- They are only compared.
		$where = $_SERVER['HTTP_SEC_FETCH_SITE'] ?? null;
		if ( null !== $where ) {
			return in_array( $where, array( 'same-origin', 'same-site', 'none' ), true );
		}
		$origin = (string) ( $_SERVER['HTTP_ORIGIN'] ?? '' );
		// phpcs:enable
		return '' === $origin || wp_parse_url( home_url(), PHP_URL_HOST ) === wp_parse_url( $origin, PHP_URL_HOST );
	}

	/**
	 * Returns the address of this page, so that other pages can link back to it. The address is always on this site.
	 */
	public static function address(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The whole address is sanitized below, and WordPress checks targets of redirects.
		$path = (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '/' );
		$home = (array) wp_parse_url( home_url() );
		$host = ( $home['scheme'] ?? 'http' )
			. '://'
			. ( $home['host'] ?? '' )
			. ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
		return sanitize_url( $host . '/' . ltrim( $path, '/' ) );
	}

	/**
	 * Sets or deletes a cookie that stores rights of the visitor. Call it before any output, and only in an uncached
	 * response. The rest of this request sees the new value.
	 *
	 * @param string $value An empty text deletes the cookie.
	 * @param int    $days  Lifetime in days.
	 */
	public static function set_cookie( string $name, string $value, int $days, bool $is_for_scripts = false ): void {
		$home = (array) wp_parse_url( home_url( '/' ) );
		setcookie(
			$name,
			$value,
			array(
				'expires'  => '' === $value ? 1 : time() + $days * DAY_IN_SECONDS,
				// Limit the cookie to this site, because several sites may share a host.
				'path'     => $home['path'] ?? '/',
				'secure'   => is_ssl() || 'https' === ( $home['scheme'] ?? '' ),
				'httponly' => ! $is_for_scripts,
				'samesite' => 'Lax',
			)
		);
		$_COOKIE[ $name ] = $value;
	}

	private static function has_own_cookie(): bool {
		foreach ( array_keys( $_COOKIE ) as $name ) {
			if ( str_starts_with( (string) $name, 'largesse' ) ) {
				return true;
			}
		}
		return false;
	}

	private static function text( mixed $slashed ): string {
		return is_string( $slashed ) ? wp_unslash( $slashed ) : '';
	}
}
