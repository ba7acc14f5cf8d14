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

	/** Prefix of the cookie's name, before the circle's id; and lifetime of the cookie in days. */
	private const COOKIE = 'largesse_join_';
	public const DAYS    = 7;

	/** @param string|null $invitation Id of the invitation; null for the family link. */
	public function __construct( public readonly string $circle_id, public readonly ?string $invitation ) {}

	/** Returns the pass in this request's cookie; null if there is no pass, or if the pass's link no longer works. */
	public static function from_cookie( Circle $circle ): ?self {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		$cookie = wp_unslash( $_COOKIE[ self::COOKIE . $circle->id ] ?? '' );
		foreach ( is_string( $cookie ) && '' !== $cookie ? array( null, ...array_column( $circle->open_invitations( time() ), 'id' ) ) : array() as $invitation ) {
			$pass = new self( $circle->id, $invitation );
			if ( hash_equals( $pass->cookie( $circle ), $cookie ) ) {
				return $pass;
			}
		}
		return null;
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
		$who = $this->invitation ?? 'family';
		$key = CircleKeys::of_pass( $circle, $this );
		return null === $key ? '' : "{$who}-" . KeyedHash::of( 'largesse-circle-join|' . CircleKeys::subject( $this->circle_id ) . "|{$who}|{$key}" );
	}
}
