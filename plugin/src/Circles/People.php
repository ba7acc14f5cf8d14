<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/** People of a circle, in the order in which they joined. Decides which user may act for whom (rules: Circles). */
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

	public function is_organizer( int $user_id ): bool {
		return true === $this->of_user( $user_id )?->is_organizer;
	}

	/** Checks whether a user may act for a person. The user must be the person, or the person's guardian. */
	public function may_act_for( string $person_id, int $user_id ): bool {
		$person = $this->with_id( $person_id );
		$self   = $this->of_user( $user_id );
		return null !== $person && null !== $self && in_array( $self->id, array( $person->id, $person->guardian ), true );
	}

	/** Checks whether a user may remove a person: people and guardians may, and organizers may remove everyone. */
	public function may_remove( string $person_id, int $user_id ): bool {
		return $this->may_act_for( $person_id, $user_id ) || $this->is_organizer( $user_id );
	}

	/** @return list<Person> People for whom a user may act. The person with the user's account is first. */
	public function represented_by( int $user_id ): array {
		$self = $this->of_user( $user_id );
		return null === $self ? array() : array( $self, ...$this->wards_of( $self->id ) );
	}

	/** @return list<Person> People whom a person looks after. They leave together with this person. */
	public function wards_of( string $person_id ): array {
		return array_values( array_filter( $this->all, static fn ( Person $other ): bool => $person_id === $other->guardian ) );
	}

	/** Returns the id of the user who gets the mails for a person: the person or the guardian; null for nobody. */
	public function contact_of( string $person_id ): ?int {
		$person = $this->with_id( $person_id );
		return $person?->user ?? $this->with_id( $person->guardian ?? '' )?->user;
	}

	/** Returns a copy with one more person. If a person with the same id exists, the copy contains the new data. */
	public function with( Person $person ): self {
		$all   = $this->all;
		$place = array_search( $person->id, array_column( $all, 'id' ), true );

		$all[ false === $place ? count( $all ) : $place ] = $person;
		return new self( array_values( $all ) );
	}

	/** Returns a copy without a person and their wards. If no organizer remains, the first member becomes one. */
	public function without( string $person_id ): self {
		$left  = new self( array_values( array_filter( $this->all, static fn ( Person $person ): bool => ! in_array( $person_id, array( $person->id, $person->guardian ), true ) ) ) );
		$users = $left->with_accounts();
		return array() === $users || array_filter( $users, static fn ( Person $person ): bool => $person->is_organizer ) ? $left : $left->with( $users[0]->with( is_organizer: true ) );
	}

	/** @return list<Person> People who have an account. Only these people can see the circle. */
	public function with_accounts(): array {
		return array_values( array_filter( $this->all, static fn ( Person $person ): bool => null !== $person->user ) );
	}
}
