<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\Links\PublicPage;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Lets gateways forget pages that are not right any more, before the request that changed something is answered: of
 * registries that are public, or were it a moment ago. A change of how all pages look forgets them all.
 *
 * A gift that is secret changes no page, and nothing is forgotten for it: an owner could measure that their page had to be
 * made again (rules: Surprise). So this goes by what is known to show, and never by any change in the database.
 */
final class Forgetting {

	/** Meta keys of what a page shows. */
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

	/** Types of posts of which all pages are made. */
	private const OF_ALL_PAGES = array( 'wp_template', 'wp_template_part', 'wp_global_styles', 'wp_navigation', 'nav_menu_item', 'wp_block', 'custom_css' );

	/** Options that show on all pages, besides those of this plugin and of the theme. */
	private const OPTIONS = array( 'blogname', 'blogdescription', 'blog_public', 'home', 'siteurl', 'permalink_structure', 'rewrite_rules', 'sidebars_widgets', 'show_on_front', 'page_on_front', 'site_icon', 'site_logo', 'WPLANG', 'timezone_string', 'gmt_offset', 'date_format', 'template', 'stylesheet', 'active_plugins', 'active_sitewide_plugins' );

	/** From so many pages on, all are forgotten together. */
	private const MANY = 20;

	/**
	 * Addresses to forget, by site.
	 *
	 * @var array<int, array<string, true>>
	 */
	private array $pages = array();

	/**
	 * Sites of which everything is to be forgotten.
	 *
	 * @var array<int, true>
	 */
	private array $sites = array();

	public function __construct( private readonly Gateways $gateways ) {}

	/**
	 * Notes the page of a registry, if everybody may open it.
	 *
	 * @param mixed $post Id of a post, or the post.
	 */
	public function note( mixed $post ): void {
		$address = PublicPage::address( $post instanceof WP_Post ? $post : get_post( (int) $post ) );
		if ( '' !== $address ) {
			$this->pages[ get_current_blog_id() ][ $address ] = true;
			$this->send_later();
		}
	}

	/**
	 * Notes a post that was saved or deleted.
	 *
	 * @param mixed $id   Its id.
	 * @param mixed $post The post.
	 */
	public function note_saved( mixed $id, mixed $post ): void {
		if ( ! $post instanceof WP_Post ) {
			return;
		}
		if ( in_array( $post->post_type, self::OF_ALL_PAGES, true ) ) {
			$this->note_all();
		} elseif ( RegistryPostType::is( $post ) ) {
			// The one that is given here may be as it was before.
			$this->note( $post );
			$this->note( $id );
		}
	}

	/**
	 * Notes a registry of which something was stored that its page shows.
	 *
	 * @param mixed $meta_id Not used.
	 * @param mixed $id      Id of a post.
	 * @param mixed $key     Meta key.
	 */
	public function note_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( in_array( $key, self::SHOWN, true ) ) {
			$this->note( $id );
		}
	}

	/**
	 * Notes an option that was stored.
	 *
	 * @param mixed $name Its name.
	 */
	public function note_option( mixed $name ): void {
		// Names of the plugin's own are those of its settings; what else it stores may be about gifts.
		$is_of_theme = is_string( $name ) && ( str_starts_with( $name, 'theme_mods_' ) || str_starts_with( $name, 'widget_' ) );
		if ( $is_of_theme || in_array( $name, array( 'largesse_currency', 'largesse_shops_see_no_guests' ), true ) || in_array( $name, self::OPTIONS, true ) ) {
			$this->note_all();
		}
	}

	/** Notes that all pages of the site are to be forgotten. */
	public function note_all(): void {
		$this->sites[ get_current_blog_id() ] = true;
		$this->send_later();
	}

	/** Tells the gateways what was noted. */
	public function send(): void {
		$sites = array_unique( array( ...array_keys( $this->sites ), ...array_keys( $this->pages ) ) );
		foreach ( $sites as $site ) {
			$is_other = is_multisite() && get_current_blog_id() !== $site;
			if ( $is_other ) {
				switch_to_blog( $site );
			}
			$pages = array_keys( $this->pages[ $site ] ?? array() );
			if ( isset( $this->sites[ $site ] ) || count( $pages ) >= self::MANY ) {
				$this->gateways->forget_all();
			} else {
				$this->gateways->forget( $pages );
			}
			if ( $is_other ) {
				restore_current_blog();
			}
		}
		$this->pages = array();
		$this->sites = array();
	}

	/** Sends at the end of the request, when everything is stored, and before WordPress sends what it holds back. */
	private function send_later(): void {
		// The same hook twice is one.
		add_action( 'shutdown', array( $this, 'send' ), 0 );
	}
}
