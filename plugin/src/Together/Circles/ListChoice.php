<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Html\Template;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Error;
use WP_Post;
use WP_User;

/** Part of sharing a list: the owner opens the list to a circle, or closes it to the circle (rules: Circles). */
final class ListChoice {

	/** With more choices in a circle, the page shows only the first one until the owner asks for the others. */
	private const MOST_CHOICES = 2;

	/** Prints the owner's circles on the tab Share of a registry. */
	public static function show( int $registry_id ): void {
		$registry = get_post( $registry_id );
		$user     = wp_get_current_user();
		if ( ! $registry instanceof WP_Post || ! Roles::of( $registry )->is_owner( $user ) ) {
			return;
		}
		$circles = array_map(
			static fn ( Circle $circle ): array => self::circle( $circle, $registry, $user ),
			Circles::of_user( $user->ID )
		);
		if ( $circles ) {
			Template::print(
				'circles/list-choice',
				array(
					'circles'  => $circles,
					'is_draft' => ! RegistryPostType::is_shared( $registry ),
					'problem'  => CircleForms::general_problem(),
					'said'     => CircleForms::said(),
				)
			);
		}
	}

	/** Opens a list to a circle as the list of a person. @param string|null $person_id Null to close it to the circle. */
	public static function change(
		WP_User $user,
		string $circle_id,
		int $registry_id,
		?string $person_id
	): Circle|WP_Error {
		$registry = get_post( $registry_id );
		$circle   = Circles::read( $circle_id );
		if (
			! RegistryPostType::is( $registry )
			|| ! Roles::of( $registry )->is_owner( $user )
			|| ! user_can( $user, 'edit_post', $registry->ID )
		) {
			return CircleErrors::of( 'not_owner' );
		}
		if ( null === $circle?->member( $user->ID ) ) {
			return CircleErrors::of( 'no_circle' );
		}
		if ( null === $person_id ) {
			OpenLists::close( $registry, $circle_id );
			return $circle;
		}
		if ( ! $circle->may_act_for( $person_id, $user->ID ) ) {
			return CircleErrors::of( 'no_person' );
		}
		// Counts afterwards, because another request may open a list at the same time.
		OpenLists::open( $registry, $circle_id, $person_id );
		$problem = CircleErrors::of_limit(
			'max_lists',
			OpenLists::number_of( $circle, $user, $registry ),
			CircleRules::MAX_LISTS
		);
		if ( null !== $problem ) {
			OpenLists::close( $registry, $circle_id );
		}
		return $problem ?? $circle;
	}

	private static function circle( Circle $circle, WP_Post $registry, WP_User $user ): array {
		$id     = $circle->id;
		$url    = OwnerPage::url( $registry->ID );
		$more   = array( 'list' => (string) $registry->ID );
		$person = OpenLists::person_of( $registry, $circle );
		$own    = $circle->member( $user->ID );
		$all    = null !== $person ? array() : array_map(
			static fn ( Person $one ): array => array(
				'name' => $one->id === $own?->id ? '' : $one->name,
				'form' => CircleForms::form( 'open', $id, $url, $more + array( 'person' => $one->id ) ),
			),
			$circle->represented_by( $user->ID )
		);
		$shown  = count( $all ) > self::MOST_CHOICES ? 1 : self::MOST_CHOICES;
		return array(
			'name'    => $circle->name,
			'url'     => CirclePage::url( $id ),
			'person'  => $person->name ?? '',
			'close'   => null === $person ? null : CircleForms::form( 'close', $id, $url, $more ),
			'choices' => array_slice( $all, 0, $shown ),
			'folded'  => array_slice( $all, $shown ),
		);
	}
}
