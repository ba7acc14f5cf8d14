<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/** A named group of people (rules: Circles). */
final class Circle {

	/**
	 * @param string           $id          16 hexadecimal digits.
	 * @param int              $created     Seconds since 1970.
	 * @param string           $link        Family link, as RenewableKey stores it; empty for none.
	 * @param list<Invitation> $invitations Invitations by mail, including expired ones.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $name,
		public readonly int $created,
		public readonly People $people,
		public readonly string $link = '',
		public readonly array $invitations = array()
	) {}

	/** Returns a copy with other values by the name of their property. */
	public function with( mixed ...$changes ): self {
		return new self( ...array( ...get_object_vars( $this ), ...$changes ) );
	}

	/**
	 * Returns the circle with other invitations.
	 *
	 * @param array<Invitation> $invitations The invitations.
	 */
	public function with_invitations( array $invitations ): self {
		return $this->with( invitations: array_values( $invitations ) );
	}

	/**
	 * Returns the invitations that still work.
	 *
	 * @param int $now Seconds since 1970.
	 * @return list<Invitation>
	 */
	public function open_invitations( int $now ): array {
		return array_values( array_filter( $this->invitations, static fn ( Invitation $invitation ): bool => $invitation->is_open( $now ) ) );
	}

	/** Returns the open invitation with an id; null for none. @param int $now Seconds since 1970. */
	public function invitation( string $id, int $now ): ?Invitation {
		foreach ( $this->open_invitations( $now ) as $invitation ) {
			if ( $invitation->id === $id ) {
				return $invitation;
			}
		}
		return null;
	}

	/** Reads the result of `to_array()`; null for an empty array. */
	public static function from_array( string $id, array $data ): ?self {
		return array() === $data ? null : new self(
			$id,
			$data['name'],
			$data['created'],
			new People( array_map( Person::from_array( ... ), $data['people'] ) ),
			$data['link'],
			array_map( Invitation::from_array( ... ), $data['invitations'] )
		);
	}

	/** @return array<string, mixed> Data to store. */
	public function to_array(): array {
		return array(
			'name'        => $this->name,
			'created'     => $this->created,
			'people'      => array_map( static fn ( Person $person ): array => $person->to_array(), $this->people->all ),
			'link'        => $this->link,
			'invitations' => array_map( static fn ( Invitation $invitation ): array => $invitation->to_array(), $this->invitations ),
		);
	}
}
