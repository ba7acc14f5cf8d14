<?php
declare( strict_types=1 );

namespace Largesse\Managing\Appearances;

use Largesse\Hook;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'appearances';

	public static function texts(): array {
		return array(
			'name'  => __( 'Wishes on several lists', 'largesse' ),
			'about' => __( 'A wish can also appear on other lists of its owner. A gift through one list counts on all.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			// Runs before WordPress's redirect to the canonical address (priority 10).
			new Hook( 'template_redirect', array( AppearancesPage::class, 'answer' ), 5, when: 'has_input ' . AppearancesPage::FIELD ),
			new Hook( 'largesse_owner_page', array( AppearancesPage::class, 'choose_page' ), when: 'is_signed_in' ),
			new Hook( 'largesse_owner_page_state', array( AppearancesPage::class, 'add_to_state' ), when: 'is_signed_in' ),
		);
	}

	public static function fields(): array {
		return array( ListNames::class );
	}
}
