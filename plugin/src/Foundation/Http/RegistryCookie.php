<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * Signed cookies with the ids of what a guest has added to registries, one cookie for each registry. A member's
 * entries belong to the account, so members have no such cookie.
 */
final class RegistryCookie {

	/** Beginning of the names of all these cookies. The kind of the cookie and the id of the registry follow. */
	private const PREFIX = 'largesse_guest_';

	/** Lifetime in days, and maximum number of texts in a cookie. */
	private const DAYS = 365;
	private const MOST = 30;

	/** @param string $name PREFIX, the kind of the cookie, and an underscore; the registry's id follows. */
	public function __construct( private readonly string $name ) {}

	/** @return list<string> Texts in this browser's cookie: UUIDs, or longer texts of lower-case letters, digits and hyphens. */
	public function texts( int $registry_id ): array {
		$text = SignedCookie::text( $this->name . $registry_id );
		return '' === $text ? array() : array_slice( explode( '.', $text ), -self::MOST );
	}

	/**
	 * Checks whether something is the visitor's: it belongs to the account, or to nobody's, and its text is in the cookie.
	 */
	public function is_own( int $registry_id, ?int $user_id, string $text ): bool {
		return null === $user_id ? in_array( $text, $this->texts( $registry_id ), true ) : get_current_user_id() === $user_id;
	}

	/** Adds texts to the cookie of a visitor without an account. Call it before any output. */
	public function add( int $registry_id, string ...$new ): void {
		if ( ! is_user_logged_in() ) {
			$texts = array( ...array_diff( $this->texts( $registry_id ), $new ), ...$new );
			SignedCookie::set( $this->name . $registry_id, implode( '.', array_slice( $texts, -self::MOST ) ), self::DAYS );
		}
	}

	/** Deletes all these cookies about a registry. Call it before any output. */
	public static function forget( int $registry_id ): void {
		foreach ( (array) preg_grep( '/^' . self::PREFIX . "[a-z]+_{$registry_id}$/D", array_keys( $_COOKIE ) ) as $name ) {
			SignedCookie::delete( $name );
		}
	}
}
