<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Html\FilterShield;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Creates the page My registries and adapts it. It is a page like any other: an administrator may rename it, write around
 * the block, move the block to another page, or delete it.
 */
final class PageSetup {

	/** Forbids other sites to show the page in a frame, where members could press its buttons unawares. */
	public function forbid_framing(): void {
		if ( OwnerPage::is_shown() ) {
			header( 'X-Frame-Options: SAMEORIGIN' );
			// Beside a policy of the site, not in its place.
			header( "Content-Security-Policy: frame-ancestors 'self'", false );
		}
	}

	/**
	 * Brings the page back where it is gone or hidden: publishes it again, or makes another one.
	 *
	 * @return bool Whether it is there now.
	 */
	public static function bring_back(): bool {
		$page = OwnerPage::id() > 0 ? get_post( OwnerPage::id() ) : null;
		if ( $page instanceof WP_Post && ! OwnerPage::is_there() && has_block( OwnerPage::BLOCK, $page ) ) {
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
		if ( ! OwnerPage::is_there() ) {
			delete_option( OwnerPage::OPTION );
			self::make();
		}
		return OwnerPage::is_there();
	}

	/**
	 * Lets "Edit" on the site, in the toolbar for instance, lead to where a registry is edited. In wp-admin it leads to
	 * the screen that shows the registry.
	 *
	 * @param mixed $url Address of the screen in wp-admin.
	 * @param mixed $id  Id of what is edited; the user may do so.
	 */
	public function lead_to_editor( mixed $url, mixed $id ): mixed {
		return ! is_admin() && OwnerPage::is_there() && RegistryPostType::is( get_post( (int) $id ) ) ? OwnerPage::url( (int) $id ) : $url;
	}

	/** Makes the page when the plugin is activated, unless it is there, be it in the trash. */
	public function make_on_activation(): void {
		if ( OwnerPage::id() > 0 && null === get_post( OwnerPage::id() ) ) {
			delete_option( OwnerPage::OPTION );
		}
		self::make();
	}

	/** Makes the page when an administrator comes by and there never was one. */
	public function make_first(): void {
		if ( ! wp_doing_ajax() && false === get_option( OwnerPage::OPTION ) && current_user_can( 'manage_options' ) ) {
			self::make();
		}
	}

	/**
	 * Puts another page with the block in the place of one that is gone or hidden, or lacks the block.
	 *
	 * @param int $id Id of the page that was saved.
	 */
	public function follow_block( int $id, WP_Post $page ): void {
		if ( 'publish' === $page->post_status && OwnerPage::id() !== $id && ! OwnerPage::is_there() && has_block( OwnerPage::BLOCK, $page ) ) {
			update_option( OwnerPage::OPTION, $id );
		}
	}

	/**
	 * Tells search engines that there is nothing for them: what the page shows is each member's own.
	 *
	 * @param array<string, mixed> $robots What they are told so far.
	 * @return array<string, mixed>
	 */
	public function keep_out_of_search_engines( array $robots ): array {
		return OwnerPage::is_shown() ? wp_robots_no_robots( $robots ) : $robots;
	}

	/**
	 * Leaves the page out of the sitemap.
	 *
	 * @param array<string, mixed> $query Which posts are listed.
	 * @param mixed                $type  Their post type.
	 * @return array<string, mixed>
	 */
	public function keep_out_of_sitemap( array $query, mixed $type ): array {
		if ( 'page' === $type && OwnerPage::id() > 0 ) {
			// phpcs:ignore WordPressVIPMinimum.Performance.WPQueryParams -- One page.
			$query['post__not_in'] = array_merge( (array) ( $query['post__not_in'] ?? array() ), array( OwnerPage::id() ) );
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
		$registry = OwnerPage::is_shown() ? Registries::from_request() : null;
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
		if ( $post instanceof WP_Post && OwnerPage::id() === $post->ID ) {
			$states['largesse_my_registries'] = __( 'Members keep their registries here', 'largesse' );
		}
		return $states;
	}

	/**
	 * Finds the page of an earlier installation, a published one first; 0 if there is none. One in the trash was
	 * thrown away with the plugin.
	 */
	private static function former(): int {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Once, and WordPress searches for words alone.
		return (int) $wpdb->get_var(
			$wpdb->prepare(
				"SELECT ID FROM {$wpdb->posts} WHERE post_type = 'page' AND post_status IN ( 'publish', 'private', 'draft', 'pending', 'future' ) AND post_content LIKE %s ORDER BY CASE post_status WHEN 'publish' THEN 0 ELSE 1 END, ID LIMIT 1",
				'%' . $wpdb->esc_like( '<!-- wp:' . OwnerPage::BLOCK . ' ' ) . '%'
			)
		);
	}

	/**
	 * Makes the page, unless there is one. The option comes first and only once, so that two requests at a time make one
	 * page.
	 */
	private static function make(): void {
		if ( ! add_option( OwnerPage::OPTION, 0 ) ) {
			return;
		}
		$former = self::former();
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
		} else {
			delete_option( OwnerPage::OPTION );
		}
	}
}
