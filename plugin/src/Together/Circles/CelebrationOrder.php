<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

/** Order of the lists and people of a circle: the next celebrations first (rules: Circles). Days are `YYYY-MM-DD`. */
final class CelebrationOrder {

	/** @param string $today Today in the site's time zone. */
	public function __construct( private readonly string $today ) {}

	/**
	 * Sorts lists: the next celebrations first, then lists without a date, then past celebrations, the latest first.
	 *
	 * @param array<array{id: int, day: string}> $lists Lists with more keys, which stay. The day may be empty.
	 * @return list<array<string, mixed>>
	 */
	public function lists( array $lists ): array {
		$place = fn ( array $list ): array => match ( true ) {
			'' === $list['day']          => array( 1, 0, $list['id'] ),
			$list['day'] >= $this->today => array( 0, strtotime( $list['day'] ), $list['id'] ),
			default                      => array( 2, -strtotime( $list['day'] ), -$list['id'] ),
		};
		usort( $lists, static fn ( array $one, array $other ): int => $place( $one ) <=> $place( $other ) );
		return $lists;
	}

	/**
	 * Sorts people by their next birthday or occasion. People without a date are last, in the order in which they joined.
	 *
	 * @param array<Person>         $people
	 * @param array<string, string> $days   Next occasion of each person, by the person's id.
	 * @return list<Person>
	 */
	public function people( array $people, array $days ): array {
		// "none" follows all days.
		$next = function ( Person $person ) use ( $days ): string {
			$birthday = $this->birthday( $person );
			return min( $days[ $person->id ] ?? 'none', '' === $birthday ? 'none' : $birthday );
		};
		usort( $people, static fn ( Person $one, Person $other ): int => $next( $one ) <=> $next( $other ) );
		return $people;
	}

	/** Returns a person's next birthday; '' if it is unknown. */
	public function birthday( Person $person ): string {
		return '' === $person->birthday ? '' : Birthday::next( $person->birthday, $this->today );
	}

	/** @return array{0: int, 1: int} Number of the page to show, from 1, and of the last page. @param int $lists Number of all lists. */
	public static function page( int $lists, int $requested ): array {
		$last = max( 1, (int) ceil( $lists / CircleRules::LISTS_PER_PAGE ) );
		return array( min( max( 1, $requested ), $last ), $last );
	}
}
