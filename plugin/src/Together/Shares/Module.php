<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Hook;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'shares';

	public static function texts(): array {
		return array(
			'name'  => __( 'Giving together', 'largesse' ),
			'about' => __( 'Several guests give an expensive wish together: each promises a part of its price.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_below_registry', array( SharesPage::class, 'add_link' ) ),
			new Hook( 'largesse_wish_parts', array( ShownShares::class, 'add_parts' ) ),
			new Hook( 'template_redirect', array( SharesPage::class, 'answer' ), 5, when: 'has_input ' . SharesPage::FIELD ),
			// Runs before WordPress redirects to a canonical address.
			new Hook( 'template_redirect', array( SharePage::class, 'answer' ), 2, when: 'has_input ' . ShareLink::PARAMETER ),
			new Hook( 'largesse_gift_made', array( SharesPage::class, 'end_for_gift' ) ),
			new Hook( 'largesse_event', array( SharesPage::class, 'follow_event' ) ),
			new Hook( 'largesse_after_gifts', array( ShownShares::class, 'show' ) ),
		);
	}

	public static function fields(): array {
		return array( ShownShares::class );
	}

	public static function mails(): array {
		return array(
			ShareMailSender::class => array(
				ShareMailSender::QUESTION => 'To an address that a visitor entered to promise a part of a gift: a link that confirms the address.',
				ShareMailSender::REMINDER => 'To a guest with a confirmed part of a gift, two days before it ends: the wish, the amount, and a link that extends the part.',
				ShareMailSender::END      => 'To a guest with a part of a gift, if a keeper released it, or if another guest gives all of the gift: the wish, the amount and the registry.',
			),
		);
	}

	public static function personal_data(): array {
		return array( ShareData::GROUP => ShareData::class );
	}
}
