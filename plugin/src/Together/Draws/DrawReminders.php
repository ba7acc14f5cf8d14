<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\CirclePage;
use Largesse\Together\Circles\Circles;
use WP_User;

/** Reminds members if the person whom they drew has no list yet (rules: Reminders). Only the giver gets this. */
final class DrawReminders {

	public const KIND = 'drawn';

	/** Days before the day of the presents. */
	private const DAYS = 21;

	/** @param array<string, string> $kinds @return array<string, string> */
	public static function offer( array $kinds ): array {
		return $kinds + array( self::KIND => __( 'The person whom I drew has no list yet', 'largesse' ) );
	}

	/** Adds the draws of a member whose drawn person has no list. @param list<string> $kinds Chosen kinds. */
	public static function add( array $entries, WP_User $user, string $today, array $kinds ): array {
		foreach ( in_array( self::KIND, $kinds, true ) ? Circles::of_user( $user->ID ) : array() as $circle ) {
			$open = CircleDraws::read( $circle->id )->open();
			foreach ( null === $open ? array() : DrawSection::pairs( $open, $user->ID ) as $number => $pair ) {
				if ( '' !== $pair['drawn'] && array() === $pair['lists'] ) {
					$entries[] = array(
						'kind' => self::KIND,
						'key'  => "drawn {$open->id} {$number}",
						'due'  => (string) gmdate( 'Y-m-d', (int) strtotime( "{$open->day} 12:00 UTC" ) - self::DAYS * DAY_IN_SECONDS ),
						'text' => '' === $pair['name']
							/* translators: %s: name of a circle. */
							? str_replace( '%s', $circle->name, __( 'The person whom you drew in “%s” has no list yet', 'largesse' ) )
							/* translators: 1: name of a child, 2: name of a circle. */
							: str_replace( array( '%1$s', '%2$s' ), array( $pair['name'], $circle->name ), __( 'The person whom %1$s drew in “%2$s” has no list yet', 'largesse' ) ),
						'url'  => CirclePage::url( $circle->id ),
					);
				}
			}
		}
		return $entries;
	}
}
