<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Http\KeyedHash;
use Largesse\Links\SecretParameters;

/**
 * Stores each sign-up until the link in the mail confirms it, but at most for a day. Stores one sign-up for each pair
 * of address and browser. So nobody can replace another person's sign-up by entering the same address.
 */
final class PendingSignUps {

	/** Prefix of each transient's name. The hash of the e-mail address follows the prefix. */
	public const PREFIX = 'largesse_sign_up_';

	/** Maximum number of browsers that can sign up with the same e-mail address. */
	private const MOST = 5;

	/** Length of the hash of an e-mail address. A link's token begins with this hash. */
	private const HASH = 32;

	/** Stores a sign-up and returns it. Returns null if too many browsers have already signed up with the address. */
	public static function store( string $browser, string $email, string $name, string $password, string $back ): ?SignUp {
		$all    = self::all( $email );
		$former = $all[ $browser ] ?? null;
		if ( null === $former && count( $all ) >= self::MOST ) {
			return null;
		}
		$all[ $browser ] = new SignUp( $former->id ?? bin2hex( random_bytes( 8 ) ), $browser, $email, $name, $password, $back, time() );
		set_transient( self::name( self::hash( $email ) ), array_map( get_object_vars( ... ), $all ), DAY_IN_SECONDS );
		return $all[ $browser ];
	}

	/**
	 * Returns the pending sign-ups with this e-mail address.
	 *
	 * @return array<string, SignUp> The keys identify browsers.
	 */
	public static function all( string $email ): array {
		return self::read( self::hash( $email ) );
	}

	/** Returns the token for the link in the mail. */
	public static function token( SignUp $sign_up ): string {
		return self::hash( $sign_up->email ) . KeyedHash::of( "sign-up {$sign_up->id} of {$sign_up->email}" );
	}

	/** Returns the sign-up of a token; null if the token is invalid or too old. */
	public static function find( string $token ): ?SignUp {
		$token = SecretParameters::key( $token, 2 * self::HASH );
		foreach ( self::read( substr( $token, 0, self::HASH ) ) as $sign_up ) {
			if ( hash_equals( self::token( $sign_up ), $token ) ) {
				return $sign_up;
			}
		}
		return null;
	}

	/** Deletes all sign-ups with an address. */
	public static function delete( string $email ): void {
		delete_transient( self::name( self::hash( $email ) ) );
	}

	/**
	 * Reads sign-ups.
	 *
	 * @param string $hash Hash of the address.
	 * @return array<string, SignUp> The keys identify browsers.
	 */
	private static function read( string $hash ): array {
		$stored = preg_match( '/^[0-9a-f]+$/D', $hash ) ? get_transient( self::name( $hash ) ) : null;
		$all    = array_map( static fn ( array $values ): SignUp => new SignUp( ...$values ), is_array( $stored ) ? $stored : array() );
		return array_filter( $all, static fn ( SignUp $sign_up ): bool => $sign_up->time > time() - DAY_IN_SECONDS );
	}

	private static function name( string $hash ): string {
		return self::PREFIX . $hash;
	}

	private static function hash( string $email ): string {
		return KeyedHash::of( 'address of a sign-up ' . strtolower( $email ) );
	}
}
