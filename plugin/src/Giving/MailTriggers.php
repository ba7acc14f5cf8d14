<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Mail\MailLanguage;
use Largesse\Mail\Queue;
use Largesse\Registry\Appearances;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use WP_Post;

/** Queues mails (rules: Mail). Gifts do not change how long queueing takes, so owners learn nothing from the time. */
final class MailTriggers {

	/** Delay in seconds before givers learn of a removed wish, which the owner can restore in this time. */
	private const SECOND_THOUGHTS = 20 * MINUTE_IN_SECONDS;

	/** Delay in seconds of a mail about a gift that the service is about to delete. */
	private const ANNOUNCED = MINUTE_IN_SECONDS;

	/** Maximum number of days between reveal and mail. The plugin may notice the reveal years later: no mail then. */
	private const NEWS = 7;

	/** Earliest hour for mails to owners. The day of the reveal begins at midnight, which is too early for a mail. */
	private const MORNING = 8;

	/** Meta key of the reveal day for which this class last queued a mail. */
	public const TOLD = '_largesse_reveal_told';

	public function __construct( private readonly Queue $queue ) {}

	/** Queues a mail about a gift if its giver left an address. `$is_visitors`: the visitor gives it. */
	public function queue_gift_mail( array $purchase, WP_Post $registry, array $added = array(), bool $is_visitors = true ): void {
		if ( '' === (string) ( $purchase['giver_email'] ?? '' ) ) {
			return;
		}
		if ( ! is_int( $purchase['giver_user_id'] ?? null ) ) {
			MailLanguage::store( (string) $purchase['id'] );
		}
		$data = array(
			'registry' => $registry->ID,
			'purchase' => (string) $purchase['id'],
			'is_open'  => Registries::may_read( $registry, $is_visitors ? null : (int) ( $purchase['giver_user_id'] ?? 0 ) ),
		);
		$this->queue->put( GiftMailSender::GIVEN, (string) $purchase['id'], $data );
	}

	/** Queues a mail with the link; the address is stored only until then. */
	public function queue_link_mail( array $purchase, WP_Post $registry, string $address ): void {
		$data = array(
			'registry' => $registry->ID,
			'purchase' => (string) $purchase['id'],
			'address'  => $address,
			'is_open'  => Registries::may_read( $registry ),
		);
		MailLanguage::store( (string) $purchase['id'] );
		$this->queue->put( GiftMailSender::GIVEN, "{$purchase['id']} {$address}", $data );
	}

	/** Queues the mails about a deleted wish, with or without gifts. An unknown name is null. */
	public function queue_removal_mail( int $registry_id, int $item_id, ?string $name ): void {
		$data = array(
			'registry' => $registry_id,
			'item'     => $item_id,
			'name'     => $name,
		);
		$this->queue->put( AffectedGivers::REMOVED, "{$registry_id}-{$item_id}", $data, self::SECOND_THOUGHTS );
	}

	/**
	 * Queues a mail about a released gift if its giver left an address and the recipients still expect the gift. Stores
	 * the giver's address in the queue, because the gift no longer exists. If the service is only about to delete the
	 * gift (`$is_upcoming`), sends no mail if the gift still exists after a delay.
	 */
	public function queue_release_mail( array $purchase, WP_Post $registry, string $name, bool $is_upcoming = false ): void {
		$to  = AffectedGivers::address_of( $purchase );
		$day = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		if ( '' === $to || ! AffectedGivers::is_open( $purchase, $day ) ) {
			return;
		}
		$data = array(
			'to'         => $to,
			'locale'     => MailLanguage::of_giver( $purchase ),
			'name'       => '' === $name ? null : $name,
			'quantity'   => $purchase['quantity'],
			'registry'   => $registry->ID,
			'title'      => RegistryTitle::of( $registry ),
			'recipients' => Appearances::addresses( $registry, $purchase['item_id'] ),
			'is_freed'   => true,
		) + ( $is_upcoming ? array( 'if_gone' => (string) $purchase['id'] ) : array() );
		$this->queue->put( GiftMailSender::GONE, (string) $purchase['id'], $data, $is_upcoming ? self::ANNOUNCED : 0 );
	}

	/** Queues a mail to each owner about the day of the reveal. Owners who reveal gifts manually get no mail. */
	public function queue_reveal_mail( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return;
		}
		$surprise = Surprise::of( $registry );
		$is_news  = $surprise->has_come() && (string) wp_date( 'Y-m-d', time() - self::NEWS * DAY_IN_SECONDS ) <= $surprise->day;
		// The reveal is no news for owners who already see everything in their list.
		if ( ! $is_news || Surprise::NAMES === $surprise->level || get_post_meta( $registry_id, self::TOLD, true ) === $surprise->day ) {
			return;
		}
		update_post_meta( $registry_id, self::TOLD, $surprise->day );
		$morning = ( current_datetime()->setTime( self::MORNING, 0 ) )->getTimestamp();
		foreach ( Roles::of( $registry )->owners() as $owner ) {
			$data = array(
				'registry' => $registry_id,
				'owner'    => $owner->ID,
			);
			$this->queue->put( RevealMailSender::REVEALED, "{$registry_id}-{$owner->ID}", $data, max( 0, $morning - time() ) );
		}
	}
}
