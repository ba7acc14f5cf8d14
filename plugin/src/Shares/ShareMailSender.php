<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Format\Price;
use Largesse\Giving\GiftMailSender;
use Largesse\Mail\Delivery;
use Largesse\Mail\MailLanguage;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailMessage;
use Largesse\Mail\MailOptOuts;
use Largesse\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registry\Appearances;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/** Sends mails to guests with shares. No mail goes to a recipient's address. */
final class ShareMailSender implements MailSender {

	/** Kinds of mails: they ask to confirm a share, remind of its end, or tell that it was ended. */
	public const QUESTION = 'share';
	public const REMINDER = 'share-ends';
	public const END      = 'share-ended';

	/** Reasons why a share was ended: a guest gives the whole wish, or a keeper has released the share. */
	public const GIVEN    = 'given';
	public const RELEASED = 'released';

	/** Seconds between the reminder and the end of a share. */
	private const AHEAD = 2 * DAY_IN_SECONDS;

	/** Delay and maximum age in seconds of the mail about an end. It is queued before the share is deleted. */
	private const DELAY = 60;
	private const STALE = 3 * DAY_IN_SECONDS;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, private readonly StoredShares $shares, Store $store ) {
		$this->store = $store->in_background();
	}

	/** Queues the mail that asks a guest to confirm a share. */
	public function queue_question( WP_Post $registry, string $id, SharePromise $promise ): void {
		$data = array(
			'registry' => $registry->ID,
			'share'    => $id,
			'to'       => $promise->email,
			'promise'  => $promise->text(),
		);
		$this->queue->put( self::QUESTION, $id, $data, is_first: true );
	}

	/** Queues the reminder before the end of a share (ISO 8601), unless it is already queued. */
	public function queue_reminder( WP_Post $registry, string $id, string $ends_at ): void {
		$data = array(
			'registry' => $registry->ID,
			'share'    => $id,
		);
		$this->queue->put( self::REMINDER, $id, $data, (int) strtotime( $ends_at ) - self::AHEAD - time() );
	}

	/** Queues the mail about an ended share. Later, the share must not exist. */
	public function queue_end( WP_Post $registry, array $share, string $why ): void {
		$user = is_int( $share['giver_user_id'] ) ? get_userdata( $share['giver_user_id'] ) : false;
		$to   = (string) ( $share['giver_email'] ?? ( $user ? ConfirmedAddress::of( $user ) : '' ) );
		if ( '' === $to ) {
			return;
		}
		$data = array(
			// The guest may know only the list through which the share was made (rules: Appearances).
			'registry' => $share['registry_id'],
			'share'    => $share['id'],
			'to'       => $to,
			'locale'   => MailLanguage::of_giver( $share ),
			'name'     => $share['name'],
			'item'     => $share['item_id'],
			'amount'   => $share['amount'],
			'why'      => $why,
		);
		$this->queue->put( self::END, $share['id'], $data, self::DELAY );
	}

	/** Sends a mail of one of the three kinds. */
	public function send( QueuedMail $mail ): bool|int {
		return match ( $mail->kind ) {
			self::QUESTION => self::send_question( $mail ),
			self::REMINDER => $this->send_reminder( $mail ),
			default        => $this->send_end( $mail ),
		};
	}

	private static function send_question( QueuedMail $mail ): bool|int {
		$registry = $mail->registry();
		$promise  = SharePromise::of( (string) $mail->data['promise'] );
		if ( null === $registry || null === $promise || $promise->until < time() || MailOptOuts::has_opted_out( $promise->email ) ) {
			return true;
		}
		return self::deliver( $registry, $promise->item, $promise->email, $promise->locale, self::QUESTION, static fn (): MailMessage => ShareMailWriter::question( ShareLink::url( $registry, (string) $mail->data['share'], $promise->text() ) ) );
	}

	/** Sends the reminder. Waits if the share was extended, or for a day while all shares together cover the price. */
	private function send_reminder( QueuedMail $mail ): bool|int {
		$registry = $mail->registry();
		$shares   = $registry ? $this->shares->all( $registry ) : array();
		$items    = $registry ? $this->store->items->all( $registry->ID ) : array();
		if ( $shares instanceof WP_Error || $items instanceof WP_Error ) {
			return false;
		}
		$share = array_column( $shares, null, 'id' )[ $mail->data['share'] ] ?? null;
		if ( null === $share || null === $share['ends_at'] || null === $share['giver_email'] ) {
			return true;
		}
		$wait = (int) strtotime( $share['ends_at'] ) - self::AHEAD - time();
		if ( Shares::of( $shares, $items )->is_covered( $share['item_id'] ) ) {
			return max( $wait, DAY_IN_SECONDS );
		}
		if ( $wait > 0 ) {
			return $wait;
		}
		return self::deliver( $registry, $share['item_id'], $share['giver_email'], MailLanguage::of_giver( $share ), self::REMINDER, static fn (): MailMessage => ShareMailWriter::reminder( $registry, $share, Price::amount( (float) $share['amount'], array_column( $items, null, 'id' )[ $share['item_id'] ] ?? null ) ) );
	}

	/** Sends the mail that a share was ended, unless the share still exists, because the service has refused the change. */
	private function send_end( QueuedMail $mail ): bool|int {
		$registry = $mail->registry();
		if ( null === $registry || time() > $mail->made + self::STALE ) {
			return true;
		}
		$share = $this->shares->find( $registry, (string) $mail->data['share'] );
		if ( null !== $share ) {
			return ! is_wp_error( $share );
		}
		$items = $this->store->items->all( $registry->ID );
		$item  = is_wp_error( $items ) ? null : array_column( $items, null, 'id' )[ $mail->data['item'] ?? 0 ] ?? null;
		return self::deliver( $registry, (int) ( $mail->data['item'] ?? 0 ), (string) $mail->data['to'], (string) $mail->data['locale'], self::END, static fn (): MailMessage => ShareMailWriter::end( $registry, $mail->data, Price::amount( (float) $mail->data['amount'], $item ) ) );
	}

	/**
	 * Sends a mail, unless the address belongs to a recipient.
	 *
	 * @param callable(): MailMessage $write
	 */
	private static function deliver( WP_Post $registry, int $item_id, string $to, string $locale, string $kind, callable $write ): bool|int {
		if ( GiftMailSender::is_of_recipient( $to, Appearances::addresses( $registry, $item_id ) ) ) {
			return true;
		}
		$limits = self::QUESTION === $kind ? MailLimits::share() : MailLimits::gift( $registry->ID );
		return MailLanguage::run_in( $locale, static fn (): bool|int => Delivery::send( $to, $write(), $kind, $limits ) );
	}
}
