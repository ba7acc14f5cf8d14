<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Http\KeyedHash;
use Largesse\Http\LinkCookie;

/**
 * Permission to join a circle, for a browser in which a visitor opened a link to the circle. A cookie stores this
 * permission while the visitor signs in or creates an account. The cookie contains a hash of the link's key, so it
 * becomes invalid if the link changes.
 */
final class JoinPass {

	/** Prefix of the cookie's name; the circle's id follows. */
	private const COOKIE = 'largesse_join_';

	/** Lifetime of the cookie in days. */
	public const DAYS = 7;

	/** Beginning of the cookie's value for the family link. For an invitation, the value begins with an id. */
	private const FAMILY = 'family';

	/** @param string|null $invitation Id of the invitation; null for the family link. */
	public function __construct( public readonly string $circle_id, public readonly ?string $invitation ) {}

	/** Returns the pass in this request's cookie; null if there is no pass, or if the pass's link no longer works. */
	public static function from_cookie( Circle $circle ): ?self {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		$cookie = wp_unslash( $_COOKIE[ self::COOKIE . $circle->id ] ?? '' );
		if ( ! is_string( $cookie ) || ! preg_match( '/^(family|[0-9a-f]{16})-[0-9a-f]{32}$/D', $cookie, $part ) ) {
			return null;
		}
		$pass = new self( $circle->id, self::FAMILY === $part[1] ? null : $part[1] );
		$real = $pass->cookie( $circle );
		return '' !== $real && hash_equals( $real, $cookie ) ? $pass : null;
	}

	/** Sets the cookie. Call this method before any output, and only in an uncached response. */
	public function set_cookie( Circle $circle ): void {
		LinkCookie::set( self::COOKIE . $this->circle_id, $this->cookie( $circle ), self::DAYS );
	}

	public static function delete_cookie( string $circle_id ): void {
		LinkCookie::set( self::COOKIE . $circle_id, '', 0 );
	}

	/** Returns the value of the cookie; an empty text if the link no longer works. */
	private function cookie( Circle $circle ): string {
		$who = $this->invitation ?? self::FAMILY;
		$key = CircleKeys::of_pass( $circle, $this );
		return null === $key ? '' : "{$who}-" . KeyedHash::of( 'largesse-circle-join|' . CircleKeys::subject( $this->circle_id ) . "|{$who}|{$key}" );
	}
}
