<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Closure;
use Largesse\Registry\ProcessLock;
use WP_Error;

/**
 * Stores each circle in an option, so that every site of a network has its own circles. User meta is only an index of a
 * member's circles. Only the option decides who is in a circle.
 */
final class CircleStore {

	/** Prefix of the options' names; the circle's id follows. */
	public const PREFIX = 'largesse_circle_';

	/** User meta with one row for each circle: the site's id, a colon and the circle's id. */
	public const INDEX = '_largesse_circles';

	/** Number of circles that one query reads. */
	private const PAGE = 200;

	/** Pattern of the ids of circles, people and invitations. */
	private const ID = '/^[0-9a-f]{16}$/D';

	/** Returns a new random id. */
	public static function new_id(): string {
		return bin2hex( random_bytes( 8 ) );
	}

	/** Checks whether a text has the form of an id. */
	public static function is_id( string $text ): bool {
		return 1 === preg_match( self::ID, $text );
	}

	/** Returns a circle; null if it does not exist. */
	public static function read( string $id ): ?CircleData {
		return self::is_id( $id ) ? CircleData::from_array( $id, get_option( self::PREFIX . $id, null ) ) : null;
	}

	/**
	 * Returns the circles of a user, oldest first.
	 *
	 * @return list<CircleData>
	 */
	public static function of_user( int $user_id ): array {
		$found = array();
		foreach ( self::indexed( $user_id ) as $id ) {
			$circle = self::read( $id );
			if ( null !== $circle?->people->of_user( $user_id ) ) {
				$found[ $id ] = $circle;
			}
		}
		usort( $found, static fn ( CircleData $one, CircleData $other ): int => array( $one->circle->created, $one->circle->id ) <=> array( $other->circle->created, $other->circle->id ) );
		return $found;
	}

	/**
	 * Returns one page of the site's circles, sorted by id.
	 *
	 * @param int $number Circles per page.
	 * @param int $page   Number of the page, from 1.
	 * @return list<CircleData>
	 */
	public static function page( int $number, int $page ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list options.
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s ORDER BY option_name LIMIT %d OFFSET %d", $wpdb->esc_like( self::PREFIX ) . '%', $number, $number * ( $page - 1 ) ) );
		return array_values( array_filter( array_map( static fn ( string $name ): ?CircleData => self::read( substr( $name, strlen( self::PREFIX ) ) ), $names ) ) );
	}

	/** Deletes expired invitations, because they contain e-mail addresses. */
	public static function delete_expired_invitations(): void {
		$number = 1;
		do {
			$circles = self::page( self::PAGE, $number++ );
			foreach ( $circles as $circle ) {
				if ( $circle->open_invitations( time() ) !== $circle->invitations ) {
					self::change( $circle->circle->id, static fn ( CircleData $now ): CircleData => $now->with_invitations( $now->open_invitations( time() ) ) );
				}
			}
		} while ( $circles );
	}

	/** Stores a new circle, unless a circle with this id exists. Returns whether it was stored. */
	public static function add( CircleData $circle ): bool {
		if ( ! add_option( self::PREFIX . $circle->circle->id, $circle->to_array(), '', false ) ) {
			return false;
		}
		self::update_index( $circle->circle->id, array(), $circle->people->with_accounts() );
		return true;
	}

	/**
	 * Changes a circle while no other process can change it. Deletes the circle if nobody with an account remains,
	 * because nobody could see the circle.
	 *
	 * @param Closure(CircleData): (CircleData|WP_Error) $change Returns the new data, or an error if nothing changes.
	 * @param string                                     $reason How people leave the circle: `left` or `removed`.
	 * @return CircleData|WP_Error The new data.
	 */
	public static function change( string $id, Closure $change, string $reason = 'left' ): CircleData|WP_Error {
		$before = null;
		$after  = self::locked(
			$id,
			static function () use ( $id, $change, &$before ): CircleData|WP_Error {
				$before = self::read( $id );
				$after  = null === $before ? CircleErrors::no_circle() : $change( $before );
				if ( ! is_wp_error( $after ) && array() !== $after->people->with_accounts() ) {
					update_option( self::PREFIX . $id, $after->to_array(), false );
				} elseif ( ! is_wp_error( $after ) ) {
					delete_option( self::PREFIX . $id );
				}
				if ( ! is_wp_error( $after ) ) {
					self::update_index( $id, $before->people->with_accounts(), $after->people->with_accounts() );
				}
				return $after;
			}
		);
		if ( $before instanceof CircleData && $after instanceof CircleData ) {
			self::announce( $before, $after, $reason );
		}
		return $after;
	}

	/**
	 * Runs a function while no other process can change a circle. For an invalid id, returns an error without a lock.
	 * MySQL would truncate the name of a lock with a long id, and ProcessLock could then not release the lock.
	 *
	 * @template T
	 * @param Closure(): T $work The function, which reads the circle.
	 * @return T|WP_Error
	 */
	public static function locked( string $id, Closure $work ): mixed {
		return ! self::is_id( $id ) ? CircleErrors::no_circle() : ProcessLock::run(
			"circle_{$id}",
			static function () use ( $id, $work ): mixed {
				// Clears the cached option, because another process may have changed the option in the meantime.
				wp_cache_delete( self::PREFIX . $id, 'options' );
				return $work();
			}
		);
	}

	/**
	 * Fires the actions for new people, for people who left, and for a deleted circle.
	 *
	 * @param string $reason How people left the circle: `left` or `removed`.
	 */
	private static function announce( CircleData $before, CircleData $after, string $reason ): void {
		$id = $after->circle->id;
		foreach ( $before->people->all as $person ) {
			if ( null !== $after->people->with_id( $person->id ) ) {
				continue;
			}
			OpenLists::close_of( $id, $person->id );
			if ( 'removed' === $reason ) {
				/**
				 * Fires after an organizer removed a person from a circle.
				 *
				 * @param string $circle_id Id of the circle.
				 * @param string $person_id Id of the person.
				 */
				do_action( 'largesse_circle_removed', $id, $person->id );
				continue;
			}
			/**
			 * Fires after a person left a circle.
			 *
			 * @param string $circle_id Id of the circle.
			 * @param string $person_id Id of the person.
			 */
			do_action( 'largesse_circle_left', $id, $person->id );
		}
		foreach ( $after->people->all as $person ) {
			if ( null === $before->people->with_id( $person->id ) ) {
				/**
				 * Fires after a person joined a circle.
				 *
				 * @param string $circle_id Id of the circle.
				 * @param string $person_id Id of the person.
				 */
				do_action( 'largesse_circle_joined', $id, $person->id );
			}
		}
		if ( array() === $after->people->with_accounts() ) {
			OpenLists::close_all( $id );
			/**
			 * Fires after a circle was deleted.
			 *
			 * @param string $circle_id Id of the circle.
			 */
			do_action( 'largesse_circle_deleted', $id );
		}
	}

	/**
	 * Returns the ids of a user's circles from the index. The index may be outdated.
	 *
	 * @return list<string>
	 */
	private static function indexed( int $user_id ): array {
		$site = get_current_blog_id() . ':';
		$rows = array_filter( (array) get_user_meta( $user_id, self::INDEX ), static fn ( mixed $row ): bool => is_string( $row ) && str_starts_with( $row, $site ) );
		return array_values( array_unique( array_map( static fn ( string $row ): string => substr( $row, strlen( $site ) ), $rows ) ) );
	}

	/**
	 * Updates the user meta of new and former people of a circle.
	 *
	 * @param list<Person> $before People with accounts before the change.
	 * @param list<Person> $after  People with accounts after the change.
	 */
	private static function update_index( string $id, array $before, array $after ): void {
		$row = get_current_blog_id() . ":{$id}";
		foreach ( array_diff( array_column( $before, 'user' ), array_column( $after, 'user' ) ) as $user ) {
			delete_user_meta( (int) $user, self::INDEX, $row );
		}
		foreach ( array_diff( array_column( $after, 'user' ), array_column( $before, 'user' ) ) as $user ) {
			add_user_meta( (int) $user, self::INDEX, $row );
		}
	}
}
