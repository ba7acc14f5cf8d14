<?php
declare( strict_types=1 );

namespace Largesse\Http;

/** Sets and deletes cookies that store the rights of a visitor. */
final class LinkCookie {

	/**
	 * Sets or deletes a cookie. Call it before any output, and only in an uncached response. The rest of this request sees
	 * the new value.
	 *
	 * @param string $value An empty text deletes the cookie.
	 * @param int    $days  Lifetime in days.
	 */
	public static function set( string $name, string $value, int $days, bool $is_for_scripts = false ): void {
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
}
