<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Http\Errors;
use Largesse\Records\Record;
use Largesse\Records\Records;
use Largesse\Registry\RegistryPostType;
use WP_Error;

/**
 * Stores the followers of registries. No page, route or file shows the followers to an owner (rules: Following).
 */
final class Followers {

	/** Kind of the record with the followers of a registry. */
	public const KIND = 'followers';

	/** Maximum number of followers of a registry. */
	public const MOST = 200;

	/** Maximum number of unconfirmed addresses for one registry. */
	private const MOST_WAITING = 200;

	/** Maximum number of registries that one person follows. */
	public const MOST_LISTS = 100;

	/**
	 * Returns the followers of a registry. Includes unconfirmed followers who still have time to confirm.
	 *
	 * @return list<Follower>
	 */
	public static function of( int $registry_id ): array {
		return self::valid( Records::read( self::KIND, $registry_id ) );
	}

	/** Returns the follower of a registry with this user id, or with this e-mail address; null for none. */
	public static function find( int $registry_id, int $user, string $email ): ?Follower {
		foreach ( self::of( $registry_id ) as $follower ) {
			if ( $follower->is( $user, $email ) ) {
				return $follower;
			}
		}
		return null;
	}

	/**
	 * Returns the entries of a person in all registries that they follow, or have asked to follow.
	 *
	 * @param int    $user  Id of the member; 0 for a visitor.
	 * @param string $email E-mail address of the visitor.
	 * @return array<int, Follower> By the id of the registry.
	 */
	public static function everywhere( int $user, string $email ): array {
		$part  = $user > 0 ? "\"user\":{$user}," : '"email":' . wp_json_encode( strtolower( $email ) );
		$found = array();
		foreach ( Records::all( self::KIND, $part ) as $record ) {
			foreach ( self::valid( $record ) as $follower ) {
				if ( $follower->is( $user, $email ) ) {
					$found[ $record->registry ] = $follower;
				}
			}
		}
		return $found;
	}

	/**
	 * Returns the ids of registries with followers.
	 *
	 * @param int $after Id of the record after which to start.
	 * @return array<int, int> By the ids of the records, in ascending order.
	 */
	public static function registries( int $after, int $most ): array {
		return array_column( Records::all( self::KIND, '', $after, $most ), 'registry', 'id' );
	}

	/**
	 * Adds a visitor who must confirm their address, unless the visitor follows already. Beyond the maximum number of
	 * unconfirmed entries, deletes one of them.
	 *
	 * @return Follower|WP_Error The stored follower.
	 */
	public static function ask( int $registry_id, Follower $asking ): Follower|WP_Error {
		$failed = self::change(
			$registry_id,
			static function ( array $all ) use ( $asking ): array {
				$known = array_filter( $all, static fn ( Follower $other ): bool => $other->is( $asking->user, $asking->email ) );
				if ( array_filter( $known, static fn ( Follower $other ): bool => $other->is_confirmed() ) ) {
					return $all;
				}
				// A link that the site has mailed before stays valid.
				$others  = array( ...array_diff_key( $all, $known ), $asking->with( id: reset( $known )->id ?? $asking->id ) );
				$waiting = array_values( array_filter( $others, static fn ( Follower $other ): bool => ! $other->is_confirmed() ) );
				$dropped = count( $waiting ) > self::MOST_WAITING ? Follower::displaced( $waiting ) : null;
				return array_filter( $others, static fn ( Follower $other ): bool => $other !== $dropped );
			}
		);
		return $failed ?? self::find( $registry_id, $asking->user, $asking->email ) ?? self::gone();
	}

	/**
	 * Adds a follower, or confirms a follower who has asked before. Changes nothing if the person follows already.
	 *
	 * @return WP_Error|null Null if the person follows the registry now.
	 */
	public static function start( int $registry_id, Follower $follower ): ?WP_Error {
		$others = array_diff_key( self::everywhere( $follower->user, $follower->email ), array( $registry_id => true ) );
		if ( count( $others ) >= self::MOST_LISTS ) {
			/* translators: %s: a number. */
			return new WP_Error( 'largesse_many_lists', sprintf( __( 'You already follow %s lists, which is the maximum. Stop following another list first.', 'largesse' ), number_format_i18n( self::MOST_LISTS ) ) );
		}
		$is_full = false;
		$failed  = self::change(
			$registry_id,
			static function ( array $all ) use ( $follower, &$is_full ): array {
				$others    = array_filter( $all, static fn ( Follower $other ): bool => ! $other->is( $follower->user, $follower->email ) );
				$known     = array_diff_key( $all, $others );
				$confirmed = array_filter( $all, static fn ( Follower $other ): bool => $other->is_confirmed() );
				$is_full   = count( $confirmed ) >= self::MOST && array() === array_intersect_key( $known, $confirmed );
				return $is_full ? $all : array( ...$others, ( reset( $known ) ?: $follower )->confirmed( NewWishes::now() ) ); // phpcs:ignore Universal.Operators.DisallowShortTernary -- A follower is never empty.
			}
		);
		return $is_full ? new WP_Error( 'largesse_many_followers', __( 'No more people can follow this list at the moment. Please try again another time.', 'largesse' ) ) : $failed;
	}

	/**
	 * Changes a follower, unless the person has stopped following in the meantime.
	 *
	 * @param callable(Follower): Follower $work Returns the changed follower.
	 * @return WP_Error|null Null if it worked.
	 */
	public static function update( int $registry_id, string $id, callable $work ): ?WP_Error {
		return self::change( $registry_id, static fn ( array $all ): array => array_map( static fn ( Follower $one ): Follower => $one->id === $id ? $work( $one ) : $one, $all ) );
	}

	/**
	 * Removes followers.
	 *
	 * @param callable(Follower): bool $is_gone Returns whether to remove a follower.
	 * @return WP_Error|null Null if it worked.
	 */
	public static function remove( int $registry_id, callable $is_gone ): ?WP_Error {
		return self::change( $registry_id, static fn ( array $all ): array => array_filter( $all, static fn ( Follower $one ): bool => ! $is_gone( $one ) ) );
	}

	/**
	 * Changes the followers of a registry.
	 *
	 * @param callable(array<int, Follower>): array<Follower> $work Returns the new followers; may run several times.
	 */
	private static function change( int $registry_id, callable $work ): ?WP_Error {
		$is_there = RegistryPostType::is( get_post( $registry_id ) );
		$stored   = Records::change(
			self::KIND,
			$registry_id,
			static function ( Record $now ) use ( $registry_id, $work, $is_there ): ?Record {
				$new = $work( self::valid( $now ) );
				return $is_there && $new ? $now->with( data: array_map( static fn ( Follower $one ): array => $one->to_array(), array_values( $new ) ), registry: $registry_id ) : null;
			}
		);
		if ( $stored instanceof Record && ! $stored->is_stored() ) {
			Records::delete( NewWishes::KIND, $registry_id );
		}
		return is_wp_error( $stored ) ? $stored : null;
	}

	/**
	 * Returns the followers of a record. Omits expired followers.
	 *
	 * @return list<Follower>
	 */
	private static function valid( Record $record ): array {
		return array_values( array_filter( array_map( Follower::from_array( ... ), $record->data ), static fn ( Follower $one ): bool => ! $one->is_expired( time() ) ) );
	}

	private static function gone(): WP_Error {
		return new WP_Error( Errors::NOT_STORED, __( 'This did not work. Please try again in a minute.', 'largesse' ) );
	}
}
