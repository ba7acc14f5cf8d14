<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Closure;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use WP_Post;
use WP_User;

/** Data for the templates of circles. */
final class CircleView {

	/** Number of people whom the page shows at once. The others are folded. */
	private const PEOPLE_AT_ONCE = 10;

	/** Beginning of the id of a person's card; the person's id follows. */
	public const PERSON = 'largesse-person-';

	/** Id of the card with the family link. */
	public const LINK = 'largesse-circle-link';

	/** @return array<string, mixed> Data for the template `circles/circle`. */
	public static function of( Circle $circle, WP_User $user ): array {
		$id   = $circle->id;
		$tabs = self::tabs( $circle->id );
		$asks = Request::parameter( SharedNames::TAB_PARAMETER );
		$open = isset( $tabs[ $asks ] ) ? $asks : CirclePage::PEOPLE;
		return array(
			'name'     => $circle->name,
			'back_url' => OwnerPage::url(),
			'head'     => in_array( $open, array( CirclePage::INVITE, CirclePage::SETTINGS ), true ) ? '' : self::head( $id ),
			'tabs'     => array_map(
				static fn ( string $tab ): array => array(
					'label'   => $tabs[ $tab ],
					'url'     => CirclePage::url( $id, $tab ),
					'is_open' => $tab === $open,
				),
				array_keys( $tabs )
			),
			'said'     => CircleForms::said(),
			'problem'  => CircleForms::general_problem(),
			'content'  => self::tab( $circle, $user, $open ),
		);
	}

	/** Prints the member's circles on the page My registries, and the form that creates a circle. */
	public static function show_overview(): void {
		$user    = wp_get_current_user();
		$circles = array_map(
			static fn ( Circle $circle ): array => array(
				'name' => $circle->name,
				'url'  => CirclePage::url( $circle->id ),
				'html' => self::head( $circle->id ),
				'size' => count( $circle->people ),
			),
			Circles::of_user( $user->ID )
		);
		Template::print(
			'circles/overview',
			array(
				'circles' => $circles,
				'said'    => CircleForms::said(),
				'problem' => CircleForms::general_problem(),
				'create'  => '' === ConfirmedAddress::of( $user )
					? null
					: CircleForms::form( 'create', Circles::new_id(), OwnerPage::url() ) + array(
						'fields' => array(
							CircleForms::field( 'circle_name', __( 'Name of the circle', 'largesse' ), '', CircleRules::CIRCLE_NAME_CHARS ),
							CircleForms::field(
								'own_name',
								__( 'Your name in the circle', 'largesse' ),
								$user->display_name,
								CircleRules::PERSON_NAME_CHARS
							),
						),
					),
			)
		);
	}

	/** Returns the HTML with which other features present a circle. */
	private static function head( string $circle_id ): string {
		ob_start();
		/**
		 * Fires above the tabs of a circle's page, except on Invite and Settings, and on the circle's card on My registries,
		 * for members of the circle.
		 *
		 * @param string $circle_id Id of the circle.
		 */
		do_action( 'largesse_circle_head', $circle_id );
		return (string) ob_get_clean();
	}

	/** @return array<string, string> Labels of the tabs, by the value of the parameter `tab`. */
	private static function tabs( string $circle_id ): array {
		/**
		 * Filters the first tabs of a circle's page, for members of the circle. The filter `largesse_circle_tab` returns
		 * their contents.
		 *
		 * @param array<string, string> $tabs      Labels by the value of the parameter `tab`.
		 * @param string                $circle_id Id of the circle.
		 */
		$tabs = apply_filters(
			'largesse_circle_tabs',
			array( CirclePage::PEOPLE => __( 'People', 'largesse' ) ),
			$circle_id
		);
		return $tabs + array(
			CirclePage::INVITE   => __( 'Invite', 'largesse' ),
			CirclePage::SETTINGS => __( 'Settings', 'largesse' ),
		);
	}

	/** Returns the HTML of a tab. */
	private static function tab( Circle $circle, WP_User $user, string $tab ): string {
		$html = match ( $tab ) {
			CirclePage::PEOPLE   => Template::render( 'circles/people', self::people( $circle, $user ) ),
			CirclePage::INVITE   => Template::render( 'circles/invite', self::invite( $circle, $user ) ),
			CirclePage::SETTINGS => Template::render( 'circles/settings', self::settings( $circle, $user ) ),
			default              => '',
		};
		/**
		 * Filters the content of the open tab of a circle's page, for members of the circle.
		 *
		 * @param string $html      HTML, escaped; '' for a tab of a feature.
		 * @param string $tab       Value of the parameter `tab`.
		 * @param string $circle_id Id of the circle.
		 */
		return apply_filters( 'largesse_circle_tab', $html, $tab, $circle->id );
	}

	/** Returns a function that returns the address and the hidden fields of a form on a tab. */
	private static function forms( Circle $circle, string $tab ): Closure {
		$id = $circle->id;
		return static fn ( string $act, array $more = array() ): array => CircleForms::form(
			$act,
			$id,
			CirclePage::url( $id, $tab ),
			$more
		);
	}

	private static function invite( Circle $circle, WP_User $user ): array {
		$form = self::forms( $circle, CirclePage::INVITE );
		return array(
			'link_id'    => self::LINK,
			'organizers' => array_column(
				array_filter( $circle->people, static fn ( Person $person ): bool => $person->is_organizer ),
				'name'
			),
			'ward'       => $form( 'add_ward', array( 'new_id' => Circles::new_id() ) ) + array(
				'field' => CircleForms::field( 'ward_name', __( 'Name', 'largesse' ), '', CircleRules::PERSON_NAME_CHARS ),
			),
			'organize'   => ! $circle->is_organizer( $user->ID ) ? null : array(
				'invite'      => $form( 'invite', array( 'new_id' => Circles::new_id() ) ) + array(
					'field' => CircleForms::field( 'email', __( 'E-mail address', 'largesse' ), '', 254, type: 'email' ),
				),
				'invitations' => array_map(
					static fn ( Invitation $invitation ): array => array(
						'email'    => $invitation->email,
						'withdraw' => $form( 'withdraw', array( 'invitation' => $invitation->id ) ),
					),
					$circle->open_invitations( time() )
				),
				'link'        => ( new JoinLink( $circle->id ) )->url( $circle ),
				'renew'       => $form( 'renew_link' ),
				'end'         => $form( 'end_link' ),
			),
		);
	}

	private static function settings( Circle $circle, WP_User $user ): array {
		$form      = self::forms( $circle, CirclePage::SETTINGS );
		$self      = $circle->member( $user->ID );
		$organizes = true === $self?->is_organizer;
		return array(
			'rename'   => $organizes
				? $form( 'rename' ) + array(
					'field' => CircleForms::field(
						'circle_name',
						__( 'Name of the circle', 'largesse' ),
						$circle->name,
						CircleRules::CIRCLE_NAME_CHARS
					),
				)
				: null,
			'leave'    => $form( 'leave', array( 'person' => $self->id ?? '' ) ) + array(
				'wards' => array_column( $circle->wards_of( $self->id ?? '' ), 'name' ),
				'notes' => null === $self ? array() : self::leave_notes( $circle, $self ),
			),
			'delete'   => $organizes ? $form( 'delete' ) : null,
		);
	}

	/**
	 * Adds what a member should know before they leave their circles by erasing their account.
	 *
	 * @param list<string> $notes
	 */
	public static function add_erase_notes( array $notes, WP_User $user ): array {
		foreach ( Circles::of_user( $user->ID ) as $circle ) {
			array_push( $notes, ...self::leave_notes( $circle, $circle->member( $user->ID ) ) );
		}
		return array_values( array_unique( $notes ) );
	}

	/** @return list<string> What other features say before a person leaves the circle, together with their wards. */
	private static function leave_notes( Circle $circle, Person $person ): array {
		/**
		 * Filters the sentences that a member reads before people leave a circle.
		 *
		 * @param list<string> $notes      Plain texts.
		 * @param string       $circle_id  Id of the circle.
		 * @param list<string> $person_ids Ids of the people who would leave.
		 */
		return apply_filters(
			'largesse_circle_leave_notes',
			array(),
			$circle->id,
			array( $person->id, ...array_column( $circle->wards_of( $person->id ), 'id' ) )
		);
	}

	/**
	 * Returns the people with the lists of the requested page, the next celebrations first. Pages after the first contain
	 * only people with lists.
	 */
	private static function people( Circle $circle, WP_User $user ): array {
		$lists  = OpenLists::of_circle( $circle );
		$days   = OpenLists::next_days( $circle, $lists );

		list( $number, $last ) = CelebrationOrder::page( count( $lists ), (int) Request::parameter( CirclePage::LISTS ) );

		$shown  = array_slice( $lists, ( $number - 1 ) * CircleRules::LISTS_PER_PAGE, CircleRules::LISTS_PER_PAGE );
		$own    = array();
		$found  = OpenLists::registries( $circle, $shown );
		foreach ( $shown as $list ) {
			if ( isset( $found[ $list['id'] ] ) ) {
				$own[ $list['person'] ][] = $found[ $list['id'] ];
			}
		}
		$people = array_filter(
			$circle->people,
			static fn ( Person $person ): bool => 1 === $number || isset( $own[ $person->id ] )
		);
		$people = array_map(
			static fn ( Person $person ): array => self::person(
				$circle,
				$person,
				$user,
				$own[ $person->id ] ?? array(),
				$days[ $person->id ] ?? ''
			),
			self::order()->people( $people, $days )
		);
		$others = array_slice( $people, self::PEOPLE_AT_ONCE );
		return array(
			'people'     => array_slice( $people, 0, self::PEOPLE_AT_ONCE ),
			'others'     => $others,
			'is_open'    => array() !== array_filter( $others, static fn ( array $person ): bool => $person['is_refused'] ),
			'before_url' => $number > 1 ? CirclePage::url( $circle->id, lists: $number - 1 ) : '',
			'after_url'  => $number < $last ? CirclePage::url( $circle->id, lists: $number + 1 ) : '',
		);
	}

	/** Returns what other features add to the card of a person, as HTML. */
	private static function extra( string $circle_id, string $person_id ): string {
		ob_start();
		/**
		 * Fires on the card of a person of a circle, for members of the circle.
		 *
		 * @param string $circle_id Id of the circle.
		 * @param string $person_id Id of the person.
		 */
		do_action( 'largesse_circle_card', $circle_id, $person_id );
		return (string) ob_get_clean();
	}

	/**
	 * Describes a person of a circle to other features, if the current user is in the circle.
	 *
	 * @param array<string, mixed>|null $described Description by another plugin; null for none.
	 * @return array{circle: string, person: string, name: string, may_act: bool, contact: int, url: string}|null
	 */
	public static function describe_person( ?array $described, string $circle_id, string $person_id ): ?array {
		$user   = get_current_user_id();
		$circle = Circles::read( $circle_id );
		$person = null === $circle?->member( $user ) ? null : $circle->person( $person_id );
		return null === $person ? $described : array(
			'circle'  => $circle->id,
			'person'  => $person->id,
			'name'    => $person->name,
			'may_act' => $circle->may_act_for( $person->id, $user ),
			'contact' => (int) $circle->contact_of( $person->id ),
			'url'     => CirclePage::person_url( $circle->id, $person->id ),
		);
	}

	private static function order(): CelebrationOrder {
		return new CelebrationOrder( (string) wp_date( 'Y-m-d' ) );
	}

	/**
	 * @param list<WP_Post> $lists The person's lists on this page.
	 * @param string $next Next occasion (day), or ''.
	 */
	private static function person( Circle $circle, Person $person, WP_User $user, array $lists, string $next ): array {
		$birthday  = self::order()->birthday( $person );
		$is_self   = $person->user === $user->ID;
		$may_act   = $circle->may_act_for( $person->id, $user->ID );
		$organizes = $circle->is_organizer( $user->ID );
		$form      = static fn ( string $act ): array => CircleForms::form(
			$act,
			$circle->id,
			CirclePage::url( $circle->id ),
			array( 'person' => $person->id )
		);
		$entry     = static fn (
			string $title,
			array $form,
			string $button,
			string ...$hints
		): array => compact( 'title', 'form', 'button', 'hints' ) + array(
			'is_open' => '' !== ( $form['field']['problem'] ?? '' ),
		);
		$organizer = __( 'Make this person an organizer', 'largesse' );
		$remove    = __( 'Remove from the circle', 'largesse' );
		$wards     = implode( ', ', array_column( $circle->wards_of( $person->id ), 'name' ) );
		$hints     = array(
			$may_act ? '' : __( 'If you remove this person, they lose access at once. The link for the family chat stops working, too, because they may know it.', 'largesse' ),
			/* translators: %s: names of people. */
			'' === $wards ? '' : str_replace( '%s', $wards, __( 'These people leave, too, because nobody else looks after them: %s', 'largesse' ) ),
			...( ! $is_self && ( $may_act || $organizes ) ? self::leave_notes( $circle, $person ) : array() ),
		);
		$menu      = array(
			$may_act
				? $entry(
					__( 'Rename', 'largesse' ),
					$form( 'rename_person' ) + array(
						'field' => CircleForms::field(
							'person_name',
							__( 'Name in the circle', 'largesse' ),
							$person->name,
							CircleRules::PERSON_NAME_CHARS,
							$person->id
						),
					),
					__( 'Save', 'largesse' )
				)
				: null,
			$organizes && null !== $person->user && ! $person->is_organizer
				? $entry( $organizer, $form( 'make_organizer' ), $organizer, __( 'Organizers invite and remove people, and rename and delete the circle.', 'largesse' ) )
				: null,
			! $is_self && ( $may_act || $organizes )
				? $entry( $remove, $form( 'remove' ), $remove, ...array_filter( $hints ) )
				: null,
		);
		return array(
			'id'         => $person->id,
			'anchor'     => self::PERSON . $person->id,
			'name'       => $person->name,
			'is_self'    => $is_self,
			'organizes'  => $person->is_organizer,
			'guardian'   => $circle->person( $person->guardian ?? '' )->name ?? '',
			'next'       => $next === $birthday ? '' : Occasion::date( $next ),
			'birthday'   => Occasion::date( $birthday ),
			'lists'      => array_map(
				static fn ( WP_Post $list ): array => array(
					'name' => Registries::title_or_untitled( $list ),
					'kind' => Occasion::type( $list ),
					'url'  => (string) get_permalink( $list ),
				),
				$lists
			),
			'calendar'   => $may_act
				? $form( 'set_birthday' ) + array( 'fields' => CircleForms::birthday_fields( $person->birthday, $person->id ) )
				: null,
			'extra'      => self::extra( $circle->id, $person->id ),
			'start'      => null === $person->user
				&& $may_act
				&& array() === $lists
				&& null === WardList::existing( $user, $circle->id, $person->id )
				&& current_user_can( 'publish_registries' )
				? $form( 'start_list' )
				: null,
			'menu'       => array_values( array_filter( $menu ) ),
			'is_refused' => in_array( true, array_column( $menu, 'is_open' ), true ),
		);
	}
}
