<?php
declare( strict_types=1 );

namespace Largesse\Pages\Screens;

use Largesse\DataNote;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( is_admin() ) {
			add_filter( 'manage_registry_posts_columns', array( RegistryList::class, 'add_columns' ) );
			add_action( 'manage_registry_posts_custom_column', array( RegistryList::class, 'print_cell' ), 10, 2 );
			if ( 'edit.php' === ( $GLOBALS['pagenow'] ?? '' ) ) {
				add_action( 'pre_get_posts', array( RegistryList::class, 'limit' ) );
				add_filter( 'wp_count_posts', array( RegistryList::class, 'count' ), 10, 2 );
			}
			add_filter( 'quick_edit_dropdown_authors_args', array( RegistryList::class, 'offer_all_members' ) );
			// Runs before WordPress's own callback (priority 1).
			add_action( 'wp_ajax_inline-save', array( RegistryList::class, 'preserve_owner' ), 0 );
			add_action( 'load-edit.php', array( RegistryList::class, 'preserve_texts' ) );
			add_filter(
				'use_block_editor_for_post_type',
				array( RegistryScreen::class, 'disable_block_editor' ),
				PHP_INT_MAX,
				2
			);
			add_action( 'load-post-new.php', array( RegistryScreen::class, 'redirect_to_form' ) );
			add_filter( 'post_row_actions', array( RegistryScreen::class, 'link_rows_to_editor' ), 10, 2 );
			add_action( 'load-post.php', Services::callback( RegistryScreen::class, 'prepare' ) );
		}
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			user_meta: array(
				'edit_' . RegistryPostType::NAME . '_per_page'           => new DataNote(
					'number of registries on a screen',
					'that administrator',
					DataNote::ACCOUNT
				),
				'manageedit-' . RegistryPostType::NAME . 'columnshidden' => new DataNote(
					'hidden columns',
					'that administrator',
					DataNote::ACCOUNT
				),
				'closedpostboxes_' . RegistryPostType::NAME              => new DataNote(
					'closed boxes',
					'that administrator',
					DataNote::ACCOUNT
				),
				'metaboxhidden_' . RegistryPostType::NAME                => new DataNote(
					'hidden boxes',
					'that administrator',
					DataNote::ACCOUNT
				),
				'meta-box-order_' . RegistryPostType::NAME               => new DataNote(
					'order of boxes',
					'that administrator',
					DataNote::ACCOUNT
				),
				'screen_layout_' . RegistryPostType::NAME                => new DataNote(
					'layout',
					'that administrator',
					DataNote::ACCOUNT
				),
			),
		);
	}

	public static function offered_classes(): array {
		return array( Cell::class );
	}

	public static function offered_templates(): array {
		return array( 'screens/link' );
	}
}
