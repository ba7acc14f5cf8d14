<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Closure;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;
use WP_User;

/** Stores circles (rules: Circles). */
final class Circles {

	/** Kind of the record of a circle. Its time is the time at which the next invitation expires. */
	public const KIND = 'circle';

	/** Pattern of the ids of circles, people and invitations. */
	private const ID = '/^[0-9a-f]{16}$/D';

	public static function new_id(): string {
		return bin2hex( random_bytes( 8 ) );
	}

	/**
	 * Returns the id of a new circle, which is the same if a user sends the same form again. It is a keyed hash, so that
	 * nobody can test whether a circle exists, or reuse the id of a deleted circle.
	 */
	public static function id_of_form( WP_User $user, string $form_id ): string {
		return substr( KeyedHash::of( 'largesse-new-circle|' . self::unique_id( $form_id ) . "|{$user->ID}" ), 0, 16 );
	}

	/**
	 * Returns the id of a person without an account, which is the same for the same form of the same guardian. Nobody can
	 * choose it. Otherwise, somebody could reuse the id of a person who has left.
	 */
	public static function id_of_ward( Circle $circle, Person $guardian, string $form_id ): string {
		return substr(
			KeyedHash::of( 'largesse-circle-ward|' . self::unique_id( $circle->id ) . "|{$guardian->id}|{$form_id}" ),
			0,
			16
		);
	}

	/** Returns an identifier of a circle for keys. Sites of a network could have circles with the same id. */
	public static function unique_id( string $circle_id ): string {
		return $circle_id . '@' . get_current_blog_id();
	}

	public static function is_id( string $text ): bool {
		return 1 === preg_match( self::ID, $text );
	}

	/** Returns a circle; null if it does not exist. */
	public static function read( string $id ): ?Circle {
		return self::is_id( $id ) ? Circle::from_array( $id, Records::read( self::KIND, $id )->data ) : null;
	}

	/** @return list<Person> People of a circle; none if it does not exist. */
	public static function people( string $id ): array {
		return self::read( $id )->people ?? array();
	}

	/** @return list<Circle> Circles of a user, oldest first. */
	public static function of_user( int $user_id ): array {
		return array_values(
			array_filter(
				self::containing( 'user', $user_id ),
				static fn ( Circle $circle ): bool => null !== $circle->member( $user_id )
			)
		);
	}

	/** @return list<Circle> Circles with an invitation to an address, even an expired one. */
	public static function inviting( string $email ): array {
		return self::containing( 'email', $email );
	}

	/** @return list<Circle> Circles whose JSON may contain a field with a value, oldest first. */
	private static function containing( string $field, string|int $value ): array {
		return array_map(
			static fn ( Record $record ): Circle => Circle::from_array( $record->key, $record->data ),
			Records::containing( self::KIND, $field, $value )
		);
	}

	/** Stores a new circle, unless a circle with this id exists. Returns whether it was stored. */
	public static function add( Circle $circle ): bool {
		$none = new Record( self::KIND, $circle->id );
		return null !== Records::replace( $none, self::record( $none, $circle ) );
	}

	/**
	 * Changes a circle. Deletes it if nobody with an account remains, because nobody could see it.
	 *
	 * @param Closure(Circle): (Circle|WP_Error) $change Returns the new data, or an error; may run several times.
	 * @param string $reason How people leave the circle: `left` or `removed`.
	 */
	public static function change( string $id, Closure $change, string $reason = 'left' ): Circle|WP_Error {
		$before = null;
		$after  = null;
		$stored = ! self::is_id( $id ) ? CircleErrors::of( 'no_circle' ) : Records::change(
			self::KIND,
			$id,
			static function ( Record $now ) use ( $id, $change, &$before, &$after ): Record|WP_Error|null {
				$before = Circle::from_array( $id, $now->data );
				$after  = null === $before ? CircleErrors::of( 'no_circle' ) : $change( $before );
				if ( is_wp_error( $after ) ) {
					return $after;
				}
				return array() === $after->members() ? null : self::record( $now, $after );
			}
		);
		if ( is_wp_error( $stored ) ) {
			return $stored;
		}
		self::announce( $before, $after, $reason );
		return $after;
	}

	private static function record( Record $record, Circle $circle ): Record {
		$made = array_column( $circle->invitations, 'made' );
		return $record->with( data: $circle->to_array(), time: $made ? min( $made ) + Invitation::LIFETIME : 0 );
	}

	/** Fires the actions for new people, for people who left, and for a deleted circle. */
	private static function announce( Circle $before, Circle $after, string $reason ): void {
		$id   = $after->id;
		$were = array_column( $before->people, 'id' );
		$are  = array_column( $after->people, 'id' );
		foreach ( array_diff( $were, $are ) as $person_id ) {
			if ( 'removed' === $reason ) {
				/**
				 * Fires after an organizer removed a person from a circle.
				 *
				 * @param string $circle_id Id of the circle.
				 * @param string $person_id Id of the person.
				 */
				do_action( 'largesse_circle_removed', $id, $person_id );
			} else {
				/**
				 * Fires after a person left a circle.
				 *
				 * @param string $circle_id Id of the circle.
				 * @param string $person_id Id of the person.
				 */
				do_action( 'largesse_circle_left', $id, $person_id );
			}
		}
		foreach ( array_diff( $are, $were ) as $person_id ) {
			/**
			 * Fires after a person joined a circle.
			 *
			 * @param string $circle_id Id of the circle.
			 * @param string $person_id Id of the person.
			 */
			do_action( 'largesse_circle_joined', $id, $person_id );
		}
		if ( array() === $after->members() ) {
			/**
			 * Fires after a circle was deleted.
			 *
			 * @param string $circle_id Id of the circle.
			 */
			do_action( 'largesse_circle_deleted', $id );
		}
	}
}
