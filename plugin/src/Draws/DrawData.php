<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\PersonalData;
use Largesse\Registry\EventDate;

/**
 * A person's part in draws, for WordPress's tools. Administrators read its exports, so they contain no pairs, not even
 * the person's own: these are on the person's page.
 */
final class DrawData extends PersonalData {

	/** Returns the name of the data in WordPress's export and erasure tools. */
	public function label(): string {
		return __( 'Draws of names', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$data = array();
		foreach ( self::draws_with( $email ) as list( $circle_id, $draw, $number ) ) {
			$excluded = array();
			foreach ( $draw->exclusions as list( $giver, $receiver ) ) {
				if ( $giver === $number ) {
					$excluded[] = $draw->people[ $receiver ]['name'];
				}
			}
			$data[] = array(
				'group_id'    => 'largesse-draws',
				'group_label' => $this->label(),
				'item_id'     => "draw-{$draw->id}",
				'data'        => self::values(
					array(
						__( 'Name', 'largesse' )        => esc_html( $draw->people[ $number ]['name'] ),
						__( 'Presents on', 'largesse' ) => esc_html( EventDate::day( $draw->day ) ),
						__( 'Budget', 'largesse' )      => esc_html( $draw->budget ),
						__( 'Does not draw', 'largesse' ) => esc_html( implode( ', ', $excluded ) ),
						__( 'Drew', 'largesse' )        => __( 'This is a secret that only the page of the circle shows, because administrators can read exports.', 'largesse' ),
					)
				),
			);
		}
		return array(
			'data' => $data,
			'done' => true,
		);
	}

	/**
	 * Removes the person from all draws. In a draw whose presents are still to be given, the person counts as somebody
	 * who has left.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Number of the page, from 1.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function erase( string $email, int $page = 1 ): array {
		$is_found = false;
		$is_kept  = false;
		foreach ( self::draws_with( $email ) as list( $circle_id, $found, $number ) ) {
			$answer   = DrawStore::change( $circle_id, static fn ( array $draws ): array => array( array_map( static fn ( Draw $draw ): Draw => $draw->id === $found->id ? self::without( $draw, $number ) : $draw, $draws ), true ) );
			$is_found = $is_found || true === $answer;
			$is_kept  = $is_kept || true !== $answer;
		}
		return array(
			'items_removed'  => $is_found,
			'items_retained' => $is_kept,
			'messages'       => $is_kept ? array( esc_html__( 'A draw was busy. Please erase the data again.', 'largesse' ) ) : array(),
			'done'           => true,
		);
	}

	/** Returns a draw without a person. The pair of a past draw is deleted, too. */
	private static function without( Draw $draw, int $number ): Draw {
		$result = $draw->is_open( DrawStore::today() ) ? null : DrawStore::result( $draw );
		$erased = $draw->without_person( $number );
		return null === $result ? $erased : DrawStore::with_result( $erased, new Result( array_diff_key( $result->pairs, array( $number => true ) ) ) );
	}

	/**
	 * Returns all draws of a person.
	 *
	 * @return list<array{0: string, 1: Draw, 2: int}> Id of the circle, the draw, and the person's number in it.
	 */
	private static function draws_with( string $email ): array {
		$user  = get_user_by( 'email', $email );
		$found = array();
		foreach ( $user ? DrawStore::circles() : array() as $circle_id ) {
			foreach ( DrawStore::read( $circle_id ) as $draw ) {
				foreach ( $draw->people as $number => $person ) {
					if ( $person['user'] === $user->ID ) {
						$found[] = array( $circle_id, $draw, $number );
					}
				}
			}
		}
		return $found;
	}
}
