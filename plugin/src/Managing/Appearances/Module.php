<?php
declare( strict_types=1 );

namespace Largesse\Managing\Appearances;

use Largesse\Foundation\Http\Request;
use Largesse\Services;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'largesse-appearances' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( AppearancesPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( AppearancesPage::class, 'choose_page' ), 10, 2 );
		add_filter( 'largesse_owner_page_state', array( AppearancesPage::class, 'add_to_state' ), 10, 3 );
	}

	public static function fields(): array {
		return array( ListNames::class );
	}
}
