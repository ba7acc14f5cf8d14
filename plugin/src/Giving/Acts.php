<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Mail\Languages;
use Largesse\Mail\Queue;
use Largesse\Mail\QueuedMail;
use Largesse\Registry\People;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Puts down what somebody is to be told of (rules: Mail). That is all that happens while a visitor waits for a page,
 * and it is the same whether there are gifts or not: how long the page takes tells the owner nothing.
 */
final class Acts {

	/** Seconds in which a wish can be brought back before its givers hear of it. */
	private const SECOND_THOUGHTS = 20 * MINUTE_IN_SECONDS;

	/** Seconds between the announcement of a removal and the check that the service has removed the gift. */
	private const ANNOUNCED = MINUTE_IN_SECONDS;

	/** Days after the reveal on which its owner is still told; before the plugin noticed, there may have been years. */
	private const NEWS = 7;

	/** The hour from which owners are told: the day of a reveal begins at midnight. */
	private const MORNING = 8;

	/** Meta key: the day of the reveal of which the owner was told last. */
	public const TOLD = '_largesse_reveal_told';

	public function __construct( private readonly Queue $queue ) {}

	/**
	 * Notes that somebody gave something and left an address.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	public function note_gift( array $purchase, WP_Post $registry ): void {
		if ( '' === (string) ( $purchase['giver_email'] ?? '' ) ) {
			return;
		}
		if ( ! is_int( $purchase['giver_user_id'] ?? null ) ) {
			Languages::remember( (string) $purchase['id'] );
		}
		$data = array(
			'registry' => $registry->ID,
			'purchase' => (string) $purchase['id'],
		);
		$this->queue->put( QueuedMail::GIVEN, (string) $purchase['id'], $data );
	}

	/**
	 * Notes that a wish was taken off a list. Whether somebody gives it is not asked here.
	 *
	 * @param string|null $name Its name; null if it is not known.
	 */
	public function note_removal( int $registry_id, int $item_id, ?string $name ): void {
		$data = array(
			'registry' => $registry_id,
			'item'     => $item_id,
			'name'     => $name,
		);
		$this->queue->put( QueuedMail::REMOVED, "{$registry_id}-{$item_id}", $data, self::SECOND_THOUGHTS );
	}

	/**
	 * Notes that a gift was set free, if whoever gave it left an address and still means to give it. Afterwards nobody can be
	 * asked for it.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param string               $name     Name of the wish; '' where it is not known.
	 */
	public function note_release( array $purchase, WP_Post $registry, string $name ): void {
		$this->put_release( $purchase, $registry, $name, array() );
	}

	/**
	 * Queues the same mail before the service removes a gift. It is sent if the gift does not exist any more by then.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param string               $name     Name of the wish; '' if it is unknown.
	 */
	public function note_coming_release( array $purchase, WP_Post $registry, string $name ): void {
		$this->put_release( $purchase, $registry, $name, array( 'if_gone' => (string) $purchase['id'] ), self::ANNOUNCED );
	}

	/**
	 * Queues the mail about a gift that is set free.
	 *
	 * @param array<string, mixed> $purchase  The purchase.
	 * @param string               $name      Name of the wish; '' if it is unknown.
	 * @param array<string, mixed> $condition Further data of the mail.
	 * @param int                  $delay     Seconds to wait.
	 */
	private function put_release( array $purchase, WP_Post $registry, string $name, array $condition, int $delay = 0 ): void {
		$to  = Concerned::address_of( $purchase );
		$day = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		if ( '' === $to || ! Concerned::is_open( $purchase, $day ) ) {
			return;
		}
		$data = array(
			'to'         => $to,
			'locale'     => Languages::of_giver( $purchase ),
			'name'       => '' === $name ? null : $name,
			'quantity'   => $purchase['quantity'],
			'registry'   => $registry->ID,
			'title'      => RegistryTitle::of( $registry ),
			'recipients' => People::of( $registry )->addresses_of_recipients(),
			'is_freed'   => true,
		);
		$this->queue->put( QueuedMail::GONE, (string) $purchase['id'], $data + $condition, $delay );
	}

	/** Notes that the day of the reveal has come. Who reveals by hand need not be told. */
	public function note_reveal( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return;
		}
		$surprise = Surprise::of( $registry );
		$is_news  = $surprise->has_come() && (string) wp_date( 'Y-m-d', time() - self::NEWS * DAY_IN_SECONDS ) <= $surprise->day;
		// To whom the list showed everything all along, the day is no news.
		if ( ! $is_news || Surprise::NAMES === $surprise->level || get_post_meta( $registry_id, self::TOLD, true ) === $surprise->day ) {
			return;
		}
		update_post_meta( $registry_id, self::TOLD, $surprise->day );
		$morning = ( current_datetime()->setTime( self::MORNING, 0 ) )->getTimestamp();
		$this->queue->put( QueuedMail::REVEALED, (string) $registry_id, array( 'registry' => $registry_id ), max( 0, $morning - time() ) );
	}
}
