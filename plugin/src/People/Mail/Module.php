<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'template_redirect', array( OptOutPage::class, 'answer' ), 2, when: 'has_input ' . OptOutPage::FIELD ),
			new Hook( Queue::HOOK, array( Queue::class, 'work' ) ),
			new Hook( Queue::REGULAR, array( Queue::class, 'work' ) ),
			// The plugin applies this filter to each of its mails right before it sends the mail.
			new Hook( 'largesse_mail', array( MailHealth::class, 'expect_gift' ), PHP_INT_MAX ),
			new Hook( 'wp_mail_failed', array( MailHealth::class, 'record' ) ),
			new Hook( 'wp_mail_succeeded', array( MailHealth::class, 'clear' ) ),
		);
	}

	public static function checks(): array {
		return array(
			'mail' => array( MailHealth::class, 'mail', '' ),
			'cron' => array( MailHealth::class, 'cron', '' ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				MailHealth::KIND => new DataNote( 'why the last mail of each kind failed' ),
				MailOptOuts::KEY   => DataNote::of_members( 'random key of the hashes of addresses whose owners want no invitations', until: 'the operator removes all data' ),
				MailOptOuts::KIND  => DataNote::of_members( 'hash of the address of a person who wants no invitations', 'nobody', 'the person wants invitations again' ),
				Queue::FIRST       => new DataNote( 'a waiting mail that somebody asked for, such as an invitation: its kind, and ids of what it is about; the message of the owner; for followers and shares, the e-mail address', 'nobody', 'the mail was sent, or the site gives it up, for an invitation after 30 days at the latest' ),
				Queue::OTHERS      => new DataNote( 'any other waiting mail: its kind, and ids of what it is about; for followers, deleted gifts, and givers who ask for their link, also e-mail addresses', 'nobody', 'the mail was sent, or the site gives it up' ),
			),
			transients: array(
				MailLanguage::PREFIX => new DataNote( 'language of a giver, for mails about the gift', 'nobody', '400 days are over' ),
			),
			events: array(
				Queue::HOOK    => null,
				Queue::REGULAR => StoredKeys::EVERY_FIVE_MINUTES,
			),
		);
	}

	public static function offered_classes(): array {
		return array(
			Delivery::class,
			MailHealth::class,
			MailLanguage::class,
			MailLimits::class,
			MailMessage::class,
			MailOptOuts::class,
			OptOutPage::class,
			MailText::class,
			Queue::class,
		);
	}
}
