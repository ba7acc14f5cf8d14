<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\RenewableKey;
use Largesse\Foundation\Http\SignedCookie;
use Largesse\Registries\Links\SecretParameters;

/**
 * A link to a circle: the family link, or the link in an invitation (rules: Circles). Its key is not stored, so a copy
 * of the database is not enough to join. After a visitor has opened a link, a cookie permits them to join while they
 * sign in or create an account. The cookie contains a hash of the key, so it becomes invalid if the link changes.
 */
final class JoinLink {

	/** Prefix of the cookie's name, before the circle's id; and lifetime of the cookie in days. */
	private const COOKIE = 'largesse_join_';
	public const DAYS    = 7;

	private const PURPOSE = 'largesse-circle';

	/** @param string|null $invitation Id of the invitation; null for the family link. */
	public function __construct( public readonly string $circle_id, public readonly ?string $invitation = null ) {}

	/** Returns the value to store for a new family link. */
	public static function create_family_link( string $circle_id ): string {
		return RenewableKey::create( self::PURPOSE, Circles::unique_id( $circle_id ), KeyedHash::of( ... ) );
	}

	/** Returns the link with a key; null if the key is invalid. Compares all keys, so that the time reveals nothing. */
	public static function with_key( Circle $circle, string $key ): ?self {
		$found = self::family_key( $circle )->matches( $key ) ? new self( $circle->id ) : null;
		foreach ( $circle->open_invitations( time() ) as $invitation ) {
			$link = new self( $circle->id, $invitation->id );
			$real = $link->key( $circle );
			if ( null !== $real && hash_equals( $real, $key ) ) {
				$found = $link;
			}
		}
		return $found;
	}

	/** Returns the link of the cookie in this request; null if there is none, or if the link no longer works. */
	public static function from_cookie( Circle $circle ): ?self {
		$cookie = SignedCookie::proof( self::COOKIE . $circle->id );
		foreach (
			'' !== $cookie ? array( null, ...array_column( $circle->open_invitations( time() ), 'id' ) ) : array() as $invitation
		) {
			$link = new self( $circle->id, $invitation );
			if ( hash_equals( $link->cookie( $circle ), $cookie ) ) {
				return $link;
			}
		}
		return null;
	}

	/** Sets the cookie. Call this method before any output, and only in an uncached response. */
	public function set_cookie( Circle $circle ): void {
		SignedCookie::set_proof( self::COOKIE . $this->circle_id, $this->cookie( $circle ), self::DAYS );
	}

	public static function delete_cookie( string $circle_id ): void {
		SignedCookie::delete( self::COOKIE . $circle_id );
	}

	/** Returns the address of the link; an empty text if it does not work. */
	public function url( Circle $circle ): string {
		$key = $this->key( $circle );
		return null === $key
			? ''
			: SecretParameters::link( CirclePage::url( $this->circle_id ), SecretParameters::OPEN, $key );
	}

	/** Returns the address to which the invitation was mailed; '' for the family link, or if it no longer works. */
	public function email( Circle $circle ): string {
		return null === $this->invitation ? '' : $circle->invitation( $this->invitation, time() )->email ?? '';
	}

	/** Returns the key; null if the link does not work. */
	public function key( Circle $circle ): ?string {
		if ( null === $this->invitation ) {
			return self::family_key( $circle )->value();
		}
		return null === $circle->invitation( $this->invitation, time() )
			? null
			: KeyedHash::of( 'largesse-circle-invitation|' . Circles::unique_id( $circle->id ) . "|{$this->invitation}" );
	}

	private static function family_key( Circle $circle ): RenewableKey {
		return new RenewableKey( self::PURPOSE, Circles::unique_id( $circle->id ), $circle->link, KeyedHash::of( ... ) );
	}

	/** Returns the value of the cookie; an empty text if the link no longer works. */
	private function cookie( Circle $circle ): string {
		$who = $this->invitation ?? 'family';
		$key = $this->key( $circle );
		return null === $key
			? ''
			: "{$who}-" . KeyedHash::of( 'largesse-circle-join|' . Circles::unique_id( $this->circle_id ) . "|{$who}|{$key}" );
	}
}
