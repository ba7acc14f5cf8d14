<?php
declare( strict_types=1 );

namespace Largesse\Pages\Screens;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'manage_' . RegistryPostType::NAME . '_posts_columns', array( RegistryList::class, 'add_columns' ), when: 'is_admin' ),
			new Hook( 'manage_' . RegistryPostType::NAME . '_posts_custom_column', array( RegistryList::class, 'print_cell' ), when: 'is_admin' ),
			new Hook( 'pre_get_posts', array( RegistryList::class, 'limit' ), when: 'is_screen edit.php' ),
			new Hook( 'wp_count_posts', array( RegistryList::class, 'count' ), when: 'is_screen edit.php' ),
			new Hook( 'quick_edit_dropdown_authors_args', array( RegistryList::class, 'offer_all_members' ), when: 'is_admin' ),
			// Runs before WordPress's own callback (priority 1).
			new Hook( 'wp_ajax_inline-save', array( RegistryList::class, 'preserve_owner' ), 0, when: 'is_admin' ),
			new Hook( 'load-edit.php', array( RegistryList::class, 'preserve_texts' ), when: 'is_admin' ),
			new Hook( 'use_block_editor_for_post_type', array( RegistryScreen::class, 'disable_block_editor' ), PHP_INT_MAX, when: 'is_admin' ),
			new Hook( 'load-post-new.php', array( RegistryScreen::class, 'redirect_to_form' ), when: 'is_admin' ),
			new Hook( 'post_row_actions', array( RegistryScreen::class, 'link_rows_to_editor' ), when: 'is_admin' ),
			new Hook( 'load-post.php', array( RegistryScreen::class, 'prepare' ), when: 'is_admin' ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			user_meta: array(
				'edit_' . RegistryPostType::NAME . '_per_page'           => new DataNote( 'number of registries on a screen', 'that administrator', DataNote::ACCOUNT ),
				'manageedit-' . RegistryPostType::NAME . 'columnshidden' => new DataNote( 'hidden columns', 'that administrator', DataNote::ACCOUNT ),
				'closedpostboxes_' . RegistryPostType::NAME              => new DataNote( 'closed boxes', 'that administrator', DataNote::ACCOUNT ),
				'metaboxhidden_' . RegistryPostType::NAME                => new DataNote( 'hidden boxes', 'that administrator', DataNote::ACCOUNT ),
				'meta-box-order_' . RegistryPostType::NAME               => new DataNote( 'order of boxes', 'that administrator', DataNote::ACCOUNT ),
				'screen_layout_' . RegistryPostType::NAME                => new DataNote( 'layout', 'that administrator', DataNote::ACCOUNT ),
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
