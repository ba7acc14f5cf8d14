<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'finding';

	public static function texts(): array {
		return array(
			'name'  => __( 'Finding by names', 'largesse' ),
			'about' => __( 'For couples and others with a public list whose guests look for it by name.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_action( 'save_post_registry', array( SearchText::class, 'update' ), PHP_INT_MAX );
		add_action( 'added_post_meta', array( SearchText::class, 'update_after_meta' ), 10, 3 );
		add_action( 'updated_post_meta', array( SearchText::class, 'update_after_meta' ), 10, 3 );
		add_action( 'deleted_post_meta', array( SearchText::class, 'update_after_meta' ), 10, 3 );
		if ( Request::is_without_theme() ) {
			add_filter( 'wxr_export_skip_postmeta', array( SearchText::class, 'skip_export' ), 10, 2 );
		}
		add_filter( 'posts_search', Services::callback( SearchPage::class, 'add_matches' ), 20, 2 );
		add_filter( 'posts_search_orderby', Services::callback( SearchPage::class, 'sort_matches_first' ), 20, 2 );
		add_filter( 'wp_sitemaps_posts_query_args', array( SearchPage::class, 'exclude_protected' ), 10, 2 );
		add_action( 'template_redirect', Services::callback( SearchPage::class, 'prepare' ) );
		add_filter( 'largesse_occasion_names', array( SearchText::class, 'add_to_occasion' ), 10, 2 );
		add_filter( 'wp_headers', array( SearchPage::class, 'remove_last_modified' ), 10, 2 );
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
				NameFields::META => DataNote::of_members(
					'names by which everyone can find a public registry',
					'everyone who searches the site',
					'the owner empties the field'
				),
				SearchText::TEXT => DataNote::of_members( 'words of these names, by which people find a public registry', 'everyone who searches the site', 'the registry becomes private or is deleted, or its owner deletes the names' ),
			),
		);
	}
}
