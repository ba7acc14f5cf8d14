<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\CombinedMailSender;
use Largesse\Hooks;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Services;

/**
 * Sends queued mails on WordPress's cron. The feature that declares a kind of mail sends the mails of this kind.
 */
final class QueueWorker {

	/** Seconds after which a run leaves the remaining mails to the next run. */
	private const RUN = 60;

	public function __construct( private readonly Queue $queue ) {}

	/** Sends the due mails. */
	public function work(): void {
		$until = time() + self::RUN;
		do {
			$taken   = $this->queue->claim_due();
			$by_kind = array();
			foreach ( $taken as $mail ) {
				$by_kind[ $mail->kind ][] = $mail;
			}
			foreach ( Hooks::declared( 'mails' ) as $sender => $kinds ) {
				$of_sender = array_flip( $kinds );
				$mails     = array_merge( ...array_values( array_intersect_key( $by_kind, $of_sender ) ) );
				$by_kind   = array_diff_key( $by_kind, $of_sender );
				if ( $mails ) {
					$this->send( Services::get( $sender ), $mails, $until );
				}
			}
			// The features of these mails are off.
			$this->queue->finish( array_merge( ...array_values( $by_kind ) ), true );
		} while ( $taken && time() < $until );
		$this->queue->schedule_next( array() !== $taken );
	}

	/**
	 * Sends mails of a feature.
	 *
	 * @param non-empty-list<QueuedMail> $mails The mails.
	 */
	private function send( MailSender|CombinedMailSender $sender, array $mails, int $until ): void {
		if ( $sender instanceof CombinedMailSender ) {
			$sender->send_all( $mails, $until );
			return;
		}
		foreach ( $mails as $mail ) {
			$this->queue->finish( array( $mail ), time() >= $until ? 0 : $sender->send( $mail ) );
		}
	}
}
