<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Registries\Links\SecretParameters;
use Largesse\PersonalData;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;

/**
 * Stores each sign-up for a day. Stores one sign-up for each pair of address and browser. So nobody can replace another
 * person's sign-up by entering the same address. The confirmation of a sign-up deletes all others with the address. The
 * confirmed sign-up stays without name and password, because the browser may send the confirmation again.
 */
final class PendingSignUps extends PersonalData {

	public const GROUP = 'largesse-sign-ups';

	/** Kind of the records. The key is the hash of the e-mail address. The record expires with its last sign-up. */
	public const KIND = 'sign_up';

	/** Maximum number of browsers that can sign up with the same e-mail address. */
	private const MOST = 5;

	/** Length of the hash of an e-mail address. A link's token begins with this hash. */
	private const HASH = 32;

	/** Stores and returns a sign-up; null if too many browsers used the address, or its sign-ups change too often. */
	public static function store( string $browser, string $email, string $name, string $password, string $back ): ?SignUp {
		$stored = Records::change(
			self::KIND,
			self::hash( $email ),
			static function ( Record $now ) use ( $browser, $email, $name, $password, $back ): Record|WP_Error {
				$all    = self::of( $now );
				$former = $all[ $browser ] ?? null;
				return null === $former && count( $all ) >= self::MOST
					? new WP_Error( 'full' )
					: self::record(
						$now,
						array_replace(
							$all,
							array(
								$browser => new SignUp(
									$former->id ?? bin2hex( random_bytes( 8 ) ),
									$browser,
									$email,
									$name,
									$password,
									$back,
									time()
								),
							)
						)
					);
			}
		);
		return is_wp_error( $stored ) ? null : self::of( $stored )[ $browser ];
	}

	/**
	 * Creates the account of a sign-up with `$create`, and returns its id. If another request has just created it, returns
	 * this account. A lock prevents that two requests create accounts with the same address or the same user name.
	 *
	 * @param string                         $browser Hash of the cookie of the browser that confirms the sign-up.
	 * @param callable(SignUp): int|WP_Error $create
	 */
	public static function confirm( SignUp $sign_up, string $browser, callable $create ): int|WP_Error {
		return Records::locked(
			'sign_up',
			static function () use ( $sign_up, $browser, $create ): int|WP_Error {
				$now = self::find( self::token( $sign_up ) );
				if ( null !== $now && $now->user > 0 ) {
					return $now->user;
				}
				$id = $create( $sign_up );
				if ( is_int( $id ) ) {
					Records::change(
						self::KIND,
						self::hash( $sign_up->email ),
						static fn ( Record $record ): Record => self::record(
							$record,
							array( $browser => $sign_up->with( browser: $browser, name: '', password: '', user: $id ) )
						)
					);
				}
				return $id;
			}
		);
	}

	/** @return array<string, SignUp> Sign-ups with this e-mail address, by browser. */
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

	public function label(): string {
		return __( 'Unconfirmed accounts', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$data = array();
		foreach ( array_values( self::all( $email ) ) as $index => $sign_up ) {
			$data[] = $this->entry(
				"sign-up-{$index}",
				array(
					__( 'Name', 'largesse' ) => esc_html( $sign_up->name ),
					__( 'Date', 'largesse' ) => self::time( $sign_up->time ),
				)
			);
		}
		return self::page( $data );
	}

	public function erase( string $email, int $page = 1 ): array {
		$is_there = array() !== self::all( $email );
		Records::delete( self::KIND, self::hash( $email ) );
		return self::erasure( $is_there );
	}

	public function delete_expired(): void {
		Records::delete_expired( self::KIND, time() );
	}

	/** @return array<string, SignUp> Sign-ups by browser. Other processes may change them. */
	private static function read( string $hash ): array {
		return self::of( Records::read_again( self::KIND, $hash ) );
	}

	/** @return array<string, SignUp> */
	private static function of( Record $record ): array {
		$all = array_map( SignUp::from_array( ... ), $record->data );
		return array_filter( $all, static fn ( SignUp $sign_up ): bool => $sign_up->time > time() - DAY_IN_SECONDS );
	}

	/** @param array<string, SignUp> $all Sign-ups by browser. */
	private static function record( Record $record, array $all ): Record {
		return $record->with(
			data: array_map( static fn ( SignUp $sign_up ): array => $sign_up->to_array(), $all ),
			time: time() + DAY_IN_SECONDS
		);
	}

	private static function hash( string $email ): string {
		return KeyedHash::of( 'address of a sign-up ' . strtolower( $email ) );
	}
}
