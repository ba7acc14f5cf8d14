<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Links\OwnerPage;
use Largesse\Registry\EventDate;
use Largesse\Registry\Memberships;
use Largesse\Registry\Occasion;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Service\Rules;
use WP_Post;
use WP_User;

/**
 * Data for the template of a circle's page.
 */
final class CircleView {

	/**
	 * Returns the data of the page for a member.
	 *
	 * @return array<string, mixed> Data for the template `circles/circle`.
	 */
	public static function of( CircleData $circle, WP_User $user ): array {
		$self      = $circle->people->of_user( $user->ID );
		$id        = $circle->circle->id;
		$url       = CirclePage::url( $id );
		$form      = static fn ( string $act, array $more = array() ): array => CircleForms::form( $act, $id, $url, $more );
		$organizes = true === $self?->is_organizer;
		return self::people( $circle, $user ) + array(
			'id'       => $id,
			'name'     => $circle->circle->name,
			'back_url' => OwnerPage::url(),
			'file_url' => CircleDownload::url( $id ),
			'said'     => CircleForms::said(),
			'problem'  => CircleForms::general_problem(),
			'asked'    => array_map(
				static fn ( Person $ward ): array => array(
					'name'      => $ward->name,
					'guardians' => self::names( $circle, $ward->guardians ),
					'accept'    => $form( 'accept_guardian', array( 'person' => $ward->id ) ),
					'decline'   => $form( 'decline_guardian', array( 'person' => $ward->id ) ),
				),
				$circle->people->proposed_wards_of( $self->id ?? '' )
			),
			'open'     => self::open_form( $circle, $user, $form( 'open' ) ),
			'ward'     => $form( 'add_ward', array( 'new_id' => CircleStore::new_id() ) ) + array( 'field' => CircleForms::field( 'ward_name', __( 'Name', 'largesse' ), '', CircleRules::PERSON_NAME_CHARS ) ),
			'organize' => ! $organizes ? null : array(
				'invite'      => $form( 'invite', array( 'new_id' => CircleStore::new_id() ) ) + array( 'field' => CircleForms::field( 'email', __( 'E-mail address', 'largesse' ), '', 254, type: 'email' ) ),
				'invitations' => array_map(
					static fn ( Invitation $invitation ): array => array(
						'email'    => $invitation->email,
						'state'    => $invitation->is_sent ? __( 'The mail was sent.', 'largesse' ) : __( 'The mail is waiting to be sent.', 'largesse' ),
						'withdraw' => $form( 'withdraw', array( 'invitation' => $invitation->id ) ),
					),
					$circle->open_invitations( time() )
				),
				'link'        => CircleKeys::link_url( $circle ),
				'renew'       => $form( 'renew_link' ),
				'end'         => $form( 'end_link' ),
				'rename'      => $form( 'rename' ) + array( 'field' => CircleForms::field( 'circle_name', __( 'Name of the circle', 'largesse' ), $circle->circle->name, CircleRules::CIRCLE_NAME_CHARS ) ),
				'delete'      => $form( 'delete' ),
			),
			'leave'    => $form( 'leave', array( 'person' => $self->id ?? '' ) ) + array( 'wards' => array_column( $circle->people->only_wards_of( $self->id ?? '' ), 'name' ) ),
		);
	}

	/**
	 * Returns the form with which a member opens a list to the circle. Returns null if all the member's lists are drafts,
	 * past, or already open to the circle.
	 *
	 * @param array{action: string, hidden: array<string, string>} $form Address and hidden fields.
	 * @return array<string, mixed>|null Data for the template `circles/open-list`.
	 */
	private static function open_form( CircleData $circle, WP_User $user, array $form ): ?array {
		$lists = array();
		foreach ( array( ...Memberships::own( $user ), ...Memberships::co_owned( $user ) ) as $list ) {
			if ( in_array( $list->post_status, Rules::REGISTRY_STATUSES, true ) && ! RegistryMeta::is_past( $list ) && null === OpenLists::person_of( $list, $circle ) ) {
				$lists[ $list->ID ] = RegistryTitle::shown( $list );
			}
		}
		return array() === $lists ? null : array(
			'form'   => $form,
			'lists'  => $lists,
			'people' => array_column( $circle->people->represented_by( $user->ID ), 'name', 'id' ),
		);
	}

	/**
	 * Returns the people of a circle, sorted by the date of their next occasion. People without a date are last, in the
	 * order in which they joined. The people have only the lists of the requested page. Pages after the first contain only
	 * people with lists.
	 *
	 * @return array{people: list<array<string, mixed>>, before_url: string, after_url: string} Empty addresses for no
	 *                                                                                         other page.
	 */
	private static function people( CircleData $circle, WP_User $user ): array {
		$lists  = OpenLists::of_circle( $circle );
		$days   = OpenLists::next_days( $circle, $lists );
		$last   = max( 1, (int) ceil( count( $lists ) / CircleRules::LISTS_PER_PAGE ) );
		$number = min( CirclePage::requested_lists(), $last );
		$shown  = array_slice( $lists, ( $number - 1 ) * CircleRules::LISTS_PER_PAGE, CircleRules::LISTS_PER_PAGE );
		$own    = array();
		$found  = OpenLists::registries( $circle, $shown );
		foreach ( $shown as $list ) {
			if ( isset( $found[ $list->id ] ) ) {
				$own[ $list->person ][] = $found[ $list->id ];
			}
		}
		$rows = array();
		foreach ( $circle->people->all as $place => $person ) {
			$next = $days[ $person->id ] ?? '';
			if ( 1 === $number || isset( $own[ $person->id ] ) ) {
				$rows[] = array( '' === $next, $next, $place, self::person( $circle, $person, $user, $own[ $person->id ] ?? array(), $next ) );
			}
		}
		usort( $rows, static fn ( array $one, array $other ): int => array_slice( $one, 0, 3 ) <=> array_slice( $other, 0, 3 ) );
		return array(
			'people'     => array_column( $rows, 3 ),
			'before_url' => $number > 1 ? CirclePage::url( $circle->circle->id, $number - 1 ) : '',
			'after_url'  => $number < $last ? CirclePage::url( $circle->circle->id, $number + 1 ) : '',
		);
	}

	/**
	 * Returns a person for the template `circles/person`.
	 *
	 * @param list<WP_Post> $lists Lists of the person on this page.
	 * @param string        $next  Day of the person's next occasion; empty for none.
	 * @return array<string, mixed>
	 */
	private static function person( CircleData $circle, Person $person, WP_User $user, array $lists, string $next ): array {
		$people    = $circle->people;
		$is_self   = $person->user === $user->ID;
		$may_act   = $people->may_act_for( $person->id, $user->ID );
		$organizes = $people->is_organizer( $user->ID );
		$form      = static fn ( string $act, array $more = array() ): array => CircleForms::form( $act, $circle->circle->id, CirclePage::url( $circle->circle->id ), array( 'person' => $person->id ) + $more );
		$others    = array_values( array_filter( $people->with_accounts(), static fn ( Person $other ): bool => ! in_array( $other->id, array( ...$person->guardians, ...$person->asked ), true ) ) );
		return array(
			'id'         => $person->id,
			'name'       => $person->name,
			'is_self'    => $is_self,
			'organizes'  => $person->is_organizer,
			'guardians'  => self::names( $circle, $person->guardians ),
			'asked'      => ! $may_act ? array() : array_map(
				static fn ( string $id ): array => array(
					'name' => $people->with_id( $id )->name ?? '',
					'form' => $form( 'withdraw_guardian', array( 'guardian' => $id ) ),
				),
				$person->asked
			),
			'next'       => EventDate::text( $next ),
			'lists'      => array_map(
				static fn ( WP_Post $list ): array => array(
					'name' => RegistryTitle::shown( $list ),
					'kind' => Occasion::type( $list ),
					'url'  => (string) get_permalink( $list ),
				),
				$lists
			),
			'rename'     => $may_act ? $form( 'rename_person' ) + array( 'field' => CircleForms::field( 'person_name', __( 'Name in the circle', 'largesse' ), $person->name, CircleRules::PERSON_NAME_CHARS, $person->id ) ) : null,
			'guardian'   => $may_act && null === $person->user && $others ? $form( 'ask_guardian' ) + array( 'others' => array_column( $others, 'name', 'id' ) ) : null,
			'organizer'  => $organizes && null !== $person->user && ! $person->is_organizer ? $form( 'make_organizer' ) : null,
			'remove'     => ! $is_self && ( $may_act || $organizes ) ? $form( 'remove' ) + array( 'wards' => array_column( $people->only_wards_of( $person->id ), 'name' ) ) : null,
			'ends_links' => ! $may_act,
		);
	}

	/**
	 * Returns the names of people of a circle.
	 *
	 * @param list<string> $ids Ids of the people.
	 * @return list<string>
	 */
	private static function names( CircleData $circle, array $ids ): array {
		return array_map( static fn ( string $id ): string => $circle->people->with_id( $id )->name ?? '', $ids );
	}
}
