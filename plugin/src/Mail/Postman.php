<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Giving\Concerned;
use Largesse\Giving\Gift;
use Largesse\Giving\GiverLetters;
use Largesse\Giving\GiverLink;
use Largesse\Giving\Notice;
use Largesse\Giving\OwnerLetters;
use Largesse\Giving\Purchases;
use Largesse\Giving\Surprise;
use Largesse\Invitations\Invitations;
use Largesse\Registry\People;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Processes the queue on WordPress's cron, based on the current state: a gift that was given back in the meantime
 * causes no mail, and an erased address gets none.
 */
final class Postman {

	/** Seconds to wait after each failed attempt; there is no attempt after the last one. */
	private const PAUSES = array( 5 * MINUTE_IN_SECONDS, 30 * MINUTE_IN_SECONDS, 2 * HOUR_IN_SECONDS, 8 * HOUR_IN_SECONDS );

	/** Seconds after which a mail is outdated. */
	private const STALE = 3 * DAY_IN_SECONDS;

	/** Seconds after which a run leaves the remaining mails to the next one. */
	private const RUN = 60;

	private readonly Purchases $purchases;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, private readonly Concerned $concerned, Purchases $purchases, Store $store, private readonly Invitations $invitations ) {
		$this->purchases = $purchases->uncached();
		$this->store = $store->uncached();
	}

	/** Sends the due mails. */
	public function work(): void {
		$until = time() + self::RUN;
		do {
			$taken = $this->queue->take();
			$kinds = array();
			foreach ( $taken as $mail ) {
				$kinds[ $mail->kind ][] = $mail;
			}
			$this->invite( $kinds[ QueuedMail::INVITED ] ?? array(), $until );
			$this->find_givers( $kinds[ QueuedMail::REMOVED ] ?? array(), $kinds[ QueuedMail::DELETED ] ?? array() );
			$this->tell_owners( $kinds[ QueuedMail::REVEALED ] ?? array() );
			$this->tell_givers( array( ...$kinds[ QueuedMail::GIVEN ] ?? array(), ...$kinds[ QueuedMail::GONE ] ?? array() ), $until );
		} while ( $taken && time() < $until );
	}

	/**
	 * Finds the givers affected by deleted wishes and registries.
	 *
	 * @param list<QueuedMail> $removals  Deleted wishes.
	 * @param list<QueuedMail> $deletions Deleted registries.
	 */
	private function find_givers( array $removals, array $deletions ): void {
		$by_registry = array();
		foreach ( $removals as $mail ) {
			$by_registry[ (int) $mail->data['registry'] ][ (int) $mail->data['item'] ] = $mail;
		}
		foreach ( $by_registry as $registry_id => $mails ) {
			$registry = self::registry( $registry_id );
			$names    = array_map( static fn ( QueuedMail $mail ) => $mail->data['name'], $mails );
			$this->finish( $mails, null === $registry || ! is_wp_error( $this->concerned->by_removal( $registry, $names ) ) );
		}
		foreach ( $deletions as $mail ) {
			$this->finish( array( $mail ), ! is_wp_error( $this->concerned->by_deletion( $mail->data ) ) );
		}
	}

	/**
	 * Informs owners that the day of the reveal has come.
	 *
	 * @param list<QueuedMail> $mails One mail for each registry.
	 */
	private function tell_owners( array $mails ): void {
		foreach ( $mails as $mail ) {
			$registry = self::registry( (int) $mail->data['registry'] );
			$owner    = get_userdata( (int) ( $mail->data['owner'] ?? 0 ) );
			// The day may have been postponed, or the user may no longer be an owner.
			if ( null === $registry || ! Surprise::of( $registry )->has_come() || ! $owner || ! People::of( $registry )->is_owner( $owner ) ) {
				$this->queue->remove( $mail );
				$this->share_out( $mail, $registry );
				continue;
			}
			$given  = $this->purchases->all_of( $registry->ID );
			$number = is_wp_error( $given ) ? 0 : count( array_filter( $given, static fn ( array $purchase ) => ! $purchase['is_owner'] ) );
			$write  = static fn () => Delivery::send( $owner->user_email, OwnerLetters::revealed( $registry, $owner, $number ), $mail->kind );
			$this->finish( array( $mail ), ! is_wp_error( $given ) && ( 0 === $number || Languages::speak( get_user_locale( $owner ), $write ) ) );
		}
	}

	/**
	 * Queues a mail for each owner, so that a failed mail is repeated without sending the others twice.
	 *
	 * @param QueuedMail   $mail     Mail about the registry; it may already be for one owner.
	 * @param WP_Post|null $registry The registry.
	 */
	private function share_out( QueuedMail $mail, ?WP_Post $registry ): void {
		$owners = null === $registry || isset( $mail->data['owner'] ) ? array() : People::of( $registry )->owners();
		foreach ( $owners as $owner ) {
			$this->queue->put( QueuedMail::REVEALED, "{$registry->ID}-{$owner->ID}", array( 'owner' => $owner->ID ) + $mail->data );
		}
	}

	/**
	 * Informs givers with one mail for all pending news about a registry.
	 *
	 * @param list<QueuedMail> $mails Mails about new gifts, and about gifts that are off their list.
	 * @param int              $until Time after which the rest waits for the next run, in seconds since 1970.
	 */
	private function tell_givers( array $mails, int $until ): void {
		$envelopes = array();
		foreach ( $mails as $mail ) {
			$notice = $this->notice( $mail );
			if ( $notice instanceof Notice ) {
				$is_freed = isset( $mail->data['is_freed'] );

				$envelopes[ "{$mail->kind} {$is_freed} {$notice->registry_id} {$notice->to}" ][] = array( $mail, $notice );
			} else {
				$this->finish( array( $mail ), null === $notice );
			}
		}
		foreach ( $envelopes as $pairs ) {
			$mails   = array_column( $pairs, 0 );
			$notices = array_column( $pairs, 1 );
			$to      = $notices[0]->to;
			$wait    = MailLimits::seconds_to_wait( $to, $notices[0]->registry_id );
			if ( $wait > 0 || time() >= $until ) {
				array_map( fn ( QueuedMail $mail ) => $this->queue->postpone( $mail, $wait, false ), $mails );
				continue;
			}
			$is_sent = Languages::speak( $notices[0]->locale, static fn () => Delivery::send( $to, self::letter( $mails[0], $notices ), $mails[0]->kind ) );
			if ( $is_sent ) {
				MailLimits::count( $to, $notices[0]->registry_id );
			}
			$this->finish( $mails, $is_sent );
		}
	}

	/**
	 * Sends invitations.
	 *
	 * @param list<QueuedMail> $mails One mail for each person.
	 * @param int              $until Time after which the rest waits for the next run, in seconds since 1970.
	 */
	private function invite( array $mails, int $until ): void {
		foreach ( $mails as $mail ) {
			$outcome = time() >= $until ? 0 : $this->invitations->send( $mail );
			if ( is_int( $outcome ) ) {
				$this->queue->postpone( $mail, $outcome, false );
				continue;
			}
			$this->finish( array( $mail ), $outcome );
		}
	}

	/**
	 * Returns the notice for a mail; null if it is no longer needed.
	 *
	 * @param QueuedMail $mail Mail about a new gift, or a gift that is off its list.
	 * @return Notice|WP_Error|null
	 */
	private function notice( QueuedMail $mail ): Notice|WP_Error|null {
		if ( time() > $mail->made + self::STALE ) {
			return null;
		}
		$kept = isset( $mail->data['if_gone'] ) ? $this->purchases->get( $mail->data['if_gone'] ) : null;
		if ( null !== $kept ) {
			return is_wp_error( $kept ) ? $kept : null;
		}
		if ( isset( $mail->data['to'] ) ) {
			$gift = new Gift( $mail->data['name'], (int) $mail->data['quantity'], '' );
			return self::notice_to( $mail->data['to'], $mail->data['locale'], $mail->data['registry'], $mail->data['recipients'] ?? self::addresses( (int) $mail->data['owner'] ), $gift );
		}
		$registry = self::registry( (int) $mail->data['registry'] );
		$purchase = $registry ? $this->purchases->get( (string) $mail->data['purchase'] ) : null;
		if ( ! is_array( $purchase ) ) {
			return $purchase;
		}
		$is_given = QueuedMail::GIVEN === $mail->kind;
		$items    = $is_given ? $this->store->items->all( $registry->ID ) : array();
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$item = array_column( $items, null, 'id' )[ $purchase['item_id'] ?? 0 ] ?? array();
		$name = $is_given ? $item['name'] ?? null : $mail->data['name'];
		if ( $is_given && null === $name ) {
			// The gift is already off the list; another mail says so.
			return null;
		}
		$to   = $is_given ? (string) ( $purchase['giver_email'] ?? '' ) : Concerned::address_of( $purchase );
		$gift = new Gift( $name, (int) $purchase['quantity'], GiverLink::url( $registry->ID, (string) $purchase['id'] ), $item );
		return self::notice_to( $to, Languages::of_giver( $purchase ), $registry->ID, People::of( $registry )->addresses_of_recipients(), $gift );
	}

	/**
	 * Returns the notice for a giver. Null without an address, and for recipients of the gifts: the content is secret,
	 * even if a family shares an address.
	 *
	 * @param string       $to         The address; may be empty.
	 * @param string       $locale     Language of the giver.
	 * @param list<string> $recipients Addresses of the recipients of the gifts.
	 */
	private static function notice_to( string $to, string $locale, int $registry_id, array $recipients, Gift $gift ): ?Notice {
		$is_kept = in_array( MailLimits::mailbox( $to ), array_map( MailLimits::mailbox( ... ), $recipients ), true );
		return '' === $to || $is_kept ? null : new Notice( $to, $locale, $registry_id, $gift );
	}

	/**
	 * Returns the address of a user; none if the user no longer exists. Entries of older versions contain only user ids.
	 *
	 * @return list<string>
	 */
	private static function addresses( int $user_id ): array {
		$user = get_userdata( $user_id );
		return $user ? array( $user->user_email ) : array();
	}

	/**
	 * Creates a letter.
	 *
	 * @param QueuedMail   $mail    The queued mail.
	 * @param list<Notice> $notices Notices to combine in the letter.
	 */
	private static function letter( QueuedMail $mail, array $notices ): Letter {
		$gifts = array_column( $notices, 'gift' );
		if ( isset( $mail->data['to'] ) ) {
			$write = isset( $mail->data['is_freed'] ) ? GiverLetters::freed( ... ) : GiverLetters::deleted( ... );
			return $write( (string) $mail->data['title'], $gifts );
		}
		$registry = get_post( $notices[0]->registry_id );
		return QueuedMail::GIVEN === $mail->kind ? GiverLetters::given( $registry, $gifts ) : GiverLetters::removed( $registry, $gifts );
	}

	/**
	 * Removes finished mails; the others are tried again later, or given up.
	 *
	 * @param array<QueuedMail> $mails   The mails.
	 * @param bool              $is_done Whether the mails are finished.
	 */
	private function finish( array $mails, bool $is_done ): void {
		foreach ( $mails as $mail ) {
			$pause = self::PAUSES[ $mail->tries - 1 ] ?? null;
			if ( ! $is_done && null !== $pause ) {
				$this->queue->postpone( $mail, $pause, true );
				continue;
			}
			$this->queue->remove( $mail );
			if ( ! $is_done ) {
				if ( QueuedMail::INVITED === $mail->kind ) {
					Invitations::give_up( $mail );
				}
				// Without subject or the server's message, which may contain the address: readers of the log may own a registry.
				// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The cron has no other way to report this.
				error_log( sprintf( 'Largesse: a mail was given up after %d tries. See Tools > Site Health.', $mail->tries ) );
			}
		}
	}

	/** Returns a registry that exists and is not in the trash. */
	private static function registry( int $registry_id ): ?WP_Post {
		$post = get_post( $registry_id );
		return $post instanceof WP_Post && RegistryPostType::is( $post ) && 'trash' !== $post->post_status ? $post : null;
	}
}
