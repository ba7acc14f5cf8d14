<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Circles;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\Occasion;

/**
 * Mails about draws, to people or their guardians. The queue contains no pairs, and its entries are in random order.
 */
final class DrawMails extends MailSender {

	/** Kinds of mails: the names were drawn, somebody has left the draw, and the draw was cancelled. */
	public const DRAWN     = 'drawn';
	public const LEFT      = 'draw_left';
	public const CANCELLED = 'draw_cancelled';

	public function __construct( private readonly Queue $queue ) {}

	/**
	 * Queues a mail to everybody who takes part, except some people. LEFT is for the people who may draw again. A mail of
	 * DRAWN names a person by the number in the draw; the number of other mails means nothing.
	 */
	public function queue( string $kind, Draw $draw, NameDraw $chance, array $except = array() ): void {
		$mails  = array();
		$circle = Circles::read( $draw->circle );
		$people = self::LEFT === $kind
			? array_keys( $draw->changers( $circle->people ?? array() ) )
			: array_column( $draw->people, 'id' );
		foreach ( array_diff( $people, $except ) as $number => $id ) {
			$user_id = $circle?->contact_of( $id );
			if ( null !== $user_id ) {
				// Drawn names are in separate mails for the user and each ward. Any other mail goes to a user only once.
				$key             = self::DRAWN === $kind ? "{$number} {$user_id}" : $user_id;
				$mails[ $key ] ??= array( $draw->circle, $draw->id, $number, $user_id );
			}
		}
		foreach ( $chance->shuffled( array_values( $mails ) ) as $mail ) {
			$this->queue->put( $kind, implode( ' ', $mail ), $mail );
		}
	}

	public function send( QueuedMail $mail ): bool|int {
		list( $circle_id, $draw_id, $number, $user_id ) = $mail->data;

		$user   = get_userdata( $user_id );
		$circle = Circles::read( $circle_id );
		$to     = $user ? ConfirmedAddress::of( $user ) : '';
		if ( null === $circle?->member( $user_id ) || '' === $to ) {
			return true;
		}
		$open   = CircleDraws::read( $circle_id )->open();
		$open   = $open?->id === $draw_id ? $open : null;
		$is_due = match ( $mail->kind ) {
			self::CANCELLED => true,
			self::LEFT      => null !== $open && in_array( $user_id, $open->changers( $circle->people ), true ),
			default         => $circle->contact_of( $open->people[ $number ]['id'] ?? '' ) === $user_id,
		};
		return ! $is_due ? true : MailLanguage::run_in(
			get_user_locale( $user ),
			static function () use ( $mail, $circle, $open, $number, $user_id, $to ): bool|int {
				$giver   = self::DRAWN === $mail->kind ? $open->people[ $number ]['id'] : '';
				$subject = self::subject( $circle->name, array_column( $circle->people, 'name', 'id' )[ $giver ] ?? '' );
				$message = ( new MailMessage( $subject ) )->add_greeting();
				match ( $mail->kind ) {
					self::CANCELLED => $message->add_paragraph( __( 'The draw was cancelled, so the name that you drew no longer counts. If the names are drawn again, you will get another mail.', 'largesse' ) ),
					self::LEFT      => $message->add_paragraph( __( 'Somebody who takes part in the draw has left the circle, so somebody might get no present. Please draw the names again, for everybody.', 'largesse' ) ),
					default         => self::add_drawn( $message, $open, $number, $user_id ),
				};
				$message
					->add_link( __( 'Open your draw', 'largesse' ), DrawSection::url( $circle->id ) )
					/* translators: 1: name of the site, 2: its address. */
					->add_footer( sprintf( __( 'You get this mail because of a draw of names at %1$s (%2$s). Please do not forward it: only you know the names that you drew.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
				// Without this header, replies would go to the administrators. A reply may quote the drawn name.
				$headers = array( "Reply-To: {$to}" );
				return Delivery::send( $to, $message, $mail->kind, MailLimits::draw(), RecipientMailboxes::none(), $headers );
			}
		);
	}

	/**
	 * Returns the subject of a mail. That of a drawn name says for whom it is: the people of a family may share a mailbox,
	 * and only one of them may open the mail.
	 *
	 * @param string $giver Name of the person for whom the drawn name is; '' in other mails.
	 */
	private static function subject( string $circle, string $giver ): string {
		$name = MailText::safe_line( $circle );
		return '' === $giver
			/* translators: %s: name of a circle. */
			? sprintf( __( 'The draw of “%s”', 'largesse' ), $name )
			/* translators: 1: name of a circle, 2: name of a person. */
			: sprintf( __( 'The draw of “%1$s”, for %2$s', 'largesse' ), $name, MailText::safe_line( $giver ) );
	}

	/**
	 * Adds the name that a person drew. If the drawn person has left, a missing mail would reveal who drew this person.
	 */
	private static function add_drawn( MailMessage $message, Draw $draw, int $number, int $user_id ): void {
		$pair  = DrawSection::pairs( $draw, $user_id )[ $number ];
		$text  = implode( ' ', MailText::safe_lines( $pair['text'] ) );
		$drawn = $draw->is_again ? __( 'The names are drawn again, for everybody. The earlier names no longer count.', 'largesse' ) : __( 'The names are drawn.', 'largesse' );
		$facts = array(
			array( __( 'Presents on', 'largesse' ), Occasion::day( $draw->day ) ),
			array( __( 'Budget', 'largesse' ), MailText::safe_line( $draw->budget ) ),
		);
		$message->add_paragraph( "{$drawn} {$text}" )->add_facts( $facts );
		if ( array() !== $pair['lists'] ) {
			/* translators: %s: name of a person. */
			$message->add_paragraph( sprintf( __( 'Wishes of %s:', 'largesse' ), MailText::safe_line( $pair['drawn'] ) ) )->add_list( array_map( static fn ( array $list ): array => array( MailText::safe_line( $list[0] ), $list[1] ), $pair['lists'] ) );
		}
	}
}
