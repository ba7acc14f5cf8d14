<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Http\FrameHeaders;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Plugin;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;
use WP_Site;

/**
 * Creates and configures the page My registries. It is a normal page: an administrator may rename it, add content, move
 * the block to another page, or delete it.
 */
final class PageSetup {

	/** Option that hides WordPress's toolbar from members who cannot write posts, if its value is "1". */
	public const HIDES_TOOLBAR = 'largesse_hide_toolbar';

	/**
	 * Prevents other sites from framing the page, and other pages with its block. Excludes the page from search engines,
	 * because its content is personal. Turns off WordPress's script for emoji: it replaces texts with pictures, and the
	 * script of the page could no longer change these texts.
	 */
	public static function prepare(): void {
		$is_shown = OwnerPage::is_shown();
		if ( $is_shown || ( is_singular() && has_block( OwnerPage::BLOCK ) ) ) {
			FrameHeaders::forbid();
		}
		if ( ! $is_shown ) {
			return;
		}
		add_filter( 'wp_robots', 'wp_robots_no_robots' );
		add_filter( 'document_title_parts', array( self::class, 'set_title' ) );
		remove_action( 'wp_head', 'print_emoji_detection_script', 7 );
	}

	/** Hides the toolbar. These members manage their registries on the page, and need no dashboard. */
	public static function hide_toolbar(): void {
		// Read the autoloaded options, because get_option() queries the database for an unset option on every page.
		if (
			is_user_logged_in()
			&& '1' === ( wp_load_alloptions()[ self::HIDES_TOOLBAR ] ?? '' )
			&& ! current_user_can( 'edit_posts' )
		) {
			show_admin_bar( false );
		}
	}

	/**
	 * Removes the new registry from the toolbar's menu "New" for members who write no posts, because its link leads to
	 * wp-admin. They create registries on the page. Runs before and after WordPress prints the menu, because other
	 * entries need the same property of the post type.
	 */
	public static function shorten_toolbar(): void {
		$type = get_post_type_object( RegistryPostType::NAME );
		if ( null !== $type && ! current_user_can( 'edit_posts' ) ) {
			$type->show_in_admin_bar = ! $type->show_in_admin_bar;
		}
	}

	/**
	 * Points "Edit" links on the site, for example in the toolbar, to the page that manages the registry. Links in
	 * wp-admin still lead to the screen in wp-admin.
	 */
	public static function link_to_editor( mixed $url, mixed $id ): mixed {
		return ! is_admin() && OwnerPage::exists() && RegistryPostType::is( get_post( (int) $id ) )
			? OwnerPage::url( (int) $id )
			: $url;
	}

	/** Creates the page when the plugin is activated, unless the page exists or is in the trash. */
	public static function create_on_activation(): void {
		if ( OwnerPage::id() > 0 && null === get_post( OwnerPage::id() ) ) {
			delete_option( OwnerPage::OPTION );
		}
		self::create();
	}

	/** Creates the page if there is none, also if it was deleted. Returns whether it is new. */
	public static function restore(): bool {
		if ( OwnerPage::exists() || 'trash' === get_post_status( OwnerPage::id() ) ) {
			return false;
		}
		self::create_on_activation();
		return OwnerPage::exists();
	}

	/** Creates the page on a new site of a network on which the plugin is active, in the language of the new site. */
	public static function create_on_new_site( WP_Site $site ): void {
		if ( ! array_key_exists( plugin_basename( Plugin::file() ), (array) get_site_option( 'active_sitewide_plugins' ) ) ) {
			return;
		}
		switch_to_blog( $site->id );
		$language = (string) get_option( 'WPLANG' );
		switch_to_locale( '' === $language ? 'en_US' : $language );
		self::create();
		restore_previous_locale();
		restore_current_blog();
	}

	/** Creates the page when an administrator opens wp-admin, if the site has never had the page. */
	public static function create_first(): void {
		if ( false === get_option( OwnerPage::OPTION ) && ! wp_doing_ajax() && current_user_can( 'manage_options' ) ) {
			self::create();
		}
	}

	/** Selects a saved page that contains the block, if the current page is missing, hidden, or without the block. */
	public static function select_page_with_block( int $id, WP_Post $page ): void {
		if (
			'publish' === $page->post_status
			&& OwnerPage::id() !== $id
			&& ! OwnerPage::exists()
			&& has_block( OwnerPage::BLOCK, $page )
		) {
			update_option( OwnerPage::OPTION, $id );
		}
	}

	/** Sets the title of the browser tab to that of the managed registry. */
	public static function set_title( array $parts ): array {
		$registry = OwnerPage::registry();
		if ( null !== $registry ) {
			// WordPress would change quotes in the title, but leaves entities unchanged. So encode the quotes.
			$parts = array( 'title' => Escape::shielded( Registries::title( $registry ) ) ) + $parts;
		}
		return $parts;
	}

	/**
	 * Labels the page in the list of pages.
	 *
	 * @param array<string, string> $states Existing labels.
	 */
	public static function label_in_list( array $states, mixed $post ): array {
		if ( $post instanceof WP_Post && OwnerPage::id() === $post->ID ) {
			$states['largesse_my_registries'] = __( 'Members keep their registries here', 'largesse' );
		}
		return $states;
	}

	/** Finds the page of an earlier installation, preferably a published one, but none in the trash; 0 for none. */
	private static function earlier_page(): int {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Runs only once; WordPress's own search finds only words.
		return (int) $wpdb->get_var(
			$wpdb->prepare(
				"SELECT ID FROM {$wpdb->posts} WHERE post_type = 'page' AND post_status IN ( 'publish', 'private', 'draft', 'pending', 'future' ) AND post_content LIKE %s ORDER BY CASE post_status WHEN 'publish' THEN 0 ELSE 1 END, ID LIMIT 1",
				'%' . $wpdb->esc_like( '<!-- wp:' . OwnerPage::BLOCK . ' ' ) . '%'
			)
		);
	}

	/** Creates the page unless the option exists. A lock prevents a second page of a simultaneous request. */
	private static function create(): void {
		Records::locked(
			'my_registries_page',
			static function (): void {
				// Another request may have added the option since this request read it.
				wp_cache_delete( 'notoptions', 'options' );
				wp_cache_delete( 'alloptions', 'options' );
				if ( false !== get_option( OwnerPage::OPTION ) ) {
					return;
				}
				$former = self::earlier_page();
				$id     = $former > 0 ? $former : wp_insert_post(
					array(
						'post_type'      => 'page',
						'post_status'    => 'publish',
						'post_title'     => __( 'My registries', 'largesse' ),
						'post_name'      => 'my-registries',
						'post_content'   => '<!-- wp:' . OwnerPage::BLOCK . ' {"align":"wide"} /-->',
						'comment_status' => 'closed',
						'ping_status'    => 'closed',
					)
				);
				if ( $id > 0 ) {
					update_option( OwnerPage::OPTION, $id );
				}
			}
		);
	}
}
