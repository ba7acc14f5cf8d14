<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use DateTimeZone;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Registries;
use WP_Error;
use WP_User;

/**
 * Processes the forms of circles, which work without scripts. A refused form keeps the input, with the problem.
 *
 * @extends Form<WP_User>
 */
final class CircleForms extends Form {

	/** Field with the pressed button, and name of the nonce. */
	public const FIELD = 'largesse-circle';

	/** Query parameter with the accepted action. The next page shows a sentence about its result. */
	private const SAID = 'circle-said';

	/** Why the form in this request was refused, for the fields that templates print. */
	private static ?Refusal $shown = null;

	public function __construct( private readonly CircleChanges $changes, private readonly WardList $ward_lists ) {}

	/**
	 * Returns the address and the hidden fields of a form. The id of a new circle is the id of the form.
	 *
	 * @return array{action: string, hidden: array<string, string>}
	 */
	public static function form( string $act, string $circle_id, string $url, array $more = array() ): array {
		return array(
			'action' => $url,
			'hidden' => Form::hidden( self::FIELD, $act, self::FIELD ) + array( 'of' => $circle_id ) + $more,
		);
	}

	/**
	 * Returns the data of a field for the template `html/field`. After an error, the data contains the user's input. A
	 * page can contain several fields with this name, one for each `person`, whom the form is about.
	 */
	public static function field(
		string $name,
		string $label,
		string $value,
		int $most,
		string $person = '',
		string $type = 'text'
	): array {
		$more = array(
			'maxlength'    => $most,
			'dir'          => 'auto',
			'required'     => '',
			'autocomplete' => 'off',
		);
		return self::shown( $name, new Field( $type, $label, $more, initial: $value ), $person );
	}

	/**
	 * Returns the fields of a birthday, as `field()` does.
	 *
	 * @param string $birthday `MM-DD`; may be empty.
	 * @return list<array<string, mixed>>
	 */
	public static function birthday_fields( string $birthday, string $person ): array {
		$months = array( '' => __( 'No month', 'largesse' ) );
		foreach ( range( 1, 12 ) as $month ) {
			$months[ (string) $month ] = (string) wp_date(
				'F',
				(int) gmmktime( 12, 0, 0, $month, 15, 2000 ),
				new DateTimeZone( 'UTC' )
			);
		}
		$number = array(
			'inputmode'    => 'numeric',
			'maxlength'    => 2,
			'autocomplete' => 'off',
		);
		$parts  = Birthday::parts( $birthday );
		return array(
			array( 'is_needed' => true ) + self::shown(
				'birth_day',
				new Field( 'text', __( 'Day of the birthday', 'largesse' ), $number, initial: $parts['day'] ),
				$person
			),
			array( 'is_needed' => true ) + self::shown(
				'birth_month',
				new Field( 'select', __( 'Month of the birthday', 'largesse' ), initial: $parts['month'], choices: $months ),
				$person
			),
		);
	}

	/** Returns the data of a field for the template `html/field`. @param string $person See `field()`. */
	private static function shown( string $name, Field $field, string $person ): array {
		$sent       = Submission::from_request();
		$is_refused = null !== self::$shown && $sent->text( 'person' ) === $person && $sent->has( $name );
		return Fields::fresh( array( $name => $field ) )
			->with( $is_refused ? array( $name => $sent->text( $name ) ) : array() )
			->inputs(
				'largesse-circle-' . ( '' === $person ? '' : "{$person}-" ),
				$is_refused ? self::$shown->problems : array(),
				Fields::OF_OWNERS
			)[ $name ];
	}

	/** Returns the problem of the form in this request; '' if there is none, or if a field shows it. */
	public static function general_problem(): string {
		$is_general = null !== self::$shown
			&& array() === array_intersect_key( self::$shown->problems, Submission::from_request()->all() );
		return $is_general ? self::$shown->message : '';
	}

	/** Returns the sentence for the result named in the page's address; an empty text for none. */
	public static function said(): string {
		return null !== self::$shown ? '' : match ( Request::parameter( self::SAID ) ) {
			'create'             => __( 'Your circle is ready. Invite the others now.', 'largesse' ),
			'join'               => __( 'Welcome to the circle!', 'largesse' ),
			'invite'             => __( 'The invitation is on its way.', 'largesse' ),
			'withdraw'           => __( 'The invitation no longer works.', 'largesse' ),
			'renew_link'         => __( 'The link is ready. Older links no longer work.', 'largesse' ),
			'end_link'           => __( 'The link no longer works.', 'largesse' ),
			'add_ward'           => __( 'The person is in the circle now.', 'largesse' ),
			'open'               => __( 'The circle sees the list now.', 'largesse' ),
			'close'              => __( 'The circle no longer sees the list.', 'largesse' ),
			'remove'             => __( 'The person is no longer in the circle.', 'largesse' ),
			'leave'              => __( 'You have left the circle.', 'largesse' ),
			'delete'             => __( 'The circle no longer exists.', 'largesse' ),
			'rename', 'rename_person', 'set_birthday', 'make_organizer' => __( 'Saved.', 'largesse' ),
			default              => '',
		};
	}

	public function answer(): void {
		parent::answer();
		self::$shown = $this->refused;
	}

	/** Returns the member. If the visitor is not signed in, the page asks the visitor to sign in. */
	protected function subject( Submission $sent ): ?WP_User {
		return is_user_logged_in() && OwnerPage::is_shown() ? wp_get_current_user() : null;
	}

	protected function proof( mixed $user, string $button ): Proof {
		return Proof::nonce( self::FIELD );
	}

	protected function press( mixed $user, string $button, Submission $sent ): NextPage|Refusal|WP_Error {
		$circle_id = $sent->text( 'of' );
		$changed   = match ( $button ) {
			'create'          => $this->changes->create(
				$user,
				$circle_id,
				$sent->text( 'circle_name' ),
				$sent->text( 'own_name' )
			),
			'join'            => $this->join( $user, $sent ),
			'rename'          => $this->changes->rename( $user, $circle_id, $sent->text( 'circle_name' ) ),
			'rename_person'   => $this->changes->rename_person(
				$user,
				$circle_id,
				$sent->text( 'person' ),
				$sent->text( 'person_name' )
			),
			'set_birthday'    => $this->changes->set_birthday(
				$user,
				$circle_id,
				$sent->text( 'person' ),
				$sent->text( 'birth_day' ),
				$sent->text( 'birth_month' )
			),
			'add_ward'        => $this->changes->add_ward(
				$user,
				$circle_id,
				$sent->text( 'new_id' ),
				$sent->text( 'ward_name' )
			),
			'make_organizer'  => $this->changes->make_organizer( $user, $circle_id, $sent->text( 'person' ) ),
			'remove', 'leave' => $this->changes->remove( $user, $circle_id, $sent->text( 'person' ) ),
			'delete'          => $this->changes->delete( $user, $circle_id ),
			'invite'          => $this->changes->invite( $user, $circle_id, $sent->text( 'new_id' ), $sent->text( 'email' ) ),
			'withdraw'        => $this->changes->withdraw( $user, $circle_id, $sent->text( 'invitation' ) ),
			'renew_link'      => $this->changes->renew_link( $user, $circle_id ),
			'end_link'        => $this->changes->end_link( $user, $circle_id ),
			'open'            => ListChoice::change( $user, $circle_id, $sent->number( 'list' ), $sent->text( 'person' ) ),
			'close'           => ListChoice::change( $user, $circle_id, $sent->number( 'list' ), null ),
			'start_list'      => $this->ward_lists->start( $user, $circle_id, $sent->text( 'person' ) ),
			default           => self::unknown_button(),
		};
		if ( is_string( $changed ) ) {
			return new NextPage( $changed );
		}
		return $changed instanceof Circle ? new NextPage( self::page_after( $user, $button, $changed ) ) : $changed;
	}

	/** Returns the address of the page after a change, which shows a sentence about its result. */
	private static function page_after( WP_User $user, string $button, Circle $circle ): string {
		return add_query_arg( self::SAID, $button, self::next_page( $user, $button, $circle ) )
			. ( 'renew_link' === $button ? '#' . CircleView::LINK : '' );
	}

	private function join( WP_User $user, Submission $sent ): Circle|WP_Error {
		$circle = Circles::read( $sent->text( 'of' ) );
		$link   = null === $circle ? null : JoinLink::from_cookie( $circle );
		$joined = null === $link
			? CircleErrors::of( 'no_invitation' )
			: $this->changes->join( $user, $link, $sent->text( 'own_name' ) );
		if ( ! is_wp_error( $joined ) ) {
			JoinLink::delete_cookie( $joined->id );
		}
		return $joined;
	}

	/**
	 * Returns the address of the page after a change: the tab with the result. A new circle opens the tab that invites.
	 */
	private static function next_page( WP_User $user, string $act, Circle $circle ): string {
		$registry = in_array( $act, array( 'open', 'close' ), true ) ? Registries::from_request() : null;
		if ( null !== $registry ) {
			return add_query_arg( SharedNames::TAB_PARAMETER, 'share', OwnerPage::url( $registry->ID ) );
		}
		$tab = match ( $act ) {
			'create', 'invite', 'withdraw', 'renew_link', 'end_link' => CirclePage::INVITE,
			'rename' => CirclePage::SETTINGS,
			default  => CirclePage::PEOPLE,
		};
		return $circle->member( $user->ID ) ? CirclePage::url( $circle->id, $tab ) : OwnerPage::url();
	}
}
