<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\CurrentTemplate;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Shows what stands for the content of a registry. On its page, in themes that do not know registries, that is the
 * registry, story included; the theme prints the title itself. Everywhere else (feeds, REST, lists, other sites) it is
 * the story as its page shows it: WordPress would run the blocks, shortcodes and embeds in it, which every member may
 * write.
 */
final class RegistryContent {

	/** How the block begins, in templates. */
	private const BLOCK = '<!-- wp:largesse/registry ';

	/** Stands for an excerpt of which nothing is left, while WordPress would make one of its own. */
	private const NOTHING = '<!--largesse-->';

	/**
	 * What is put in afterwards, for each content that is being made: one may be asked for while another is made.
	 *
	 * @var list<string|null>
	 */
	private array $taken_out = array();

	/**
	 * Takes the story out of content that is about to be made.
	 *
	 * @param mixed $content The content.
	 */
	public function take_out( mixed $content ): mixed {
		$post = get_post();

		$this->taken_out[] = match ( true ) {
			self::is_content_of_page() => self::BLOCK . '{"align":"wide","showTitle":false} /-->',
			// A visitor without the password gets a form instead of the story.
			$post instanceof WP_Post && self::is_of_registry( $post ) && ! post_password_required( $post ) => StoryHtml::plain( (string) $content ),
			default => null,
		};
		return null === end( $this->taken_out ) ? $content : '';
	}

	/**
	 * Puts in its place what is shown instead.
	 *
	 * @param mixed $content What else others added.
	 */
	public function put_in( mixed $content ): mixed {
		$instead = array_pop( $this->taken_out );
		if ( null === $instead ) {
			return $content;
		}
		return ( str_starts_with( $instead, self::BLOCK ) ? do_blocks( $instead ) : $instead ) . $content;
	}

	/**
	 * Makes the excerpt of a registry, before WordPress does.
	 *
	 * @param mixed $excerpt What somebody wrote as its excerpt; an empty text if nobody did.
	 * @param mixed $post    The post.
	 */
	public function begin_excerpt( mixed $excerpt, mixed $post = null ): mixed {
		if ( ! $post instanceof WP_Post || ! self::is_of_registry( $post ) ) {
			return $excerpt;
		}
		$made = StoryHtml::excerpt( '' === trim( (string) $excerpt ) ? $post->post_content : (string) $excerpt );
		return '' === $made ? self::NOTHING : $made;
	}

	/**
	 * Leaves the excerpt empty of which nothing is left.
	 *
	 * @param mixed $excerpt The excerpt.
	 */
	public function end_excerpt( mixed $excerpt ): mixed {
		return is_string( $excerpt ) ? str_replace( self::NOTHING, '', $excerpt ) : $excerpt;
	}

	/**
	 * Keeps WordPress from fetching the addresses in a story, which any visitor could make it do.
	 *
	 * @param mixed $types Types of posts whose addresses it fetches.
	 */
	public function fetch_no_embeds( mixed $types ): mixed {
		return is_array( $types ) ? array_diff( $types, array( RegistryPostType::NAME ) ) : $types;
	}

	/** Checks whether a post is a registry, or what was kept of one while it was edited. */
	private static function is_of_registry( WP_Post $post ): bool {
		return RegistryPostType::is( 'revision' === $post->post_type ? get_post( $post->post_parent ) : $post );
	}

	/** Checks whether the content is the one of a registry's own page, in a theme that does not know registries. */
	private static function is_content_of_page(): bool {
		return is_singular( RegistryPostType::NAME )
			&& get_the_ID() === get_queried_object_id()
			&& in_the_loop()
			&& is_main_query()
			&& ! is_feed()
			&& ! is_embed()
			&& ! doing_filter( 'get_the_excerpt' )
			&& ! CurrentTemplate::holds( self::BLOCK );
	}
}
