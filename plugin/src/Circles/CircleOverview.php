<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use Largesse\Registry\ConfirmedAddress;

/** The member's circles on the page My registries, and the form that creates a circle. */
final class CircleOverview {

	/** Prints the section. */
	public static function show(): void {
		$user    = wp_get_current_user();
		$circles = array_map(
			static fn ( Circle $circle ): array => array(
				'name' => $circle->name,
				'url'  => CirclePage::url( $circle->id ),
				'html' => CircleView::head( $circle->id ),
				'size' => count( $circle->people->all ),
			),
			Circles::of_user( $user->ID )
		);
		Template::print(
			'circles/overview',
			array(
				'circles' => $circles,
				'said'    => CircleForms::said(),
				'problem' => CircleForms::general_problem(),
				'create'  => '' === ConfirmedAddress::of( $user ) ? null : CircleForms::form( 'create', Circles::new_id(), OwnerPage::url() ) + array(
					'fields' => array(
						CircleForms::field( 'circle_name', __( 'Name of the circle', 'largesse' ), '', CircleRules::CIRCLE_NAME_CHARS ),
						CircleForms::field( 'own_name', __( 'Your name in the circle', 'largesse' ), $user->display_name, CircleRules::PERSON_NAME_CHARS ),
					),
				),
			)
		);
	}
}
