<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Http\Request;
use Largesse\Services;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		// Runs before all features that print a page.
		add_action( 'template_redirect', array( VisitorLanguage::class, 'choose' ), 0 );
		if ( Request::has( 'as' ) ) {
			add_action( 'template_redirect', array( GuestPreview::class, 'prepare' ), 1 );
		}
		// replace_story() runs before all other filters of the content, and insert_story() runs after them. So
		// other plugins can add text to the content, but cannot change the story.
		add_filter( 'the_content', array( RegistryContent::class, 'replace_story' ), PHP_INT_MIN );
		add_filter( 'the_content', array( RegistryContent::class, 'insert_story' ), PHP_INT_MAX );
		add_filter( 'get_the_excerpt', array( RegistryContent::class, 'begin_excerpt' ), PHP_INT_MIN, 2 );
		add_filter( 'get_the_excerpt', array( RegistryContent::class, 'end_excerpt' ), PHP_INT_MAX );
		add_filter( 'render_block_core/post-title', array( RegistryContent::class, 'add_occasion' ), 10, 3 );
		add_filter( 'embed_cache_oembed_types', array( RegistryContent::class, 'disable_embeds' ) );
		add_filter( 'single_template_hierarchy', array( RegistryContent::class, 'prefer_page_template' ) );
		add_action( 'template_redirect', Services::callback( LoginHint::class, 'prepare' ) );
		if ( isset( $_SERVER['HTTP_X_LARGESSE_PAGE'] ) ) {
			// Runs after redirects, and after plugins that replace the page.
			add_action( 'template_redirect', array( CacheablePage::class, 'start_buffer' ), PHP_INT_MAX );
		}
	}

	public static function blocks(): array {
		return array(
			'registry' => RegistryBlock::class,
		);
	}

	public static function offered_classes(): array {
		return array(
			GuestPage::class,
			GuestPreview::class,
			OtherForm::class,
			RegistryContent::class,
			SampleRegistry::class,
		);
	}
}
