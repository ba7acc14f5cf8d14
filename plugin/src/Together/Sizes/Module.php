<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
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

	public static function add_hooks(): void {
		if ( Request::has( 'largesse-sizes-save' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( SizesPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( SizesPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_after_overview', array( SizesPage::class, 'show_link' ) );
		add_action( 'largesse_after_managed_registry', array( SizesPage::class, 'show_link_of_registry' ) );
		add_filter( 'largesse_registry_introduction', array( RegistrySizes::class, 'add_to_page' ), 10, 2 );
		add_filter( 'largesse_registry_file', array( RegistrySizes::class, 'add_to_file' ), 10, 2 );
		add_filter( 'largesse_registry_file_problems', array( RegistrySizes::class, 'check' ), 10, 2 );
		add_action( 'largesse_registry_imported', array( RegistrySizes::class, 'import' ), 10, 2 );
		add_action( 'largesse_registry_copied', array( RegistrySizes::class, 'copy' ), 10, 2 );
	}

	public static function personal_data(): array {
		return array( SizesPrivacy::GROUP => SizesPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				StoredSizes::KIND => DataNote::of_members( 'sizes and notes of a member, or of a registry for a child, such as allergies', 'people who may open the registry, or one of the member’s registries; if it is public, only members and guests with a link', 'the member or an owner empties the form' ),
			),
		);
	}
}
