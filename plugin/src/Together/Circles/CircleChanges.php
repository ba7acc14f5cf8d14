<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Closure;
use Largesse\Foundation\Http\FieldError;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Foundation\Service\MailAddress;
use WP_Error;
use WP_User;

/**
 * Changes circles, if the rules and the rights of the user allow it (rules: Circles). Each method returns the changed
 * circle, or the reason why nothing changed. If a browser sends a form twice, both requests contain the same id for the
 * new data. So the second request adds nothing.
 */
final class CircleChanges {

	public function __construct( private readonly CircleMails $mails ) {}

	/** Creates a circle whose organizer is the user. @param string $form_id Id of the form: 16 hexadecimal digits. */
	public function create( WP_User $user, string $form_id, string $name, string $own_name ): Circle|WP_Error {
		$name     = CircleRules::clean( $name );
		$own_name = CircleRules::clean( $own_name );
		$problem  = self::problem_of_user( $user )
			?? CircleErrors::of_name( 'circle_name', $name, CircleRules::CIRCLE_NAME_CHARS )
			?? CircleErrors::of_name( 'own_name', $own_name, CircleRules::PERSON_NAME_CHARS )
			?? ( Circles::is_id( $form_id ) ? null : CircleErrors::of( 'no_circle' ) );
		if ( null !== $problem ) {
			return $problem;
		}
		$id    = Circles::id_of_form( $user, $form_id );
		$there = Circles::read( $id );
		if ( null !== $there ) {
			return $there->member( $user->ID ) ? $there : CircleErrors::of( 'no_circle' );
		}
		$person = new Person( Circles::new_id(), $own_name, $user->ID, null, true, time() );
		$circle = new Circle( $id, $name, time(), array( $person ) );
		return self::problem_of_number( $user, $id ) ?? (
			Circles::add( $circle ) ? $circle : Circles::read( $id ) ?? CircleErrors::of( 'no_circle' )
		);
	}

	/** Adds the user to a circle. An invitation works only once. @param string $name Name of the user in the circle. */
	public function join( WP_User $user, JoinLink $link, string $name ): Circle|WP_Error {
		$name    = CircleRules::clean( $name );
		$problem = self::problem_of_user( $user )
			?? CircleErrors::of_name( 'own_name', $name, CircleRules::PERSON_NAME_CHARS );
		if ( null !== $problem ) {
			return $problem;
		}
		return self::problem_of_number( $user, $link->circle_id ) ?? Circles::change(
			$link->circle_id,
			static function ( Circle $circle ) use ( $user, $link, $name ): Circle|WP_Error {
				if ( $circle->member( $user->ID ) ) {
					return $circle;
				}
				$problem = null === $link->key( $circle )
					? CircleErrors::of( 'no_invitation' )
					: self::problem_of_size( $circle ) ?? self::problem_of_same_name( $circle, 'own_name', $name );
				if ( null !== $problem ) {
					return $problem;
				}
				$others = $circle->without_invitations( static fn ( Invitation $one ): bool => $one->id === $link->invitation );
				return $others->with_person(
					new Person( Circles::new_id(), $name, $user->ID, null, false, time() )
				);
			}
		);
	}

	public function rename( WP_User $user, string $circle_id, string $name ): Circle|WP_Error {
		$name    = CircleRules::clean( $name );
		$problem = CircleErrors::of_name( 'circle_name', $name, CircleRules::CIRCLE_NAME_CHARS );
		return $problem ?? self::as_organizer(
			$user,
			$circle_id,
			static fn ( Circle $circle ): Circle => $circle->with( name: $name )
		);
	}

	/** Renames the user, or a person whom the user looks after. */
	public function rename_person( WP_User $user, string $circle_id, string $person_id, string $name ): Circle|WP_Error {
		$name    = CircleRules::clean( $name );
		$problem = CircleErrors::of_name( 'person_name', $name, CircleRules::PERSON_NAME_CHARS );
		return $problem ?? self::as_member(
			$user,
			$circle_id,
			self::for_person(
				$user,
				$person_id,
				static fn ( Circle $circle, Person $person ): Person|WP_Error => self::problem_of_same_name(
					$circle,
					'person_name',
					$name,
					$person
				) ?? $person->with( name: $name )
			)
		);
	}

	/**
	 * Sets or removes the birthday of the user, or of a person whom the user looks after.
	 *
	 * @param string $day   1 to 31.
	 * @param string $month 1 to 12; both are empty for no birthday.
	 */
	public function set_birthday(
		WP_User $user,
		string $circle_id,
		string $person_id,
		string $day,
		string $month
	): Circle|WP_Error {
		$birthday = Birthday::of( CircleRules::clean( $day ), CircleRules::clean( $month ) );
		if ( null === $birthday ) {
			return CircleErrors::of( 'birthday', '' === CircleRules::clean( $month ) ? 'birth_month' : 'birth_day' );
		}
		return self::as_member(
			$user,
			$circle_id,
			self::for_person(
				$user,
				$person_id,
				static fn ( Circle $circle, Person $person ): Person => $person->with( birthday: $birthday )
			)
		);
	}

	/** Adds a person without an account, whom the user looks after. @param string $form_id As for `create()`. */
	public function add_ward( WP_User $user, string $circle_id, string $form_id, string $name ): Circle|WP_Error {
		$name    = CircleRules::clean( $name );
		$problem = CircleErrors::of_name( 'ward_name', $name, CircleRules::PERSON_NAME_CHARS )
			?? ( Circles::is_id( $form_id ) ? null : CircleErrors::of( 'no_person' ) );
		return $problem ?? self::as_member(
			$user,
			$circle_id,
			static function ( Circle $circle, Person $self ) use ( $form_id, $name ): Circle|Person|WP_Error {
				$id = Circles::id_of_ward( $circle, $self, $form_id );
				if ( null !== $circle->person( $id ) ) {
					return $circle;
				}
				return $circle->has_all_wards( $self->id )
					? CircleErrors::of( 'max_wards', 'ward_name', CircleRules::MAX_WARDS )
					: self::problem_of_size( $circle, 'ward_name' )
					?? self::problem_of_same_name( $circle, 'ward_name', $name )
					?? new Person( $id, $name, null, $self->id, false, time() );
			}
		);
	}

	/** Makes a member an organizer, in addition to the existing organizers. */
	public function make_organizer( WP_User $user, string $circle_id, string $person_id ): Circle|WP_Error {
		return self::as_organizer(
			$user,
			$circle_id,
			static function ( Circle $circle ) use ( $person_id ): Person|WP_Error {
				$person = $circle->person( $person_id );
				return null === $person?->user ? CircleErrors::of( 'no_person' ) : $person->with( is_organizer: true );
			}
		);
	}

	/**
	 * Removes a person from a circle. If an organizer removes anyone else, also deletes the family link, and all
	 * invitations from or to the person. Otherwise, the person could return through a link.
	 */
	public function remove( WP_User $user, string $circle_id, string $person_id ): Circle|WP_Error {
		$is_own = true === Circles::read( $circle_id )?->may_act_for( $person_id, $user->ID );
		return Circles::change(
			$circle_id,
			static function ( Circle $circle ) use ( $user, $person_id, $is_own ): Circle|WP_Error {
				$rule   = $circle->refusal_of_removal( $person_id, $user->ID );
				$person = $circle->person( $person_id );
				if ( null !== $rule || null === $person ) {
					return CircleErrors::of( $rule ?? 'no_person' );
				}
				$left  = $circle->without_person( $person_id );
				$email = null === $person->user ? '' : (string) ( get_userdata( $person->user )->user_email ?? '' );
				return $is_own ? $left : $left->without_invitations_of( $person, $email )->with( link: '' );
			},
			$is_own ? 'left' : 'removed'
		);
	}

	public function delete( WP_User $user, string $circle_id ): Circle|WP_Error {
		return self::as_organizer(
			$user,
			$circle_id,
			static fn ( Circle $circle ): Circle => $circle->with( people: array() )
		);
	}

	/** Creates a new family link. The previous link no longer works. */
	public function renew_link( WP_User $user, string $circle_id ): Circle|WP_Error {
		return self::problem_of_user( $user ) ?? self::as_organizer(
			$user,
			$circle_id,
			static fn ( Circle $circle ): Circle => $circle->with( link: JoinLink::create_family_link( $circle_id ) )
		);
	}

	public function end_link( WP_User $user, string $circle_id ): Circle|WP_Error {
		return self::as_organizer( $user, $circle_id, static fn ( Circle $circle ): Circle => $circle->with( link: '' ) );
	}

	/** Invites somebody by mail. @param string $id New id of the invitation. */
	public function invite( WP_User $user, string $circle_id, string $id, string $email ): Circle|WP_Error {
		$email   = MailAddress::ascii( CircleRules::clean( $email ) );
		$message = FieldError::text_of_address( $email, __( 'Enter a complete e-mail address.', 'largesse' ) );
		$problem = self::problem_of_user( $user )
			?? ( '' === $message ? null : CircleErrors::of( 'format', 'email', text: $message ) )
			?? ( Circles::is_id( $id ) ? null : CircleErrors::of( 'no_invitation' ) );
		$circle  = $problem ?? self::as_organizer(
			$user,
			$circle_id,
			static function ( Circle $circle ) use ( $user, $id, $email ): Circle|WP_Error {
				if ( $circle->is_invited( $id, $email, time() ) ) {
					return $circle;
				}
				$open = $circle->open_invitations( time() );
				return $circle->has_all_invitations( time() )
					? CircleErrors::of( 'max_invitations', 'email', CircleRules::MAX_INVITATIONS )
					: self::problem_of_size( $circle, 'email' )
					?? $circle->with( invitations: array( ...$open, new Invitation( $id, $email, $user->ID, time() ) ) );
			}
		);
		if ( $circle instanceof Circle && null !== $circle->invitation( $id, time() ) ) {
			$this->mails->queue( $circle_id, $id );
		}
		return $circle;
	}

	public function withdraw( WP_User $user, string $circle_id, string $invitation_id ): Circle|WP_Error {
		return self::as_organizer(
			$user,
			$circle_id,
			static fn ( Circle $circle ): Circle => $circle->without_invitations(
				static fn ( Invitation $one ): bool => $one->id === $invitation_id
			)
		);
	}

	/** Returns the error if a user has no confirmed address; null otherwise. */
	private static function problem_of_user( WP_User $user ): ?WP_Error {
		return '' === ConfirmedAddress::of( $user ) ? CircleErrors::of( 'unconfirmed' ) : null;
	}

	/** Returns the error if a user is in the maximum number of other circles; null otherwise. */
	private static function problem_of_number( WP_User $user, string $circle_id ): ?WP_Error {
		$others = array_diff( array_column( Circles::of_user( $user->ID ), 'id' ), array( $circle_id ) );
		return CircleErrors::of_limit( 'max_circles', count( $others ), CircleRules::MAX_CIRCLES );
	}

	private static function problem_of_same_name(
		Circle $circle,
		string $field,
		string $name,
		?Person $self = null
	): ?WP_Error {
		return $circle->has_name( $name, $self->id ?? '' )
			? CircleErrors::of( 'unique_name', $field, text: $name )
			: null;
	}

	private static function problem_of_size( Circle $circle, string $field = '' ): ?WP_Error {
		return $circle->is_full() ? CircleErrors::of( 'max_people', $field, CircleRules::MAX_PEOPLE ) : null;
	}

	/**
	 * Returns a change for as_member() that runs if the user may act for a person.
	 *
	 * @param Closure(Circle, Person): (Person|WP_Error) $change Gets the person.
	 * @return Closure(Circle): (Person|WP_Error)
	 */
	private static function for_person( WP_User $user, string $person_id, Closure $change ): Closure {
		return static function ( Circle $circle ) use ( $user, $person_id, $change ): Person|WP_Error {
			$rule   = $circle->refusal_for( $person_id, $user->ID );
			$person = $circle->person( $person_id );
			return null === $rule && null !== $person
				? $change( $circle, $person )
				: CircleErrors::of( $rule ?? 'no_person' );
		};
	}

	/** @param Closure(Circle, Person): (Circle|Person|WP_Error) $change Runs if the user is in the circle. */
	private static function as_member(
		WP_User $user,
		string $circle_id,
		Closure $change,
		bool $needs_organizer = false
	): Circle|WP_Error {
		return Circles::change(
			$circle_id,
			static function ( Circle $circle ) use ( $user, $change, $needs_organizer ): Circle|WP_Error {
				$rule = $circle->refusal( $user->ID, $needs_organizer );
				$self = $circle->member( $user->ID );
				$next = null === $rule && null !== $self ? $change( $circle, $self ) : CircleErrors::of( $rule ?? 'no_circle' );
				return $next instanceof Person ? $circle->with_person( $next ) : $next;
			}
		);
	}

	/** @param Closure(Circle): (Circle|Person|WP_Error) $change Runs if the user is an organizer. */
	private static function as_organizer( WP_User $user, string $circle_id, Closure $change ): Circle|WP_Error {
		return self::as_member( $user, $circle_id, $change, true );
	}
}
