<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Feature;
use Largesse\Html\FilterShield;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Makes the page on which members keep their registries, and knows its address. It is a page like any other: an
 * administrator may rename it, write around the block, move the block to another page, or do without.
 */
final class OwnerPage implements Feature {

	/** Name of the option that holds the page's id; 0 while it is being made. */
	public const OPTION = 'largesse_my_registries_page';

	/** Name of the block that makes a page the one. */
	private const BLOCK = 'largesse/my-registries';

	/**
	 * Keeps where the plugin is.
	 *
	 * @param string $file Path of the plugin's main file.
	 */
	public function __construct( private readonly string $file ) {}

	/** Adds the hooks of this feature. */
	public function register(): void {
		register_activation_hook( $this->file, array( $this, 'make_on_activation' ) );
		// Updates do not activate, nor does a network's activation reach each of its sites.
		add_action( 'admin_init', array( $this, 'make_first' ) );
		add_action( 'template_redirect', array( $this, 'forbid_framing' ) );
		add_action( 'save_post_page', array( $this, 'follow_block' ), 10, 2 );
		add_filter( 'wp_robots', array( $this, 'keep_out_of_search_engines' ) );
		add_filter( 'wp_sitemaps_posts_query_args', array( $this, 'keep_out_of_sitemap' ), 10, 2 );
		add_filter( 'document_title_parts', array( $this, 'name_managed' ) );
		add_filter( 'display_post_states', array( $this, 'name_in_list' ), 10, 2 );
		add_filter( 'get_edit_post_link', array( $this, 'lead_to_editor' ), 10, 2 );
	}

	/** Forbids other sites to show the page in a frame, where members could press its buttons unawares. */
	public function forbid_framing(): void {
		if ( self::is_shown() ) {
			header( 'X-Frame-Options: SAMEORIGIN' );
			// Beside a policy of the site, not in its place.
			header( "Content-Security-Policy: frame-ancestors 'self'", false );
		}
	}

	/** Returns the address of the page, or of the one that manages a registry. Without the page: of the screen in wp-admin. */
	public static function url( ?int $registry_id = null ): string {
		$page = self::id();
		if ( ! self::is_there() ) {
			return admin_url( null === $registry_id ? 'edit.php?post_type=' . RegistryPostType::NAME : "post.php?post={$registry_id}&action=edit" );
		}
		$url = (string) get_permalink( $page );
		if ( null === $registry_id ) {
			return $url;
		}
		$query = array( RegistryPostType::NAME => $registry_id );
		if ( 'page' === get_option( 'show_on_front' ) && (int) get_option( 'page_on_front' ) === $page ) {
			// On "/" alone the registry would be what is shown.
			$query = array( 'page_id' => $page ) + $query;
		}
		return add_query_arg( $query, $url );
	}

	/** Tells whether members can open the page, and find the block on it. */
	public static function is_there(): bool {
		$page = self::id() > 0 ? get_post( self::id() ) : null;
		return $page instanceof WP_Post && 'publish' === $page->post_status && self::may_show_block( $page );
	}

	/** Tells whether this request shows the page. */
	public static function is_shown(): bool {
		return self::id() > 0 && is_page( self::id() );
	}

	/**
	 * Tells whether a page shows the block, as far as can be told: it may also stand in a pattern or a template of the page.
	 */
	private static function may_show_block( WP_Post $page ): bool {
		return has_block( self::BLOCK, $page ) || has_block( 'core/block', $page ) || has_block( 'core/pattern', $page )
			|| '' !== (string) get_page_template_slug( $page );
	}

	/**
	 * Brings the page back where it is gone or hidden: publishes it again, or makes another one.
	 *
	 * @return bool Whether it is there now.
	 */
	public static function bring_back(): bool {
		$page = self::id() > 0 ? get_post( self::id() ) : null;
		if ( $page instanceof WP_Post && ! self::is_there() && has_block( self::BLOCK, $page ) ) {
			if ( 'trash' === $page->post_status ) {
				wp_untrash_post( $page->ID );
			}
			// Without a day: else WordPress would wait for one that is still to come.
			$published = array(
				'ID'            => $page->ID,
				'post_status'   => 'publish',
				'post_date'     => current_time( 'mysql' ),
				'post_date_gmt' => current_time( 'mysql', true ),
				'edit_date'     => true,
			);
			wp_update_post( $published );
		}
		if ( ! self::is_there() ) {
			delete_option( self::OPTION );
			self::make();
		}
		return self::is_there();
	}

	/**
	 * Lets "Edit" on the site, in the toolbar for instance, lead to where a registry is edited. In wp-admin it leads to
	 * the screen that shows the registry.
	 *
	 * @param mixed $url Address of the screen in wp-admin.
	 * @param mixed $id  Id of what is edited; the user may do so.
	 */
	public function lead_to_editor( mixed $url, mixed $id ): mixed {
		return ! is_admin() && self::is_there() && RegistryPostType::is( get_post( (int) $id ) ) ? self::url( (int) $id ) : $url;
	}

	/** Makes the page when the plugin is activated, unless it is there, be it in the trash. */
	public function make_on_activation(): void {
		if ( self::id() > 0 && null === get_post( self::id() ) ) {
			delete_option( self::OPTION );
		}
		self::make();
	}

	/** Makes the page when an administrator comes by and there never was one. */
	public function make_first(): void {
		if ( ! wp_doing_ajax() && false === get_option( self::OPTION ) && current_user_can( 'manage_options' ) ) {
			self::make();
		}
	}

	/**
	 * Puts another page with the block in the place of one that is gone or hidden, or lacks the block.
	 *
	 * @param int $id Id of the page that was saved.
	 */
	public function follow_block( int $id, WP_Post $page ): void {
		if ( 'publish' === $page->post_status && self::id() !== $id && ! self::is_there() && has_block( self::BLOCK, $page ) ) {
			update_option( self::OPTION, $id );
		}
	}

	/**
	 * Tells search engines that there is nothing for them: what the page shows is each member's own.
	 *
	 * @param array<string, mixed> $robots What they are told so far.
	 * @return array<string, mixed>
	 */
	public function keep_out_of_search_engines( array $robots ): array {
		return self::is_shown() ? wp_robots_no_robots( $robots ) : $robots;
	}

	/**
	 * Leaves the page out of the sitemap.
	 *
	 * @param array<string, mixed> $query Which posts are listed.
	 * @param mixed                $type  Their post type.
	 * @return array<string, mixed>
	 */
	public function keep_out_of_sitemap( array $query, mixed $type ): array {
		if ( 'page' === $type && self::id() > 0 ) {
			// phpcs:ignore WordPressVIPMinimum.Performance.WPQueryParams -- One page.
			$query['post__not_in'] = array_merge( (array) ( $query['post__not_in'] ?? array() ), array( self::id() ) );
		}
		return $query;
	}

	/**
	 * Calls the browser's tab after the registry that is managed in it.
	 *
	 * @param array<string, string> $parts Parts of the page's title.
	 * @return array<string, string>
	 */
	public function name_managed( array $parts ): array {
		$registry = self::is_shown() ? Registries::from_request() : null;
		if ( $registry && current_user_can( 'edit_post', $registry->ID ) ) {
			// WordPress escapes and betters titles, but leaves what is an entity.
			$parts = array( 'title' => FilterShield::text( RegistryTitle::of( $registry ) ) ) + $parts;
		}
		return $parts;
	}

	/**
	 * Names the page's purpose in the list of pages.
	 *
	 * @param array<string, string> $states What is said of the page so far.
	 * @param mixed                 $post   The page.
	 * @return array<string, string>
	 */
	public function name_in_list( array $states, mixed $post ): array {
		if ( $post instanceof WP_Post && self::id() === $post->ID ) {
			$states['largesse_my_registries'] = __( 'Members keep their registries here', 'largesse' );
		}
		return $states;
	}

	/** Returns the id of the page; 0 for none. */
	private static function id(): int {
		return (int) get_option( self::OPTION );
	}

	/**
	 * Finds the page of an earlier installation, a published one first; 0 where there is none. One in the trash was
	 * thrown away with the plugin.
	 */
	private static function former(): int {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Once, and WordPress searches for words alone.
		return (int) $wpdb->get_var(
			$wpdb->prepare(
				"SELECT ID FROM {$wpdb->posts} WHERE post_type = 'page' AND post_status IN ( 'publish', 'private', 'draft', 'pending', 'future' ) AND post_content LIKE %s ORDER BY CASE post_status WHEN 'publish' THEN 0 ELSE 1 END, ID LIMIT 1",
				'%' . $wpdb->esc_like( '<!-- wp:' . self::BLOCK . ' ' ) . '%'
			)
		);
	}

	/**
	 * Makes the page, unless there is one. The option comes first and only once, so that two requests at a time make one page.
	 */
	private static function make(): void {
		if ( ! add_option( self::OPTION, 0 ) ) {
			return;
		}
		$former = self::former();
		$id     = $former > 0 ? $former : wp_insert_post(
			array(
				'post_type'      => 'page',
				'post_status'    => 'publish',
				'post_title'     => __( 'My registries', 'largesse' ),
				'post_name'      => 'my-registries',
				'post_content'   => '<!-- wp:' . self::BLOCK . ' {"align":"wide"} /-->',
				'comment_status' => 'closed',
				'ping_status'    => 'closed',
			)
		);
		if ( $id > 0 ) {
			update_option( self::OPTION, $id );
		} else {
			delete_option( self::OPTION );
		}
	}
}
