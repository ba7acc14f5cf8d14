<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Registry\PeopleList;
use WP_Error;

/**
 * Knows which user names somebody on this site has. Only whole names are answered, and of members who may not list all
 * users anyway only so many a day: nobody reads the list of members by guessing (threats: What each can do).
 */
final class MemberNames {

	/** How many different names a member may ask about in a day, by what they ask for. */
	private const A_DAY = 200;

	/** What names are asked for: to invite them, or because they stand on a list that is shown. */
	public const INVITED = 'invited';
	public const LISTED  = 'listed';

	/** Letters of the hash under which a name is remembered; only its owner's own questions stand beside it. */
	private const SHORT = 12;

	/**
	 * Tells of user names whether somebody has them.
	 *
	 * @param list<string> $names  As they were typed.
	 * @param string       $reason One of the constants.
	 * @return array<string, bool|null> By normalized name; null if the current user has asked about too many today.
	 */
	public static function known( array $names, string $reason ): array {
		$wanted = array_values( array_unique( array_map( PeopleList::normalize( ... ), $names ) ) );
		$asked  = self::is_unlimited() ? $wanted : self::within_limit( $wanted, $reason );
		$known  = array_fill_keys( $asked, false );
		if ( $asked ) {
			$users = get_users(
				array(
					'login__in' => array_values( array_unique( array( ...$asked, ...$names ) ) ),
					'fields'    => array( 'ID', 'user_login' ),
				)
			);
			// The database may take "ä" for "a".
			$known = array_fill_keys( array_intersect( array_map( static fn ( object $user ) => PeopleList::normalize( $user->user_login ), $users ), $asked ), true ) + $known;
		}
		return $known + array_fill_keys( $wanted, null );
	}

	/**
	 * Returns the error where the current user has asked about too many names today to learn of another one; null for none,
	 * and for e-mail addresses, of which nothing is told.
	 *
	 * @param string $entry User name or e-mail address.
	 */
	public static function refusal( string $entry ): ?WP_Error {
		$is_told = str_contains( $entry, '@' ) || array( null ) !== array_values( self::known( array( $entry ), self::INVITED ) );
		return $is_told ? null : new WP_Error( 'largesse_many_names', self::too_many( $entry ) );
	}

	/** Says that a name is not looked for. */
	public static function too_many( string $name ): string {
		/* translators: %s: what somebody typed. */
		return str_replace( '%s', $name, __( 'You have tried many names today, so we do not look for “%s”. Enter an e-mail address instead, or try again tomorrow.', 'largesse' ) );
	}

	/** Checks whether the current user knows all names anyway. */
	private static function is_unlimited(): bool {
		return current_user_can( 'list_users' ) || ( defined( 'WP_CLI' ) && WP_CLI );
	}

	/**
	 * Returns the names about which the current user may ask, and counts them. One that was asked about today costs nothing.
	 *
	 * @param list<string> $names  Normalized.
	 * @param string       $reason One of the constants.
	 * @return list<string>
	 */
	private static function within_limit( array $names, string $reason ): array {
		$row     = 'largesse_names_' . KeyedHash::of( "names {$reason} by " . get_current_user_id() );
		$stored  = get_transient( $row );
		$counted = array_filter( is_array( $stored ) ? $stored : array(), static fn ( mixed $time ) => is_int( $time ) && $time > time() - DAY_IN_SECONDS );
		$before  = $counted;
		$allowed = array();
		foreach ( $names as $name ) {
			$id = substr( KeyedHash::of( "name {$name}" ), 0, self::SHORT );
			if ( isset( $counted[ $id ] ) || count( $counted ) < self::A_DAY ) {
				$counted[ $id ] ??= time();
				$allowed[]        = $name;
			}
		}
		if ( $counted !== $before ) {
			set_transient( $row, $counted, DAY_IN_SECONDS );
		}
		return $allowed;
	}
}
