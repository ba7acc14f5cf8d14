<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Circles;
use Largesse\Circles\Person;
use Largesse\Http\RateLimit;
use WP_Error;

/**
 * Starts draws, and changes them after people have left (rules: Draws).
 */
final class Drawing {

	/** Maximum number of draws that a member can start per day. */
	private const MOST_A_DAY = 5;

	/** Maximum number of attempts to start a draw per member and day. Failed attempts count, too. */
	private const TRIES_A_DAY = 50;

	private readonly UniformDraw $chance;
	private readonly Repair $repair;

	public function __construct( private readonly DrawMails $mails ) {
		$this->chance = new UniformDraw();
		$this->repair = new Repair( $this->chance );
	}

	/**
	 * Draws the names, and queues the mails. If a draw with this id exists, nothing changes.
	 *
	 * @param int $user_id Id of the member who starts the draw.
	 * @return array<string, string> Problems: messages by field. The key '' is for the whole form. Empty if the names are drawn.
	 */
	public function start( string $circle_id, int $user_id, DrawFields $fields ): array {
		// Without this lock, a person could get a new guardian during the draw. Guardians see whom their wards drew. So
		// the guardian could learn that the person drew the guardian.
		$problems = Circles::while_unchanged( $circle_id, fn (): array => $this->start_now( $circle_id, $user_id, $fields ) );
		return is_wp_error( $problems ) ? array( '' => $problems->get_error_message() ) : $problems;
	}

	/**
	 * Does the work of `start()` while the circle is locked.
	 *
	 * @return array<string, string>
	 */
	private function start_now( string $circle_id, int $user_id, DrawFields $fields ): array {
		if ( ! Circles::may_see( $circle_id, $user_id ) ) {
			return array( '' => __( 'You are no longer in this circle.', 'largesse' ) );
		}
		if ( null !== DrawStore::find( $circle_id, $fields->id ) ) {
			return array();
		}
		$all      = Circles::people( $circle_id );
		$problems = $fields->problems( $all );
		$people   = array_values( array_filter( $all, static fn ( Person $person ): bool => in_array( $person->id, $fields->people, true ) ) );
		$limit    = new RateLimit( "draws of {$user_id}", self::MOST_A_DAY, DAY_IN_SECONDS );
		$tries    = new RateLimit( "tried draws of {$user_id}", self::TRIES_A_DAY, DAY_IN_SECONDS );
		if ( array() === $problems ) {
			$problems = self::contact_problems( $circle_id, $people );
		}
		if ( array() === $problems && RateLimit::take_all( $limit, $tries ) > 0 ) {
			$problems = array( '' => __( 'You have started many draws today. Please try again tomorrow.', 'largesse' ) );
		}
		if ( array() !== $problems ) {
			return $problems;
		}
		$users      = array_column( $all, 'user', 'id' );
		$exclusions = $fields->forbidden( $people );
		$self   = array_values( array_filter( $all, static fn ( Person $person ): bool => $person->user === $user_id ) )[0];
		$listed = array_map(
			static fn ( Person $person ): array => array(
				'id'        => $person->id,
				'name'      => $person->name,
				'user'      => $person->user,
				'guardians' => array_values( array_filter( array_map( static fn ( string $id ): ?int => $users[ $id ] ?? null, $person->guardians ) ) ),
			),
			$people
		);
		$draw    = new Draw( $fields->id, $fields->day, $fields->budget, $self->id, time(), $listed, $exclusions, '', $circle_id );
		$problem = DrawCheck::problem( $draw->allowed(), $draw->seen_together( $all ) );
		if ( null !== $problem ) {
			$limit->give_back();
			return array( DrawFields::GIVERS => DrawProblemMessage::of( $problem, $people, $exclusions ) );
		}
		$answer = DrawStore::change( $circle_id, fn ( array $draws ): array => $this->add( $circle_id, $draws, $draw, $fields->avoids_last_year ) );
		if ( true !== $answer ) {
			$limit->give_back();
		}
		return is_wp_error( $answer ) ? array( '' => $answer->get_error_message() ) : array();
	}

	/**
	 * Records the answer of a person whose pair a proposal would change. Other people’s answers change nothing.
	 *
	 * @param int  $user_id Id of the user who answers: the person, or one of the person's guardians.
	 * @param bool $agrees  Whether the pair may change.
	 * @return bool|WP_Error Whether the answer was recorded.
	 */
	public function answer( string $circle_id, string $draw_id, string $person_id, int $user_id, bool $agrees ): bool|WP_Error {
		if ( ! Circles::may_act_for( $circle_id, $person_id, $user_id ) ) {
			return false;
		}
		$this->settle( $circle_id );
		return $this->change_result(
			$circle_id,
			function ( Draw $draw, Result $result ) use ( $draw_id, $person_id, $agrees ): Result {
				$number = $draw->number_of( $person_id );
				if ( $draw->id !== $draw_id || null === $number || ! in_array( $number, $result->asked(), true ) ) {
					return $result;
				}
				return $agrees ? $result->after_consent( $number ) : $result->after_refusal( $number, $draw->allowed(), $this->repair );
			}
		);
	}

	/**
	 * Cancels a draw: deletes the draw, and queues a mail to everybody. Changes nothing if the draw is not open, or if
	 * the user may not cancel the draw.
	 *
	 * @param int $user_id Id of an organizer of the circle, or of the member who started the draw.
	 * @return bool|WP_Error Whether the draw was cancelled.
	 */
	public function cancel( string $circle_id, string $draw_id, int $user_id ): bool|WP_Error {
		return DrawStore::change(
			$circle_id,
			function ( array $draws ) use ( $circle_id, $draw_id, $user_id ): array {
				$draw = array_pop( $draws );
				if ( $draw?->id !== $draw_id || ! $draw->is_open( DrawStore::today() ) || ! self::may_cancel( $draw, Circles::people( $circle_id ), $user_id ) ) {
					return array( null, false );
				}
				$this->mails->queue( DrawMails::CANCELLED, $circle_id, $draw, $this->chance );
				return array( $draws, true );
			}
		);
	}

	/**
	 * Checks whether a user may cancel a draw.
	 *
	 * @param list<Person> $people People of the circle.
	 */
	public static function may_cancel( Draw $draw, array $people, int $user_id ): bool {
		return array() !== array_filter( $people, static fn ( Person $person ): bool => $person->user === $user_id && ( $person->is_organizer || $person->id === $draw->organizer ) );
	}

	/** Proposes the changes that a draw needs after people have left the circle. */
	public function settle( mixed $circle_id ): void {
		$circle_id = (string) $circle_id;
		$people    = Circles::people( $circle_id );
		$this->change_result( $circle_id, fn ( Draw $draw, Result $result ): Result => $result->after_leaving( $draw->allowed(), $draw->numbers_of( array_column( $people, 'id' ) ), $draw->seen_together( $people ), $this->repair ) );
	}

	/**
	 * Returns the reason why a person cannot get a new guardian now. If the person takes part in an open draw, the
	 * guardian would see whom the person drew, and could learn that the person drew the guardian.
	 *
	 * @param string $reason A reason of another feature; an empty text for none.
	 */
	public static function guardian_problem( string $reason, string $circle_id, string $person_id ): string {
		return null === DrawStore::open( $circle_id )?->number_of( $person_id )
			? $reason
			: __( 'This person takes part in a draw. Add somebody who looks after them when the presents have been given.', 'largesse' );
	}

	/**
	 * Changes the result of the open draw. Queues a mail to everybody, so that nobody can tell who is affected.
	 *
	 * @param \Closure(Draw, Result): Result $change Returns the new result, or the same object for no change.
	 * @return bool|WP_Error Whether the result has changed.
	 */
	private function change_result( string $circle_id, \Closure $change ): bool|WP_Error {
		$known = DrawStore::open( $circle_id );
		$now   = null === $known ? null : DrawStore::result( $known );
		if ( null === $known || null === $now || $change( $known, $now ) === $now ) {
			return false;
		}
		return DrawStore::change(
			$circle_id,
			function ( array $draws ) use ( $circle_id, $change ): array {
				$last   = count( $draws ) - 1;
				$draw   = $draws[ $last ] ?? null;
				$result = $draw instanceof Draw && $draw->is_open( DrawStore::today() ) ? DrawStore::result( $draw ) : null;
				$next   = null === $result ? null : $change( $draw, $result );
				if ( null === $next || $next === $result ) {
					return array( null, false );
				}
				$draws[ $last ] = DrawStore::with_result( $draw, $next );
				if ( $next->pairs !== $result->pairs ) {
					$this->mails->queue( DrawMails::DRAWN, $circle_id, $draw, $this->chance );
				} elseif ( array() !== array_diff( $next->asked(), $result->asked() ) ) {
					$this->mails->queue( DrawMails::LEFT, $circle_id, $draw, $this->chance );
				}
				return array( $draws, true );
			}
		);
	}

	/**
	 * Adds a draw with its pairs. Call this method only inside `DrawStore::change()`, so that no other process can add
	 * a draw at the same time.
	 *
	 * @param list<Draw> $draws Draws of the circle.
	 * @return array{0: ?list<Draw>, 1: bool|WP_Error}
	 */
	private function add( string $circle_id, array $draws, Draw $draw, bool $avoids_last_year ): array {
		foreach ( $draws as $other ) {
			if ( $other->id === $draw->id ) {
				return array( null, false );
			}
			if ( $other->is_open( DrawStore::today() ) && null !== DrawStore::result( $other ) ) {
				return array( null, new WP_Error( 'largesse_drawn', __( 'The names of this circle are already drawn. You can draw again after the presents have been given.', 'largesse' ) ) );
			}
		}
		try {
			$pairs = $this->drawn( $draw, $avoids_last_year ? self::pairs_of_last_year( $draws, $draw ) : array() );
		} catch ( SearchLimitExceeded ) {
			return array( null, new WP_Error( 'largesse_too_hard', __( 'With so many exclusions, a fair draw would take too long. Remove some of them.', 'largesse' ) ) );
		}
		// The mails are sent later. If this process ends before it stores the draw, the sender finds no draw and drops
		// the mails.
		$this->mails->queue( DrawMails::DRAWN, $circle_id, $draw, $this->chance );
		return array( array( ...$draws, DrawStore::with_result( $draw, new Result( $pairs ) ) ), true );
	}

	/**
	 * Draws the pairs. Avoids last year's pairs if each person still has a choice. Otherwise allows last year's pairs,
	 * because an error message would reveal something about these pairs.
	 *
	 * @param Draw                        $draw      Draw whose exclusions have a solution.
	 * @param list<array{0: int, 1: int}> $last_year Givers and receivers.
	 * @return list<int>
	 * @throws SearchLimitExceeded If a fair draw would take too long even if last year's pairs are allowed.
	 */
	private function drawn( Draw $draw, array $last_year ): array {
		$usual = $this->chance->draw( $draw->allowed() ) ?? throw new SearchLimitExceeded();
		$other = $draw->allowed()->without( $last_year );
		try {
			return DrawCheck::is_forced( $other ) ? $usual : $this->chance->draw( $other ) ?? $usual;
		} catch ( SearchLimitExceeded ) {
			return $usual;
		}
	}

	/**
	 * Returns an error if no account would get the mail about a person's draw.
	 *
	 * @param list<Person> $people People who take part.
	 * @return array<string, string>
	 */
	private static function contact_problems( string $circle_id, array $people ): array {
		foreach ( $people as $person ) {
			if ( array() === Circles::contact_of( $circle_id, $person->id ) ) {
				/* translators: %s: name of a person. */
				return array( DrawFields::PEOPLE => sprintf( __( 'Nobody draws for %s. Choose somebody in the circle who looks after them, or leave them out.', 'largesse' ), $person->name ) );
			}
		}
		return array();
	}

	/**
	 * Returns the pairs of last year's draws, which the new draw should avoid: nobody should draw the person whom they
	 * drew last year, or the person who drew them.
	 *
	 * @param list<Draw> $draws Earlier draws of the circle.
	 * @param Draw       $new   The new draw.
	 * @return list<array{0: int, 1: int}> Givers and receivers, by their numbers in the new draw.
	 */
	public static function pairs_of_last_year( array $draws, Draw $new ): array {
		$pairs = array();
		foreach ( $draws as $draw ) {
			$result = (int) $draw->year() + 1 === (int) $new->year() ? DrawStore::result( $draw ) : null;
			foreach ( $result->pairs ?? array() as $giver => $receiver ) {
				$one   = $new->number_of( $draw->people[ $giver ]['id'] );
				$other = $new->number_of( $draw->people[ $receiver ]['id'] );
				if ( null !== $one && null !== $other ) {
					$pairs[] = array( $one, $other );
					$pairs[] = array( $other, $one );
				}
			}
		}
		return $pairs;
	}
}
