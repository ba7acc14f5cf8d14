<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Person;

/**
 * A draw of names in a circle. The pairs are encrypted. Administrators can see all other data (rules: Draws).
 */
final class Draw {

	/**
	 * @param string                                              $id         Id from the form: 16 hexadecimal digits.
	 * @param string                                              $day        Day on which people give the presents, YYYY-MM-DD.
	 * @param string                                              $budget     Budget as the organizer typed it; may be empty.
	 * @param string                                              $organizer  Id of the person who started the draw.
	 * @param int                                                 $made       Seconds since 1970.
	 * @param list<array{id: string, name: string, user: ?int, guardians?: list<int>}> $people Everyone who takes part. The index of a person in this list is the person's number in the draw. The name and the id of an erased person are empty. Guardians are ids of users.
	 * @param list<array{0: int, 1: int}>                         $exclusions Forbidden pairs: a giver and a receiver.
	 * @param string                                              $sealed     The result, as DrawEncryption stores it.
	 * @param string                                              $circle     Id of the circle.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $day,
		public readonly string $budget,
		public readonly string $organizer,
		public readonly int $made,
		public readonly array $people,
		public readonly array $exclusions,
		public readonly string $sealed = '',
		public readonly string $circle = ''
	) {}

	/**
	 * Returns a text that identifies the circle, the draw and its people: the `$place` for DrawEncryption. The
	 * encrypted result can be decrypted only with this text, so nobody can move it to another draw.
	 */
	public function place(): string {
		return implode( ' ', array( 'result', $this->circle, $this->id, ...array_column( $this->people, 'id' ) ) );
	}

	/** Returns the year in which people give the presents. */
	public function year(): string {
		return substr( $this->day, 0, 4 );
	}

	/**
	 * Checks whether the day of the presents is today or later.
	 *
	 * @param string $today Today, YYYY-MM-DD.
	 */
	public function is_open( string $today ): bool {
		return $this->day >= $today;
	}

	/** Returns the number of a person; null if the person does not take part. */
	public function number_of( string $person_id ): ?int {
		$number = '' === $person_id ? false : array_search( $person_id, array_column( $this->people, 'id' ), true );
		return false === $number ? null : $number;
	}

	/**
	 * Returns the numbers of the people with these ids; people who do not take part are ignored.
	 *
	 * @param list<string> $person_ids Ids of people.
	 * @return list<int>
	 */
	public function numbers_of( array $person_ids ): array {
		return array_values( array_filter( array_keys( $this->people ), fn ( int $number ): bool => in_array( $this->people[ $number ]['id'], $person_ids, true ) ) );
	}

	/**
	 * Returns a set of numbers for each guardian: the numbers of the guardian and of the guardian's wards. The guardian
	 * sees the draws of all these people.
	 *
	 * @param list<Person> $people People of the circle.
	 * @return list<list<int>> Sets of at least two numbers. Smaller sets are omitted.
	 */
	public function seen_together( array $people ): array {
		$seen = array();
		foreach ( $people as $person ) {
			foreach ( array( $person->id, ...$person->guardians ) as $viewer ) {
				$seen[ $viewer ][] = $person->id;
			}
		}
		return array_values( array_filter( array_map( $this->numbers_of( ... ), $seen ), static fn ( array $numbers ): bool => count( $numbers ) > 1 ) );
	}

	/** Returns the pairs that the exclusions allow. */
	public function allowed(): AllowedPairs {
		return AllowedPairs::of( count( $this->people ), $this->exclusions );
	}

	/** Returns the draw with another encrypted result. */
	public function with_sealed( string $sealed ): self {
		return new self( $this->id, $this->day, $this->budget, $this->organizer, $this->made, $this->people, $this->exclusions, $sealed, $this->circle );
	}

	/** Returns a copy without the data of a person. The copy treats the person as somebody who has left. */
	public function without_person( int $number ): self {
		$people            = $this->people;
		$people[ $number ] = array(
			'id'        => '',
			'name'      => '',
			'user'      => null,
			'guardians' => array(),
		);
		$organizer         = $this->people[ $number ]['id'] === $this->organizer ? '' : $this->organizer;
		$exclusions        = array_values( array_filter( $this->exclusions, static fn ( array $pair ): bool => ! in_array( $number, $pair, true ) ) );
		return new self( $this->id, $this->day, $this->budget, $organizer, $this->made, $people, $exclusions, $this->sealed, $this->circle );
	}

	/**
	 * Returns a copy in which a user is nobody's guardian.
	 *
	 * @param int $user_id Id of the user.
	 */
	public function without_guardian( int $user_id ): self {
		$people = array_map( static fn ( array $person ): array => array( 'guardians' => array_values( array_diff( $person['guardians'] ?? array(), array( $user_id ) ) ) ) + $person, $this->people );
		return new self( $this->id, $this->day, $this->budget, $this->organizer, $this->made, $people, $this->exclusions, $this->sealed, $this->circle );
	}

	/**
	 * Reads stored data; null if the data is not a valid draw.
	 *
	 * @param string $circle Id of the circle.
	 * @param mixed  $data   Result of `to_array`.
	 */
	public static function from_array( string $circle, mixed $data ): ?self {
		if ( ! is_array( $data ) || ! is_string( $data['id'] ?? null ) || ! is_string( $data['day'] ?? null ) || ! is_array( $data['people'] ?? null ) ) {
			return null;
		}
		return new self( $data['id'], $data['day'], (string) ( $data['budget'] ?? '' ), (string) ( $data['organizer'] ?? '' ), (int) ( $data['made'] ?? 0 ), $data['people'], (array) ( $data['exclusions'] ?? array() ), (string) ( $data['sealed'] ?? '' ), $circle );
	}

	/**
	 * Returns the data to store.
	 *
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array_diff_key( get_object_vars( $this ), array( 'circle' => true ) );
	}
}
