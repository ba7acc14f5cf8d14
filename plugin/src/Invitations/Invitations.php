<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Mail\Delivery;
use Largesse\Mail\GiverLanguage;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailOptOuts;
use Largesse\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Registry\ListedPeople;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use Largesse\Service\MailAddress;
use Largesse\Service\Rules;
use WP_Post;
use WP_User;

/**
 * Queues requested invitations, and sends them later. Sends no mail if the person is no longer invited, or if the
 * inviting user can no longer edit the registry (rules: Mail).
 */
final class Invitations implements MailSender {

	/** Kind of the invitation mail. */
	public const INVITED = 'invited';

	/** Seconds after which the site gives up a waiting invitation. */
	private const STALE = 30 * DAY_IN_SECONDS;

	public function __construct( private readonly Queue $queue ) {}

	/**
	 * Queues mails to people for whom no mail is waiting yet.
	 *
	 * @param list<string> $entries Entries of the list that can receive mail.
	 * @param string       $message Message of the inviting user; may be empty.
	 * @return int Number of newly queued mails.
	 */
	public function queue( WP_Post $registry, WP_User $host, array $entries, string $message ): int {
		$asked = array();
		foreach ( $entries as $entry ) {
			$id   = InvitationStates::id( $registry, $entry );
			$data = array(
				'registry' => $registry->ID,
				'entry'    => $id,
				'host'     => $host->ID,
				'message'  => $message,
				'locale'   => determine_locale(),
			);
			if ( $this->queue->put( self::INVITED, $id, $data, is_first: true ) ) {
				$asked[] = $entry;
			}
		}
		InvitationStates::record_requested( $registry, $asked );
		return count( $asked );
	}

	/**
	 * Removes queued mails and states of withdrawn invitations.
	 *
	 * @param mixed $registry_id Id of the registry.
	 * @param mixed $entries     Entries that are no longer on the list.
	 */
	public function remove( mixed $registry_id, mixed $entries ): void {
		$registry = get_post( (int) $registry_id );
		if ( $registry instanceof WP_Post ) {
			foreach ( (array) $entries as $entry ) {
				$this->queue->cancel( self::INVITED, InvitationStates::id( $registry, (string) $entry ), true );
			}
			InvitationStates::delete_outdated( $registry );
		}
	}

	/**
	 * Sends invitations.
	 *
	 * @param list<QueuedMail> $mails One for each person.
	 * @param int              $until End of the run, in seconds since 1970. The next run sends the remaining mails.
	 */
	public function send( array $mails, int $until ): void {
		$this->queue->send_each( $mails, $until, $this->try( ... ) );
	}

	/**
	 * Sends an invitation.
	 *
	 * @return bool|int True if the mail was sent or is no longer needed, false if it failed, or the number of seconds
	 *                  until it may be sent.
	 */
	private function try( QueuedMail $mail ): bool|int {
		list( $registry, $entry ) = self::registry_and_entry( $mail );

		$host = get_userdata( (int) $mail->data['host'] );
		if ( null === $registry || null === $entry ) {
			return true;
		}
		$to = self::address( $entry );
		if ( '' === $to || ! $host || time() > $mail->made + self::STALE || ! self::may_invite( $host, $registry ) || ! self::can_be_mailed( $registry ) ) {
			InvitationStates::record_failed( $registry, $entry );
			return true;
		}
		$limits = MailLimits::invitation( $registry->ID, $host->ID );
		$wait   = $limits->seconds_to_wait( $to );
		if ( $wait > 0 ) {
			return $wait;
		}
		// If the person refuses invitations, treat the mail like a mail that the mail server refused: retry later.
		// Otherwise, the inviting user could see that the person refuses invitations.
		$outcome = MailOptOuts::has_opted_out( $to ) ? false : self::send_one( $registry, $host, $entry, $to, $mail->data, $limits );
		if ( true === $outcome ) {
			InvitationStates::record_mailed( $registry, $entry );
		} elseif ( false === $outcome ) {
			InvitationStates::record_failed( $registry, $entry, false );
		}
		return $outcome;
	}

	/** Records that the site gave up a mail, if the mail was an invitation. */
	public static function record_given_up( QueuedMail $mail ): void {
		list( $registry, $entry ) = self::INVITED === $mail->kind ? self::registry_and_entry( $mail ) : array( null, null );
		if ( null !== $registry && null !== $entry ) {
			InvitationStates::record_failed( $registry, $entry );
		}
	}

	/**
	 * Checks whether people can be invited to a registry by mail. Returns false for a draft, because links to a draft
	 * do not work.
	 */
	public static function can_be_mailed( WP_Post $registry ): bool {
		return in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true );
	}

	/** Checks whether a user may send invitations. The user must have a confirmed e-mail address. */
	public static function may_invite( WP_User $host, WP_Post $registry ): bool {
		return user_can( $host, 'edit_post', $registry->ID ) && '' !== ConfirmedAddress::of( $host );
	}

	/**
	 * Returns the e-mail address of an entry. For a user name, this is the account's confirmed address. Empty if there
	 * is none.
	 */
	private static function address( string $entry ): string {
		$member = str_contains( $entry, '@' ) ? null : Roles::user( $entry );
		return MailAddress::of( $member ? ConfirmedAddress::of( $member ) : $entry );
	}

	/**
	 * Writes a mail and sends it.
	 *
	 * @param array<string, mixed> $data Data from the queue.
	 * @return bool|int Result of `Delivery::send()`.
	 */
	private static function send_one( WP_Post $registry, WP_User $host, string $entry, string $to, array $data, MailLimits $limits ): bool|int {
		$before = get_current_user_id();
		// If no user is logged in, WordPress returns a different address for a private registry.
		wp_set_current_user( $host->ID );
		try {
			return self::send_as_host( $registry, $host, $entry, $to, $data, $limits );
		} finally {
			wp_set_current_user( $before );
		}
	}

	/**
	 * Implements `send_one` with the inviting user as the current user.
	 *
	 * @param array<string, mixed> $data Data from the queue.
	 * @return bool|int Result of `Delivery::send()`.
	 */
	private static function send_as_host( WP_Post $registry, WP_User $host, string $entry, string $to, array $data, MailLimits $limits ): bool|int {
		$is_open = str_contains( $entry, '@' );
		$reader  = Roles::user( $entry );
		$url     = $is_open ? PersonalLink::url( $registry, $entry ) : (string) get_permalink( $registry );
		$never   = MailOptOuts::url( $to );
		$headers = array( "List-Unsubscribe: <{$never}>" );
		if ( '' !== MailAddress::of( $host->user_email ) ) {
			$headers[] = "Reply-To: {$host->user_email}";
		}
		return GiverLanguage::run_in(
			$reader ? get_user_locale( $reader ) : (string) $data['locale'],
			static fn (): bool|int => Delivery::send( $to, InvitationMailWriter::invited( $registry, $host, (string) $data['message'], $url, $is_open, $never ), self::INVITED, $limits, $headers )
		);
	}

	/**
	 * Returns the registry and the list entry of a mail; null in place of a registry or entry that no longer exists.
	 *
	 * @return array{0: ?WP_Post, 1: ?string}
	 */
	private static function registry_and_entry( QueuedMail $mail ): array {
		$registry = get_post( (int) $mail->data['registry'] );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return array( null, null );
		}
		foreach ( ListedPeople::entries_of( $registry ) as $entry ) {
			if ( InvitationStates::id( $registry, $entry ) === $mail->data['entry'] ) {
				return array( $registry, $entry );
			}
		}
		return array( $registry, null );
	}
}
