<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Closure;
use Largesse\Foundation\Records\StoredValue;

/** A named group of people. Decides which user may act for whom (rules: Circles). */
final class Circle {

	use StoredValue;

	/**
	 * @param string           $id          16 hexadecimal digits.
	 * @param int              $created     Seconds since 1970.
	 * @param list<Person>     $people      People in the order in which they joined. Each has a different id.
	 * @param string           $link        Family link, as RenewableKey stores it; empty for none.
	 * @param list<Invitation> $invitations Invitations by mail, including expired ones.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $name,
		public readonly int $created,
		public readonly array $people,
		public readonly string $link = '',
		public readonly array $invitations = array()
	) {}

	/** Returns a copy with one more person. If a person with the same id exists, the copy contains the new data. */
	public function with_person( Person $person ): self {
		return $this->with(
			people: array_values( array_replace( array_column( $this->people, null, 'id' ), array( $person->id => $person ) ) )
		);
	}

	/** Returns a copy without a person and their wards. If no organizer remains, the first member becomes one. */
	public function without_person( string $person_id ): self {
		$left  = $this->with(
			people: array_values(
				array_filter(
					$this->people,
					static fn ( Person $person ): bool => ! in_array( $person_id, array( $person->id, $person->guardian ), true )
				)
			)
		);
		$users = $left->members();
		return array() === $users || array_filter( $users, static fn ( Person $person ): bool => $person->is_organizer )
			? $left
			: $left->with_person( $users[0]->with( is_organizer: true ) );
	}

	/** @param Closure(Invitation): bool $is_meant Selects the invitations that the copy does not contain. */
	public function without_invitations( Closure $is_meant ): self {
		return $this->with(
			invitations: array_values(
				array_filter( $this->invitations, static fn ( Invitation $one ): bool => ! $is_meant( $one ) )
			)
		);
	}

	public function person( string $id ): ?Person {
		return array_column( $this->people, null, 'id' )[ $id ] ?? null;
	}

	/** Returns the person of an account; null for none. */
	public function member( int $user_id ): ?Person {
		return $user_id > 0 ? array_column( $this->members(), null, 'user' )[ $user_id ] ?? null : null;
	}

	/** @return list<Person> People who have an account. Only these people can see the circle. */
	public function members(): array {
		return array_values( array_filter( $this->people, static fn ( Person $person ): bool => null !== $person->user ) );
	}

	public function is_organizer( int $user_id ): bool {
		return true === $this->member( $user_id )?->is_organizer;
	}

	/** Checks whether a user may act for a person. The user must be the person, or the person's guardian. */
	public function may_act_for( string $person_id, int $user_id ): bool {
		return in_array( $person_id, array_column( $this->represented_by( $user_id ), 'id' ), true );
	}

	/** Checks whether a user may remove a person: people and guardians may, and organizers may remove everyone. */
	public function may_remove( string $person_id, int $user_id ): bool {
		return $this->may_act_for( $person_id, $user_id ) || $this->is_organizer( $user_id );
	}

	/** @return list<Person> People for whom a user may act. The person with the user's account is first. */
	public function represented_by( int $user_id ): array {
		$self = $this->member( $user_id );
		return null === $self ? array() : array( $self, ...$this->wards_of( $self->id ) );
	}

	/** @return list<Person> People whom a person looks after. They leave together with this person. */
	public function wards_of( string $person_id ): array {
		return array_values(
			array_filter( $this->people, static fn ( Person $other ): bool => $person_id === $other->guardian )
		);
	}

	/** Returns the id of the user who gets the mails for a person: the person or the guardian; null for nobody. */
	public function contact_of( string $person_id ): ?int {
		$person = $this->person( $person_id );
		return $person?->user ?? $this->person( $person->guardian ?? '' )?->user;
	}

	/** Returns the rule that a user breaks by changing the circle; null for none. Some changes need an organizer. */
	public function refusal( int $user_id, bool $needs_organizer = false ): ?string {
		$self = $this->member( $user_id );
		return match ( true ) {
			null === $self                             => 'no_circle',
			$needs_organizer && ! $self->is_organizer  => 'forbidden',
			default                                    => null,
		};
	}

	/** Returns the rule that a user breaks by acting for a person; null for none. */
	public function refusal_for( string $person_id, int $user_id ): ?string {
		return match ( true ) {
			null === $this->member( $user_id )                 => 'no_circle',
			null === $this->person( $person_id )               => 'no_person',
			! $this->may_act_for( $person_id, $user_id )       => 'forbidden',
			default                                            => null,
		};
	}

	/** Returns the rule that a user breaks by removing a person; null for none. */
	public function refusal_of_removal( string $person_id, int $user_id ): ?string {
		return match ( true ) {
			null === $this->person( $person_id )               => 'no_person',
			null === $this->member( $user_id )                 => 'no_circle',
			! $this->may_remove( $person_id, $user_id )        => 'forbidden',
			default                                            => null,
		};
	}

	/** Checks whether the circle has the maximum number of people. */
	public function is_full(): bool {
		return count( $this->people ) >= CircleRules::MAX_PEOPLE;
	}

	/** Checks whether a person looks after the maximum number of people. */
	public function has_all_wards( string $person_id ): bool {
		return count( $this->wards_of( $person_id ) ) >= CircleRules::MAX_WARDS;
	}

	/** Checks whether the circle has the maximum number of open invitations. @param int $now Seconds since 1970. */
	public function has_all_invitations( int $now ): bool {
		return count( $this->open_invitations( $now ) ) >= CircleRules::MAX_INVITATIONS;
	}

	/** Checks whether somebody else has a name that people would take for this one. @param string $self Id of a person. */
	public function has_name( string $name, string $self = '' ): bool {
		return array() !== array_filter(
			$this->people,
			static fn ( Person $other ): bool => $other->id !== $self && ComparedName::are_same( $other->name, $name )
		);
	}

	/** Checks whether an address has an open invitation, or a form with the id of an invitation was sent before. */
	public function is_invited( string $invitation_id, string $email, int $now ): bool {
		return array() !== array_filter(
			$this->open_invitations( $now ),
			static fn ( Invitation $one ): bool => $one->id === $invitation_id || 0 === strcasecmp( $one->email, $email )
		);
	}

	/** Returns a copy without the invitations from a person, and to the person's e-mail address. */
	public function without_invitations_of( Person $person, string $email ): self {
		return $this->without_invitations(
			static fn ( Invitation $one ): bool => 0 === strcasecmp( $one->email, $email ) || $one->user === $person->user
		);
	}

	/** @return list<Invitation> Invitations that still work at a time in seconds since 1970. */
	public function open_invitations( int $now ): array {
		return array_values(
			array_filter( $this->invitations, static fn ( Invitation $one ): bool => $one->is_open( $now ) )
		);
	}

	/** Returns the open invitation with an id; null for none. */
	public function invitation( string $id, int $now ): ?Invitation {
		return array_column( $this->open_invitations( $now ), null, 'id' )[ $id ] ?? null;
	}

	/** Reads the result of `to_array()`; null for an empty array. */
	public static function from_array( string $id, array $data ): ?self {
		return array() === $data
			? null
			: new self(
				$id,
				$data['name'],
				$data['created'],
				array_map( Person::from_array( ... ), $data['people'] ),
				$data['link'],
				array_map( Invitation::from_array( ... ), $data['invitations'] )
			);
	}

	/** @return array<string, mixed> Data to store. */
	public function to_array(): array {
		return array(
			'name'        => $this->name,
			'created'     => $this->created,
			'people'      => array_map( static fn ( Person $person ): array => $person->to_array(), $this->people ),
			'link'        => $this->link,
			'invitations' => array_map(
				static fn ( Invitation $invitation ): array => $invitation->to_array(),
				$this->invitations
			),
		);
	}
}
