<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Features;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\QueuedMail;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Services;

/**
 * Queue of pending mails. Each mail is a record, whose time says when the mail is due. A process claims an entry by
 * postponing the due time. This succeeds only if the record has not changed since the process has read it. Therefore,
 * if two cron runs overlap, only one run sends a mail.
 *
 * A record contains no text of a mail, only the data to write the text. It contains an address only if it will not be
 * available later: the receiver's under `to` or, if the gift still exists, `address`; those of gifts under `given`; and
 * those of recipients, who must not get the mail, under `recipients`. `erase()` looks for a person under the others:
 * without the addresses under `recipients`, a mail could tell a recipient of a gift.
 */
final class Queue {

	/**
	 * Event of WordPress's cron that sends mails every minute. The event exists only while a mail with priority waits,
	 * or after a run that left due mails to the next run. A mail about a gift must not schedule it. Otherwise, an owner
	 * could notice the gift (rules: Surprise): the list of events would change, and the next page load would take longer.
	 */
	public const HOOK = 'largesse_send_mails';

	/** Event of the cron every five minutes. It finds changes that need mails, and sends mails without an event. */
	public const REGULAR = 'largesse_find_mails';

	/** Kinds of the records of mails with priority, such as invitations, which are sent first, and of all other mails. */
	public const FIRST  = 'first_mail';
	public const OTHERS = 'mail';

	/** Seconds for which a run reserves an entry. A run, including its last mail, takes less time. */
	private const LEASE = 900;

	/** Seconds after which a run leaves the remaining mails to the next run. */
	private const RUN_S = 60;

	/** Maximum number of entries that a run takes at once. */
	private const AT_A_TIME = 50;

	/**
	 * Queues a mail, unless it is already queued: then returns false. The delay is in seconds. Mails with `$is_first`
	 * have priority: they are sent before all others.
	 *
	 * @param array<string, mixed> $data Data to write the mail.
	 */
	public function put( string $kind, string $id, array $data, int $delay = 0, bool $is_first = false ): bool {
		$content = array(
			'kind'  => $kind,
			'tries' => 0,
			'made'  => time(),
			'data'  => $data,
		);
		$none   = new Record( $is_first ? self::FIRST : self::OTHERS, self::key( $kind, $id ) );
		$is_new = null !== Records::replace( $none, $none->with( data: $content, time: time() + $delay ) );
		if ( $is_new && $is_first ) {
			self::schedule( time() + $delay );
		}
		return $is_new;
	}

	/** Sends the due mails, in WordPress's cron. The feature that declares a kind of mail sends the mails of this kind. */
	public function work(): void {
		$until = time() + self::RUN_S;
		do {
			$taken   = $this->claim_due();
			$by_kind = array();
			foreach ( $taken as $mail ) {
				$by_kind[ $mail->kind ][] = $mail;
			}
			foreach ( Features::mails() as $sender => $kinds ) {
				$mails   = array_merge( ...array_values( array_intersect_key( $by_kind, $kinds ) ) );
				$by_kind = array_diff_key( $by_kind, $kinds );
				foreach ( $mails ? Services::get( $sender )->send_all( $mails, $until ) : array() as list( $done, $outcome ) ) {
					$this->finish( $done, $outcome );
				}
			}
			// The features of these mails are off.
			$this->finish( array_merge( ...array_values( $by_kind ) ), true );
		} while ( $taken && time() < $until );
		$this->schedule_next( array() !== $taken );
	}

	/**
	 * Schedules the event for the earliest mail with priority, at the earliest in a minute. Removes the event if none
	 * waits. With `$has_more`, this run has left due mails to the next run.
	 */
	private function schedule_next( bool $has_more ): void {
		$due = $has_more ? 0 : $this->earliest();
		if ( null === $due && ! self::is_scheduled_until( time() ) ) {
			wp_clear_scheduled_hook( self::HOOK );
			// Another process may have queued a mail at the same time, and have seen the event.
			$due = $this->earliest();
		}
		if ( null !== $due ) {
			self::schedule( max( $due, time() + MINUTE_IN_SECONDS ) );
		}
	}

	/** Checks whether a mail is in the queue. Does not find mails with priority. */
	public function has( string $kind, string $id ): bool {
		return Records::read( self::OTHERS, self::key( $kind, $id ) )->is_stored();
	}

	/** @return list<QueuedMail> Due mails, those with priority first. Callers must send, postpone or remove them. */
	public function claim_due(): array {
		$taken = array();
		$first = Records::due( self::FIRST, time(), self::AT_A_TIME );
		foreach ( array( ...$first, ...Records::due( self::OTHERS, time(), self::AT_A_TIME - count( $first ) ) ) as $due ) {
			$mine = Records::replace(
				$due,
				$due->with( data: array( 'tries' => $due->data['tries'] + 1 ) + $due->data, time: time() + self::LEASE )
			);
			if ( null !== $mine ) {
				$taken[] = new QueuedMail( $mine );
			}
		}
		return $taken;
	}

	/**
	 * Removes or postpones mails after a run. Gives up failed mails after the last attempt.
	 *
	 * @param array<QueuedMail> $mails
	 * @param bool|int          $outcome True if the mails were sent or are no longer needed, false if they failed, or
	 *                                   the number of seconds until they may be sent.
	 */
	public function finish( array $mails, bool|int $outcome ): void {
		foreach ( $mails as $mail ) {
			$next = MailRetry::after( $mail->tries, $outcome );
			if ( null !== $next->pause ) {
				Records::replace(
					$mail->record,
					$mail->record->with(
						data: array( 'tries' => $next->tries ) + $mail->record->data,
						time: time() + $next->pause
					)
				);
				continue;
			}
			Records::delete( $mail->record->kind, $mail->record->key );
			if ( $next->is_given_up ) {
				/**
				 * Fires when a mail is given up after the last try.
				 *
				 * @param string               $kind Kind of the mail; docs/data-protection.md (Mails) lists all kinds.
				 * @param array<string, mixed> $data Ids of what the mail is about; they depend on the kind.
				 */
				do_action( 'largesse_mail_given_up', $mail->kind, $mail->data );
				// Readers of the log may own the registry. Therefore, the log contains neither the mail's subject nor
				// the mail server's answer, which may contain the receiver's address.
				// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- No user is present.
				error_log( sprintf( 'Largesse: a mail was given up after %d tries. See Tools > Site Health.', $mail->tries ) );
			}
		}
	}

	/** Removes a mail, even if a run is about to send it. @param bool $is_first Same as for `put`. */
	public function cancel( string $kind, string $id, bool $is_first = false ): void {
		Records::delete( $is_first ? self::FIRST : self::OTHERS, self::key( $kind, $id ) );
	}

	/** Removes all mails from the queue. */
	public function clear(): void {
		foreach ( array( ...Records::all( self::FIRST ), ...Records::all( self::OTHERS ) ) as $mail ) {
			Records::delete( $mail->kind, $mail->key );
		}
	}

	/** Removes the mails to an address, and the giver's gifts from other mails. Returns the number of mails and gifts. */
	public function erase( string $email ): int {
		$is_same = static fn ( mixed $other ): bool => strtolower( (string) $other ) === strtolower( $email );
		$erased  = 0;
		foreach ( array( ...Records::all( self::FIRST ), ...Records::all( self::OTHERS ) ) as $mail ) {
			$change = static function ( Record $now ) use ( $is_same, &$removed ): ?Record {
				$data    = $now->data['data'] ?? array();
				$given   = $data['given'] ?? array();
				$kept    = array_values(
					array_filter( $given, static fn ( array $purchase ): bool => ! $is_same( $purchase['giver_email'] ?? '' ) )
				);
				$to      = $data['to'] ?? $data['address'] ?? '';
				$removed = $is_same( $to ) ? 1 : count( $given ) - count( $kept );
				if ( 0 === $removed ) {
					return $now;
				}
				return $is_same( $to )
					? null
					: $now->with( data: array( 'data' => array( 'given' => $kept ) + $data ) + $now->data );
			};
			$erased += is_wp_error( Records::change( $mail->kind, $mail->key, $change ) ) ? 0 : $removed;
		}
		return $erased;
	}

	/** Returns the time at which the earliest mail with priority is due, in seconds since 1970; null for none. */
	private function earliest(): ?int {
		return Records::due( self::FIRST, PHP_INT_MAX, 1 )[0]->time ?? null;
	}

	/** Schedules the event, unless it already runs at this time or earlier. */
	private static function schedule( int $due ): void {
		if ( ! self::is_scheduled_until( max( $due, time() ) ) ) {
			wp_clear_scheduled_hook( self::HOOK );
			wp_schedule_event( $due, Module::EVERY_MINUTE, self::HOOK );
		}
	}

	/**
	 * Checks whether the event runs at a certain time or earlier. An event that is due must stay: this run of the cron
	 * may be about to run it, and WordPress logs an error if it does not find the event then.
	 */
	private static function is_scheduled_until( int $time ): bool {
		$next = wp_next_scheduled( self::HOOK );
		return false !== $next && $next <= $time;
	}

	/** Returns the key of an entry. A hash, because the identifier may contain an address. */
	private static function key( string $kind, string $id ): string {
		return KeyedHash::of( "{$kind} {$id}" );
	}
}
