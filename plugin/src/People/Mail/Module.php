<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'no-invitations' ) ) {
			add_action( 'template_redirect', Services::callback( OptOutPage::class, 'answer' ), 2 );
		}
		add_action( 'largesse_send_mails', Services::callback( Queue::class, 'work' ) );
		add_action( 'largesse_find_mails', Services::callback( Queue::class, 'work' ) );
		// The plugin applies this filter to each of its mails right before it sends the mail.
		add_filter( 'largesse_mail', Services::callback( MailHealth::class, 'expect_gift' ), PHP_INT_MAX, 2 );
		add_action( 'wp_mail_failed', Services::callback( MailHealth::class, 'record' ) );
		add_action( 'wp_mail_succeeded', Services::callback( MailHealth::class, 'clear' ) );
	}

	public static function events(): array {
		return array(
			'largesse_send_mails' => null,
			'largesse_find_mails' => self::EVERY_FIVE_MINUTES,
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
				MailOptOuts::KIND  => DataNote::of_members(
					'hash of the address of a person who wants no invitations',
					'nobody',
					'the person wants invitations again'
				),
				Queue::FIRST       => new DataNote( 'a waiting mail that somebody asked for, such as an invitation: its kind, and ids of what it is about; the message of the owner; for followers, shares, people who are asked to help, and visitors who ask for the link to all their gifts, the e-mail address or user name', 'nobody', 'the mail was sent, or the site gives it up, for an invitation after 30 days at the latest' ),
				Queue::OTHERS      => new DataNote( 'any other waiting mail: its kind, and ids of what it is about; for followers, deleted or released gifts, ended parts, and givers who ask for the link to one gift, also e-mail addresses; for deleted gifts, also those of recipients, who do not get the mail', 'nobody', 'the mail was sent, or the site gives it up' ),
			),
			transients: array(
				MailLanguage::PREFIX => new DataNote(
					'language of a giver, for mails about the gift',
					'nobody',
					'400 days are over'
				),
			),
		);
	}

	public static function offered_classes(): array {
		return array(
			CopiedText::class,
			Delivery::class,
			MailHealth::class,
			MailLanguage::class,
			MailLimits::class,
			MailMessage::class,
			MailOptOuts::class,
			OptOutPage::class,
			RecipientMailboxes::class,
			MailText::class,
			Queue::class,
		);
	}
}
