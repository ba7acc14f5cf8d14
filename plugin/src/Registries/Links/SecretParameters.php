<?php
declare( strict_types=1 );

namespace Largesse\Registries\Links;

use Largesse\Foundation\Html\SharedNames;

/**
 * Names of query parameters whose values grant access. ReturnAddress removes these parameters from addresses that other
 * people may see.
 */
final class SecretParameters {

	/** Id of a purchase, in the address of a giver's page, and key of the page. */
	public const GIFT     = SharedNames::GIFT_PARAMETER;
	public const GIFT_KEY = 'key';

	/** Key of a link that opens a registry or a circle. */
	public const OPEN = 'open';

	/** Token with which the reader of a mail refuses invitations. */
	public const NO_INVITATIONS = 'no-invitations';

	/** Token that confirms a sign-up. */
	public const SIGN_UP = 'largesse-confirm';

	/** Id of a registry and key of a follower, in the address of the follower's page. */
	public const FOLLOWER = 'follower';

	/** Id of a member and key of the page that ends the member's reminders. */
	public const NO_REMINDERS = 'no-reminders';

	/** Key of a link that opens the gifts of an address; 1 for the gifts of the visitor. */
	public const MY_GIFTS = 'my-gifts';

	/** Key that confirms the address of an account. */
	public const ADDRESS = 'confirm-address';

	/** Id and key of a share, in the address of its page; data of a share that is not confirmed yet. */
	public const SHARE         = 'my-share';
	public const SHARE_PROMISE = 'promise';

	/** Parameters of pages whose address grants access. */
	public const OF_PAGES = array(
		self::GIFT,
		self::NO_INVITATIONS,
		self::SIGN_UP,
		self::FOLLOWER,
		self::NO_REMINDERS,
		self::MY_GIFTS,
		self::SHARE,
	);

	/** Further parameters of these pages and of lists. On other pages, "key" may belong to another plugin. */
	public const BESIDE = array( self::GIFT_KEY, self::OPEN, self::SHARE_PROMISE );

	private const WITH_KEY = array(
		self::GIFT_KEY,
		self::OPEN,
		self::NO_INVITATIONS,
		self::SIGN_UP,
		self::FOLLOWER,
		self::NO_REMINDERS,
		self::MY_GIFTS,
		self::ADDRESS,
		self::SHARE,
	);

	/**
	 * Returns the hexadecimal digits at the beginning of a parameter, in lower case; '' for none. Ignores the rest,
	 * because chats and mail programs glue the next character of the text to a link.
	 */
	public static function key( mixed $sent, int $digits = 32 ): string {
		return is_string( $sent ) && preg_match( "/^[0-9a-f]{{$digits}}/i", $sent, $found ) ? strtolower( $found[0] ) : '';
	}

	/** @return array{0: int, 1: string} Number and key of a token such as "7x" and a key; 0 and '' for none. */
	public static function numbered_key( mixed $sent, int $digits = 32 ): array {
		return is_string( $sent ) && preg_match( '/^([1-9]\d{0,15})x(.*)/is', $sent, $part )
			? array( (int) $part[1], self::key( $part[2], $digits ) )
			: array( 0, '' );
	}

	/**
	 * Returns the address of a page with a key at its end, where `key()` can ignore what follows.
	 *
	 * @param string                    $page   Address without a fragment.
	 * @param string                    $key    Letters and digits.
	 * @param array<string, int|string> $before Other parameters, of letters, digits and hyphens.
	 */
	public static function link( string $page, string $parameter, string $key, array $before = array() ): string {
		$query = '';
		foreach ( $before + array( $parameter => $key ) as $name => $value ) {
			$query .= "&{$name}={$value}";
		}
		return $page . ( str_contains( $page, '?' ) ? $query : '?' . substr( $query, 1 ) );
	}

	/**
	 * Renames the parameters of a link that somebody copied from the source of a mail or page, with "&amp;" instead of
	 * "&". Returns the parameters unchanged if no key follows "&amp;".
	 */
	public static function unescape( array $parameters ): array {
		$names   = array_map(
			static fn ( int|string $name ): string => (string) preg_replace( '/^amp;/', '', (string) $name ),
			array_keys( $parameters )
		);
		$renamed = array_diff( $names, array_map( strval( ... ), array_keys( $parameters ) ) );
		return array_intersect( $renamed, self::WITH_KEY ) ? array_combine( $names, $parameters ) : $parameters;
	}

	/**
	 * Removes a parameter from the addresses of a request. Recognizes every spelling of the parameter's name that PHP
	 * accepts. `$server` has the values of `$_SERVER`.
	 */
	public static function without( string $parameter, array $server ): array {
		foreach ( array( 'REQUEST_URI', 'QUERY_STRING' ) as $name ) {
			if ( is_string( $server[ $name ] ?? null ) ) {
				list( $path, $query ) = 'QUERY_STRING' === $name
					? array( '', $server[ $name ] )
					: explode( '?', $server[ $name ], 2 ) + array( '', '' );
				$kept                 = array_filter(
					explode( '&', $query ),
					// PHP ignores leading spaces in the name of a parameter, and everything after a bracket or a zero byte.
					static fn ( string $part ): bool => preg_split(
						'/[\[\x00]/',
						ltrim( urldecode( explode( '=', $part )[0] ), ' ' )
					)[0] !== $parameter
				);
				$query           = implode( '&', $kept );
				$server[ $name ] = 'QUERY_STRING' === $name || '' === $query ? $path . $query : "{$path}?{$query}";
			}
		}
		return $server;
	}
}
