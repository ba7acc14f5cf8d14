<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * The people of a circle, in the order in which they joined. Also decides which user may act for which person (rules:
 * Circles).
 */
final class People {

	/** @param list<Person> $all All people of the circle. Each person has a different id. */
	public function __construct( public readonly array $all ) {}

	/** Returns the person with an id; null for none. */
	public function with_id( string $id ): ?Person {
		foreach ( $this->all as $person ) {
			if ( $person->id === $id ) {
				return $person;
			}
		}
		return null;
	}

	/** Returns the person of an account; null for none. */
	public function of_user( int $user_id ): ?Person {
		foreach ( $this->all as $person ) {
			if ( $user_id > 0 && $person->user === $user_id ) {
				return $person;
			}
		}
		return null;
	}

	/** Checks whether a user is an organizer. */
	public function is_organizer( int $user_id ): bool {
		return true === $this->of_user( $user_id )?->is_organizer;
	}

	/** Checks whether a user may act for a person. The user must be the person, or a guardian of the person. */
	public function may_act_for( string $person_id, int $user_id ): bool {
		$person = $this->with_id( $person_id );
		$self   = $this->of_user( $user_id );
		return null !== $person && null !== $self && ( $person->id === $self->id || in_array( $self->id, $person->guardians, true ) );
	}

	/** Checks whether a user may remove a person: people and guardians may, and organizers may remove everyone. */
	public function may_remove( string $person_id, int $user_id ): bool {
		return $this->may_act_for( $person_id, $user_id ) || $this->is_organizer( $user_id );
	}

	/**
	 * Returns the people for whom a user may act. The person with the user's account is first.
	 *
	 * @return list<Person>
	 */
	public function represented_by( int $user_id ): array {
		$self = $this->of_user( $user_id );
		return null === $self ? array() : array( $self, ...$this->wards_of( $self->id ) );
	}

	/**
	 * Returns the people whom a person looks after.
	 *
	 * @return list<Person>
	 */
	public function wards_of( string $person_id ): array {
		return array_values( array_filter( $this->all, static fn ( Person $other ): bool => in_array( $person_id, $other->guardians, true ) ) );
	}

	/**
	 * Returns the people whom a person was asked to look after.
	 *
	 * @return list<Person>
	 */
	public function proposed_wards_of( string $person_id ): array {
		return array_values( array_filter( $this->all, static fn ( Person $other ): bool => in_array( $person_id, $other->asked, true ) ) );
	}

	/**
	 * Returns the people whom only the given person looks after. They leave the circle together with this person.
	 *
	 * @return list<Person>
	 */
	public function only_wards_of( string $person_id ): array {
		return array_values( array_filter( $this->wards_of( $person_id ), static fn ( Person $ward ): bool => array( $person_id ) === $ward->guardians ) );
	}

	/**
	 * Returns the accounts that get mails for a person: the person's own account. For a person without an account,
	 * returns the accounts of all guardians.
	 *
	 * @return list<int> Ids of users.
	 */
	public function contacts_of( string $person_id ): array {
		$person = $this->with_id( $person_id );
		if ( null === $person ) {
			return array();
		}
		$users = null === $person->user ? array_map( fn ( string $id ): ?int => $this->with_id( $id )?->user, $person->guardians ) : array( $person->user );
		return array_values( array_unique( array_filter( $users ) ) );
	}

	/** Returns a copy with one more person. If a person with the same id exists, the copy contains the new data. */
	public function with( Person $person ): self {
		$all   = $this->all;
		$place = array_search( $person->id, array_column( $all, 'id' ), true );

		$all[ false === $place ? count( $all ) : $place ] = $person;
		return new self( array_values( $all ) );
	}

	/**
	 * Returns a copy without a person, and without the people whom only this person looks after. If no organizer
	 * remains, the member who joined first becomes an organizer.
	 */
	public function without( string $person_id ): self {
		$gone  = array( $person_id, ...array_column( $this->only_wards_of( $person_id ), 'id' ) );
		$stays = array_filter( $this->all, static fn ( Person $person ): bool => ! in_array( $person->id, $gone, true ) );
		$left  = new self( array_values( array_map( static fn ( Person $person ): Person => $person->with( guardians: array_values( array_diff( $person->guardians, $gone ) ), asked: array_values( array_diff( $person->asked, $gone ) ) ), $stays ) ) );
		$users = $left->with_accounts();
		return array() === $users || array_filter( $users, static fn ( Person $person ): bool => $person->is_organizer ) ? $left : $left->with( $users[0]->with( is_organizer: true ) );
	}

	/**
	 * Returns the people who have an account. Only these people can see the circle.
	 *
	 * @return list<Person>
	 */
	public function with_accounts(): array {
		return array_values( array_filter( $this->all, static fn ( Person $person ): bool => null !== $person->user ) );
	}
}
