<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Registries\Links\OwnerPage;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Proposals;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\MailAddress;
use WP_User;

/**
 * Queues and sends the mails that ask people to be co-owners or keepers (rules: Mail). Sends a mail only while the
 * proposal exists, and the user who asked may change the registry. The link in the mail leads to the page My
 * registries, which shows the proposal to the account with the named address or user name. A mail to an address has a
 * key with which its reader creates the account without another mail (ProposalLink).
 */
final class ProposalMails extends MailSender {

	public const KIND = 'proposal';

	public function __construct( private readonly Queue $queue ) {}

	/** @param list<string> $entries User names and e-mail addresses. */
	public function queue( mixed $registry_id, array $entries ): void {
		foreach ( $entries as $entry ) {
			$data = array(
				'registry' => (int) $registry_id,
				'to'       => $entry,
				'host'     => get_current_user_id(),
				'locale'   => determine_locale(),
			);
			$this->queue->put( self::KIND, $data['registry'] . ' ' . PeopleEntries::normalize( $entry ), $data, is_first: true );
		}
	}

	public function send( QueuedMail $mail ): bool|int {
		$host     = get_userdata( $mail->data['host'] );
		// The host names the list to a person who may not open it yet.
		$list     = $host ? $mail->list_of( $host ) : null;
		$registry = $list?->registry;
		$entry    = $mail->data['to'];
		$keys     = null === $registry
			? array()
			: array_filter(
				array_keys( RegistryMeta::PROPOSED ),
				static fn ( string $key ): bool => in_array(
					PeopleEntries::normalize( $entry ),
					array_map( PeopleEntries::normalize( ... ), Proposals::entries_of( $registry, $key ) ),
					true
				)
			);
		if ( ! $keys || '' === ConfirmedAddress::of( $host ) || ! user_can( $host, 'edit_post', $registry->ID ) ) {
			return true;
		}
		$member = Roles::user( $entry );
		$email  = MailAddress::of(
			str_contains( $entry, '@' ) ? $entry : ( $member ? ConfirmedAddress::of( $member ) : '' )
		);
		return '' === $email
			? true
			: Delivery::invite(
				$host,
				$email,
				$registry->ID,
				self::KIND,
				$mail->data['locale'],
				static fn ( string $never ): MailMessage => self::message( $list, $host, $keys, $entry, $never )
			);
	}

	/** @param array<string> $keys Meta keys of the lists that the person would join. */
	private static function message(
		OpenedList $list,
		WP_User $host,
		array $keys,
		string $entry,
		string $never
	): MailMessage {
		$name  = MailText::safe_line( $host->display_name );
		$title = MailText::title( $list );
		/* translators: 1: name of a person, 2: title of a registry. */
		$mail = ( new MailMessage( sprintf( __( '%1$s asks you to help with the gift list “%2$s”', 'largesse' ), $name, $title ) ) )
			->add_paragraph( __( 'Hello!', 'largesse' ) );
		if ( in_array( RegistryMeta::OWNERS, $keys, true ) ) {
			/* translators: 1: name of a person, 2: title of a registry. */
			$mail->add_paragraph( sprintf( __( '%1$s asks you to own the gift list “%2$s” together with them. You can then change everything in it, and guests see your name.', 'largesse' ), $name, $title ) );
		}
		if ( in_array( RegistryMeta::KEEPERS, $keys, true ) ) {
			/* translators: 1: name of a person, 2: title of a registry. */
			$mail->add_paragraph( sprintf( __( '%1$s asks you to see all gifts for the gift list “%2$s”, even the secret ones, and to help the guests.', 'largesse' ), $name, $title ) );
		}
		return $mail->add_link(
			__( 'Accept or decline', 'largesse' ),
			str_contains( $entry, '@' ) ? ProposalLink::url( $list->registry, $entry ) : OwnerPage::url()
		)
			->add_paragraph(
				str_contains( $entry, '@' )
					/* translators: %s: an e-mail address. */
					? sprintf( __( 'You need an account with the address %s for this, which you can create there. Nothing happens before you accept.', 'largesse' ), $entry )
					/* translators: %s: a user name. */
					: sprintf( __( 'Sign in with your user name %s for this. Nothing happens before you accept.', 'largesse' ), MailText::safe_line( $entry ) )
			)
			->add_footer_of_invitation( $name, $never );
	}
}
