<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Hook;
use Largesse\Registries\Links\OwnerPage;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			// Runs before all features that print a page.
			new Hook( 'template_redirect', array( VisitorLanguage::class, 'choose' ), 0, when: array( 'shows_registry', 'has_input any', 'is_not_found', OwnerPage::IS_SHOWN ) ),
			new Hook( 'template_redirect', array( GuestPreview::class, 'prepare' ), 1, when: 'has_input ' . GuestPreview::PARAMETER ),
			// replace_story() runs before all other filters of the content, and insert_story() runs after them. So
			// other plugins can add text to the content, but cannot change the story.
			new Hook( 'the_content', array( RegistryContent::class, 'replace_story' ), PHP_INT_MIN ),
			new Hook( 'the_content', array( RegistryContent::class, 'insert_story' ), PHP_INT_MAX ),
			new Hook( 'get_the_excerpt', array( RegistryContent::class, 'begin_excerpt' ), PHP_INT_MIN ),
			new Hook( 'get_the_excerpt', array( RegistryContent::class, 'end_excerpt' ), PHP_INT_MAX ),
			new Hook( 'render_block_core/post-title', array( RegistryContent::class, 'add_occasion' ) ),
			new Hook( 'embed_cache_oembed_types', array( RegistryContent::class, 'disable_embeds' ) ),
			new Hook( 'single_template_hierarchy', array( RegistryContent::class, 'prefer_page_template' ) ),
			new Hook( 'template_redirect', array( LoginHint::class, 'prepare' ), when: 'is_not_found' ),
			// Runs after redirects, and after plugins that replace the page.
			new Hook( 'template_redirect', array( CacheablePage::class, 'start_buffer' ), PHP_INT_MAX, when: 'has_header ' . CacheablePage::REQUEST_HEADER ),
		);
	}

	public static function blocks(): array {
		return array(
			'registry' => RegistryBlock::class,
		);
	}

	public static function offered_classes(): array {
		return array( GuestPage::class, GuestPreview::class, OtherForm::class, RegistryContent::class, SampleRegistry::class );
	}
}
