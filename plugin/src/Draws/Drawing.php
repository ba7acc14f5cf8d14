<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Circles;
use Largesse\Records\Records;
use WP_Error;

/** Starts and cancels draws (rules: Draws). */
final class Drawing {

	public function __construct( private readonly DrawMails $mails, private readonly NameDraw $chance ) {}

	/** Draws the names unless a draw with this id exists. Returns problems: messages by field ('' is for the whole form). */
	public function start( string $circle_id, int $user_id, DrawFields $fields ): array {
		$replaced = null;
		$started  = DrawStore::change(
			$circle_id,
			function ( array $draws, int $last ) use ( $circle_id, $user_id, $fields, &$replaced ): array {
				$replaced = DrawStore::open_of( $draws );
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

	/** @return array{0: ?list<Draw>, 1: Draw|array<string, string>, 2?: int} For DrawStore::change(): draw or problems. */
	private function started( string $circle_id, int $user_id, DrawFields $fields, array $draws, int $last ): array {
		if ( in_array( $fields->id, array_column( $draws, 'id' ), true ) ) {
			return array( null, array() );
		}
		$all      = Circles::people( $circle_id );
		$open     = DrawStore::open_of( $draws );
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
		$avoided = false === $earlier ? array() : $draw->unrepeatable( $earlier, DrawStore::result( $earlier ) ?? array(), $seen );
		$draw    = DrawStore::with_result( $draw->with( may_repeat: null === $avoided ), (array) $this->chance->draw( $draw->allowed( $avoided ?? array() ) ) );
		return array( array( ...$draws, $draw ), $draw, time() );
	}

	/** Deletes a draw, and queues a mail to everybody. Returns false if the draw is not open, or not the user's to cancel. */
	public function cancel( string $circle_id, string $draw_id, int $user_id ): bool|WP_Error {
		$open = DrawStore::change(
			$circle_id,
			static function ( array $draws ) use ( $circle_id, $draw_id, $user_id ): array {
				$open = DrawStore::open_of( $draws );
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
		$open = DrawStore::open( (string) $circle_id );
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
}
