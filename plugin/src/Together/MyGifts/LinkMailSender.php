<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Promises\Giving\GiverLink;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\MailSender;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\QueuedMail;

/** Mails the link to the gifts of an address, whether or not it has any (rules: My gifts). */
final class LinkMailSender extends MailSender {

	public const LINK = 'my_gifts';

	/** Maximum age of a mail that is still sent (seconds). Later, the guest has asked again. */
	private const STALE = DAY_IN_SECONDS;

	public function __construct( private readonly Queue $queue ) {}

	/** Queues a mail to an address. Other addresses of the same mailbox have gifts of their own. */
	public function queue( string $email ): void {
		$data = array(
			'to'     => $email,
			'locale' => determine_locale(),
		);
		$this->queue->put(
			self::LINK,
			KeyedHash::of( "largesse-my-gifts|{$email}" ),
			$data,
			is_first: true
		);
	}

	public function send( QueuedMail $mail ): bool|int {
		if ( time() > $mail->made + self::STALE ) {
			return true;
		}
		$limits = MailLimits::giver_link();
		$wait   = $limits->seconds_to_wait( $mail->data['to'] );
		if ( $wait > 0 ) {
			return $wait;
		}
		$url = GiverLink::create( $mail->data['to'] );
		return '' !== $url
			&& MailLanguage::run_in(
				$mail->data['locale'],
				static fn (): bool|int => Delivery::send(
					$mail->data['to'],
					self::message( $url ),
					$mail->kind,
					$limits,
					RecipientMailboxes::none()
				)
			);
	}

	private static function message( string $url ): MailMessage {
		/* translators: %s: name of the site. */
		return ( new MailMessage( sprintf( __( 'Your gifts at %s', 'largesse' ), Delivery::site() ) ) )
			->add_greeting()
			->add_paragraph( __( 'This link opens everything that was promised with this address. There you can see it, mark it as bought, change it, or say that you can’t give it after all.', 'largesse' ) )
			->add_link( __( 'Open my gifts', 'largesse' ), $url )
			->add_paragraph( __( 'The link works for one day. Please keep it to yourself: anyone who has it can change your gifts.', 'largesse' ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail because somebody entered this address at %1$s (%2$s). If that was not you, you don’t have to do anything. Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}
}
