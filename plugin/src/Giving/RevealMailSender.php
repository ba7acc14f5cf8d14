<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Mail\Delivery;
use Largesse\Mail\GiverLanguage;
use Largesse\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Sends a mail to each owner when the day of the reveal has come.
 */
final class RevealMailSender implements MailSender {

	/** Kind of the mail about the reveal. */
	public const REVEALED = 'revealed';

	private readonly Purchases $purchases;

	public function __construct( private readonly Queue $queue, Purchases $purchases ) {
		$this->purchases = $purchases->uncached();
	}

	/**
	 * Sends the mails about reveals.
	 *
	 * @param list<QueuedMail> $mails Mails, each for all owners of a registry or for one owner.
	 * @param int              $until Not used, because a run sends only a few mails.
	 */
	public function send( array $mails, int $until ): void {
		foreach ( $mails as $mail ) {
			$registry = $mail->registry();
			$owner    = get_userdata( (int) ( $mail->data['owner'] ?? 0 ) );
			// Replace a mail for all owners with one mail for each owner. Drop a mail for one owner if the day was
			// postponed, or if the user is no longer an owner.
			if ( null === $registry || ! Surprise::of( $registry )->has_come() || ! $owner || ! Roles::of( $registry )->is_owner( $owner ) ) {
				$this->queue->remove( $mail );
				$this->queue_for_each_owner( $mail, $registry );
				continue;
			}
			$given  = $this->purchases->of_registry( $registry->ID );
			$number = is_wp_error( $given ) ? 0 : count( array_filter( $given, static fn ( array $purchase ) => ! $purchase['is_owner'] ) );
			$write  = static fn () => Delivery::send( $owner->user_email, RevealMailWriter::revealed( $registry, $owner, $number ), $mail->kind );
			$this->queue->complete( array( $mail ), ! is_wp_error( $given ) && ( 0 === $number || GiverLanguage::run_in( get_user_locale( $owner ), $write ) ) );
		}
	}

	/**
	 * Queues a mail for each owner of a registry. If one of these mails fails, only this mail is sent again.
	 *
	 * @param QueuedMail $mail Mail for all owners; a mail for one owner is ignored.
	 */
	private function queue_for_each_owner( QueuedMail $mail, ?WP_Post $registry ): void {
		$owners = null === $registry || isset( $mail->data['owner'] ) ? array() : Roles::of( $registry )->owners();
		foreach ( $owners as $owner ) {
			$this->queue->put( self::REVEALED, "{$registry->ID}-{$owner->ID}", array( 'owner' => $owner->ID ) + $mail->data );
		}
	}
}
