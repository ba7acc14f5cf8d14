<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Circles;
use Largesse\Foundation\Records\Records;
use WP_Error;

/** Starts and cancels the draws of circles (rules: Draws). */
final class Draws {

	public function __construct( private readonly DrawMails $mails, private readonly NameDraw $chance ) {}

	/** Draws the names, unless the form is refused, or the starter must answer a question first. */
	public function start( string $circle_id, int $user_id, DrawFields $fields ): DrawDecision|WP_Error {
		$decision = DrawDecision::repeat();
		$replaced = null;
		$stored   = CircleDraws::change(
			$circle_id,
			function ( CircleDraws $now ) use ( $circle_id, $user_id, $fields, &$decision, &$replaced ): CircleDraws {
				$decision = $this->decide( $now, $circle_id, $user_id, $fields );
				$replaced = $now->open();
				return null === $decision->started ? $now : $now->with_started( $decision->started, time() );
			}
		);
		if ( is_wp_error( $stored ) ) {
			return $stored;
		}
		$last = $stored->last();
		if ( null !== $decision->started ) {
			$this->announce( $decision->started, $replaced );
		} elseif ( $last?->id === $fields->id && ! $last->is_announced ) {
			$this->announce( $last, null );
		}
		return $decision;
	}

	/** Decides what becomes of a form, without storing anything. Draws the names if nothing speaks against it. */
	private function decide( CircleDraws $now, string $circle_id, int $user_id, DrawFields $fields ): DrawDecision {
		if ( $now->has( $fields->id ) ) {
			return DrawDecision::repeat();
		}
		$people   = Circles::people( $circle_id );
		$rule     = StarterRules::broken_rule( $people, $user_id, $now->open(), $now->last_start, time() );
		$problems = null === $rule
			? DrawProblems::of_fields( $fields, $people )
			: array( '' => DrawProblems::of_starter( $rule ) );
		if ( array() !== $problems ) {
			return DrawDecision::refuse( $problems );
		}
		$draw        = $fields->draw( $circle_id, $people, $user_id )->with( is_again: null !== $now->open() );
		$last_year   = $fields->avoids_last_year ? $now->of_year( $draw->year() - 1 ) : null;
		$plan        = new DrawPlan( $draw, $people, $last_year );
		$explanation = new DrawExplanation( $draw, $plan, array_column( $people, 'name', 'id' ) );
		$finding     = $plan->finding();
		if ( true === $finding?->is_impossible() ) {
			return DrawDecision::refuse( array( DrawFields::PEOPLE => $explanation->cause( $finding ) ) );
		}
		$question = null === $finding ? '' : $explanation->conclusion( $finding );
		if ( '' !== $question && ! $fields->accepts( $question ) ) {
			return DrawDecision::ask( $question );
		}
		list( $result, $may_repeat ) = $plan->result(
			$this->chance,
			null === $last_year ? array() : SealedResult::of( $last_year ) ?? array()
		);
		$drawn = $draw->with( may_repeat: $may_repeat, is_announced: false );
		return DrawDecision::start( SealedResult::put_into( $drawn, $result ) );
	}

	/**
	 * Queues the mails about a new draw, and about the draw that it replaced. The draw remembers this: if the process ends
	 * before, the second press queues the mails about the new draw.
	 */
	private function announce( Draw $started, ?Draw $replaced ): void {
		$this->mails->queue( DrawMails::DRAWN, $started, $this->chance );
		if ( null !== $replaced ) {
			$this->mails->queue( DrawMails::CANCELLED, $replaced, $this->chance, array_column( $started->people, 'id' ) );
		}
		CircleDraws::change(
			$started->circle,
			static fn ( CircleDraws $now ): CircleDraws => $now->map(
				static fn ( Draw $draw ): Draw => $draw->id === $started->id ? $draw->with( is_announced: true ) : $draw
			)
		);
		// Somebody may have left since this request read the circle.
		Records::read_again( Circles::KIND, $started->circle );
		foreach (
			array_diff(
				array_column( $started->people, 'id' ),
				array_column( Circles::people( $started->circle ), 'id' )
			) as $person_id
		) {
			$this->person_left( $started->circle, $person_id );
		}
	}

	/**
	 * Deletes a draw, and queues a mail to everybody. Returns false if the draw is not open, or not the user's to cancel.
	 */
	public function cancel( string $circle_id, string $draw_id, int $user_id ): bool|WP_Error {
		$cancelled = null;
		$stored    = CircleDraws::change(
			$circle_id,
			static function ( CircleDraws $now ) use ( $circle_id, $draw_id, $user_id, &$cancelled ): CircleDraws {
				$open      = $now->open();
				$people    = Circles::people( $circle_id );
				$may       = $open?->id === $draw_id && in_array( $user_id, $open->changers( $people ), true );
				$cancelled = $may ? $open : null;
				return $may ? $now->with_cancelled( $people ) : $now;
			}
		);
		if ( is_wp_error( $stored ) ) {
			return $stored;
		}
		if ( null !== $cancelled ) {
			$this->mails->queue( DrawMails::CANCELLED, $cancelled, $this->chance );
		}
		return null !== $cancelled;
	}

	/** Asks the people who may draw again to do so after somebody has left the open draw. */
	public function person_left( mixed $circle_id, mixed $person_id ): void {
		$open = CircleDraws::read( (string) $circle_id )->open();
		if ( null !== $open?->number_of( (string) $person_id ) ) {
			$this->mails->queue( DrawMails::LEFT, $open, $this->chance );
		}
	}

	/** Returns today in the site's time zone, YYYY-MM-DD. */
	public static function today(): string {
		return (string) wp_date( 'Y-m-d' );
	}
}
