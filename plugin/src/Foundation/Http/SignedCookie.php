<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * Cookies in which the site remembers what a guest has done. A browser can change cookies, and other people can read
 * the ids of gifts and suggestions, so the site signs each cookie. Caches must not store pages that read them.
 *
 * A cookie that was set while a member was signed in counts only for this member. When the member signs out, the
 * browser forgets it, so that the next person at the same computer learns nothing.
 */
final class SignedCookie {

	/** Parts of a value: the text, the member for whom alone it counts, and the signature. */
	private const VALUE = '/^(?P<text>.*?)(?:\.u(?P<member>\d+))?\.(?P<signature>[0-9a-f]{32})$/D';

	/** Returns the text of a cookie; '' if it is missing, if the site has not signed it, or if it is another member's. */
	public static function text( string $name ): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.RestrictedVariables -- A value counts only if the site signed it.
		return self::verified( $name, $_COOKIE[ $name ] ?? null );
	}

	/** @return array<string, string> Texts of the cookies whose names begin with a prefix, by name. Browsers send the oldest first. */
	public static function texts( string $prefix ): array {
		$texts = array();
		foreach ( $_COOKIE as $name => $value ) {
			if ( str_starts_with( (string) $name, $prefix ) ) {
				$texts[ $name ] = self::verified( $name, $value );
			}
		}
		return array_filter( $texts, 'strlen' );
	}

	/**
	 * Returns a value that proves its origin itself, such as the hash of a link's key. Guests have this value without
	 * another signature. '' if the cookie is missing, or another member's.
	 */
	public static function proof( string $name ): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.RestrictedVariables -- The caller compares the value.
		$value = wp_unslash( $_COOKIE[ $name ] ?? '' );
		return self::is_of_member( $value ) ? self::verified( $name, $value ) : ( is_string( $value ) ? $value : '' );
	}

	/** Sets a cookie. Call it before any output, and only in an uncached response. */
	public static function set( string $name, string $text, int $days ): void {
		$member = is_user_logged_in() ? '.u' . get_current_user_id() : '';
		Request::set_cookie( $name, "{$text}{$member}." . self::signature( $name, $text . $member ), $days );
	}

	/** Sets a cookie with a value for `proof()`. Call it before any output, and only in an uncached response. */
	public static function set_proof( string $name, string $value, int $days ): void {
		if ( is_user_logged_in() ) {
			self::set( $name, $value, $days );
		} else {
			Request::set_cookie( $name, $value, $days );
		}
	}

	/** Checks whether this browser has a cookie that was set while nobody was signed in. Does not check its signature. */
	public static function is_of_visitor( string $name ): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.RestrictedVariables -- The value is only compared.
		return isset( $_COOKIE[ $name ] ) && ! self::is_of_member( wp_unslash( $_COOKIE[ $name ] ) );
	}

	/** Deletes a cookie. Call it before any output. */
	public static function delete( string $name ): void {
		Request::set_cookie( $name, '', 0 );
	}

	/** Deletes all cookies that were set while a member was signed in. Runs when a member signs out. */
	public static function forget_members(): void {
		foreach ( $_COOKIE as $name => $value ) {
			if ( str_starts_with( (string) $name, 'largesse_' ) && self::is_of_member( $value ) ) {
				self::delete( (string) $name );
			}
		}
	}

	private static function verified( int|string $name, mixed $value ): string {
		if ( ! is_string( $value ) || ! preg_match( self::VALUE, $value, $part ) ) {
			return '';
		}
		$member = '' === $part['member'] ? '' : ".u{$part['member']}";
		$is_own = '' === $member || get_current_user_id() === (int) $part['member'];
		return $is_own && hash_equals( self::signature( (string) $name, $part['text'] . $member ), $part['signature'] )
			? $part['text']
			: '';
	}

	private static function is_of_member( mixed $value ): bool {
		return is_string( $value ) && preg_match( self::VALUE, $value, $part ) && '' !== $part['member'];
	}

	/** On a network, registries of several sites may have the same id. */
	private static function signature( string $name, string $text ): string {
		return KeyedHash::of( ( is_multisite() ? get_current_blog_id() . '@' : '' ) . "{$name}.{$text}" );
	}
}
