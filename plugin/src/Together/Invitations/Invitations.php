<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\WayIn;
use Largesse\Foundation\Service\MailAddress;
use WP_Post;
use WP_User;

/** Queues and sends invitations, while the person is invited and the sender may edit the registry (rules: Mail). */
final class Invitations extends MailSender {

	public const INVITED = 'invited';

	/** Seconds after which the site gives up a waiting invitation. */
	private const STALE = 30 * DAY_IN_SECONDS;

	public function __construct( private readonly Queue $queue ) {}

	/** Queues mails to entries that can receive mail, and for whom no mail is waiting yet. Returns their number. */
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
		InvitationStates::record( $registry, $asked, InvitationStates::ASKED, InvitationStates::FAILED );
		return count( $asked );
	}

	/** Removes queued mails of withdrawn invitations. InvitationStates removes the states. */
	public function remove( mixed $registry_id, mixed $entries ): void {
		$registry = get_post( (int) $registry_id );
		foreach ( $registry instanceof WP_Post ? (array) $entries : array() as $entry ) {
			$this->queue->cancel( self::INVITED, InvitationStates::id( $registry, (string) $entry ), true );
		}
	}

	public function send( QueuedMail $mail ): bool|int {
		$found = self::registry_and_entry( $mail->data );
		if ( null === $found ) {
			return true;
		}
		list( $registry, $entry ) = $found;

		$host = get_userdata( $mail->data['host'] );
		$to   = self::address( $entry );
		$list = OpenedList::through(
			$registry,
			WayIn::of_mailbox( $registry, $entry ),
			WayIn::of_member( Roles::user( $entry )->ID ?? 0 )
		);
		if (
			'' === $to
			|| null === $list
			|| ! $host
			|| time() > $mail->made + self::STALE
			|| ! self::may_invite( $host, $registry )
		) {
			InvitationStates::record( $registry, array( $entry ), InvitationStates::FAILED, InvitationStates::ASKED );
			return true;
		}
		$is_open = str_contains( $entry, '@' );
		$url     = $is_open ? PersonalLink::url( $registry, $entry ) : LinkKey::permalink( $registry );
		$outcome = Delivery::invite(
			$host,
			$to,
			$registry->ID,
			self::INVITED,
			$mail->data['locale'],
			static fn ( string $never ): MailMessage => self::message(
				$list,
				$host,
				$mail->data['message'],
				$url,
				$is_open,
				$never
			)
		);
		if ( true === $outcome ) {
			InvitationStates::record(
				$registry,
				array( $entry ),
				InvitationStates::MAILED,
				InvitationStates::ASKED,
				InvitationStates::FAILED
			);
		} elseif ( false === $outcome ) {
			// The queue tries again.
			InvitationStates::record( $registry, array( $entry ), InvitationStates::FAILED );
		}
		return $outcome;
	}

	/**
	 * Writes an invitation in WordPress's current language. The inviting user may be a spammer. Therefore, mail programs
	 * cannot turn the user's texts into links, and the mail shows the user's `$text` as a quote.
	 *
	 * @param bool   $is_open Whether `$url` is a personal link, which opens the registry without an account.
	 * @param string $never   Address at which the recipient can refuse further mails.
	 */
	public static function message(
		OpenedList $list,
		WP_User $host,
		string $text,
		string $url,
		bool $is_open,
		string $never
	): MailMessage {
		$registry = $list->registry;
		$title    = MailText::title( $list );
		$name     = MailText::safe_line( $host->display_name );
		/* translators: 1: name of a person, 2: title of a registry. */
		$mail = ( new MailMessage( sprintf( __( '%1$s invites you to the gift list “%2$s”', 'largesse' ), $name, $title ) ) )
			->add_greeting()
			/* translators: 1: name of a person, 2: title of a registry. */
			->add_paragraph( sprintf( __( '%1$s wants to show you the gift list “%2$s”.', 'largesse' ), $name, $title ) );
		$mail->add_facts(
			array(
				array( __( 'Occasion', 'largesse' ), MailText::safe_line( Occasion::type( $registry ) ) ),
				array(
					__( 'When', 'largesse' ),
					Occasion::day( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
				),
			)
		);
		if ( '' !== trim( $text ) ) {
			/* translators: %s: name of a person. */
			$mail->add_paragraph( sprintf( __( '%s writes:', 'largesse' ), $name ) )->add_quote( MailText::safe_lines( $text ) );
		}
		return $mail->add_link( __( 'Look at the list', 'largesse' ), $url )
			->add_paragraph(
				$is_open
					? __( 'You don’t need an account. The link is only for you: anyone who has it can see the list and give something in your name, so please do not share it.', 'largesse' )
					: __( 'Sign in with your account to see it.', 'largesse' )
			)
			->add_footer_of_invitation( $name, $never );
	}

	/** Records that the site gave up a mail, if the mail was an invitation. */
	public static function record_given_up( string $kind, array $data ): void {
		$found = self::INVITED === $kind ? self::registry_and_entry( $data ) : null;
		if ( null !== $found ) {
			InvitationStates::record( $found[0], array( $found[1] ), InvitationStates::FAILED, InvitationStates::ASKED );
		}
	}

	/** Checks whether a user may send invitations. The user must have a confirmed e-mail address. */
	public static function may_invite( WP_User $host, WP_Post $registry ): bool {
		return user_can( $host, 'edit_post', $registry->ID ) && '' !== ConfirmedAddress::of( $host );
	}

	/** Returns the e-mail address of an entry; of a user name, the account's confirmed address. Empty if there is none. */
	private static function address( string $entry ): string {
		$member = str_contains( $entry, '@' ) ? null : Roles::user( $entry );
		return MailAddress::of( $member ? ConfirmedAddress::of( $member ) : $entry );
	}

	/** @return array{0: WP_Post, 1: string}|null The registry and the list entry of a mail; null if one is deleted. */
	private static function registry_and_entry( array $data ): ?array {
		$registry = get_post( (int) $data['registry'] );
		foreach ( RegistryPostType::is( $registry ) ? Roles::entries_of( $registry ) : array() as $entry ) {
			if ( InvitationStates::id( $registry, $entry ) === $data['entry'] ) {
				return array( $registry, $entry );
			}
		}
		return null;
	}
}
