<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Http\Request;
use Largesse\Services;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'shares';

	public static function texts(): array {
		return array(
			'name'  => __( 'Giving together', 'largesse' ),
			'about' => __( 'For expensive wishes that several guests give together.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_wish_parts', array( ShownShares::class, 'add_parts' ), 10, 3 );
		if ( Request::has( 'shares' ) ) {
			add_action( 'template_redirect', Services::callback( SharesPage::class, 'answer' ), 5 );
		}
		if ( Request::has( 'my-share' ) ) {
			// Runs before WordPress redirects to a canonical address.
			add_action( 'template_redirect', Services::callback( SharePage::class, 'answer' ), 2 );
		}
		add_action( 'largesse_gift_made', Services::callback( SharesPage::class, 'end_for_gift' ), 10, 2 );
		add_action( 'largesse_event', Services::callback( SharesPage::class, 'follow_event' ) );
		add_filter( 'largesse_visible_parts', Services::callback( ShownShares::class, 'add_visible' ), 10, 3 );
		add_filter( 'largesse_promised_parts', Services::callback( ShownShares::class, 'add_promised' ), 10, 3 );
		add_filter( 'largesse_giver_promises', Services::callback( ShownShares::class, 'add_of_giver' ), 10, 3 );
		add_filter( 'largesse_unclaimed_promises', Services::callback( ShownShares::class, 'add_unclaimed' ), 10, 3 );
		add_filter( 'largesse_claim_promise', Services::callback( ShownShares::class, 'claim' ), 10, 3 );
		add_filter( 'largesse_own_parts', Services::callback( ShownShares::class, 'add_own' ), 10, 4 );
	}

	public static function fields(): array {
		return array( ShownShares::class );
	}

	public static function mails(): array {
		return array(
			ShareMailSender::class => array(
				ShareMailSender::QUESTION => 'To an address that a visitor entered to promise a part of a gift: the wish, the amount, and a link that confirms the address.',
				ShareMailSender::REMINDER => 'To a guest with a confirmed part of a gift, two days before it ends: the wish, the amount, and a link that extends the part.',
				ShareMailSender::COMPLETE => 'To each guest with a part of a gift, when the guests have promised its whole price: the wish, the amount, and a link to the part.',
				ShareMailSender::BACK     => 'To each other guest with a part of a gift, when a guest takes back a part of it: the wish, the amount, the sum of all parts, and a link to the part.',
				ShareMailSender::END      => 'To a guest with a part of a gift, if a keeper released it, or if another guest gives all of the gift: the wish, the amount, and the registry if the guest may open it.',
			),
		);
	}

	public static function personal_data(): array {
		return array( SharePrivacy::GROUP => SharePrivacy::class );
	}
}
