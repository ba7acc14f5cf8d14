<?php
declare( strict_types=1 );

namespace Largesse\Mail;

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
			option_prefixes: array( Queue::PREFIX, 'largesse_no_mail' ),
			events: array( Queue::HOOK => StoredKeys::EVERY_MINUTE ),
		);
	}
}
