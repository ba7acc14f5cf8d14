<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\CombinedMailSender;
use Largesse\Mail\Delivery;
use Largesse\Mail\MailLanguage;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailMessage;
use Largesse\Mail\Queue;
use Largesse\QueuedMail;
use Largesse\Registry\Appearances;
use Largesse\Registry\Memberships;
use Largesse\Registry\Store;
use Largesse\SecretMailSender;
use WP_Error;
use WP_Post;

/** Sends mails to givers. Drops a mail if its gift was given back, or if the giver's address was erased. */
final class GiftMailSender implements CombinedMailSender, SecretMailSender {

	/** Kinds of the mails about a new gift, and about the removal of a wish or a registry. */
	public const GIVEN = 'given';
	public const GONE  = 'gone';

	/** Maximum age of a mail in seconds. Older mails are dropped. */
	private const STALE = 3 * DAY_IN_SECONDS;

	private readonly Purchases $purchases;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, Purchases $purchases, Store $store ) {
		$this->purchases = $purchases->in_background();
		$this->store     = $store->in_background();
	}

	/** Returns false while a registry of the current user hides gifts, because a failed mail would reveal a gift. */
	public static function may_know_failures(): bool {
		foreach ( Memberships::owned( wp_get_current_user() ) as $registry ) {
			if ( Surprise::of( $registry )->is_secret_now() ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Sends each giver one mail about all queued gifts of a registry. After `$until` (Unix), leaves the rest queued.
	 *
	 * @param list<QueuedMail> $mails
	 */
	public function send_all( array $mails, int $until ): void {
		$envelopes = array();
		foreach ( $mails as $mail ) {
			$gift = $this->gift( $mail );
			if ( $gift instanceof Gift ) {
				$is_freed = isset( $mail->data['is_freed'] );

				$envelopes[ "{$mail->kind} {$is_freed} {$gift->registry_id} {$gift->to}" ][] = array( $mail, $gift );
			} else {
				$this->queue->finish( array( $mail ), null === $gift );
			}
		}
		foreach ( $envelopes as $pairs ) {
			$mails   = array_column( $pairs, 0 );
			$gifts   = array_column( $pairs, 1 );
			$write   = static fn (): bool|int => Delivery::send( $gifts[0]->to, self::compose( $mails, $gifts ), $mails[0]->kind, MailLimits::gift( $gifts[0]->registry_id ) );
			$outcome = time() >= $until ? 0 : MailLanguage::run_in( $gifts[0]->locale, $write );
			$this->queue->finish( $mails, $outcome );
		}
	}

	/** Checks whether a mail with the link to a gift is about to be sent. */
	public function is_on_its_way( array $purchase, WP_Post $registry ): bool {
		$to = (string) ( $purchase['giver_email'] ?? '' );
		return '' !== $to && ! self::is_of_recipient( $to, Appearances::addresses( $registry, $purchase['item_id'] ) ) && $this->queue->has( self::GIVEN, (string) $purchase['id'] );
	}

	/** Returns the gift of a queued mail; null if the mail must not be sent. */
	private function gift( QueuedMail $mail ): Gift|WP_Error|null {
		if ( time() > $mail->made + self::STALE ) {
			return null;
		}
		$kept = isset( $mail->data['if_gone'] ) ? $this->purchases->get( $mail->data['if_gone'] ) : null;
		if ( null !== $kept ) {
			return is_wp_error( $kept ) ? $kept : null;
		}
		if ( isset( $mail->data['to'] ) ) {
			$gift = new Gift( $mail->data['to'], $mail->data['locale'], $mail->data['registry'], $mail->data['name'], (int) $mail->data['quantity'], '' );
			return self::is_of_recipient( $gift->to, $mail->data['recipients'] ) ? null : $gift;
		}
		$registry = $mail->registry();
		$purchase = $registry ? $this->purchases->get( (string) $mail->data['purchase'] ) : null;
		if ( ! is_array( $purchase ) ) {
			return $purchase;
		}
		$is_given = self::GIVEN === $mail->kind;
		$items    = $is_given ? $this->store->items->all( $registry->ID ) : array();
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$item = array_column( $items, null, 'id' )[ $purchase['item_id'] ?? 0 ] ?? array();
		$name = $is_given ? $item['name'] ?? null : $mail->data['name'];
		if ( $is_given && null === $name ) {
			// The wish was removed, so the giver gets a mail about the removal instead.
			return null;
		}
		$to = $is_given ? (string) ( $mail->data['address'] ?? $purchase['giver_email'] ?? '' ) : AffectedGivers::address_of( $purchase );
		return '' === $to || self::is_of_recipient( $to, Appearances::addresses( $registry, $purchase['item_id'] ) ) ? null : new Gift( $to, MailLanguage::of_giver( $purchase ), $registry->ID, $name, (int) $purchase['quantity'], OwnGiftLink::url( $registry->ID, (string) $purchase['id'] ), $item );
	}

	/**
	 * Checks whether an address leads to a recipient's mailbox. A giver and a recipient may share an address, but
	 * recipients must not see mails to givers.
	 *
	 * @param list<string> $recipients Addresses of the recipients of the gifts.
	 */
	public static function is_of_recipient( string $to, array $recipients ): bool {
		return in_array( MailLimits::mailbox( $to ), array_map( MailLimits::mailbox( ... ), $recipients ), true );
	}

	/** @param non-empty-list<Gift> $gifts */
	private static function compose( array $mails, array $gifts ): MailMessage {
		$mail = $mails[0];
		if ( isset( $mail->data['to'] ) ) {
			$list  = isset( $mail->data['is_removed'] ) ? $mail->registry() : null;
			$write = isset( $mail->data['is_freed'] ) ? GiftMailWriter::released( ... ) : GiftMailWriter::deleted( ... );
			return null !== $list ? GiftMailWriter::removed( $list, $gifts ) : $write( (string) $mail->data['title'], $gifts );
		}
		$registry = get_post( $gifts[0]->registry_id );
		if ( self::GIVEN !== $mail->kind ) {
			return GiftMailWriter::removed( $registry, $gifts );
		}
		// The giver may have lost access to the list before asking for the mail.
		$is_open = in_array( true, array_map( static fn ( QueuedMail $one ): bool => $one->data['is_open'] ?? false, $mails ), true );
		return GiftMailWriter::given( $registry, $gifts, $is_open ? DeliveryLines::of( $registry ) : array() );
	}
}
