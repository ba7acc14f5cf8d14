<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\ConfirmedAddress;
use WP_User;

/**
 * Queues and sends invitations to circles. Sends an invitation only while the invitation is open and the sender is an
 * organizer (rules: Mail). The queue contains no e-mail addresses.
 */
final class CircleMails extends MailSender {

	public const KIND = 'circle';

	public function __construct( private readonly Queue $queue ) {}

	public function queue( string $circle_id, string $invitation_id ): void {
		$data = array(
			'circle'     => $circle_id,
			'invitation' => $invitation_id,
			'locale'     => determine_locale(),
		);
		$this->queue->put( self::KIND, "{$circle_id} {$invitation_id}", $data, is_first: true );
	}

	public function send( QueuedMail $mail ): bool|int {
		$circle     = Circles::read( $mail->data['circle'] );
		$invitation = $circle?->invitation( $mail->data['invitation'], time() );
		$host       = null === $invitation ? false : get_userdata( $invitation->user );
		if (
			null === $circle
			|| null === $invitation
			|| ! $host
			|| ! $circle->is_organizer( $host->ID )
			|| '' === ConfirmedAddress::of( $host )
		) {
			return true;
		}
		$url = ( new JoinLink( $circle->id, $invitation->id ) )->url( $circle );
		return Delivery::invite(
			$host,
			$invitation->email,
			$circle->id,
			self::KIND,
			$mail->data['locale'],
			static fn ( string $never ): MailMessage => self::message( $circle, $host, $url, $never )
		);
	}

	/** @param string $never Address at which the recipient can refuse further mails. */
	private static function message( Circle $circle, WP_User $host, string $url, string $never ): MailMessage {
		$name = MailText::safe_line( $circle->member( $host->ID )->name ?? '' );
		$what = MailText::safe_line( $circle->name );
		/* translators: 1: name of a person, 2: name of a circle. */
		return ( new MailMessage( sprintf( __( '%1$s invites you to the circle “%2$s”', 'largesse' ), $name, $what ) ) )
			->add_greeting()
			/* translators: 1: name of a person, 2: name of a circle. */
			->add_paragraph( sprintf( __( '%1$s invites you to the circle “%2$s”. In a circle, people see when each of them celebrates next, and the lists that they share with each other.', 'largesse' ), $name, $what ) )
			->add_link( __( 'Join the circle', 'largesse' ), $url )
			->add_paragraph( __( 'You need an account for this, which you can create there. The link is only for you, works once, and expires after 30 days.', 'largesse' ) )
			->add_footer_of_invitation( $name, $never );
	}
}
