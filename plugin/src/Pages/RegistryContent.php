<?php
/**
 * Registries in themes that do not know them.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_Block_Patterns_Registry;

/**
 * Shows registries in themes that do not know them: where the theme prints the content of a registry on its page, the
 * registry is shown instead, story included. The theme prints the title itself.
 */
final class RegistryContent implements Feature {

	/** How the block begins, in templates. */
	private const BLOCK = '<!-- wp:largesse/registry ';

	/**
	 * Whether the content that is being made is taken out, and the registry put in afterwards.
	 *
	 * @var bool
	 */
	private bool $is_replacing = false;

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		// Before anything is done with the content, and after all was: what others add to it stays.
		add_filter( 'the_content', array( $this, 'take_out' ), PHP_INT_MIN );
		add_filter( 'the_content', array( $this, 'put_in' ), PHP_INT_MAX );
	}

	/**
	 * Takes the story out of the content of the page's registry, which the block shows itself.
	 *
	 * @param mixed $content The content.
	 */
	public function take_out( mixed $content ): mixed {
		$this->is_replacing = self::is_content_of_page();
		return $this->is_replacing ? '' : $content;
	}

	/**
	 * Puts the registry in its place.
	 *
	 * @param mixed $content What else others added.
	 */
	public function put_in( mixed $content ): mixed {
		if ( ! $this->is_replacing ) {
			return $content;
		}
		$this->is_replacing = false;
		return do_blocks( self::BLOCK . '{"align":"wide","showTitle":false} /-->' ) . $content;
	}

	/**
	 * Whether the content is the one of a registry's own page, in a theme that does not know registries.
	 */
	private static function is_content_of_page(): bool {
		return is_singular( RegistryPostType::NAME )
			&& get_the_ID() === get_queried_object_id()
			&& in_the_loop()
			&& is_main_query()
			&& ! is_feed()
			&& ! is_embed()
			&& ! doing_filter( 'get_the_excerpt' )
			&& ! StoryHtml::is_under_way()
			&& ! self::is_in_template();
	}

	/**
	 * Whether the template of the page holds the block, itself or in a pattern.
	 */
	private static function is_in_template(): bool {
		// What WordPress is about to show, where the theme is a block theme.
		$template = $GLOBALS['_wp_current_template_content'] ?? null;
		if ( ! is_string( $template ) ) {
			return false;
		}
		preg_match_all( '/<!-- wp:pattern \{"slug":"([^"]+)"/', $template, $found );
		foreach ( $found[1] as $slug ) {
			$template .= WP_Block_Patterns_Registry::get_instance()->get_registered( $slug )['content'] ?? '';
		}
		return str_contains( $template, self::BLOCK );
	}
}
