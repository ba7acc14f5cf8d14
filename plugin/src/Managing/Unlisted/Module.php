<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'hidden-wishes';

	public static function texts(): array {
		return array(
			'name'  => __( 'Hidden wishes', 'largesse' ),
			'about' => __( 'Owners keep wishes that guests do not see yet, and wishes that they have received.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			// Runs before WordPress's redirect to the canonical address (priority 10).
			new Hook( 'template_redirect', array( UnlistedPage::class, 'answer' ), 5, when: 'has_input ' . UnlistedPage::FIELD ),
			new Hook( 'largesse_owner_page', array( UnlistedPage::class, 'choose_page' ) ),
			new Hook( 'largesse_after_managed_registry', array( UnlistedPage::class, 'show_link' ) ),
			new Hook( 'largesse_owner_page_state', array( UnlistedPage::class, 'add_to_state' ) ),
			new Hook( 'largesse_wish_added', array( WishMover::class, 'forget_listed' ) ),
			new Hook( WishMover::HOOK, array( WishMover::class, 'show_due' ) ),
			new Hook( 'largesse_received_gifts', array( UnlistedInFeatures::class, 'add_to_gifts' ) ),
			new Hook( 'largesse_received_gifts_thanked', array( UnlistedInFeatures::class, 'thank' ) ),
			new Hook( 'largesse_registry_file', array( UnlistedInFeatures::class, 'add_to_file' ) ),
			new Hook( 'largesse_registry_file_problems', array( UnlistedInFeatures::class, 'check' ) ),
			new Hook( 'largesse_registry_imported', array( UnlistedInFeatures::class, 'import' ) ),
		);
	}

	public static function personal_data(): array {
		return array( UnlistedData::GROUP => UnlistedData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				UnlistedWishes::KIND => DataNote::of_members( 'hidden and received wishes of the registry; for a received wish, its giver and whether the giver was thanked', 'owners of the registry', 'an owner deletes the wish or puts it on the list' ),
			),
			events: array( WishMover::HOOK => 'hourly' ),
		);
	}
}
