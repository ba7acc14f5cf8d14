<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Closure;
use Largesse\Together\Circles\Person;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;

/** The draws of a circle, as its record stores them: the last ten, oldest first. */
final class CircleDraws {

	/** Kind of the record. Its time is the time when the last draw was started. */
	public const KIND = 'draws';

	/** Maximum number of stored draws of a circle. */
	private const MOST = 10;

	/**
	 * @param list<Draw> $all
	 * @param int        $last_start Time when the last draw was started, in seconds since 1970; 0 for never.
	 */
	private function __construct( public readonly array $all, public readonly int $last_start ) {}

	public static function read( string $circle_id ): self {
		return self::of_record( Records::read( self::KIND, $circle_id ) );
	}

	/**
	 * Changes the draws of a circle.
	 *
	 * @param Closure(CircleDraws): CircleDraws $change Returns the new draws; the same object for no change. May run
	 *                                                  several times; only the result of the last run is stored.
	 */
	public static function change( string $circle_id, Closure $change ): self|WP_Error {
		$stored = Records::change(
			self::KIND,
			$circle_id,
			static function ( Record $now ) use ( $change ): Record {
				$before = self::of_record( $now );
				$after  = $change( $before );
				return $after === $before
					? $now
					: $now->with(
						data: array_map( static fn ( Draw $draw ): array => $draw->to_array(), $after->all ),
						time: $after->last_start
					);
			}
		);
		return $stored instanceof WP_Error ? $stored : self::of_record( $stored );
	}

	public static function delete( mixed $circle_id ): void {
		Records::delete( self::KIND, (string) $circle_id );
	}

	/** @return list<string> Ids of the circles whose draws may contain a user, as a participant or as a guardian. */
	public static function circles_of( int $user_id ): array {
		$found = array(
			...Records::containing( self::KIND, 'user', $user_id ),
			...Records::containing( self::KIND, 'guardian', $user_id ),
		);
		return array_values( array_unique( array_column( $found, 'key' ) ) );
	}

	public function has( string $draw_id ): bool {
		return in_array( $draw_id, array_column( $this->all, 'id' ), true );
	}

	/** Returns the newest draw; null for none. */
	public function last(): ?Draw {
		return $this->all[ array_key_last( $this->all ) ?? -1 ] ?? null;
	}

	/** Returns the draw whose day is not over yet; null for none, or if its result cannot be decrypted. */
	public function open(): ?Draw {
		$last = $this->last();
		return null !== $last && $last->day >= Draws::today() && null !== SealedResult::of( $last ) ? $last : null;
	}

	/** Returns the last draw of a year; null for none. The open draw does not count, because a new draw replaces it. */
	public function of_year( int $year ): ?Draw {
		$found = array_filter( $this->without_open()->all, static fn ( Draw $draw ): bool => $draw->year() === $year );
		return $found[ array_key_last( $found ) ?? -1 ] ?? null;
	}

	/** Returns a copy without the open draw. */
	public function without_open(): self {
		return null === $this->open() ? $this : new self( array_slice( $this->all, 0, -1 ), $this->last_start );
	}

	/**
	 * Returns a copy in which the open draw is cancelled. If somebody has left it, the names can be drawn again at once,
	 * as without the cancellation.
	 *
	 * @param list<Person> $people People of the circle.
	 */
	public function with_cancelled( array $people ): self {
		$has_gap = true === $this->open()?->has_gap( $people );
		return new self( $this->without_open()->all, $has_gap ? 0 : $this->last_start );
	}

	/** Returns a copy with a new draw, which replaces the open one. @param int $time Seconds since 1970. */
	public function with_started( Draw $draw, int $time ): self {
		return new self( array_slice( array( ...$this->without_open()->all, $draw ), -self::MOST ), $time );
	}

	/** Returns a copy with other draws. @param Closure(Draw): Draw $change */
	public function map( Closure $change ): self {
		$changed = array_map( $change, $this->all );
		return $changed === $this->all ? $this : new self( $changed, $this->last_start );
	}

	private static function of_record( Record $record ): self {
		return new self( array_map( Draw::from_array( ... ), $record->data ), $record->time );
	}
}
