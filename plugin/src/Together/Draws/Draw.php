<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;
use Largesse\Foundation\Records\StoredValue;

/** A draw of names in a circle. The pairs are encrypted. Administrators can see all other data (rules: Draws). */
final class Draw {

	use StoredValue {
		from_array as private of_properties;
		to_array as private properties;
	}

	/** Stored draws have the starter under this name. */
	private const STORED_STARTER = 'organizer';

	/**
	 * @param string                      $day        Day on which people give the presents, YYYY-MM-DD.
	 * @param string                      $starter    Id of the person who started the draw; may be no organizer. Empty after
	 *         an erasure.
	 * @param list<array{id: string, name: string, user: ?int, guardian: ?int}> $people Everyone who takes part, by number.
	 *         The name and the id of an erased person are empty. The guardian is the id of a user.
	 * @param list<array{0: int, 1: int}> $exclusions Forbidden pairs: a giver and a receiver.
	 * @param bool                        $is_again   Whether the draw replaced another one before the day of the presents.
	 * @param bool                        $may_repeat Whether last year's pairs are possible although the starter excluded
	 *         them, because no other pairs were.
	 * @param string                      $sealed     The result, as SealedResult encrypts it.
	 * @param bool                        $is_announced Whether its mails are queued. False if the process ended before.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $circle,
		public readonly string $day,
		public readonly string $budget,
		public readonly string $starter,
		public readonly array $people = array(),
		public readonly array $exclusions = array(),
		public readonly bool $is_again = false,
		public readonly bool $may_repeat = false,
		public readonly string $sealed = '',
		public readonly bool $is_announced = true
	) {}

	/** Reads a stored draw. */
	public static function from_array( array $data ): self {
		return self::of_properties( $data + array( 'starter' => $data[ self::STORED_STARTER ] ) );
	}

	/** @return array<string, mixed> Values to store. */
	public function to_array(): array {
		$data = $this->properties() + array( self::STORED_STARTER => $this->starter );
		unset( $data['starter'] );
		return $data;
	}

	/**
	 * Returns a copy with people and exclusions. Guardians see whom their wards draw, so no ward may draw their guardian.
	 *
	 * @param list<Person>                      $all      People of the circle.
	 * @param list<string>                      $ids      Ids of those who take part.
	 * @param list<array{0: string, 1: string}> $excluded Ids of givers and receivers.
	 */
	public function with_people( array $all, array $ids, array $excluded ): self {
		$users  = array_column( $all, 'user', 'id' );
		$people = array();
		foreach (
			array_filter( $all, static fn ( Person $person ): bool => in_array( $person->id, $ids, true ) ) as $person
		) {
			$people[]   = array_combine(
				array( 'id', 'name', 'user', 'guardian' ),
				array( $person->id, $person->name, $person->user, $users[ $person->guardian ?? '' ] ?? null )
			);
			$excluded[] = array( $person->id, $person->guardian ?? '' );
		}
		$numbers = array_flip( array_column( $people, 'id' ) );
		$pairs   = array_filter(
			$excluded,
			static fn ( array $pair ): bool => isset( $numbers[ $pair[0] ], $numbers[ $pair[1] ] )
		);
		$pairs   = array_map(
			static fn ( array $pair ): array => array( $numbers[ $pair[0] ], $numbers[ $pair[1] ] ),
			$pairs
		);
		return $this->with( people: $people, exclusions: array_values( array_unique( $pairs, SORT_REGULAR ) ) );
	}

	public function year(): int {
		return (int) substr( $this->day, 0, 4 );
	}

	/** Returns the number of a person; null if the person does not take part. */
	public function number_of( string $person_id ): ?int {
		$number = '' === $person_id ? false : array_search( $person_id, array_column( $this->people, 'id' ), true );
		return false === $number ? null : $number;
	}

	/** Checks whether a user is the person with this number, or the guardian of this person. */
	public function is_for( int $number, int $user_id ): bool {
		return in_array( $user_id, array( $this->people[ $number ]['user'], $this->people[ $number ]['guardian'] ), true );
	}

	/**
	 * Returns the users who may cancel the draw or draw again, by the ids of their people: its starter, and the
	 * organizers.
	 */
	public function changers( array $people ): array {
		return array_column(
			array_filter( $people, fn ( Person $person ): bool => $person->is_organizer || $person->id === $this->starter ),
			'user',
			'id'
		);
	}

	/** Returns whether somebody who takes part has left the circle. @param list<Person> $people People of the circle. */
	public function has_gap( array $people ): bool {
		return array() !== array_diff( array_column( $this->people, 'id' ), array_column( $people, 'id' ) );
	}

	/**
	 * Returns the givers whose pairs each guardian sees: their wards, and the guardian, who may not take part.
	 *
	 * @param list<Person> $people People of the circle.
	 * @return array<string, list<int>> Numbers of givers, by the guardian's id. Only guardians whose wards take part.
	 */
	public function seen_by_guardians( array $people ): array {
		$seen = array();
		foreach ( $people as $person ) {
			$number = $this->number_of( $person->id );
			if ( null !== $person->guardian && null !== $number ) {
				$seen[ $person->guardian ] ??= array_filter( array( $this->number_of( $person->guardian ) ), 'is_int' );
				$seen[ $person->guardian ][] = $number;
			}
		}
		return $seen;
	}

	/** @return list<array{0: int, 1: int}> Pairs of a ward who takes part, and the guardian, whom no ward draws. */
	public function guardian_exclusions(): array {
		$users = array_column( $this->people, 'user' );
		$pairs = array();
		foreach ( $this->people as $number => $person ) {
			$guardian = null === $person['guardian'] ? false : array_search( $person['guardian'], $users, true );
			if ( false !== $guardian ) {
				$pairs[] = array( $number, $guardian );
			}
		}
		return $pairs;
	}

	/** Returns the possible receivers of each giver, without the exclusions and some more forbidden pairs. */
	public function allowed( array $more = array() ): array {
		return NameDraw::possible( count( $this->people ), array( ...$this->exclusions, ...$more ) );
	}

	/** @return list<array{0: int, 1: int}> Pairs of an earlier draw, by the numbers of this draw. @param array $result Receivers. */
	public function pairs_of( self $earlier, array $result ): array {
		$pairs = array();
		foreach ( array_filter( $result, 'is_int' ) as $number => $drawn ) {
			$giver    = $this->number_of( $earlier->people[ $number ]['id'] );
			$receiver = $this->number_of( $earlier->people[ $drawn ]['id'] );
			if ( null !== $giver && null !== $receiver ) {
				$pairs[] = array( $giver, $receiver );
			}
		}
		return $pairs;
	}

	/**
	 * Returns a copy without the data of a person. The copy treats the person as somebody who has left. Its result must be
	 * encrypted again (`SealedResult::put_into()`), because the key depends on the people.
	 */
	public function without_person( int $number ): self {
		$nobody = array_merge(
			$this->people[ $number ],
			array_combine( array( 'id', 'name', 'user', 'guardian' ), array( '', '', null, null ) )
		);
		return $this->with(
			people: array_replace( $this->people, array( $number => $nobody ) ),
			starter: $this->people[ $number ]['id'] === $this->starter ? '' : $this->starter,
			exclusions: array_values(
				array_filter( $this->exclusions, static fn ( array $pair ): bool => ! in_array( $number, $pair, true ) )
			)
		);
	}
}
