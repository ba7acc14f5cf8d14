<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Closure;
use Largesse\Http\Encryption;
use Largesse\Records\Record;
use Largesse\Records\Records;
use WP_Error;

/**
 * Stores the draws of each circle in a record. Encrypts the pairs with a key from the site's secret (wp-config.php).
 */
final class DrawStore {

	/** Kind of the record with the draws of a circle. Its time is the time when the last draw was started. */
	public const KIND = 'draws';

	/** @return list<Draw> Draws of a circle, oldest first. */
	public static function read( string $circle_id ): array {
		return self::draws( Records::read( self::KIND, $circle_id ) );
	}

	/** Returns the draw whose day is not over yet; null for none, or if its result cannot be decrypted. */
	public static function open( string $circle_id ): ?Draw {
		return self::open_of( self::read( $circle_id ) );
	}

	/** @param list<Draw> $draws Draws of a circle, oldest first. */
	public static function open_of( array $draws ): ?Draw {
		$last = end( $draws );
		return $last instanceof Draw && $last->day >= self::today() && null !== self::result( $last ) ? $last : null;
	}

	/** @return list<int|null>|null Receiver of each giver, null for an erased pair. Null if the site's secret has changed. */
	public static function result( Draw $draw ): ?array {
		$text = Encryption::decrypt( $draw->sealed, self::KIND, self::place( $draw ) );
		return null === $text ? null : json_decode( $text, true );
	}

	/** Returns a draw with another result. The length of the encrypted text depends only on the number of pairs. */
	public static function with_result( Draw $draw, array $result ): Draw {
		return $draw->with( sealed: Encryption::encrypt( (string) wp_json_encode( $result ), self::KIND, self::place( $draw ) ) );
	}

	/** Returns a text without which the result cannot be decrypted. So nobody can move the result to their own draw. */
	private static function place( Draw $draw ): string {
		return implode( ' ', array( get_current_blog_id(), $draw->circle, $draw->id, ...array_column( $draw->people, 'id' ) ) );
	}

	/** Returns today in the site's time zone, YYYY-MM-DD. */
	public static function today(): string {
		return (string) wp_date( 'Y-m-d' );
	}

	/**
	 * Changes the draws of a circle, and keeps the last ten.
	 *
	 * @template T
	 * @param Closure(list<Draw>, int): array{0: ?list<Draw>, 1: T, 2?: int} $change Gets the draws, and the time when the
	 *        last one was started (seconds since 1970). Returns the new draws (null for no change), an answer, and the
	 *        time if it changes. May run several times.
	 * @return T|WP_Error The answer.
	 */
	public static function change( string $circle_id, Closure $change ): mixed {
		$answer = null;
		$stored = Records::change(
			self::KIND,
			$circle_id,
			static function ( Record $now ) use ( $change, &$answer ): Record {
				list( $draws, $answer, $time ) = $change( self::draws( $now ), $now->time ) + array( 2 => $now->time );
				return null === $draws ? $now : $now->with( data: array_map( static fn ( Draw $draw ): array => $draw->to_array(), array_slice( $draws, -10 ) ), time: $time );
			}
		);
		return is_wp_error( $stored ) ? $stored : $answer;
	}

	public static function delete( mixed $circle_id ): void {
		Records::delete( self::KIND, (string) $circle_id );
	}

	/** @return list<string> Ids of all circles with draws. */
	public static function circles(): array {
		return array_column( Records::all( self::KIND ), 'key' );
	}

	/** @return list<Draw> Draws of a record. */
	private static function draws( Record $record ): array {
		return array_map( Draw::from_array( ... ), $record->data );
	}
}
