<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_filter( 'largesse_below_registry_header', array( FollowPage::class, 'add_button' ), 10, 2 );
		add_filter( 'largesse_below_registry_header', array( DayDownload::class, 'add_button' ), 10, 2 );
		if ( Request::has( 'follower' ) ) {
			// Runs before WordPress redirects to a canonical address.
			add_action( 'template_redirect', Services::callback( FollowerPage::class, 'answer' ), 2 );
		}
		if ( Request::has( 'calendar' ) ) {
			// The next two hooks run before WordPress redirects to the canonical address of the registry (priority 10).
			add_action( 'template_redirect', array( DayDownload::class, 'answer' ), 5 );
		}
		if ( Request::has( 'follow' ) ) {
			add_action( 'template_redirect', Services::callback( FollowPage::class, 'answer' ), 5 );
		}
		add_action( 'largesse_daily_news', Services::callback( DailyNews::class, 'run' ) );
	}

	public static function events(): array {
		return array( 'largesse_daily_news' => 'daily' );
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
		return array( FollowerPrivacy::GROUP => FollowerPrivacy::class );
	}

	public static function upgrades(): array {
		return array( 2 => array( FollowerAccess::class, 'update_stored' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				Followers::KIND => DataNote::of_members( 'a follower of the registry: account, or e-mail address and language; until the confirmation, a hash of the visitor’s network; when they asked to follow, and when they got the last mail; which wishes they know', 'nobody', 'the follower stops following, does not confirm within two days, or may no longer see the registry' ),
			),
		);
	}
}
