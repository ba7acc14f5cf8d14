<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Blocks\Blocks;
use Largesse\Html\FilterShield;
use Largesse\Html\Template;
use WP_Admin_Bar;
use WP_Error;
use WP_Post;

/**
 * Shows a page of the site that is stored nowhere and meant for one visitor: in the theme, as a page with a title and a
 * content would be. What the address leads to otherwise does not matter; it may be nothing.
 *
 * No cache and no search engine keeps it, no other site frames it, and its address, which may hold a key, stays with the
 * visitor: it is told to no other site, and no script of another site runs, such as those that count visits.
 */
final class PrivatePage {

	/** Seconds after which somebody should ask again while the service does not answer. */
	public const RETRY = 30;

	/**
	 * What stands for the page where WordPress wants a post. Without an id, so that nobody looks for it elsewhere.
	 *
	 * @var WP_Post
	 */
	private readonly WP_Post $post;

	/**
	 * @param string       $title   Plain text.
	 * @param string       $content HTML.
	 * @param list<string> $styles  Names of further styles.
	 */
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
	 * Makes the page the answer to this request, instead of what it was going to be. To be called when WordPress is about to
	 * choose a template (`template_redirect`), before it leads to a proper address, at 10.
	 *
	 * @param int          $status  HTTP status.
	 * @param string       $title   Plain text.
	 * @param string       $content HTML without scripts and styles; all that people wrote is escaped.
	 * @param list<string> $styles  Names of further styles.
	 */
	public static function show( int $status, string $title, string $content, array $styles = array() ): void {
		UncachedAnswer::send_headers();
		status_header( $status );
		header( "Content-Security-Policy: script-src 'self' 'unsafe-inline'; worker-src 'self' blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'self'" );
		( new self( $title, $content, $styles ) )->take_over();
	}

	/**
	 * Makes the answer one that asks to try again, because the service does not answer.
	 *
	 * @param string                $text   The problem, in sentences of plain text.
	 * @param WP_Error              $reason Cause, for administrators.
	 * @param array<string, string> $links  Texts of links by address.
	 * @param string                $form   HTML of a form; may be empty.
	 */
	public static function apologize( string $text, WP_Error $reason, array $links, string $form = '' ): void {
		header( 'Retry-After: ' . self::RETRY );
		$texts = current_user_can( 'manage_options' ) ? array( $text, $reason->get_error_message() ) : array( $text );
		self::show( 503, __( 'Please try again', 'largesse' ), self::panel( $texts, $links, $form ) );
	}

	/**
	 * Renders paragraphs and links.
	 *
	 * @param list<string>          $texts Plain text.
	 * @param array<string, string> $links Texts of links by address.
	 * @param string                $form  HTML of a form; may be empty.
	 */
	public static function panel( array $texts, array $links, string $form = '' ): string {
		return Template::render( 'http/panel', compact( 'texts', 'links', 'form' ) );
	}

	/** Puts the page in the place of what WordPress found. */
	private function take_over(): void {
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
		// phpcs:ignore WordPress.WP.GlobalVariablesOverride -- As WordPress does with what it finds.
		$post = $this->post;
		// WordPress would look for the proper address of a post.
		foreach ( array( 'redirect_canonical', 'wp_old_slug_redirect', 'wp_shortlink_header', 'rest_output_link_header' ) as $action ) {
			remove_action( 'template_redirect', $action, has_action( 'template_redirect', $action ) );
		}
		foreach ( array( 'rel_canonical', 'wp_shortlink_wp_head', 'rest_output_link_wp_head', 'wp_oembed_add_discovery_links' ) as $action ) {
			remove_action( 'wp_head', $action, has_action( 'wp_head', $action ) );
		}
		add_filter( 'wp_robots', 'wp_robots_no_robots' );
		// After everything that others do with contents.
		add_filter( 'the_content', array( $this, 'content' ), PHP_INT_MAX );
		add_action( 'wp_enqueue_scripts', fn () => array_map( 'wp_enqueue_style', array( Blocks::GIVER_STYLE, ...$this->styles ) ) );
		add_action( 'admin_bar_menu', static fn ( WP_Admin_Bar $bar ) => $bar->remove_node( 'edit' ), PHP_INT_MAX );
	}

	/**
	 * Gives the page its content.
	 *
	 * @param mixed $content What others added to an empty one.
	 */
	public function content( mixed $content ): mixed {
		return get_post() === $this->post ? FilterShield::html( $this->content ) . $content : $content;
	}
}
