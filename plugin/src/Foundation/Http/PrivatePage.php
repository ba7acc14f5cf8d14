<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Blocks\Blocks;
use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;
use WP_Admin_Bar;
use WP_Error;
use WP_Post;

/**
 * Shows a virtual page for one visitor. The theme shows it like a page with a title and content. The page replaces any
 * other content at the address.
 *
 * Caches and search engines do not store the page, and other sites cannot frame it. The page's address may contain a
 * key, so browsers do not send the address to other sites. Scripts of other sites, such as analytics, do not run.
 */
final class PrivatePage {

	/** Seconds after which clients should retry if the service does not answer. */
	public const RETRY = 30;

	private static bool $is_shown = false;

	/** Post object of the page for WordPress. The post has no id, so other code cannot load it. */
	private readonly WP_Post $post;

	/** @param list<string> $styles Names of additional styles. */
	private function __construct( string $title, private readonly string $content, private readonly array $styles ) {
		$fields     = array(
			'ID'             => 0,
			'post_type'      => 'page',
			'post_status'    => 'publish',
			'post_title'     => $title,
			'post_name'      => 'largesse',
			'post_author'    => 0,
			'post_date'      => current_time( 'mysql' ),
			'post_date_gmt'  => current_time( 'mysql', true ),
			'comment_status' => 'closed',
			'ping_status'    => 'closed',
			'filter'         => 'raw',
		);
		$this->post = new WP_Post( (object) $fields );
	}

	/**
	 * Makes this page the response to the request. Call it in `template_redirect`, before WordPress's redirect to the
	 * canonical address (priority 10).
	 *
	 * @param string       $title   Plain text.
	 * @param string       $content HTML without scripts and styles; user input must be escaped.
	 * @param list<string> $styles  Names of additional styles.
	 */
	public static function show( int $status, string $title, string $content, array $styles = array() ): void {
		NoCacheHeaders::send_headers();
		status_header( $status );
		header( "Content-Security-Policy: script-src 'self' 'unsafe-inline'; worker-src 'self' blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'self'" );
		( new self( $title, $content, $styles ) )->replace_query();
	}

	/**
	 * Shows a page that asks the visitor to try again, because the service does not answer. Administrators see the reason.
	 *
	 * @param array<string, string> $links Texts of links by address, as for `panel`.
	 */
	public static function show_failure( string $text, WP_Error $reason, array $links, string $form = '' ): void {
		header( 'Retry-After: ' . self::RETRY );
		$texts = current_user_can( 'manage_options' ) ? array( $text, $reason->get_error_message() ) : array( $text );
		self::show( 503, __( 'Please try again', 'largesse' ), self::panel( $texts, $links, $form ) );
		if ( '' !== $form ) {
			// With the policy "no-referrer", browsers would send the form without its origin.
			header( 'Referrer-Policy: strict-origin' );
		}
	}

	/** @return array<string, string> The link back to a registry, for `panel` and `show_failure`. */
	public static function link_to( WP_Post $registry, array $query = array() ): array {
		return array(
			add_query_arg( $query, (string) get_permalink( $registry ) ) => __( 'Back to the registry', 'largesse' ),
		);
	}

	/** Renders paragraphs of plain text, links (texts by address), and the HTML of a form, which may be empty. */
	public static function panel( array $texts, array $links, string $form = '' ): string {
		return Template::render( 'http/panel', compact( 'texts', 'links', 'form' ) );
	}

	/** Checks whether this request shows such a page. */
	public static function is_shown(): bool {
		return self::$is_shown;
	}

	private function replace_query(): void {
		self::$is_shown = true;
		global $wp_query, $post;
		$wp_query->init_query_flags();
		$wp_query->is_page           = true;
		$wp_query->is_singular       = true;
		$wp_query->posts             = array( $this->post );
		$wp_query->post              = $this->post;
		$wp_query->post_count        = 1;
		$wp_query->found_posts       = 1;
		$wp_query->max_num_pages     = 1;
		$wp_query->current_post      = -1;
		$wp_query->queried_object    = $this->post;
		$wp_query->queried_object_id = 0;
		// phpcs:ignore WordPress.WP.GlobalVariablesOverride -- WordPress sets these variables in the same way.
		$post = $this->post;
		// This page is not a stored post, so remove the actions that look for a post's canonical address.
		foreach (
			array( 'redirect_canonical', 'wp_old_slug_redirect', 'wp_shortlink_header', 'rest_output_link_header' ) as $action
		) {
			remove_action( 'template_redirect', $action, has_action( 'template_redirect', $action ) );
		}
		foreach (
			array(
				'rel_canonical',
				'wp_shortlink_wp_head',
				'rest_output_link_wp_head',
				'wp_oembed_add_discovery_links',
			) as $action
		) {
			remove_action( 'wp_head', $action, has_action( 'wp_head', $action ) );
		}
		add_filter( 'wp_robots', 'wp_robots_no_robots' );
		// Run last, so that the filters of other plugins cannot change the content of this page.
		add_filter( 'the_content', array( $this, 'content' ), PHP_INT_MAX );
		add_action( 'wp_enqueue_scripts', array( Blocks::class, 'enqueue_giver_style' ) );
		add_action( 'wp_enqueue_scripts', fn () => array_map( 'wp_enqueue_style', $this->styles ) );
		add_action( 'wp_enqueue_scripts', array( Blocks::class, 'use_corners_of_button_block' ) );
		add_action( 'admin_bar_menu', static fn ( WP_Admin_Bar $bar ) => $bar->remove_node( 'edit' ), PHP_INT_MAX );
	}

	/** Returns the content of the page. @param mixed $content Content that other plugins added to an empty page. */
	public function content( mixed $content ): mixed {
		return get_post() === $this->post
			? Escape::shielded_html( CopyNotice::html() . $this->content ) . $content
			: $content;
	}
}
