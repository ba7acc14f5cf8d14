<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * Random key of a guest's browser, in a signed cookie. Each form contains a mark that depends on this key. So the site
 * recognizes the browser that has opened a form, even if the answer to the form was lost with its cookies. If a broken
 * cache has given the form to another browser, that browser has another key, or none. Members need no key, because the
 * form is for their account.
 */
final class BrowserKey {

	private const COOKIE = 'largesse_browser';

	/** Lifetime of the cookie in days. Each opened form renews it. */
	private const DAYS = 2;

	/**
	 * Returns the mark of this browser on a form; '' for members. Sets the cookie, so call it before any output, and only
	 * in an uncached response.
	 */
	public static function mark( string $form_id ): string {
		if ( is_user_logged_in() ) {
			return '';
		}
		$key = SignedCookie::text( self::COOKIE );
		$key = '' === $key ? bin2hex( random_bytes( 16 ) ) : $key;
		if ( ! headers_sent() ) {
			SignedCookie::set( self::COOKIE, $key, self::DAYS );
		}
		return self::hash( $key, $form_id );
	}

	/** Checks whether this browser has opened the form with a mark. */
	public static function has_opened( string $form_id, string $mark ): bool {
		$key = SignedCookie::text( self::COOKIE );
		return '' !== $key && hash_equals( self::hash( $key, $form_id ), $mark );
	}

	/** Checks whether another browser has opened the form with a mark: this one has a key, but another. */
	public static function is_of_other( string $form_id, string $mark ): bool {
		return '' !== SignedCookie::text( self::COOKIE ) && ! self::has_opened( $form_id, $mark );
	}

	/**
	 * Deletes the key when a member signs out. So the forms that this browser has opened do not count for the next person
	 * at the same computer. Guests keep the gifts that a page has shown to them (GiftCookies).
	 */
	public static function forget(): void {
		if ( '' !== SignedCookie::text( self::COOKIE ) ) {
			SignedCookie::delete( self::COOKIE );
		}
	}

	private static function hash( string $key, string $form_id ): string {
		return KeyedHash::of( "largesse-opened|{$key}|{$form_id}" );
	}
}
