<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\PersonalData;
use Largesse\Registries\Registry\Occasion;

/** Exports and erases a person's data in draws. Administrators can read an export, so the export contains no pairs. */
final class DrawPrivacy extends PersonalData {

	public const GROUP = 'largesse-draws';

	public function label(): string {
		return __( 'Draws of names', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		$data = array();
		foreach (
			$user
			? array_merge(
				...array_map(
					static fn ( string $circle_id ): array => CircleDraws::read( $circle_id )->all,
					CircleDraws::circles_of( $user->ID )
				)
			)
			: array() as $draw
		) {
			$number = array_search( $user->ID, array_column( $draw->people, 'user' ), true );
			if ( false === $number ) {
				continue;
			}
			$excluded = array_filter( $draw->exclusions, static fn ( array $pair ): bool => $pair[0] === $number );
			$data[]   = $this->entry(
				"draw-{$draw->id}",
				array(
					__( 'Name', 'largesse' )          => esc_html( $draw->people[ $number ]['name'] ),
					__( 'Presents on', 'largesse' )   => esc_html( Occasion::day( $draw->day ) ),
					__( 'Budget', 'largesse' )        => esc_html( $draw->budget ),
					__( 'Does not draw', 'largesse' ) => esc_html(
						implode( ', ', array_map( static fn ( array $pair ): string => $draw->people[ $pair[1] ]['name'], $excluded ) )
					),
					__( 'Drew', 'largesse' )          => __( 'This is a secret that only the page of the circle shows, because administrators can read exports.', 'largesse' ),
				)
			);
		}
		return self::page( $data );
	}

	/** Removes the person from all draws. An open draw treats removed people like people who have left. */
	public function erase( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		return self::outcome( $user ? self::forget( $user->ID ) : array() );
	}

	public function forget_user( int $user_id ): void {
		self::forget( $user_id );
	}

	/** @return list<bool> For each circle with draws that contain the user: whether it worked. */
	private static function forget( int $user_id ): array {
		$answers = array();
		foreach ( CircleDraws::circles_of( $user_id ) as $circle_id ) {
			$erased = static fn ( CircleDraws $now ): CircleDraws => $now->map(
				static fn ( Draw $draw ): Draw => self::without_user( $draw, $user_id )
			);
			$draws  = CircleDraws::read( $circle_id );
			if ( $erased( $draws ) !== $draws ) {
				$answers[] = ! is_wp_error( CircleDraws::change( $circle_id, $erased ) );
			}
		}
		return $answers;
	}

	/**
	 * Removes a user and the user's wards from a draw. Keeps the pairs until the day of the presents is over. Returns the
	 * same object if nothing changes.
	 */
	private static function without_user( Draw $draw, int $user_id ): Draw {
		$erased = $draw;
		$result = SealedResult::of( $draw );
		foreach ( array_keys( $draw->people ) as $number ) {
			if ( $draw->is_for( $number, $user_id ) ) {
				$erased = $erased->without_person( $number );
				$result = null === $result || $draw->day >= Draws::today()
					? $result
					: array_replace( $result, array( $number => null ) );
			}
		}
		return $erased === $draw || null === $result ? $erased : SealedResult::put_into( $erased, $result );
	}
}
