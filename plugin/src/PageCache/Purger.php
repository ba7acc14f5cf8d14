<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Format\Price;
use Largesse\Links\PublicPage;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Purges outdated pages from gateways, before WordPress answers the request that changed the pages. Purges only pages
 * of registries that are public now, or were public before the request. A change of the site's look purges all pages.
 *
 * A secret gift changes no page. If a secret gift purged a page, owners could measure that WordPress rebuilt the page
 * (rules: Surprise). Therefore, purges depend on visible data, never on changes in the database.
 */
final class Purger {

	/** Meta keys of the data that a registry's page shows. */
	private const SHOWN = array(
		RegistryMeta::ITEM_IDS,
		RegistryMeta::HEADINGS,
		RegistryMeta::MOST_WANTED,
		RegistryMeta::EVENT_TYPE,
		RegistryMeta::EVENT_DATE,
		RegistryMeta::SURPRISE,
		RegistryMeta::REVEAL_DATE,
		RegistryMeta::COVER,
		'_thumbnail_id',
		'_wp_page_template',
	);

	/** Post types that affect all pages. */
	private const OF_ALL_PAGES = array( 'wp_template', 'wp_template_part', 'wp_global_styles', 'wp_navigation', 'nav_menu_item', 'wp_block', 'custom_css' );

	/** Options that affect all pages, in addition to options of the theme. */
	private const OPTIONS = array( Price::CURRENCY, 'blogname', 'blogdescription', 'blog_public', 'home', 'siteurl', 'permalink_structure', 'rewrite_rules', 'sidebars_widgets', 'show_on_front', 'page_on_front', 'site_icon', 'site_logo', 'WPLANG', 'timezone_string', 'gmt_offset', 'date_format', 'template', 'stylesheet', 'active_plugins', 'active_sitewide_plugins' );

	/** If a request changes this many pages, all pages are purged. */
	private const MANY = 20;

	/**
	 * Addresses to purge, by site.
	 *
	 * @var array<int, array<string, true>>
	 */
	private array $pages = array();

	/**
	 * Sites whose cached pages must all be purged.
	 *
	 * @var array<int, true>
	 */
	private array $sites = array();

	public function __construct( private readonly GatewayClient $gateway_client ) {}

	/**
	 * Marks the page of a public registry for purging.
	 *
	 * @param mixed $post Id of a post, or the post.
	 */
	public function mark( mixed $post ): void {
		$address = PublicPage::address( $post instanceof WP_Post ? $post : get_post( (int) $post ) );
		if ( '' !== $address ) {
			$this->pages[ get_current_blog_id() ][ $address ] = true;
			$this->send_at_shutdown();
		}
	}

	/**
	 * Marks the page of a saved or deleted post for purging.
	 *
	 * @param mixed $id Id of the post.
	 */
	public function mark_saved( mixed $id, mixed $post ): void {
		if ( ! $post instanceof WP_Post ) {
			return;
		}
		if ( in_array( $post->post_type, self::OF_ALL_PAGES, true ) ) {
			$this->mark_all();
		} elseif ( RegistryPostType::is( $post ) ) {
			// The object may contain the post before the change, so both versions are marked.
			$this->mark( $post );
			$this->mark( $id );
		}
	}

	/**
	 * Marks the page of a registry for purging if the page shows the changed meta key.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $id      Id of a post.
	 */
	public function mark_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( in_array( $key, self::SHOWN, true ) ) {
			$this->mark( $id );
		}
	}

	/**
	 * Marks all pages for purging if the changed option affects them.
	 *
	 * @param mixed $name Name of the option.
	 */
	public function mark_after_option( mixed $name ): void {
		// Ignore the plugin's other options: a secret gift may change them, and a purge would reveal the gift.
		$is_of_theme = is_string( $name ) && ( str_starts_with( $name, 'theme_mods_' ) || str_starts_with( $name, 'widget_' ) );
		if ( $is_of_theme || in_array( $name, self::OPTIONS, true ) ) {
			$this->mark_all();
		}
	}

	/** Marks all pages of the site for purging. */
	public function mark_all(): void {
		$this->sites[ get_current_blog_id() ] = true;
		$this->send_at_shutdown();
	}

	/** Sends the purges to the gateways. */
	public function send_purges(): void {
		$sites = array_unique( array( ...array_keys( $this->sites ), ...array_keys( $this->pages ) ) );
		foreach ( $sites as $site ) {
			$is_other = is_multisite() && get_current_blog_id() !== $site;
			if ( $is_other ) {
				switch_to_blog( $site );
			}
			$pages = array_keys( $this->pages[ $site ] ?? array() );
			if ( isset( $this->sites[ $site ] ) || count( $pages ) >= self::MANY ) {
				$this->gateway_client->purge_all();
			} else {
				$this->gateway_client->purge( $pages );
			}
			if ( $is_other ) {
				restore_current_blog();
			}
		}
		$this->pages = array();
		$this->sites = array();
	}

	/**
	 * Sends the purges at the end of the request. At this time, all changes are stored, but WordPress has not yet sent
	 * buffered output.
	 */
	private function send_at_shutdown(): void {
		// If this method runs several times, WordPress still adds the callback only once.
		add_action( 'shutdown', array( $this, 'send_purges' ), 0 );
	}
}
