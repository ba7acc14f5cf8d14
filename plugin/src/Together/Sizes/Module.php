<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

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
			new Hook( 'template_redirect', array( SizesPage::class, 'answer' ), 5, when: 'has_input ' . SizesPage::FIELD ),
			new Hook( 'largesse_owner_page', array( SizesPage::class, 'choose_page' ) ),
			new Hook( 'largesse_after_overview', array( SizesPage::class, 'show_link' ) ),
			new Hook( 'largesse_after_managed_registry', array( SizesPage::class, 'show_link_of_registry' ) ),
			new Hook( 'largesse_registry_introduction', array( RegistrySizes::class, 'add_to_page' ) ),
			new Hook( 'largesse_registry_file', array( RegistrySizes::class, 'add_to_file' ) ),
			new Hook( 'largesse_registry_file_problems', array( RegistrySizes::class, 'check' ) ),
			new Hook( 'largesse_registry_imported', array( RegistrySizes::class, 'import' ) ),
			new Hook( 'largesse_registry_copied', array( RegistrySizes::class, 'copy' ) ),
		);
	}

	public static function personal_data(): array {
		return array( SizesData::GROUP => SizesData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				StoredSizes::KIND => DataNote::of_members( 'sizes and notes of a member, or of a registry for a child, such as allergies', 'people who may open the registry, or one of the member’s registries; if it is public, only members and guests with a link', 'the member or an owner empties the form' ),
			),
		);
	}
}
