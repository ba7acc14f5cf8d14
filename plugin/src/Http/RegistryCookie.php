<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Cookies with texts about registries, one cookie for each registry. A browser can change them, so the texts must be
 * secrets or signed.
 */
final class RegistryCookie {

	/** Beginning of the names of all these cookies. The kind of the cookie and the id of the registry follow. */
	private const PREFIX = 'largesse_guest_';

	/** Lifetime in days. */
	private const DAYS = 365;

	/**
	 * @param string $name    PREFIX, the kind of the cookie, and an underscore; the registry's id follows.
	 * @param int    $most    Maximum number of texts in a cookie.
	 * @param string $pattern Pattern of the texts, which contain no dots.
	 */
	public function __construct(
		private readonly string $name,
		private readonly int $most,
		private readonly string $pattern
	) {}

	/** @return list<string> Texts in this browser's cookie. */
	public function texts( int $registry_id ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.RestrictedVariables -- The pattern checks it.
		$value = $_COOKIE[ $this->name . $registry_id ] ?? '';
		return is_string( $value ) ? array_slice( (array) preg_grep( $this->pattern, explode( '.', $value ) ), -$this->most ) : array();
	}

	/** Adds texts to the cookie. Call it before any output. */
	public function add( int $registry_id, string ...$new ): void {
		$texts = array( ...array_diff( $this->texts( $registry_id ), $new ), ...$new );
		LinkCookie::set( $this->name . $registry_id, implode( '.', array_slice( $texts, -$this->most ) ), self::DAYS );
	}

	/** Deletes all these cookies about a registry. Call it before any output. */
	public static function forget( int $registry_id ): void {
		foreach ( (array) preg_grep( '/^' . self::PREFIX . "[a-z]+_{$registry_id}$/D", array_keys( $_COOKIE ) ) as $name ) {
			LinkCookie::set( $name, '', 0 );
		}
	}
}
