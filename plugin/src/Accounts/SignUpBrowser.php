<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Http\KeyedHash;
use Largesse\Http\LinkCookie;

/**
 * Recognizes the browser of a sign-up by a cookie. Each form contains a token that depends on the cookie. Without this
 * token, another site could send the form, and sign a visitor up with a password of its choice.
 */
final class SignUpBrowser {

	private const COOKIE = 'largesse_sign_up';

	/** Returns the hash of the browser's cookie. Sets a missing cookie, so call this method before any output. */
	public static function id(): string {
		$value = self::cookie();
		if ( '' === $value ) {
			$value = bin2hex( random_bytes( 16 ) );
			LinkCookie::set( self::COOKIE, $value, 2 );
		}
		return KeyedHash::of( "browser of a sign-up {$value}" );
	}

	/** Returns the token for a form in this browser. */
	public static function form_token(): string {
		return KeyedHash::of( 'form of a sign-up ' . self::id() );
	}

	/** Checks whether the token of a form belongs to this browser. */
	public static function accepts( string $token ): bool {
		return '' !== self::cookie() && hash_equals( self::form_token(), $token );
	}

	/** Deletes the cookie. */
	public static function forget(): void {
		LinkCookie::set( self::COOKIE, '', 0 );
	}

	private static function cookie(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Only its hash is used.
		$value = $_COOKIE[ self::COOKIE ] ?? '';
		return is_string( $value ) ? $value : '';
	}
}
