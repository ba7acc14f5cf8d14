<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'largesse-about-save' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( AboutPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( AboutPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_after_overview', array( AboutPage::class, 'show_link' ) );
		add_action( 'largesse_after_managed_registry', array( AboutPage::class, 'show_link_of_registry' ) );
		add_filter( 'largesse_registry_introduction', array( RegistryAbout::class, 'add_to_page' ), 10, 2 );
		add_filter( 'largesse_registry_file', array( RegistryAbout::class, 'add_to_file' ), 10, 2 );
		add_filter( 'largesse_registry_file_problems', array( RegistryAbout::class, 'check' ), 10, 2 );
		add_action( 'largesse_registry_imported', array( RegistryAbout::class, 'import' ), 10, 2 );
		add_action( 'largesse_registry_copied', array( RegistryAbout::class, 'copy' ), 10, 2 );
	}

	public static function personal_data(): array {
		return array( AboutPrivacy::GROUP => AboutPrivacy::class );
	}

	public static function upgrades(): array {
		return array( 4 => array( StoredAbout::class, 'update_stored' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				StoredAbout::KIND => DataNote::of_members( 'text about a member, or about the child of a registry, such as sizes and allergies', 'people who may open the registry, or one of the member’s registries; if it is public, only members and guests with a link', 'the member or an owner empties the form' ),
			),
		);
	}
}
