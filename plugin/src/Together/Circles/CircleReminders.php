<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Format\Number;
use Largesse\Promises\Giving\RemainingView;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Post;
use WP_User;

/** Reminds members of birthdays in their circles, two weeks before (rules: Reminders). */
final class CircleReminders {

	public const KIND = 'birthdays';

	/** Days before a birthday. */
	private const DAYS = 14;

	public function __construct( private readonly Store $store ) {}

	/** @param array<string, string> $kinds @return array<string, string> */
	public static function offer( array $kinds ): array {
		return $kinds + array( self::KIND => __( 'Birthdays in my circles in two weeks', 'largesse' ) );
	}

	/** Adds the next birthdays of other people. @param list<string> $kinds Chosen kinds. */
	public function add( array $entries, WP_User $user, string $today, array $kinds ): array {
		foreach ( in_array( self::KIND, $kinds, true ) ? Circles::of_user( $user->ID ) : array() as $circle ) {
			foreach ( $circle->people as $person ) {
				$day = '' === $person->birthday || $person->user === $user->ID ? '' : Birthday::next( $person->birthday, $today );
				$due = (string) gmdate( 'Y-m-d', (int) strtotime( "{$day} 12:00 UTC" ) - self::DAYS * DAY_IN_SECONDS );
				if (
					'' !== $day && $due <= (string) gmdate( 'Y-m-d', (int) strtotime( "{$today} 12:00 UTC" ) + WEEK_IN_SECONDS )
				) {
					$entries[] = array(
						'kind' => self::KIND,
						'key'  => 'birthday ' . ( $person->user ?? $person->id ) . " {$day}",
						'due'  => $due,
						'text' => $this->text( $circle, $person, $day, $user ),
						'url'  => CirclePage::person_url( $circle->id, $person->id ),
					);
				}
			}
		}
		return $entries;
	}

	private function text( Circle $circle, Person $person, string $day, WP_User $user ): string {
		/* translators: 1: name of a person, 2: a date. */
		$text   = str_replace( array( '%1$s', '%2$s' ), array( $person->name, Occasion::day( $day ) ), __( 'Birthday of %1$s on %2$s', 'largesse' ) );
		$wishes = $this->open_wishes( $circle, $person, $user );
		/* translators: %s: a number of wishes. */
		return null === $wishes ? $text : $text . ': ' . sprintf( _n( '%s open wish', '%s open wishes', $wishes, 'largesse' ), Number::text( $wishes ) );
	}

	/**
	 * Returns the number of open wishes on the lists of a person, as their public pages show it. Null if one of the pages
	 * shows no numbers, if the member receives the gifts of one of the lists, or if there is no list or no answer.
	 */
	private function open_wishes( Circle $circle, Person $person, WP_User $user ): ?int {
		$lists = array_column( OpenLists::of_person( $circle->id, $person->id, $user->ID ), 'registry' );
		if (
			array() === $lists
			|| array_filter( $lists, static fn ( WP_Post $list ): bool => Roles::of( $list )->is_recipient( $user ) )
		) {
			return null;
		}
		$number = 0;
		foreach ( $lists as $list ) {
			$remaining = RemainingView::for_public_page( $list );
			$items     = $remaining->is_told ? $remaining->items( $this->store->in_background(), $list ) : null;
			if ( ! is_array( $items ) ) {
				return null;
			}
			$number += count( array_filter( $items, $remaining->is_open( ... ) ) );
		}
		return $number;
	}
}
