<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Registries\Registry\PeopleEntries;
use WP_Error;

/**
 * Checks which user names exist. Members who cannot list users may check a limited number of whole names per day, so
 * that they cannot find all members by guessing names (threats: What each person can do).
 */
final class MemberNames {

	/** Prefix of the transients' names. A hash of the member and the reason follows. */
	public const PREFIX = 'largesse_names_';

	/** Maximum number of different names that a member may check each day for each reason. */
	private const A_DAY = 200;

	/** Reasons for a check: somebody invites people, or views the invitees of a registry. */
	public const INVITED = 'invited';
	public const LISTED  = 'listed';

	/** Length of a name's hash. A short hash suffices, because each member's names are stored separately. */
	private const SHORT = 12;

	/** @return array<string, bool|null> Whether a normalized name exists; null beyond today's limit. Omits addresses. */
	public static function check( array $entries, string $reason ): array {
		$names  = self::without_addresses( $entries );
		$wanted = array_values( array_unique( array_map( PeopleEntries::normalize( ... ), $names ) ) );
		$is_all = current_user_can( 'list_users' ) || ( defined( 'WP_CLI' ) && WP_CLI );
		$asked  = $is_all || ! $wanted ? $wanted : self::within_limit( $wanted, $reason );
		$known  = array_fill_keys( $asked, false );
		if ( $asked ) {
			$users = get_users(
				array(
					'login__in' => array_values( array_unique( array( ...$asked, ...$names ) ) ),
					'fields'    => array( 'ID', 'user_login' ),
				)
			);
			// The database may treat "ä" and "a" as equal, so compare the found names again.
			$known = array_fill_keys(
				array_intersect(
					array_map( static fn ( object $user ) => PeopleEntries::normalize( $user->user_login ), $users ),
					$asked
				),
				true
			) + $known;
		}
		return $known + array_fill_keys( $wanted, null );
	}

	/**
	 * Returns display names by normalized user name, except names that several members share. Omits e-mail addresses,
	 * because the address of one person may be the user name of another.
	 */
	public static function display_names( array $entries ): array {
		$query = array(
			'login__in' => array_values( self::without_addresses( $entries ) ),
			'fields'    => array( 'user_login', 'display_name' ),
		);
		$names = array();
		foreach ( $query['login__in'] ? get_users( $query ) : array() as $user ) {
			$names[ PeopleEntries::normalize( $user->user_login ) ] = $user->display_name;
		}
		$uses = array_count_values( $names );
		return array_filter( $names, static fn ( string $name ) => 1 === $uses[ $name ] );
	}

	private static function without_addresses( array $entries ): array {
		return array_filter( $entries, static fn ( string $entry ): bool => ! str_contains( $entry, '@' ) );
	}

	/** Returns an error if the current user has checked too many names today; null otherwise, and for e-mail addresses. */
	public static function limit_error( string $entry ): ?WP_Error {
		$is_told = array( null ) !== array_values( self::check( array( $entry ), self::INVITED ) );
		return $is_told ? null : new WP_Error( 'largesse_many_names', self::unchecked_message( $entry ) );
	}

	public static function unchecked_message( string $name ): string {
		/* translators: %s: what somebody typed. */
		return str_replace( '%s', $name, __( 'You have tried too many names today, so we did not check “%s”. Enter an e-mail address instead, or try again tomorrow.', 'largesse' ) );
	}

	/** @return list<string> Names that the user may check. Counts names that were not checked today. */
	private static function within_limit( array $names, string $reason ): array {
		$row     = self::PREFIX . KeyedHash::of( "names {$reason} by " . get_current_user_id() );
		$stored  = get_transient( $row );
		$counted = array_filter(
			is_array( $stored ) ? $stored : array(),
			static fn ( mixed $time ) => is_int( $time ) && $time > time() - DAY_IN_SECONDS
		);
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
