<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Changes;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\Client;
use WP_Error;
use WP_Post;

/**
 * Finds the givers affected by deleted and changed wishes and by deleted registries, and queues a mail for each giver
 * of a gift or of a part. Queues no mail after the event, or if the owner has already said thanks for the gift.
 */
final class AffectedGivers extends MailSender {

	/** Kinds of the queue entries for a removed wish, for a deleted registry, and for a changed wish. */
	public const REMOVED = 'removed';
	public const DELETED = 'deleted';
	public const EDITED  = 'edited';

	/** Delay in seconds before givers learn of a removed wish, which the owner can restore in this time. */
	private const SECOND_THOUGHTS = 20 * MINUTE_IN_SECONDS;

	/** Timeout in seconds of a request while a registry is deleted. The service may be waiting for this site. */
	private const TIMEOUT_S = 3;

	/** Delay in seconds before the next attempt, if the service does not answer. */
	private const LATER = MINUTE_IN_SECONDS;

	/** Whether the service did not answer this request. */
	private bool $is_down = false;

	/**
	 * Prefix of the transients of gifts whose givers were told. A wish leaves all its lists at once, but the site notices
	 * it for each list at another time.
	 */
	public const TOLD = 'largesse_gone_';

	/** Prefix of the transients with the change of a wish of which the giver of a gift was told, and their seconds. */
	public const KNOWN    = 'largesse_changed_';
	private const KNOWN_S = 90 * DAY_IN_SECONDS;

	public function __construct(
		private readonly Queue $queue,
		private readonly Purchases $purchases,
		private readonly Client $client
	) {}

	/** Queues the mails to the givers of a removed or changed wish, or of a deleted registry. */
	public function send( QueuedMail $mail ): bool {
		return ! is_wp_error(
			match ( $mail->kind ) {
				self::DELETED => $this->queue_deletion_mails( $mail->data ),
				self::EDITED  => $this->queue_change_mails( $mail ),
				default       => $this->queue_removal_mails( $mail ),
			}
		);
	}

	/**
	 * Queues the search for the givers of a removed wish, whose name may be unknown. Gifts do not change how long this
	 * takes, so owners learn nothing from the time.
	 */
	public function queue_removal( int $registry_id, int $item_id, ?string $name ): void {
		$data = array(
			'registry' => $registry_id,
			'item'     => $item_id,
			'name'     => $name,
		);
		$this->queue->put( self::REMOVED, "{$registry_id}-{$item_id}", $data, self::SECOND_THOUGHTS );
	}

	/**
	 * Queues the search for the givers of a changed wish, in WordPress's cron. It begins for each change, with and without
	 * gifts. A wish on several lists has an event on each.
	 */
	public function follow_event( array $event ): void {
		if ( 'item.updated' === $event['type'] ) {
			$this->queue_change( $event['registry_id'], $event['item_id'] );
		}
	}

	/** Queues the search for the givers of a wish that may have changed since it was promised. */
	public function queue_change( int $registry_id, int $item_id ): void {
		$data = array(
			'registry' => $registry_id,
			'item'     => $item_id,
		);
		$this->queue->put( self::EDITED, (string) $item_id, $data, self::SECOND_THOUGHTS );
	}

	/**
	 * Queues a mail to each giver of a wish that has changed so much that they must know. Returns an error if the service
	 * did not answer.
	 */
	private function queue_change_mails( QueuedMail $edited ): ?WP_Error {
		if ( ! $edited->has_list() || ! $this->purchases->has_service() ) {
			return null;
		}
		$item  = $this->client->get_item( $edited->data['item'] );
		$given = is_wp_error( $item ) ? $item : $this->purchases->promises_of( (int) $edited->data['registry'] );
		if ( is_wp_error( $given ) ) {
			return $given;
		}
		foreach ( is_array( $item ) ? $given : array() as $purchase ) {
			$list = $purchase['registry_id'];
			$key  = self::KNOWN . $purchase['id'];
			$hash = md5(
				(string) wp_json_encode(
					array(
						$item['name'] ?? '',
						$item['price'] ?? null,
						$item['currency'] ?? null,
						$item['url'] ?? '',
					)
				)
			);
			if (
				$purchase['item_id'] !== ( $item['id'] ?? 0 )
				|| get_transient( $key ) === $hash
				|| ! ( new PromisedWish( $purchase, $item ) )->has_changed()
				|| ! self::is_open( $purchase, (string) get_post_meta( $list, RegistryMeta::EVENT_DATE, true ) )
			) {
				continue;
			}
			$data = array(
				'registry' => $list,
				'purchase' => $purchase['id'],
				'is_part'  => isset( $purchase['amount'] ),
				'name'     => Purchases::promised( $purchase ),
			);
			$this->queue->put( GiftMailSender::CHANGED, $purchase['id'], $data );
			set_transient( $key, $hash, self::KNOWN_S );
		}
		return null;
	}

	/**
	 * Stores the data for the mails to a registry's givers before WordPress deletes the registry. The service may have
	 * sent this request. If so, it deletes the gifts as soon as it gets the response.
	 */
	public function queue_deletion( mixed $id, mixed $post ): void {
		if ( ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) || ! $this->purchases->has_service() ) {
			return;
		}
		$given         = $this->is_down ? null : $this->given_on( (int) $id, self::TIMEOUT_S );
		$this->is_down = ! is_array( $given );
		$deleted       = array(
			'registry'   => (int) $id,
			'recipients' => Roles::of( $post )->addresses_of_recipients(),
			'day'        => (string) get_post_meta( (int) $id, RegistryMeta::EVENT_DATE, true ),
			// These wishes stay on other lists, and so do their gifts.
			'kept'       => array_values(
				array_unique( array_merge( ...array_values( array_column( Appearances::of( $post ), 'items' ) ) ) )
			),
		);
		$this->queue->put(
			self::DELETED,
			(string) $id,
			$deleted + ( $this->is_down ? array() : compact( 'given' ) ),
			$this->is_down ? self::LATER : 0
		);
	}

	/** Queues mails to givers of a removed, not restored wish. Returns an error if givers are currently unknown. */
	private function queue_removal_mails( QueuedMail $removal ): ?WP_Error {
		if ( ! $removal->has_list() || ! $this->purchases->has_service() ) {
			return null;
		}
		$from  = (int) $removal->data['registry'];
		$item  = $removal->data['item'];
		$found = $this->client->get_item( $item );
		$given = is_wp_error( $found ) ? $found : $this->purchases->promises_of( $from );
		if ( is_wp_error( $given ) ) {
			return $given;
		}
		$known = $removal->data['name'] ?? Changes::removed_name( $from, $item );
		// The wish was restored, or is still on another list: its gifts count.
		foreach ( is_array( $found ) ? array() : $given as $purchase ) {
			// The list through which the gift was made. Its guests know no other list (rules: Appearances).
			$list = $purchase['registry_id'];
			$told = self::TOLD . $purchase['id'];
			if (
				$item === $purchase['item_id']
				&& false === get_transient( $told )
				&& self::is_open( $purchase, (string) get_post_meta( $list, RegistryMeta::EVENT_DATE, true ) )
			) {
				$data = array(
					'registry' => $list,
					'purchase' => $purchase['id'],
					'is_part'  => isset( $purchase['amount'] ),
					'name'     => $purchase['item_name'] ?? $known,
				);
				$this->queue->put( GiftMailSender::GONE, $purchase['id'], $data );
				set_transient( $told, 1, HOUR_IN_SECONDS );
			}
		}
		return null;
	}

	/**
	 * Queues mails to the givers of a deleted registry. The queue entries contain the data that is unavailable later.
	 * If the data about the registry does not contain `given`, as in `given_on()`, reads them now. Returns an error if
	 * givers are currently unknown. A deleted list is open to nobody, so the mails contain only what was promised.
	 */
	private function queue_deletion_mails( array $deleted ): ?WP_Error {
		if ( RegistryPostType::is( get_post( $deleted['registry'] ) ) ) {
			// WordPress could not delete the registry.
			return null;
		}
		$given = $deleted['given'] ?? $this->given_on( $deleted['registry'], Client::TIMEOUT_S );
		if ( is_wp_error( $given ) ) {
			return $given;
		}
		foreach ( $given as $purchase ) {
			$to = self::address_of( $purchase );
			if (
				'' !== $to
				&& self::is_open( $purchase, $deleted['day'] )
				&& ! in_array( $purchase['item_id'], $deleted['kept'] ?? array(), true )
			) {
				$mail = array(
					'to'       => $to,
					'locale'   => MailLanguage::of_giver( $purchase ),
					'name'     => $purchase['item_name'] ?? null,
					'item'     => $purchase['item_id'],
					'quantity' => $purchase['quantity'],
					'part'     => array_intersect_key( $purchase, array_flip( array( 'amount', 'item_currency' ) ) ),
				);
				$this->queue->put(
					GiftMailSender::GONE,
					$purchase['id'],
					$mail + array_diff_key( $deleted, array_flip( array( 'given', 'kept' ) ) )
				);
			}
		}
		return null;
	}

	/**
	 * Returns what the mails need of the promises of a registry. The timeout of a request is in seconds.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private function given_on( int $registry_id, int $timeout ): array|WP_Error {
		$given  = $this->purchases->promises_of( $registry_id, $timeout );
		$needed = array_flip(
			array(
				'id',
				'item_id',
				'registry_id',
				'quantity',
				'giver_user_id',
				'giver_email',
				'is_owner',
				'thanked_at',
				'item_name',
				'amount',
				'item_currency',
			)
		);
		return is_wp_error( $given )
			? $given
			: array_map( static fn ( array $purchase ): array => array_intersect_key( $purchase, $needed ), $given );
	}

	/** Returns the address from the gift or its giver's account; '' for none. */
	public static function address_of( array $purchase ): string {
		$user = is_int( $purchase['giver_user_id'] ?? null ) ? get_userdata( $purchase['giver_user_id'] ) : false;
		return (string) ( $purchase['giver_email'] ?? ( $user ? $user->user_email : '' ) );
	}

	/** Checks whether the recipients still expect a gift today. The day of the event is `YYYY-MM-DD`, or empty. */
	public static function is_open( array $purchase, string $day ): bool {
		return ExpectedGift::is_open( $purchase, $day, (string) wp_date( 'Y-m-d' ) );
	}
}
