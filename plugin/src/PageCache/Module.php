<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Hook;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( 'largesse_page_changed', array( Forgetting::class, 'note' ) ),
			// With the old address, because a page that becomes private or moves loses it.
			new Hook( 'pre_post_update', array( Forgetting::class, 'note' ) ),
			new Hook( 'before_delete_post', array( Forgetting::class, 'note' ) ),
			// With the new address.
			new Hook( 'clean_post_cache', array( Forgetting::class, 'note_saved' ) ),
			new Hook( 'added_post_meta', array( Forgetting::class, 'note_meta' ) ),
			new Hook( 'added_option', array( Forgetting::class, 'note_option' ) ),
			new Hook( 'updated_post_meta', array( Forgetting::class, 'note_meta' ) ),
			new Hook( 'updated_option', array( Forgetting::class, 'note_option' ) ),
			new Hook( 'deleted_post_meta', array( Forgetting::class, 'note_meta' ) ),
			new Hook( 'deleted_option', array( Forgetting::class, 'note_option' ) ),
			new Hook( 'switch_theme', array( Forgetting::class, 'note_all' ) ),
			new Hook( 'customize_save_after', array( Forgetting::class, 'note_all' ) ),
			new Hook( 'upgrader_process_complete', array( Forgetting::class, 'note_all' ) ),
			// After redirects, and after plugins that replace the page.
			new Hook( 'template_redirect', array( KeptPage::class, 'begin' ), PHP_INT_MAX, when: 'has_page_key' ),
		);
	}
}
