<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Blocks\Blocks;
use Largesse\Foundation\Html\Template;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Story;
use WP_Block;
use WP_Block_Patterns_Registry;
use WP_Post;

/**
 * Replaces the content of a registry. On the registry's own page, in a theme without support for registries, the
 * content becomes the registry block without the title, which the theme prints. In all other cases (feeds, REST, lists,
 * other sites), the content becomes the sanitized story. Otherwise, WordPress would run blocks, shortcodes and embeds
 * that any member may have written in a story. Lists also show the occasion.
 */
final class RegistryContent {

	/** Beginning of the registry block in templates. */
	private const BLOCK = '<!-- wp:largesse/registry ';

	/** CSS class of the occasion in lists. */
	public const OCCASION_CLASS = 'largesse-occasion';

	/** Placeholder for an empty excerpt, so that WordPress does not create an excerpt. */
	private const NOTHING = '<!--largesse-->';

	/** @var list<string|null> Replacements of unfinished runs of `the_content`, which may be nested. Null: no replacement. */
	private static array $replacements = array();

	/**
	 * Shows registries in the theme's template for pages if the theme has no template for registries. The template for
	 * posts would print a date and an author. The names of templates begin with the most specific.
	 */
	public static function prefer_page_template( array $templates ): array {
		return is_singular( RegistryPostType::NAME )
			? array( ...array_diff( $templates, array( 'single.php' ) ), 'page.php', 'single.php' )
			: $templates;
	}

	/** Runs before all other filters of `the_content`. Removes a story, so that the filters cannot change it. */
	public static function replace_story( mixed $content ): mixed {
		$post = get_post();

		self::$replacements[] = match ( true ) {
			self::is_content_of_page() => self::BLOCK . '{"align":"wide","showTitle":false} /-->',
			// Without the password, the content is the password form. Do not replace it.
			$post instanceof WP_Post
				&& self::is_of_registry( $post )
				&& ! post_password_required( $post ) => Story::html( (string) $content ),
			default => null,
		};
		return null === end( self::$replacements ) ? $content : '';
	}

	/** Inserts the replacement from `replace_story()` after all other filters of `the_content`. */
	public static function insert_story( mixed $content ): mixed {
		$instead = array_pop( self::$replacements );
		if ( null === $instead ) {
			return $content;
		}
		return ( str_starts_with( $instead, self::BLOCK ) ? do_blocks( $instead ) : $instead ) . $content;
	}

	/** Creates the excerpt of a registry before WordPress does. */
	public static function begin_excerpt( mixed $excerpt, mixed $post = null ): mixed {
		if ( ! $post instanceof WP_Post || ! self::is_of_registry( $post ) ) {
			return $excerpt;
		}
		$made = Story::excerpt( '' === trim( (string) $excerpt ) ? $post->post_content : (string) $excerpt );
		return '' === $made ? self::NOTHING : $made;
	}

	/** Removes the placeholder of an empty excerpt. */
	public static function end_excerpt( mixed $excerpt ): mixed {
		return is_string( $excerpt ) ? str_replace( self::NOTHING, '', $excerpt ) : $excerpt;
	}

	/**
	 * Adds the occasion of a registry below its title in the lists of a block theme, but not on the registry's own page.
	 */
	public static function add_occasion( mixed $html, mixed $block, WP_Block $title ): mixed {
		$post_id   = (int) ( $title->context['postId'] ?? 0 );
		$is_listed = ! is_singular( RegistryPostType::NAME ) || get_queried_object_id() !== $post_id;
		return is_string( $html ) && $is_listed ? $html . self::occasion( $post_id ) : $html;
	}

	/** Renders the occasion of a registry in a list; '' for other posts, and for registries closed to the visitor. */
	public static function occasion( int $post_id ): string {
		$registry = Registries::readable( $post_id );
		if ( ! $registry || ! Registries::is_open( $registry ) ) {
			return '';
		}
		/**
		 * Filters the names that lists show before the occasion of a registry.
		 *
		 * @param string  $names    Plain text; '' for none.
		 * @param WP_Post $registry The registry, whose content the visitor may see.
		 */
		$names    = apply_filters( 'largesse_occasion_names', '', $registry );
		$occasion = Occasion::of( $registry, $names );
		if ( '' === $occasion ) {
			return '';
		}
		wp_enqueue_style( Blocks::BASE_STYLE );
		return Template::render(
			'guests/listed-occasion',
			array(
				'class'    => self::OCCASION_CLASS,
				'occasion' => $occasion,
			)
		);
	}

	/** Stops WordPress from fetching the addresses in a story, which any visitor could trigger otherwise. */
	public static function disable_embeds( mixed $types ): mixed {
		return is_array( $types ) ? array_diff( $types, array( RegistryPostType::NAME ) ) : $types;
	}

	/** Checks whether a post is a registry, or a revision of a registry. */
	private static function is_of_registry( WP_Post $post ): bool {
		return RegistryPostType::is( 'revision' === $post->post_type ? get_post( $post->post_parent ) : $post );
	}

	/** Checks whether the content belongs to a registry's own page in a theme without support for registries. */
	private static function is_content_of_page(): bool {
		return is_singular( RegistryPostType::NAME )
			&& get_the_ID() === get_queried_object_id()
			&& in_the_loop()
			&& is_main_query()
			&& ! is_feed()
			&& ! is_embed()
			&& ! doing_filter( 'get_the_excerpt' )
			&& ! self::is_in_template();
	}

	/** Checks whether the template of a block theme contains the registry block, also in a pattern. */
	private static function is_in_template(): bool {
		// Template that WordPress is about to show in a block theme.
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
