<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'following';

	public static function texts(): array {
		return array(
			'name'  => __( 'Following a registry', 'largesse' ),
			'about' => __( 'Visitors get a mail about new wishes, a feed, or the day in their calendar.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_below_registry_header', array( FollowPage::class, 'add_button' ) ),
			new Hook( 'largesse_below_registry_header', array( DayDownload::class, 'add_button' ) ),
			// The next two hooks run before WordPress redirects to a canonical address.
			new Hook( 'template_redirect', array( Feed::class, 'answer' ), 2, when: 'has_input ' . Feed::PARAMETER ),
			new Hook( 'template_redirect', array( FollowerPage::class, 'answer' ), 2, when: 'has_input ' . FollowerPage::FIELD ),
			// The next two hooks run before WordPress redirects to the canonical address of the registry (priority 10).
			new Hook( 'template_redirect', array( DayDownload::class, 'answer' ), 5, when: 'has_input ' . DayDownload::PARAMETER ),
			new Hook( 'template_redirect', array( FollowPage::class, 'answer' ), 5, when: 'has_input ' . FollowPage::FIELD ),
			new Hook( DailyNews::HOOK, array( DailyNews::class, 'run' ) ),
		);
	}

	public static function mails(): array {
		return array(
			FollowMailSender::class => array(
				FollowMailSender::QUESTION => 'To an address that a visitor entered to follow a list: a link that confirms the address.',
				FollowMailSender::NEWS     => 'To a follower, at most once a day: number and names of new wishes, and links to the lists.',
			),
		);
	}

	public static function personal_data(): array {
		return array( FollowerData::GROUP => FollowerData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				Followers::KIND => DataNote::of_members( 'a follower of the registry: account, or e-mail address and language; until the confirmation, a hash of the visitor’s network; when they asked to follow, and when they got the last mail; which wishes they know', 'nobody', 'the follower stops following, does not confirm within two days, or may no longer see the registry' ),
			),
			events: array( DailyNews::HOOK => 'daily' ),
		);
	}
}
