<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'largesse-unlisted' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( UnlistedPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( UnlistedPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_after_managed_registry', array( UnlistedPage::class, 'show_link' ) );
		add_filter( 'largesse_owner_page_state', array( UnlistedPage::class, 'add_to_state' ), 10, 3 );
		add_action( 'largesse_wish_added', array( WishMover::class, 'forget_listed' ), 10, 2 );
		add_action( 'largesse_show_hidden', Services::callback( WishMover::class, 'show_due' ) );
		add_filter( 'largesse_received_gifts', array( UnlistedInFeatures::class, 'add_to_gifts' ), 10, 2 );
		add_filter( 'largesse_received_gifts_thanked', array( UnlistedInFeatures::class, 'thank' ), 10, 3 );
		add_filter( 'largesse_registry_file', array( UnlistedInFeatures::class, 'add_to_file' ), 10, 2 );
		add_filter( 'largesse_registry_file_problems', array( UnlistedInFeatures::class, 'check' ), 10, 2 );
		add_action( 'largesse_registry_imported', array( UnlistedInFeatures::class, 'import' ), 10, 2 );
	}

	public static function events(): array {
		return array( 'largesse_show_hidden' => 'hourly' );
	}

	public static function personal_data(): array {
		return array( UnlistedPrivacy::GROUP => UnlistedPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				UnlistedWishes::KIND => DataNote::of_members(
					'hidden and received wishes of the registry; for a received wish, its giver and whether the giver was thanked',
					'owners of the registry',
					'an owner deletes the wish or puts it on the list'
				),
			),
		);
	}
}
