<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * Interface of circles for other features: people, contacts and lists (rules: Circles). Each call reads the current
 * state. So the results contain nobody who has left the circle.
 */
final class Circles {

	/**
	 * Returns the people of a circle, in the order in which they joined; an empty list if the circle does not exist.
	 *
	 * @param bool $again Whether to read the circle again from the database.
	 * @return list<Person>
	 */
	public static function people( string $circle_id, bool $again = false ): array {
		return CircleStore::read( $circle_id, $again )->people->all ?? array();
	}

	/**
	 * Returns the circles of a user, oldest first.
	 *
	 * @return list<Circle>
	 */
	public static function of_user( int $user_id ): array {
		return array_column( CircleStore::of_user( $user_id ), 'circle' );
	}

	/**
	 * Checks whether a user may act for a person of a circle. Users may act for themselves and for the people whom they
	 * look after.
	 */
	public static function may_act_for( string $circle_id, string $person_id, int $user_id ): bool {
		return true === CircleStore::read( $circle_id )?->people->may_act_for( $person_id, $user_id );
	}

	/**
	 * Returns the accounts that get mails for a person: the person's own account. For a person without an account,
	 * returns the accounts of all guardians.
	 *
	 * @return list<int> Ids of users; none if the person is not in the circle.
	 */
	public static function contact_of( string $circle_id, string $person_id ): array {
		return CircleStore::read( $circle_id )?->people->contacts_of( $person_id ) ?? array();
	}

	/**
	 * Returns the first lists of a person that are open to a circle, the next celebrations first. Omits lists that are
	 * marked as past.
	 *
	 * @param int $viewer Id of the user who wants to see the lists.
	 * @return list<int> Ids of registries; none if the viewer may not see the circle.
	 */
	public static function lists_of( string $circle_id, string $person_id, int $viewer ): array {
		$circle = CircleStore::read( $circle_id );
		if ( null === $circle?->people->of_user( $viewer ) ) {
			return array();
		}
		$lists = array_filter( OpenLists::of_circle( $circle ), static fn ( OpenList $list ): bool => $list->person === $person_id );
		return array_keys( OpenLists::registries( $circle, array_slice( $lists, 0, CircleRules::LISTS_PER_PAGE ) ) );
	}
}
