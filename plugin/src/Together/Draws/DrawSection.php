<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Together\Circles\CirclePage;
use Largesse\Together\Circles\Circles;
use Largesse\Together\Circles\OpenLists;
use Largesse\Together\Circles\Person;
use Largesse\Together\Invitations\LinkKey;
use WP_Error;

/**
 * Tab about draws on the page of a circle, and its forms. Each member also sees the names that they drew, now and in
 * past years; only those who may change the draw see the form. After a change, the browser loads the page again; a
 * refused form keeps its values.
 *
 * @extends Form<string>
 */
final class DrawSection extends Form {

	/** Field with the id of the circle, which is the subject of the forms. */
	public const FIELD = 'largesse_draw';

	/** Name of the buttons, and their values: they start and cancel a draw, or add an exclusion to the form. */
	public const BUTTON = 'draw_act';
	public const START  = 'start';
	public const CANCEL = 'cancel';
	public const ADD    = 'add';

	/** Id of the section on the page, and its tab. */
	public const ANCHOR = 'largesse-draws';
	private const TAB   = 'draw';

	/** Submitted values that the page shows again, with problems or with one more exclusion; null for none. */
	private ?DrawFields $fields = null;

	/** @var array<string, string> Problems of the refused form: messages by field. The key '' is for the whole form. */
	private array $problems = array();

	/** What somebody could conclude, if the starter must decide whether to draw anyway; '' for no question. */
	private string $question = '';

	public function __construct( private readonly Draws $draws ) {}

	public function answer(): void {
		parent::answer();
		if ( null !== $this->refused ) {
			$sent           = Submission::from_request();
			$this->fields   = self::CANCEL === $this->button( $sent ) ? null : DrawFields::of( $sent->all() );
			$this->problems = '' === $this->refused->message ? $this->refused->problems : array( '' => $this->refused->message );
		}
	}

	/** Returns the id of the circle. If the visitor is not signed in, the page asks the visitor to sign in. */
	protected function subject( Submission $sent ): ?string {
		return is_user_logged_in() && OwnerPage::is_shown() ? $sent->text( self::FIELD ) : null;
	}

	protected function proof( mixed $circle_id, string $button ): Proof {
		return Proof::nonce( self::FIELD . $circle_id );
	}

	protected function press( mixed $circle_id, string $button, Submission $sent ): Refusal|WP_Error|null {
		return match ( $button ) {
			self::START  => $this->start( $circle_id, $sent ),
			self::CANCEL => $this->cancel( $circle_id, $sent->text( DrawFields::ID ) ),
			self::ADD    => self::add_exclusion( $circle_id, $sent ),
			default      => self::unknown_button(),
		};
	}

	protected function next( mixed $circle_id, string $button ): string {
		return self::url( $circle_id );
	}

	private function start( string $circle_id, Submission $sent ): ?Refusal {
		$decision = $this->draws->start( $circle_id, get_current_user_id(), DrawFields::of( $sent->all() ) );
		if ( is_wp_error( $decision ) ) {
			return Refusal::of( $decision );
		}
		$this->question = $decision->question;
		return array() === $decision->problems && '' === $decision->question
			? null
			: new Refusal( '' === $decision->question ? 422 : 200, '', $decision->problems );
	}

	private function cancel( string $circle_id, string $draw_id ): ?WP_Error {
		$cancelled = $this->draws->cancel( $circle_id, $draw_id, get_current_user_id() );
		return is_wp_error( $cancelled ) ? $cancelled : null;
	}

	/** Shows the form again, with the typed exclusion and an empty row. */
	private static function add_exclusion( string $circle_id, Submission $sent ): Refusal {
		$problems = DrawProblems::of_fields( DrawFields::of( $sent->all() ), Circles::people( $circle_id ) );
		return new Refusal( 200, '', array_intersect_key( $problems, array( DrawFields::EXCLUDED => '' ) ) );
	}

	public static function url( string $circle_id ): string {
		return CirclePage::url( $circle_id, self::TAB );
	}

	/** @param array<string, string> $tabs Labels by parameter. */
	public static function add_tab( array $tabs ): array {
		return $tabs + array( self::TAB => __( 'Draw', 'largesse' ) );
	}

	/** Returns the HTML of the tab for draws; of another tab, `$html`. */
	public function show_tab( string $html, string $tab, string $circle_id ): string {
		return self::TAB === $tab
			? Template::render( 'draws/section', $this->section_data( $circle_id, get_current_user_id() ) )
			: $html;
	}

	/**
	 * Adds a sentence if people who could leave a circle take part in its open draw.
	 *
	 * @param list<string> $notes
	 * @param list<string> $person_ids
	 * @return list<string>
	 */
	public static function add_leave_note( array $notes, string $circle_id, array $person_ids ): array {
		$open = CircleDraws::read( $circle_id )->open();
		return null === $open || array() === array_intersect( $person_ids, array_column( $open->people, 'id' ) )
			? $notes
			: array( ...$notes, __( 'A draw of names is running. Afterwards, somebody would get no present, so the names have to be drawn again. The members who can do this get a mail.', 'largesse' ) );
	}

	/** Prints whom a member and the member's wards drew in the open draw of a circle. */
	public static function show_drawn( string $circle_id ): void {
		$open = CircleDraws::read( $circle_id )->open();
		if ( null !== $open ) {
			Template::print(
				'draws/drawn',
				array( 'pairs' => self::pairs( $open, get_current_user_id() ), 'facts' => self::facts( $open ) )
			);
		}
	}

	private static function facts( Draw $draw ): string {
		/* translators: %s: a date. */
		$day = sprintf( __( 'The names are drawn for presents on %s.', 'largesse' ), Occasion::date( $draw->day ) );
		/* translators: %s: a budget, as a member typed it. */
		return '' === $draw->budget ? $day : "{$day} " . sprintf( __( 'Budget: %s.', 'largesse' ), $draw->budget );
	}

	private function section_data( string $circle_id, int $viewer ): array {
		$people  = Circles::people( $circle_id );
		$names   = array_column( $people, 'name', 'id' );
		$draws   = CircleDraws::read( $circle_id );
		$open    = $draws->open();
		$ids     = array_column( $open->people ?? array(), 'id' );
		$changes = null === $open || in_array( $viewer, $open->changers( $people ), true );
		$hidden  = Form::hidden( self::FIELD, $circle_id, self::FIELD . $circle_id );
		return array(
			'anchor'   => self::ANCHOR,
			'buttons'  => array(
				'name'   => self::BUTTON,
				'start'  => self::START,
				'cancel' => self::CANCEL,
				'add'    => self::ADD,
			),
			'problems' => $this->problems,
			'question' => $this->question,
			'open'     => null === $open ? null : array(
				'hidden'     => $hidden + array( DrawFields::ID => $open->id ),
				'facts'      => self::facts( $open ),
				'starter'    => $names[ $open->starter ] ?? '',
				'people'     => array_values( array_intersect_key( $names, array_flip( $ids ) ) ),
				'may_repeat' => $open->may_repeat,
				'has_gap'    => $open->has_gap( $people ),
				'guardians'  => self::guardians( $open, $people ),
				'changes'    => $changes,
			),
			'form'     => $changes ? $this->form_data( $hidden, $people, $draws->last(), $open ) : null,
			'history'  => array_merge(
				...array_map(
					static fn ( Draw $draw ): array => array_values( self::pairs( $draw, $viewer ) ),
					array_reverse( $draws->without_open()->all )
				)
			),
		);
	}

	/**
	 * Returns the pairs of a user and of the user's wards, by number. In an open draw, people who have left have no name.
	 *
	 * @return array<int, array{year: int, name: string, text: string, drawn: string, lists: list<array{string, string}>}> `name`: the ward; empty for the user. `lists`: titles and addresses.
	 */
	public static function pairs( Draw $draw, int $user_id ): array {
		$circle = Circles::read( $draw->circle );
		$names  = array_column( $circle->people ?? array(), 'name', 'id' );
		$pairs  = array();
		foreach ( array_filter( SealedResult::of( $draw ) ?? array(), 'is_int' ) as $number => $receiver ) {
			$giver = $draw->people[ $number ];
			if ( ! $draw->is_for( $number, $user_id ) || true !== $circle?->may_act_for( $giver['id'], $user_id ) ) {
				continue;
			}
			$person = $draw->people[ $receiver ];
			$name   = $giver['user'] === $user_id ? '' : $names[ $giver['id'] ];
			$drawn  = $names[ $person['id'] ] ?? ( $draw->day < Draws::today() ? $person['name'] : '' );
			$text   = match ( true ) {
				'' === $drawn => __( 'The person who was drawn has left the circle.', 'largesse' ),
				/* translators: %s: name of a person. */
				'' === $name  => sprintf( __( 'You drew %s.', 'largesse' ), $drawn ),
				/* translators: 1: name of a child, 2: name of a person. */
				default       => sprintf( __( '%1$s drew %2$s.', 'largesse' ), $name, $drawn ),
			};
			$lists            = array_map(
				static fn ( OpenedList $list ): array => array(
					Registries::title( $list->registry ),
					LinkKey::permalink( $list->registry ),
				),
				OpenLists::of_person( $draw->circle, $person['id'], $user_id )
			);
			$pairs[ $number ] = array( 'year' => $draw->year() ) + compact( 'name', 'text', 'drawn', 'lists' ) + array(
				'ask_url' => '' === $drawn || ! has_action( 'largesse_circle_card' )
					? ''
					: CirclePage::person_url( $draw->circle, $person['id'] ),
			);
		}
		return $pairs;
	}

	/** Returns sentences about the guardians, who see whom their wards drew; '' for none. */
	private static function guardians( Draw $draw, array $people ): string {
		$names     = array_column( $people, 'name', 'id' );
		$sentences = array();
		foreach ( $draw->seen_by_guardians( $people ) as $guardian => $seen ) {
			$wards = array_diff(
				array_map( static fn ( int $number ): string => $draw->people[ $number ]['id'], $seen ),
				array( (string) $guardian )
			);
			/* translators: 1: name of a person, 2: names of people whom this person looks after. */
			$sentences[] = sprintf( __( '%1$s also sees whom %2$s drew.', 'largesse' ), $names[ $guardian ], wp_sprintf( '%l', array_values( array_map( static fn ( string $id ): string => $names[ $id ], $wards ) ) ) );
		}
		return implode( ' ', $sentences );
	}

	/** @param array<string, string> $hidden Hidden fields of each form. */
	private function form_data( array $hidden, array $people, ?Draw $last, ?Draw $open ): array {
		$values = $this->fields ?? DrawFields::initial( $people, $last, null !== $open );
		$names  = array_column( $people, 'name', 'id' );
		$valid  = $values->valid_exclusions( $people );
		$day    = array_combine( array( 'required', 'min' ), array( '', Draws::today() ) );
		$budget = array_combine( array( 'maxlength', 'autocomplete' ), array( DrawFields::MOST_BUDGET, 'off' ) );
		$fields = array(
			DrawFields::DAY    => new Field( 'date', __( 'Day of the presents', 'largesse' ), $day, initial: $values->day ),
			DrawFields::BUDGET => new Field(
				'text',
				__( 'Budget', 'largesse' ),
				$budget,
				hint: __( 'For example: about 20 euros', 'largesse' ),
				initial: $values->budget
			),
		);
		$inputs = Fields::fresh( $fields )->inputs( 'largesse-', $this->problems, Fields::OF_OWNERS );
		return array(
			'is_open'          => null !== $this->fields || true === $open?->has_gap( $people ),
			'is_again'         => null !== $open,
			'hidden'           => $hidden + array( DrawFields::ID => $values->id ) + (
				'' === $this->question ? array() : array( DrawFields::ACCEPTED => DrawFields::fingerprint( $this->question ) )
			),
			'names'            => array(
				'people'    => DrawFields::PEOPLE . '[]',
				'excluded'  => DrawFields::EXCLUDED . '[]',
				'last_year' => DrawFields::LAST_YEAR,
			),
			'fewest'           => DrawFields::FEWEST,
			'day'              => $inputs[ DrawFields::DAY ],
			'budget'           => $inputs[ DrawFields::BUDGET ],
			'people'           => array_map(
				static fn ( Person $person ): array => $person->to_array() + array(
					'is_in' => in_array( $person->id, $values->people, true ),
				),
				$people
			),
			'has_guardians'    => array() !== array_filter( array_column( $people, 'guardian' ) ),
			'people_problem'   => $this->problems[ DrawFields::PEOPLE ] ?? '',
			/* translators: 1: name of a person, 2: name of another person. */
			'excluded'         => array_map( static fn ( array $row ): array => array( implode( ' ', $row ), sprintf( DrawFields::ONE_WAY === $row[2] ? __( '%1$s does not draw %2$s', 'largesse' ) : __( '%1$s and %2$s', 'largesse' ), $names[ $row[0] ], $names[ $row[1] ] ) ), $valid ),
			'row'              => array_combine(
				array( DrawFields::GIVER, DrawFields::RECEIVER, DrawFields::WAY ),
				array_values( array_diff_key( $values->exclusions, $valid ) )[0] ?? array( '', '', DrawFields::BOTH_WAYS )
			),
			'ways'             => array( DrawFields::BOTH_WAYS, DrawFields::ONE_WAY ),
			'row_problem'      => $this->problems[ DrawFields::EXCLUDED ] ?? '',
			'avoids_last_year' => null === $last ? null : $values->avoids_last_year,
		);
	}
}
