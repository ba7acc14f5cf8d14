<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Closure;
use Largesse\Circles\Circles;
use Largesse\Http\Encryption;
use Largesse\Records\Record;
use Largesse\Records\Records;
use WP_Error;

/**
 * Starts, cancels and stores the draws of circles (rules: Draws). A record contains the draws of a circle. The pairs are
 * encrypted with a key from the site's secret (wp-config.php).
 */
final class Draws {

	/** Kind of the record with the draws of a circle. Its time is the time when the last draw was started. */
	public const KIND = 'draws';

	public function __construct( private readonly DrawMails $mails, private readonly NameDraw $chance ) {}

	/** Draws the names unless a draw with this id exists. Returns problems: messages by field ('' is for the whole form). */
	public function start( string $circle_id, int $user_id, DrawFields $fields ): array {
		$replaced = null;
		$started  = self::change(
			$circle_id,
			function ( array $draws, int $last ) use ( $circle_id, $user_id, $fields, &$replaced ): array {
				$replaced = self::open_of( $draws );
				return $this->started( $circle_id, $user_id, $fields, $draws, $last );
			}
		);
		if ( ! $started instanceof Draw ) {
			return is_wp_error( $started ) ? array( '' => $started->get_error_message() ) : $started;
		}
		$this->mails->queue( DrawMails::DRAWN, $started, $this->chance );
		if ( null !== $replaced ) {
			$this->mails->queue( DrawMails::CANCELLED, $replaced, $this->chance, array_column( $started->people, 'id' ) );
		}
		// Somebody may have left since this request read the circle.
		Records::read_again( Circles::KIND, $circle_id );
		foreach ( array_diff( array_column( $started->people, 'id' ), array_column( Circles::people( $circle_id ), 'id' ) ) as $person_id ) {
			$this->person_left( $circle_id, $person_id );
		}
		return array();
	}

	/** @return array{0: ?list<Draw>, 1: Draw|array<string, string>, 2?: int} For `change()`: draw or problems. */
	private function started( string $circle_id, int $user_id, DrawFields $fields, array $draws, int $last ): array {
		if ( in_array( $fields->id, array_column( $draws, 'id' ), true ) ) {
			return array( null, array() );
		}
		$all      = Circles::people( $circle_id );
		$open     = self::open_of( $draws );
		$draws    = null === $open ? $draws : array_slice( $draws, 0, -1 );
		$problem  = match ( true ) {
			! in_array( $user_id, array_column( $all, 'user' ), true ) => __( 'You are no longer in this circle.', 'largesse' ),
			null !== $open && ! in_array( $user_id, $open->changers( $all ), true ) => __( 'The names of this circle are already drawn. You can draw again after the presents have been given.', 'largesse' ),
			$last > time() - DAY_IN_SECONDS                            => __( 'The names of a circle can be drawn once a day. Please try again tomorrow.', 'largesse' ),
			default                                                    => '',
		};
		$problems = '' === $problem ? $fields->problems( $all ) : array( '' => $problem );
		if ( array() !== $problems ) {
			return array( null, $problems );
		}
		$draw    = $fields->draw( $circle_id, $all, $user_id )->with( is_again: null !== $open );
		$seen    = $draw->seen_together( $all );
		$problem = DrawCheck::problem( $draw->allowed(), $seen );
		if ( null !== $problem ) {
			return array( null, array( DrawFields::EXCLUDED => self::explained( $problem, array_column( $draw->people, 'name' ) ) ) );
		}
		$past    = array_filter( $draws, static fn ( Draw $earlier ): bool => $fields->avoids_last_year && $earlier->year() === $draw->year() - 1 );
		$earlier = end( $past );
		$avoided = false === $earlier ? array() : $draw->unrepeatable( $earlier, self::result( $earlier ) ?? array(), $seen );
		$draw    = self::with_result( $draw->with( may_repeat: null === $avoided ), (array) $this->chance->draw( $draw->allowed( $avoided ?? array() ) ) );
		return array( array( ...$draws, $draw ), $draw, time() );
	}

	/** Deletes a draw, and queues a mail to everybody. Returns false if the draw is not open, or not the user's to cancel. */
	public function cancel( string $circle_id, string $draw_id, int $user_id ): bool|WP_Error {
		$open = self::change(
			$circle_id,
			static function ( array $draws ) use ( $circle_id, $draw_id, $user_id ): array {
				$open = self::open_of( $draws );
				$may  = $open?->id === $draw_id && in_array( $user_id, $open->changers( Circles::people( $circle_id ) ), true );
				return $may ? array( array_slice( $draws, 0, -1 ), $open ) : array( null, false );
			}
		);
		if ( $open instanceof Draw ) {
			$this->mails->queue( DrawMails::CANCELLED, $open, $this->chance );
		}
		return $open instanceof Draw ? true : $open;
	}

	/** Asks the people who may draw again to do so after somebody has left the open draw. */
	public function person_left( mixed $circle_id, mixed $person_id ): void {
		$open = self::open( (string) $circle_id );
		if ( null !== $open?->number_of( (string) $person_id ) ) {
			$this->mails->queue( DrawMails::LEFT, $open, $this->chance );
		}
	}

	/** Explains a problem that DrawCheck has found, with the names of the people by number. */
	private static function explained( array $problem, array $names ): string {
		list( $kind, $people, $pair ) = $problem;

		$named = static fn ( array $numbers ): string => wp_sprintf( '%l', array_map( static fn ( int $number ): string => $names[ $number ], $numbers ) );
		$text  = match ( true ) {
			/* translators: %s: names of people. */
			DrawCheck::TOO_FEW_RECEIVERS === $kind => sprintf( __( 'With these exclusions, there are too few people whom %s could draw.', 'largesse' ), $named( $people ) ),
			/* translators: %s: names of people. */
			DrawCheck::TOO_FEW_GIVERS === $kind    => sprintf( __( 'With these exclusions, there are too few people who could draw %s.', 'largesse' ), $named( $people ) ),
			/* translators: %s: names of people. */
			DrawCheck::ALL_SEEN === $kind          => sprintf( __( 'The draw would not be secret: somebody looks after all others, and would see whom %s drew.', 'largesse' ), $named( $people ) ),
			DrawCheck::TOO_HARD === $kind          => __( 'With so many exclusions, the site cannot make sure that the draw would be secret.', 'largesse' ),
			/* translators: 1: name of a person, 2: name of a person. */
			array() === $people                    => sprintf( __( 'The draw would not be secret: with these exclusions, %1$s could draw only %2$s.', 'largesse' ), $names[ $pair[0] ], $names[ $pair[1] ] ),
			/* translators: 1: names of people, 2: name of another person. */
			default                                => sprintf( __( 'The draw would not be secret: anyone who sees whom %1$s drew could work out whom %2$s drew.', 'largesse' ), $named( $people ), $names[ $pair[0] ] ),
		};
		return $text . ' ' . __( 'Remove exclusions, or add people to the draw.', 'largesse' );
	}

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

	/** @return list<string> Ids of the circles whose draws may contain a user, as a participant or as a guardian. */
	public static function circles_of( int $user_id ): array {
		$found = array( ...Records::containing( self::KIND, 'user', $user_id ), ...Records::containing( self::KIND, 'guardian', $user_id ) );
		return array_values( array_unique( array_column( $found, 'key' ) ) );
	}

	/** @return list<Draw> Draws of a record. */
	private static function draws( Record $record ): array {
		return array_map( Draw::from_array( ... ), $record->data );
	}
}
