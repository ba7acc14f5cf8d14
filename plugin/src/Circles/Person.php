<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * A person of a circle: a member of the site, or somebody without an account whom members look after.
 */
final class Person {

	/**
	 * @param string       $id           16 hexadecimal digits. A person who leaves and joins again gets a new id.
	 * @param string       $name         Name, as the person or a guardian typed it.
	 * @param int|null     $user         Id of the account; null for none.
	 * @param list<string> $guardians    Ids of the people who look after this person; empty for a person with an account.
	 * @param bool         $is_organizer Whether the person may invite and remove people.
	 * @param int          $joined       Seconds since 1970.
	 * @param list<string> $asked        Ids of members who were asked to look after this person, and have not answered.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $name,
		public readonly ?int $user = null,
		public readonly array $guardians = array(),
		public readonly bool $is_organizer = false,
		public readonly int $joined = 0,
		public readonly array $asked = array()
	) {}

	/**
	 * Returns a person with other data and the same id.
	 *
	 * @param string|null       $name         New name; null for no change.
	 * @param list<string>|null $guardians    New guardians; null for no change.
	 * @param bool|null         $is_organizer New right; null for no change.
	 * @param list<string>|null $asked        New list of asked members; null for no change.
	 */
	public function with( ?string $name = null, ?array $guardians = null, ?bool $is_organizer = null, ?array $asked = null ): self {
		return new self( $this->id, $name ?? $this->name, $this->user, $guardians ?? $this->guardians, $is_organizer ?? $this->is_organizer, $this->joined, $asked ?? $this->asked );
	}

	/**
	 * Reads stored data; null if the data is not a valid person.
	 *
	 * @param mixed $data Result of `to_array`.
	 */
	public static function from_array( mixed $data ): ?self {
		if ( ! is_array( $data ) || ! is_string( $data['id'] ?? null ) || ! is_string( $data['name'] ?? null ) ) {
			return null;
		}
		$user = is_int( $data['user'] ?? null ) && $data['user'] > 0 ? $data['user'] : null;
		$ids  = static fn ( string $key ): array => array_values( array_filter( (array) ( $data[ $key ] ?? array() ), 'is_string' ) );
		return new self( $data['id'], $data['name'], $user, $ids( 'guardians' ), true === ( $data['is_organizer'] ?? null ), (int) ( $data['joined'] ?? 0 ), $ids( 'asked' ) );
	}

	/**
	 * Returns the data to store.
	 *
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return get_object_vars( $this );
	}
}
