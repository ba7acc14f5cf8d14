<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Circles;
use Largesse\PersonalData;
use Largesse\Registry\EventDate;

/**
 * Exports and erases a person's data in draws with WordPress's tools for personal data. Administrators can read an
 * export, so the export contains no pairs, not even the person's own pair. Only the page of the circle shows people
 * their own pair.
 */
final class DrawData extends PersonalData {

	/** Group of the data in an export, and name of its exporter and eraser. */
	public const GROUP = 'largesse-draws';

	public function label(): string {
		return __( 'Draws of names', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$data = array();
		foreach ( self::draws_with( $email ) as list( $draw, $number ) ) {
			$excluded = array();
			foreach ( $draw->exclusions as list( $giver, $receiver ) ) {
				if ( $giver === $number ) {
					$excluded[] = $draw->people[ $receiver ]['name'];
				}
			}
			$data[] = $this->entry(
				self::GROUP,
				"draw-{$draw->id}",
				array(
					__( 'Name', 'largesse' )        => esc_html( $draw->people[ $number ]['name'] ),
					__( 'Presents on', 'largesse' ) => esc_html( EventDate::day( $draw->day ) ),
					__( 'Budget', 'largesse' )      => esc_html( $draw->budget ),
					__( 'Does not draw', 'largesse' ) => esc_html( implode( ', ', $excluded ) ),
					__( 'Drew', 'largesse' )        => __( 'This is a secret that only the page of the circle shows, because administrators can read exports.', 'largesse' ),
				)
			);
		}
		return self::page( $data );
	}

	/**
	 * Removes the person from all draws. Also removes the person's wards, if they have left the circle and have no
	 * other guardian. An open draw treats removed people like people who have left.
	 */
	public function erase( string $email, int $page = 1 ): array {
		$user     = get_user_by( 'email', $email );
		$answers  = $user ? self::erase_user( $user->ID ) : array();
		$is_kept  = in_array( false, $answers, true );
		return self::erasure( in_array( true, $answers, true ), $is_kept, $is_kept ? array( esc_html__( 'Some data could not be erased, because somebody was just changing a draw. Please erase the data again.', 'largesse' ) ) : array() );
	}

	/**
	 * Removes a user from all draws when the account is deleted or leaves this site of a network. Does not wait until
	 * somebody runs WordPress's erasure tool. The tool could not find the draws of a deleted account.
	 *
	 * @param mixed $user_id Id of the user.
	 */
	public static function forget( mixed $user_id ): void {
		self::erase_user( (int) $user_id );
	}

	/**
	 * Removes a user from all draws.
	 *
	 * @return list<bool> One value for each circle whose draws contain the user: whether the removal worked.
	 */
	private static function erase_user( int $user_id ): array {
		$answers = array();
		foreach ( DrawStore::circles() as $circle_id ) {
			$stays  = array_column( Circles::people( $circle_id ), 'id' );
			$erased = static fn ( array $draws ): array => array_map( static fn ( Draw $draw ): Draw => self::without_user( $draw, $user_id, $stays ), $draws );
			$draws  = DrawStore::read( $circle_id );
			// If no draw contains the user, `$erased` returns the same objects, and nothing needs to be stored.
			if ( $erased( $draws ) !== $draws ) {
				$answers[] = true === DrawStore::change( $circle_id, static fn ( array $now ): array => array( $erased( $now ), true ) );
			}
		}
		return $answers;
	}

	/**
	 * Removes a user from a draw. Also removes the user's wards who have left the circle, unless they have another
	 * guardian. Returns the same object if the draw does not contain the user.
	 *
	 * @param list<string> $stays Ids of the people in the circle. Wards among them stay, because they may get another guardian.
	 */
	private static function without_user( Draw $draw, int $user_id, array $stays ): Draw {
		$erased = $draw;
		foreach ( $draw->people as $number => $person ) {
			$guardians = $person['guardians'] ?? array();
			if ( $person['user'] === $user_id || ( array( $user_id ) === $guardians && ! in_array( $person['id'], $stays, true ) ) ) {
				$erased = self::without( $erased, $number );
			} elseif ( in_array( $user_id, $guardians, true ) ) {
				$erased = $erased->without_guardian( $user_id );
			}
		}
		return $erased;
	}

	/** Removes a person's data from a draw. Keeps the person's pair until the day of the presents is over. */
	private static function without( Draw $draw, int $number ): Draw {
		$result = DrawStore::result( $draw );
		$erased = $draw->without_person( $number );
		$kept   = null === $result || $draw->is_open( DrawStore::today() ) ? $result : new Result( array_diff_key( $result->pairs, array( $number => true ) ) );
		return null === $kept ? $erased : DrawStore::with_result( $erased, $kept );
	}

	/**
	 * Returns all draws of a person.
	 *
	 * @return list<array{0: Draw, 1: int}> The draw, and the person's number in it.
	 */
	private static function draws_with( string $email ): array {
		$user  = get_user_by( 'email', $email );
		$found = array();
		foreach ( $user ? DrawStore::circles() : array() as $circle_id ) {
			foreach ( DrawStore::read( $circle_id ) as $draw ) {
				foreach ( $draw->people as $number => $person ) {
					if ( $person['user'] === $user->ID ) {
						$found[] = array( $draw, $number );
					}
				}
			}
		}
		return $found;
	}
}
