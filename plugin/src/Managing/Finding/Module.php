<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'finding';

	public static function texts(): array {
		return array(
			'name'  => __( 'Finding by names', 'largesse' ),
			'about' => __( 'Owners of a public registry let everyone find it by their names.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			new Hook( 'save_post_' . RegistryPostType::NAME, array( SearchText::class, 'update' ), PHP_INT_MAX ),
			new Hook( 'added_post_meta', array( SearchText::class, 'update_after_meta' ) ),
			new Hook( 'updated_post_meta', array( SearchText::class, 'update_after_meta' ) ),
			new Hook( 'deleted_post_meta', array( SearchText::class, 'update_after_meta' ) ),
			new Hook( 'wxr_export_skip_postmeta', array( SearchText::class, 'skip_export' ), when: 'is_without_theme' ),
			new Hook( 'posts_search', array( SearchPage::class, 'add_matches' ), 20, when: 'is_search' ),
			new Hook( 'posts_search_orderby', array( SearchPage::class, 'sort_matches_first' ), 20, when: 'is_search' ),
			new Hook( 'wp_sitemaps_posts_query_args', array( SearchPage::class, 'exclude_protected' ) ),
			new Hook( 'template_redirect', array( SearchPage::class, 'prepare' ), when: 'is_search' ),
			new Hook( 'largesse_occasion_names', array( SearchText::class, 'add_to_occasion' ), when: 'is_search' ),
			new Hook( 'wp_headers', array( SearchPage::class, 'remove_last_modified' ), when: 'is_search' ),
		);
	}

	public static function fields(): array {
		return array( NameFields::class );
	}

	public static function settings(): array {
		$field = new Setting(
			SearchPage::OPTION,
			__( 'Search', 'largesse' ),
			__( 'The search for registries always finds them by names. With this setting, no cache stores the results of any search.', 'largesse' ),
			__( 'Find registries by names in all searches of the site', 'largesse' )
		);
		return array( new SettingsSection( SettingsSection::PAGES, array( $field ) ) );
	}

	public static function upgrades(): array {
		return array( 1 => array( SearchText::class, 'update_all' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				SearchPage::OPTION => new DataNote( 'whether all searches of the site find registries by names' ),
			),
			post_meta: array(
				NameFields::META => DataNote::of_members( 'names by which everyone can find a public registry', 'everyone who searches the site', 'the owner empties the field' ),
				SearchText::TEXT => DataNote::of_members( 'words of these names, by which people find a public registry', 'everyone who searches the site', 'the registry becomes private or is deleted, or its owner deletes the names' ),
			),
		);
	}
}
