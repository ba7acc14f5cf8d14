<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Closure;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;

/** Stores the followers of registries. No page, route or file shows the followers to an owner (rules: Following). */
final class Followers {

	/** Kind of the record of a follower. Its time is the end of the time in which a visitor can confirm the address. */
	public const KIND = 'follower';

	/** @return list<Follower> Followers of a registry, and visitors who still have time to confirm. */
	public static function of( int $registry_id ): array {
		return array_values(
			array_filter( array_map( self::from( ... ), Records::all( self::KIND, registry: $registry_id ) ) )
		);
	}

	/** Returns the follower of a registry with this user id, or with this e-mail address; null for none. */
	public static function find( int $registry_id, int $user, string $email ): ?Follower {
		return self::from( Records::read( self::KIND, self::key( $registry_id, $user, $email ) ) );
	}

	/** @return array<int, Follower> Entries of a member, or of a visitor (user 0), by the registry's id. */
	public static function everywhere( int $user, string $email ): array {
		$records = $user > 0
			? Records::all( self::KIND, user: $user )
			: Records::containing( self::KIND, 'email', strtolower( $email ) );
		$found   = array_filter( array_map( self::from( ... ), $records ) );
		return array_column(
			array_filter( $found, static fn ( Follower $one ): bool => $one->is( $user, $email ) ),
			null,
			'registry'
		);
	}

	/** @return array<int, Follower> Like `everywhere()`, without requests that are not confirmed. */
	public static function confirmed( int $user, string $email ): array {
		return array_filter( self::everywhere( $user, $email ), static fn ( Follower $one ): bool => $one->is_confirmed );
	}

	/** Returns the follower of a record; null if it is not stored, or if the follower did not confirm in time. */
	public static function from( Record $record ): ?Follower {
		return $record->is_stored() && ( 0 === $record->time || $record->time >= time() )
			? Follower::from_array( $record->data )
			: null;
	}

	/** Adds a visitor who must confirm their address. Beyond the maximum number of unconfirmed visitors, deletes one. */
	public static function ask( Follower $asking ): Follower|WP_Error {
		// A link that the site has mailed before stays valid.
		$stored    = self::put(
			$asking,
			static fn ( ?Follower $known ): Follower => true === $known?->is_confirmed
				? $known
				: $asking->with( id: $known->id ?? $asking->id )
		);
		$displaced = FollowerLimits::displaced( self::of( $asking->registry ) );
		if ( null !== $displaced ) {
			self::remove( $displaced );
		}
		return $stored;
	}

	/** Adds a follower, or confirms a follower who has asked before. Changes nothing if the person follows already. */
	public static function start( Follower $follower ): Follower|WP_Error {
		$problem = FollowerLimits::problem(
			$follower,
			self::everywhere( $follower->user, $follower->email ),
			self::of( $follower->registry )
		);
		$message = match ( $problem ) {
			null                       => '',
			/* translators: %s: a number. */
			FollowerLimits::MANY_LISTS => sprintf( __( 'You already follow %s lists, which is the maximum. Stop following another list first.', 'largesse' ), Number::text( FollowerLimits::MOST_LISTS ) ),
			default                    => __( 'No more people can follow this list at the moment. Please try again another time.', 'largesse' ),
		};
		return null === $problem
			? self::put( $follower, static fn ( ?Follower $known ): Follower => ( $known ?? $follower )->confirmed() )
			: new WP_Error( "largesse_{$problem}", $message, array( 'status' => 409 ) );
	}

	/** Changes values by their names, unless the person has stopped following. Returns null if it worked. */
	public static function update( Follower $follower, mixed ...$changes ): ?WP_Error {
		$stored = self::change(
			$follower,
			static fn ( Record $now ): Record => $now->is_stored() ? $now->with( data: $changes + $now->data ) : $now
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** Removes a follower. Returns null if it worked. */
	public static function remove( Follower $follower ): ?WP_Error {
		return Records::delete( self::KIND, self::key( $follower->registry, $follower->user, $follower->email ) );
	}

	/** @param Closure(?Follower): Follower $change Gets the stored follower, if any; may run several times. */
	private static function put( Follower $follower, Closure $change ): Follower|WP_Error {
		$stored = self::change(
			$follower,
			static function ( Record $now ) use ( $follower, $change ): Record {
				$next = $change( self::from( $now ) );
				return $now->with(
					data: $next->to_array(),
					time: $next->is_confirmed ? 0 : $next->since + Follower::CONFIRM,
					user: $follower->user,
					registry: $follower->registry
				);
			}
		);
		return is_wp_error( $stored ) ? $stored : Follower::from_array( $stored->data );
	}

	/** @param Closure(Record): ?Record $change As for Records::change(). */
	private static function change( Follower $follower, Closure $change ): Record|WP_Error {
		return Records::change( self::KIND, self::key( $follower->registry, $follower->user, $follower->email ), $change );
	}

	/** Returns the key of a record. A person follows a registry only once. */
	private static function key( int $registry_id, int $user, string $email ): string {
		return "{$registry_id} " . ( $user > 0 ? $user : md5( strtolower( $email ) ) );
	}
}
