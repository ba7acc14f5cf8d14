<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Circles;
use Largesse\Circles\Person;
use Largesse\Html\FormFields;
use Largesse\Html\Template;
use Largesse\Registry\EventDate;

/**
 * Section about draws on the page of a circle. All members see the same section, except for the names that they drew.
 */
final class DrawSection {

	/** Number of empty rows for exclusions. */
	private const EMPTY_ROWS = 3;

	public function __construct( private readonly DrawForms $forms, private readonly Drawing $drawing ) {}

	/** Prints the section, if the viewer is in the circle. */
	public function show( mixed $circle_id ): void {
		$circle_id = (string) $circle_id;
		$viewer    = get_current_user_id();
		if ( ! Circles::may_see( $circle_id, $viewer ) ) {
			return;
		}
		$this->drawing->settle( $circle_id );
		$people = Circles::people( $circle_id );
		$open   = DrawStore::open( $circle_id );
		Template::print(
			'draws/section',
			array(
				'anchor'   => DrawForms::ANCHOR,
				'hidden'   => array(
					DrawForms::CIRCLE => $circle_id,
					DrawForms::NONCE  => wp_create_nonce( DrawForms::CIRCLE . $circle_id ),
				),
				'problems' => $this->forms->problems(),
				'open'     => null === $open ? null : self::open_data( $circle_id, $open, $people, $viewer ),
				'form'     => null === $open ? $this->form_data( $circle_id, $people ) : null,
				'history'  => self::history( $circle_id, $open, $viewer ),
			)
		);
	}

	/**
	 * Returns the data of the open draw.
	 *
	 * @param list<Person> $people People of the circle.
	 * @return array<string, mixed>
	 */
	private static function open_data( string $circle_id, Draw $draw, array $people, int $viewer ): array {
		$names  = array_column( $people, 'name', 'id' );
		$result = DrawStore::result( $draw );
		$own    = array();
		foreach ( $people as $person ) {
			$number = $draw->number_of( $person->id );
			if ( null === $number || ! Circles::may_act_for( $circle_id, $person->id, $viewer ) ) {
				continue;
			}
			$drawn    = $result->pairs[ $number ] ?? null;
			$receiver = null === $drawn ? '' : $draw->people[ $drawn ]['id'];
			$is_there = '' !== $receiver && isset( $names[ $receiver ] );
			$own[]    = array(
				'person'      => $person->id,
				'name'        => $person->user === $viewer ? '' : $person->name,
				'drawn'       => $is_there ? $names[ $receiver ] : '',
				'lists'       => $is_there ? DrawMails::lists( $circle_id, $receiver, $viewer ) : array(),
				'is_asked'    => null !== $result && in_array( $number, $result->asked(), true ),
				'may_decline' => null !== $result && $result->may_decline( $number ),
			);
		}
		return array(
			'id'        => $draw->id,
			'day'       => EventDate::text( $draw->day ),
			'budget'    => $draw->budget,
			'organizer' => $names[ $draw->organizer ] ?? '',
			'people'    => array_values( array_filter( array_map( static fn ( array $one ): string => $names[ $one['id'] ] ?? '', $draw->people ) ) ),
			'has_gap'   => true === $result?->has_gap( $draw->numbers_of( array_column( $people, 'id' ) ) ),
			'own'       => $own,
			'cancels'   => Drawing::may_cancel( $draw, $people, $viewer ),
		);
	}

	/**
	 * Returns the data of the form that starts a draw.
	 *
	 * @param list<Person> $people People of the circle.
	 * @return array<string, mixed>
	 */
	private function form_data( string $circle_id, array $people ): array {
		$draws    = DrawStore::read( $circle_id );
		$last     = end( $draws );
		$sent     = $this->forms->fields();
		$values   = $sent ?? DrawFields::initial( $people, $last instanceof Draw ? $last : null );
		$problems = $this->forms->problems();
		$fields   = new FormFields( 'largesse-', $problems, FormFields::OF_OWNERS );
		$rows     = array( ...$values->exclusions, ...array_fill( 0, self::EMPTY_ROWS, array( '', '', DrawFields::BOTH_WAYS ) ) );
		$children = array_filter( $people, static fn ( Person $person ): bool => null === $person->user );
		$names    = array_column( $people, 'name', 'id' );
		return array(
			'is_sent'          => null !== $sent,
			'id'               => $values->id,
			'day'              => $fields->input(
				'date',
				DrawFields::DAY,
				__( 'Day of the presents', 'largesse' ),
				$values->day,
				array(
					'required' => '',
					'min'      => DrawStore::today(),
				)
			),
			'budget'           => $fields->input(
				'text',
				DrawFields::BUDGET,
				__( 'Budget', 'largesse' ),
				$values->budget,
				array(
					'maxlength'    => DrawFields::MOST_BUDGET,
					'autocomplete' => 'off',
				),
				__( 'For example: about 20 euros. Everybody in the circle sees it.', 'largesse' )
			),
			'people'           => array_map(
				static fn ( Person $person ): array => array(
					'id'       => $person->id,
					'name'     => $person->name,
					'is_in'    => in_array( $person->id, $values->people, true ),
					'guardian' => in_array( $person, $children, true ) ? wp_sprintf( '%l', array_values( array_intersect_key( $names, array_flip( $person->guardians ) ) ) ) : '',
				),
				$people
			),
			'people_problem'   => $problems[ DrawFields::PEOPLE ] ?? '',
			'rows'             => array_slice( $rows, 0, DrawFields::MOST_EXCLUSIONS ),
			'rows_problem'     => $problems[ DrawFields::GIVERS ] ?? '',
			'avoids_last_year' => $values->avoids_last_year,
			'may_draw'         => count( $people ) >= DrawCheck::FEWEST,
			'fewest'           => DrawCheck::FEWEST,
		);
	}

	/**
	 * Returns the names that the viewer and the viewer's wards drew in past draws, newest first.
	 *
	 * @return list<array{year: string, name: string, drawn: string}> `name`: the ward; empty for the viewer.
	 */
	private static function history( string $circle_id, ?Draw $open, int $viewer ): array {
		$past = array();
		foreach ( array_reverse( DrawStore::read( $circle_id ) ) as $draw ) {
			$result = $draw->id === $open?->id ? null : DrawStore::result( $draw );
			foreach ( $draw->people as $number => $person ) {
				$drawn = $result->pairs[ $number ] ?? null;
				if ( null === $drawn || '' === $person['id'] || ! Circles::may_act_for( $circle_id, $person['id'], $viewer ) ) {
					continue;
				}
				$past[] = array(
					'year'  => $draw->year(),
					'name'  => $person['user'] === $viewer ? '' : $person['name'],
					'drawn' => $draw->people[ $drawn ]['name'],
				);
			}
		}
		return $past;
	}
}
