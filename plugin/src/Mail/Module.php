<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'template_redirect', array( MailOptOutPage::class, 'answer' ), 2, when: 'has_input' ),
			new Hook( Queue::HOOK, array( QueueWorker::class, 'work' ) ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			option_prefixes: array(
				Queue::PREFIX      => new DataNote( 'a mail that waits: its kind, and what it is about; an invitation also contains its address and text', 'nobody', 'the mail was sent; an invitation that cannot be sent, after 30 days' ),
				'largesse_no_mail' => new DataNote( 'addresses that want no invitations, as hashes, and the key of these hashes', 'nobody', 'the person wants invitations again' ),
			),
			transients: array(
				'largesse_language_' => new DataNote( 'language of a giver, for mails about the gift', 'nobody', '400 days are over' ),
			),
			events: array( Queue::HOOK => StoredKeys::EVERY_MINUTE ),
		);
	}
}
