<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Records\CronRun;
use Largesse\Foundation\Records\Record;
use Largesse\MailSender;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\ConfirmedAddress;
use WP_User;

/** Sends members what they want to be reminded of, at most once a week (rules: Reminders). */
final class DigestMails extends MailSender {

	/** Daily event of the cron. */
	public const HOOK = 'largesse_daily_reminders';

	public const DIGEST = 'reminders';

	public function __construct( private readonly Queue $queue ) {}

	/** Queues the mails of today for members whose records come after `$after`. */
	public function run( mixed $after = 0 ): void {
		CronRun::of(
			Reminders::KIND,
			self::HOOK,
			$after,
			function ( Record $record ): void {
				$user = get_userdata( $record->user );
				if ( $user && array() !== self::due( $user ) ) {
					$this->queue->put( self::DIGEST, (string) $user->ID, array( 'user' => $user->ID ) );
				}
			}
		);
	}

	/** Sends the mail of a member. Sends none if the member no longer wants what was due. */
	public function send( QueuedMail $mail ): bool|int {
		$user = get_userdata( (int) $mail->data['user'] );
		$to   = $user ? ConfirmedAddress::of( $user ) : '';
		if ( '' === $to ) {
			return true;
		}
		return MailLanguage::run_in(
			get_user_locale( $user ),
			static function () use ( $user, $to, $mail ): bool|int {
				$entries = self::due( $user );
				$end     = Reminders::end_url( $user->ID );
				$sent    = array() === $entries
					? true
					: Delivery::send(
						$to,
						self::message( $entries, $end ),
						$mail->kind,
						MailLimits::news(),
						RecipientMailboxes::none(),
						array( "List-Unsubscribe: <{$end}>" )
					);
				if ( true === $sent && array() !== $entries ) {
					Reminders::remember( $user->ID, $entries, self::today() );
				}
				return $sent;
			}
		);
	}

	/** @return list<array<string, string>> Entries of the mail of today. */
	private static function due( WP_User $user ): array {
		// The entries depend on what the member may see.
		$before = get_current_user_id();
		wp_set_current_user( $user->ID );
		try {
			$today = self::today();
			return Reminders::plan( $user->ID )->entries( Reminders::entries( $user, $today ), $today );
		} finally {
			wp_set_current_user( $before );
		}
	}

	private static function today(): string {
		return (string) wp_date( 'Y-m-d' );
	}

	/** @param list<array<string, string>> $entries At least one. */
	private static function message( array $entries, string $end ): MailMessage {
		$lines = array();
		foreach ( $entries as $entry ) {
			// Two reminders of one thing are one line. Equal texts about two pages are two.
			$lines[ "{$entry['url']} {$entry['text']}" ] = array( MailText::safe_line( $entry['text'] ), $entry['url'] );
		}
		$first = MailText::safe_line( $entries[0]['text'] );
		$more  = count( $lines ) - 1;
		return ( new MailMessage(
			0 === $more
				? $first
				/* translators: 1: a reminder, such as "Birthday of Lena on 3 May", 2: a number. */
				: sprintf( _n( '%1$s, and %2$s more reminder', '%1$s, and %2$s more reminders', $more, 'largesse' ), $first, Number::text( $more ) )
		) )
			->add_greeting()
			->add_paragraph( __( 'You wanted to be reminded of this:', 'largesse' ) )
			->add_list( array_values( $lines ) )
			->add_link( __( 'Change my reminders', 'largesse' ), RemindersPage::address() )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail at most once a week, because you asked for it at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ), __( 'Stop all reminders', 'largesse' ), $end );
	}
}
