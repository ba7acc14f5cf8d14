<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\Circle;
use Largesse\Circles\CirclePage;
use Largesse\Circles\Circles;
use Largesse\Circles\Person;
use Largesse\Mail\Delivery;
use Largesse\Mail\GiverLanguage;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailMessage;
use Largesse\Mail\MailText;
use Largesse\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Registry\EventDate;
use Largesse\Registry\RegistryTitle;
use WP_Post;
use WP_User;

/**
 * Mails about draws. A person with an account gets the mails. If a person has no account, the person's guardians get
 * the mails. The queue contains no pairs, and the entries are in random order. If pairs change, everybody gets the same
 * kind of mail, so that nobody can tell whose pair has changed (rules: Draws).
 */
final class DrawMails implements MailSender {

	/** Kind of the mail after the names were drawn. */
	public const DRAWN = 'drawn';

	/** Kind of the mail after somebody has left the draw. */
	public const LEFT = 'draw_left';

	/** Kind of the mail after the draw was cancelled. */
	public const CANCELLED = 'draw_cancelled';

	/**
	 * Delay of a mail in seconds. Each mail is queued before the change of the draw is stored. With the delay, the
	 * change is stored before the mail is sent.
	 */
	private const DELAY = 60;

	public function __construct( private readonly Queue $queue ) {}

	/**
	 * Queues a mail to everybody who takes part and is still in the circle.
	 *
	 * @param string $kind Kind of mail.
	 */
	public function queue( string $kind, string $circle_id, Draw $draw, UniformDraw $chance ): void {
		$mails = array();
		foreach ( $draw->people as $number => $person ) {
			foreach ( '' === $person['id'] ? array() : Circles::contact_of( $circle_id, $person['id'] ) as $user_id ) {
				// Drawn names are in separate mails: one for the user, and one for each ward. Any other mail goes to
				// a user only once.
				$mails[ self::DRAWN === $kind ? "{$number} {$user_id}" : $user_id ] ??= array( $circle_id, $draw->id, $number, $user_id );
			}
		}
		foreach ( $chance->shuffled( array_values( $mails ) ) as $mail ) {
			$this->queue->put( $kind, implode( ' ', $mail ), array( 'sealed' => DrawEncryption::encrypt( str_pad( implode( ' ', $mail ), 64 ), $kind ) ), self::DELAY );
		}
	}

	/**
	 * Sends mails.
	 *
	 * @param list<QueuedMail> $mails One for each person and account.
	 * @param int              $until Time after which the remaining mails wait for the next run, in seconds since 1970.
	 */
	public function send( array $mails, int $until ): void {
		$this->queue->send_each( $mails, $until, $this->try( ... ) );
	}

	/** Sends a mail. Returns false if the mail must be sent again later, or the number of seconds until it may be sent. */
	private function try( QueuedMail $mail ): bool|int {
		$data = explode( ' ', trim( (string) DrawEncryption::decrypt( (string) ( $mail->data['sealed'] ?? '' ), $mail->kind ) ) );
		if ( 4 !== count( $data ) ) {
			return true;
		}
		list( $circle_id, $draw_id, $number, $user_id ) = $data;

		$user   = get_userdata( (int) $user_id );
		$circle = $user ? self::circle( $circle_id, $user->ID ) : null;
		$to     = $user ? ConfirmedAddress::of( $user ) : '';
		if ( ! $user || null === $circle || '' === $to ) {
			return true;
		}
		$draw   = DrawStore::open( $circle_id );
		$person = $draw?->id === $draw_id ? ( $draw->people[ (int) $number ]['id'] ?? '' ) : '';
		$is_due = '' !== $person && in_array( $user->ID, Circles::contact_of( $circle_id, $person ), true );
		if ( self::CANCELLED !== $mail->kind && ! $is_due ) {
			return true;
		}
		$before = get_current_user_id();
		// Acts as the recipient, because WordPress returns another address of a private registry if no user is logged in.
		wp_set_current_user( $user->ID );
		try {
			return GiverLanguage::run_in(
				get_user_locale( $user ),
				static function () use ( $mail, $circle, $draw, $number, $user, $to ): bool|int {
					$message = match ( $mail->kind ) {
						self::CANCELLED => self::cancelled( $circle ),
						self::LEFT      => self::left( $circle ),
						default         => self::drawn( $circle, $draw, (int) $number, $user ),
					};
					// Without this header, replies would go to the administrators. A reply may quote the drawn name.
					return Delivery::send( $to, $message, $mail->kind, MailLimits::draw(), array( "Reply-To: {$to}" ) );
				}
			);
		} finally {
			wp_set_current_user( $before );
		}
	}

	/** Writes the mail about a person's draw. */
	private static function drawn( Circle $circle, Draw $draw, int $number, WP_User $user ): MailMessage {
		$people   = Circles::people( $circle->id );
		$self     = self::with_id( $people, $draw->people[ $number ]['id'] );
		$drawn    = DrawStore::result( $draw )->pairs[ $number ] ?? null;
		$receiver = null === $drawn ? null : self::with_id( $people, $draw->people[ $drawn ]['id'] );
		if ( null === $self || null === $receiver ) {
			// Sends a mail although the drawn person has left. Otherwise, the missing mail would reveal who drew this
			// person.
			return self::end( self::begin( $circle )->add_paragraph( __( 'The names are drawn.', 'largesse' ) . ' ' . __( 'The person who was drawn has left the circle.', 'largesse' ) ), $circle );
		}
		$name = MailText::safe_line( $receiver->name );
		$text = $self->user === $user->ID
			/* translators: %s: name of a person. */
			? sprintf( __( 'You drew %s.', 'largesse' ), $name )
			/* translators: 1: name of a child, 2: name of a person. */
			: sprintf( __( '%1$s drew %2$s.', 'largesse' ), MailText::safe_line( $self->name ), $name );
		$facts = array( array( __( 'Presents on', 'largesse' ), EventDate::day( $draw->day ) ) );
		if ( '' !== $draw->budget ) {
			$facts[] = array( __( 'Budget', 'largesse' ), MailText::safe_line( $draw->budget ) );
		}
		$message = self::begin( $circle )
			->add_paragraph( __( 'The names are drawn.', 'largesse' ) . ' ' . $text )
			->add_facts( $facts );
		$lists   = self::lists( $circle->id, $receiver->id, $user->ID );
		if ( array() !== $lists ) {
			/* translators: %s: name of a person. */
			$message->add_paragraph( sprintf( __( 'Wishes of %s:', 'largesse' ), $name ) )->add_list( array_map( static fn ( array $list ): array => array( MailText::safe_line( $list['title'] ), $list['url'] ), $lists ) );
		}
		return self::end( $message, $circle );
	}

	/** Writes the mail that tells people that somebody has left the draw. All recipients get the same text. */
	private static function left( Circle $circle ): MailMessage {
		return self::end(
			self::begin( $circle )
				->add_paragraph( __( 'Somebody who takes part in the draw has left. Some people must therefore draw somebody else.', 'largesse' ) )
				->add_paragraph( __( 'If you are one of them, your page asks you whether you agree. Otherwise, nothing changes for you.', 'largesse' ) ),
			$circle
		);
	}

	/** Writes the mail about a cancelled draw. The mail is the same for everybody. */
	private static function cancelled( Circle $circle ): MailMessage {
		return self::end( self::begin( $circle )->add_paragraph( __( 'The draw was cancelled, so the name that you drew no longer counts. If the names are drawn again, you will get another mail.', 'largesse' ) ), $circle );
	}

	/** Begins a mail about the draw of a circle. */
	private static function begin( Circle $circle ): MailMessage {
		/* translators: %s: name of a circle. */
		return ( new MailMessage( sprintf( __( 'The draw of “%s”', 'largesse' ), MailText::safe_line( $circle->name ) ) ) )->add_paragraph( __( 'Hello!', 'largesse' ) );
	}

	/** Ends a mail with the link to the page. */
	private static function end( MailMessage $message, Circle $circle ): MailMessage {
		return $message
			->add_link( __( 'Open your draw', 'largesse' ), CirclePage::url( $circle->id ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail because you take part in a draw at %1$s (%2$s), or draw for a child. Only you know whom you drew: please do not forward this mail.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}

	/**
	 * Returns the lists that belong to a person and that the user may see.
	 *
	 * @return list<array{title: string, url: string}>
	 */
	public static function lists( string $circle_id, string $person_id, int $user_id ): array {
		$posts = array_filter( array_map( 'get_post', Circles::lists_of( $circle_id, $person_id, $user_id ) ), static fn ( mixed $post ): bool => $post instanceof WP_Post );
		return array_values(
			array_map(
				static fn ( WP_Post $post ): array => array(
					'title' => RegistryTitle::of( $post ),
					'url'   => (string) get_permalink( $post ),
				),
				$posts
			)
		);
	}

	/** Returns a circle; null if the user is not in the circle. */
	private static function circle( string $circle_id, int $user_id ): ?Circle {
		foreach ( Circles::of_user( $user_id ) as $circle ) {
			if ( $circle->id === $circle_id ) {
				return $circle;
			}
		}
		return null;
	}

	/**
	 * Returns the person with an id; null for none.
	 *
	 * @param list<Person> $people The people.
	 */
	private static function with_id( array $people, string $id ): ?Person {
		foreach ( $people as $person ) {
			if ( $person->id === $id ) {
				return $person;
			}
		}
		return null;
	}
}
