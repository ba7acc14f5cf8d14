<?php
declare( strict_types=1 );

namespace Largesse\Sizes;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'sizes';

	public static function texts(): array {
		return array(
			'name'  => __( 'Sizes and notes', 'largesse' ),
			'about' => __( 'Members enter sizes, allergies and other notes that help their guests.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			// Runs before WordPress's redirect to the canonical address (priority 10).
			new Hook( 'template_redirect', array( SizesPage::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'largesse_owner_page', array( SizesPage::class, 'choose_page' ) ),
			new Hook( 'largesse_after_overview', array( SizesPage::class, 'show_link' ) ),
			new Hook( 'largesse_after_managed_registry', array( SizesPage::class, 'show_link_of_registry' ) ),
			new Hook( 'largesse_policy_on_shops', array( SizesData::class, 'describe_privacy' ) ),
			new Hook( 'largesse_registry_introduction', array( ShownSizes::class, 'add_to_page' ) ),
			new Hook( 'largesse_registry_file', array( SizesInFiles::class, 'add_to_file' ) ),
			new Hook( 'largesse_registry_file_problems', array( SizesInFiles::class, 'check' ) ),
			new Hook( 'largesse_registry_imported', array( SizesInFiles::class, 'import' ) ),
			new Hook( 'largesse_registry_copied', array( SizesInFiles::class, 'copy' ) ),
			new Hook( 'wxr_export_skip_postmeta', array( SizesInFiles::class, 'skip_export' ), when: 'is_without_theme' ),
		);
	}

	public static function personal_data(): array {
		return array( SizesData::GROUP => SizesData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				StoredSizes::META => DataNote::of_members( 'sizes and notes, such as the allergies of a child', 'people who may open the registry; if it is public, only members and guests with a link', 'an owner empties the form' ),
			),
			user_meta: array(
				StoredSizes::META => DataNote::of_members( 'sizes and notes of a member, such as a shoe size or allergies', 'people who may open one of the member’s registries; if it is public, only members and guests with a link', 'the member empties the form' ),
			),
		);
	}
}
