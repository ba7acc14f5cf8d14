<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Service\ApiError;
use Largesse\MailSender;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use Largesse\Services;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Queues and sends mails to givers (rules: Mail). Drops a mail if its gift was given back, or if the giver's address
 * was erased.
 */
final class GiftMailSender extends MailSender {

	/** Kinds of the mails about a new gift, about the removal of a wish or a registry, and about a changed wish. */
	public const GIVEN   = 'given';
	public const GONE    = 'gone';
	public const CHANGED = 'changed_wish';

	/** Delay in seconds of a mail about a gift that the service is about to delete. */
	private const ANNOUNCED = MINUTE_IN_SECONDS;

	/** Timeout in seconds of calls to the service while the service waits for an announcement. */
	private const TIMEOUT_S = 3;

	/** Maximum age of a mail in seconds. Older mails are dropped. */
	private const STALE = 3 * DAY_IN_SECONDS;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, private readonly Purchases $purchases, Store $store ) {
		$this->store = $store->in_background();
	}

	/**
	 * Returns false while the current user receives secret gifts, because a failed mail would reveal a gift. A list that
	 * has hidden gifts and shows new ones may still have secret gifts. A list that hides gifts counts with and without
	 * them, and so does one without an answer of the service.
	 */
	public static function may_know_failures(): bool {
		$owned     = Memberships::owned( wp_get_current_user() );
		$is_secret = static fn ( WP_Post $registry ): bool => Surprise::of( $registry )->is_secret_now();
		if ( array() !== array_filter( $owned, $is_secret ) ) {
			return false;
		}
		$purchases = Services::get( Purchases::class );
		foreach ( $purchases->has_service() ? $owned : array() as $registry ) {
			$all = $purchases->promises_of( $registry->ID, self::TIMEOUT_S );
			if ( is_wp_error( $all ) || in_array( true, array_column( $all, 'is_secret' ), true ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Queues a mail with the link to a gift if its giver left an address.
	 *
	 * @param string|null $way The giver's way into the list (WayIn); null for those of the gift and of the browser.
	 */
	public function queue_gift_mail(
		array $purchase,
		WP_Post $registry,
		array $added = array(),
		bool $is_visitors = true,
		?string $way = null
	): void {
		// Another member may use the page of a gift at this computer.
		$this->queue_link( $purchase, $registry, $way ?? WayIn::of_browser( $registry ) );
	}

	/** Queues a mail with the link to the visitor's gift to another address, which is stored only until then. */
	public function queue_link_mail( array $purchase, WP_Post $registry, string $address ): void {
		$this->queue_link( $purchase, $registry, WayIn::of_browser( $registry ), $address );
	}

	private function queue_link( array $purchase, WP_Post $registry, string $way, string $address = '' ): void {
		if ( '' === $address . ( $purchase['giver_email'] ?? '' ) ) {
			return;
		}
		if ( ! is_int( $purchase['giver_user_id'] ?? null ) ) {
			MailLanguage::store( (string) $purchase['id'] );
		}
		$data = array(
			'registry' => $registry->ID,
			'purchase' => (string) $purchase['id'],
			'way'      => trim( $way . ' ' . PromiseWays::of( $purchase ) ),
		) + ( '' === $address ? array() : compact( 'address' ) );
		$this->queue->put( self::GIVEN, trim( "{$purchase['id']} {$address}" ), $data );
	}

	/**
	 * Answers the route that the service calls before an owner or a keeper deletes a guest's gift through the API. Queues
	 * the mail to the giver, because the site cannot find the giver after the deletion (rules: Mail). The response does
	 * not reveal whether the gift exists: `noted` is false only if the service did not answer.
	 */
	public function announce_release( Body $body, int $id ): WP_REST_Response {
		$purchases = $this->purchases->with_timeout( self::TIMEOUT_S );
		$purchase  = $purchases->has_service() ? $purchases->get( strtolower( $body->value( 'purchase' ) ) ) : null;
		$list      = is_array( $purchase ) ? Purchases::list_known_here( $purchase, get_post( $id ) ) : null;
		if ( null !== $list ) {
			$items = $purchases->items_of( array( $purchase ) );
			$item  = is_wp_error( $items ) ? null : $items[ $purchase['item_id'] ] ?? null;
			$this->queue_release_mail(
				$purchase,
				$list,
				(string) ( $item['name'] ?? '' ),
				PromiseWays::of( $purchase ),
				true
			);
		}
		return new WP_REST_Response( array( 'noted' => ! is_wp_error( $purchase ) ) );
	}

	/**
	 * Queues a mail about a released gift if its giver left an address and the recipients still expect the gift. Stores
	 * the giver's address in the queue, because the gift no longer exists. If the service is only about to delete the
	 * gift (`$is_upcoming`), sends no mail if the gift still exists after a delay.
	 *
	 * @param string $name Name of the wish now; may be empty.
	 * @param string $way  The giver's ways into the list (WayIn).
	 */
	public function queue_release_mail(
		array $purchase,
		WP_Post $registry,
		string $name,
		string $way,
		bool $is_upcoming = false
	): void {
		$to  = AffectedGivers::address_of( $purchase );
		$day = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		if ( '' === $to || ! AffectedGivers::is_open( $purchase, $day ) ) {
			return;
		}
		$data = array(
			'to'         => $to,
			'locale'     => MailLanguage::of_giver( $purchase ),
			'name'       => $purchase['item_name'] ?? null,
			'name_now'   => $name,
			'quantity'   => $purchase['quantity'],
			'registry'   => $registry->ID,
			'recipients' => Roles::of( $registry )->addresses_of_recipients(),
			'item'       => $purchase['item_id'],
			'way'        => $way,
			'is_freed'   => true,
		) + ( $is_upcoming ? array( 'if_gone' => (string) $purchase['id'] ) : array() );
		$this->queue->put( self::GONE, (string) $purchase['id'], $data, $is_upcoming ? self::ANNOUNCED : 0 );
	}

	/**
	 * Sends each giver one mail about all queued gifts of a registry. After `$until` (Unix), leaves the rest queued.
	 *
	 * @param list<QueuedMail> $mails
	 * @return iterable<array{list<QueuedMail>, bool|int}>
	 */
	public function send_all( array $mails, int $until ): iterable {
		$envelopes = array();
		foreach ( $mails as $mail ) {
			$gift = $this->gift( $mail );
			if ( $gift instanceof Gift ) {
				$is_freed = isset( $mail->data['is_freed'] );
				$is_open  = null !== $gift->list;

				$envelopes[ "{$mail->kind} {$is_freed} {$is_open} {$gift->registry_id} {$gift->to}" ][] = array( $mail, $gift );
			} else {
				yield array( array( $mail ), null === $gift );
			}
		}
		foreach ( $envelopes as $pairs ) {
			$mails   = array_column( $pairs, 0 );
			$gifts   = array_column( $pairs, 1 );
			$write   = static fn (): bool|int => Delivery::send(
				$gifts[0]->to,
				self::compose( $mails[0], $gifts ),
				$mails[0]->kind,
				MailLimits::gift( $gifts[0]->registry_id ),
				RecipientMailboxes::of_all( array_map( static fn ( Gift $gift ) => $gift->hidden_from, $gifts ) )
			);
			yield array( $mails, time() >= $until ? 0 : MailLanguage::run_in( $gifts[0]->locale, $write ) );
		}
	}

	/** Checks whether a mail with the link to a gift is about to be sent. */
	public function is_on_its_way( array $purchase ): bool {
		$to = (string) ( $purchase['giver_email'] ?? '' );
		return '' !== $to
			&& ! RecipientMailboxes::of_promise( $purchase )->contain( $to )
			&& $this->queue->has( self::GIVEN, (string) $purchase['id'] );
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
			return self::unless_hidden(
				new Gift(
					$mail->data['to'],
					$mail->data['locale'],
					$mail->data['registry'],
					$mail->list_through( (string) ( $mail->data['way'] ?? '' ) ),
					'',
					RecipientMailboxes::of_ended(
						array(
							'registry_id' => $mail->data['registry'],
							'item_id'     => $mail->data['item'] ?? 0,
						),
						$mail->data['recipients']
					),
					array(
						'item_name' => $mail->data['name'],
						'quantity'  => $mail->data['quantity'],
					) + ( $mail->data['part'] ?? array() ),
					array_filter( array( 'name' => (string) ( $mail->data['name_now'] ?? '' ) ), 'strlen' )
				)
			);
		}
		$registry_id = (int) $mail->data['registry'];
		$purchase    = $mail->has_list() ? $this->promise( $registry_id, $mail ) : null;
		if ( ! is_array( $purchase ) ) {
			return $purchase;
		}
		$is_given = self::GIVEN === $mail->kind;
		$items    = $is_given ? $this->store->items->all( $registry_id ) : array();
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$item = array_column( $items, null, 'id' )[ $purchase['item_id'] ?? 0 ] ?? null;
		$list = $mail->list_through( (string) ( $mail->data['way'] ?? '' ), PromiseWays::of( $purchase ) );
		$to   = $is_given
			? (string) ( $mail->data['address'] ?? $purchase['giver_email'] ?? '' )
			: AffectedGivers::address_of( $purchase );
		// If the wish was removed, the giver gets a mail about the removal instead. That a wish has changed is news of the
		// list.
		$is_over = ( $is_given && null === $item ) || ( self::CHANGED === $mail->kind && null === $list );
		return '' === $to || $is_over
			? null
			: self::unless_hidden(
				new Gift(
					$to,
					MailLanguage::of_giver( $purchase ),
					$registry_id,
					$list,
					$purchase['url'] ?? GiftLink::url( $list, (string) $purchase['id'] ),
					RecipientMailboxes::of_promise( $purchase ),
					$purchase,
					$is_given ? $item : array( 'name' => $mail->data['name'] )
				)
			);
	}

	/**
	 * Returns a gift; null if its mail would go to a recipient. An error if it may, because the recipients are unknown.
	 */
	private static function unless_hidden( Gift $gift ): Gift|WP_Error|null {
		return match ( true ) {
			! $gift->hidden_from->are_known()           => ApiError::not_the_service( 503 ),
			$gift->hidden_from->contain( $gift->to )    => null,
			default                                     => $gift,
		};
	}

	/** @return array<string, mixed>|WP_Error|null The gift or the part of a mail, as it is now; null if there is none. */
	private function promise( int $registry_id, QueuedMail $mail ): array|WP_Error|null {
		$id = (string) $mail->data['purchase'];
		if ( true !== ( $mail->data['is_part'] ?? false ) ) {
			return $this->purchases->get( $id );
		}
		$parts = Purchases::parts_of( $registry_id );
		return is_wp_error( $parts ) ? $parts : array_column( $parts, null, 'id' )[ $id ] ?? null;
	}

	/** @param non-empty-list<Gift> $gifts Gifts of one list, which is open to the giver, or not, for all of them. */
	private static function compose( QueuedMail $mail, array $gifts ): MailMessage {
		$list = $gifts[0]->list;
		return match ( true ) {
			self::GIVEN === $mail->kind      => GiftMailWriter::given( $list, $gifts ),
			null === $list                   => GiftMailWriter::ended( $gifts ),
			self::CHANGED === $mail->kind    => GiftMailWriter::changed( $list, $gifts ),
			isset( $mail->data['is_freed'] ) => GiftMailWriter::released( $list, $gifts ),
			default                          => GiftMailWriter::removed( $list, $gifts ),
		};
	}
}
