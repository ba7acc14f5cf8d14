<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

/** Creates user names from people's names, so that people need not invent a user name. */
final class UserName {

	/** User name for people whose name is forbidden or has no Latin letters. */
	private const FALLBACK = 'member';

	/** Maximum length of a user name, without the number at its end. */
	private const CHARS = 40;

	/** Number of attempts with consecutive numbers; later attempts use random numbers. */
	private const TRIES = 20;

	/** Returns a free user name. It differs from the person's name, so pages that show this name do not reveal it. */
	public static function free( string $name ): string {
		$base      = trim( substr( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $name ) ) ), 0, self::CHARS ), '-' );
		$forbidden = array_map( strtolower( ... ), (array) apply_filters( 'illegal_user_logins', array() ) );
		$base      = '' === $base || in_array( $base, $forbidden, true ) ? self::FALLBACK : $base;
		$number    = $base === $name ? 2 : 1;
		do {
			$login = 1 === $number ? $base : "{$base}-{$number}";
			++$number;
			$number = $number > self::TRIES ? random_int( 1000, 9999999 ) : $number;
		} while ( username_exists( $login ) );
		return $login;
	}
}
