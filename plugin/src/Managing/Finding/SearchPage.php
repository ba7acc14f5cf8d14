<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\Foundation\Blocks\Blocks;
use Largesse\Pages\Guests\RegistryContent;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\RegistryPostType;
use WP;
use WP_Query;

/**
 * Adds registries with matching names to the search for registries, in any theme (rules: Finding). An option
 * also adds them to all other searches of the site. In all searches, all users see only public registries in the
 * results. A search therefore never reveals a private registry.
 */
final class SearchPage {

	/** Option with which all searches of the site find registries by names if its value is "1". */
	public const OPTION = 'largesse_search_names';

	/** @var list<int> Ids of the registries that the search has found by their names. */
	private array $found_ids = array();

	private bool $is_notice_shown = false;

	/** Adds registries found by names to the results of a search, and removes registries that are not public. */
	public function add_matches( mixed $search, WP_Query $query ): mixed {
		global $wpdb;
		if ( ! is_string( $search ) || ! self::may_include_registries( $query ) ) {
			return $search;
		}
		$closed = $wpdb->prepare( " AND NOT ( {$wpdb->posts}.post_type = %s AND ( {$wpdb->posts}.post_status <> 'publish' OR {$wpdb->posts}.post_password <> '' ) )", RegistryPostType::NAME );
		if ( '' === $search || '' === trim( (string) $query->get( 's' ) ) ) {
			// For a text that is empty or too long, WordPress lists all posts. A search for registries lists none.
			return self::is_only_for_registries( $query ) ? ' AND 1 = 0' : $closed;
		}
		$this->found_ids = self::finds_names( $query )
			? ( new NameSearch( (string) $query->get( 's' ) ) )->matches()
			: array();
		if ( ! $this->found_ids ) {
			return $search . $closed;
		}
		$ids = implode( ', ', $this->found_ids );
		// `1 = 1` precedes WordPress's condition, because the condition begins with "AND".
		return " AND ( ( 1 = 1 {$search} ) OR {$wpdb->posts}.ID IN ( {$ids} ) ){$closed}";
	}

	/** Moves the registries that were found by their names to the top of the results, best matches first. */
	public function sort_matches_first( mixed $order, WP_Query $query ): mixed {
		global $wpdb;
		if ( ! is_string( $order ) || ! $this->found_ids || ! self::may_include_registries( $query ) ) {
			return $order;
		}
		$places = implode(
			' ',
			array_map(
				static fn ( int $place, int $id ) => "WHEN {$id} THEN {$place}",
				array_keys( $this->found_ids ),
				$this->found_ids
			)
		);
		return "( CASE {$wpdb->posts}.ID {$places} ELSE "
			. count( $this->found_ids )
			. ' END ) ASC'
			. ( '' === $order ? '' : ", {$order}" );
	}

	/** Excludes protected registries from the sitemap. */
	public static function exclude_protected( array $query, mixed $type ): array {
		return RegistryPostType::NAME === $type ? array( 'has_password' => false ) + $query : $query;
	}

	/**
	 * Removes the headers `ETag` and `Last-Modified` from the feeds of searches that find names. Both depend on the date
	 * of the site's last change. This date would reveal a change of a protected registry.
	 */
	public static function remove_last_modified( array $headers, WP $request ): array {
		$finds_names = isset( $request->query_vars['s'] )
			&& ( self::is_of_site() || RegistryPostType::NAME === ( $request->query_vars['post_type'] ?? '' ) );
		return $finds_names ? array_diff_key( $headers, array_flip( array( 'ETag', 'Last-Modified' ) ) ) : $headers;
	}

	/**
	 * Adds the notices and the details of registries to a search that finds names. Disables caching of results with
	 * registries, because a registry that becomes private must disappear at once.
	 */
	public function prepare(): void {
		global $wp_query;
		if ( ! self::may_include_registries( $wp_query ) ) {
			return;
		}
		$finds_names = self::finds_names( $wp_query );
		if ( $finds_names || array_filter( (array) $wp_query->posts, RegistryPostType::is( ... ) ) ) {
			NoCacheHeaders::send_headers();
		}
		if ( ! $finds_names ) {
			return;
		}
		// Without results, WordPress would date the feed by the site's last change. That date would reveal a change of
		// a protected registry.
		add_filter(
			'get_feed_build_date',
			static fn ( mixed $date, mixed $format ) => have_posts() ? $date : wp_date( (string) $format ),
			10,
			2
		);
		add_action( 'wp_enqueue_scripts', static fn () => wp_enqueue_style( Blocks::BASE_STYLE ) );
		add_filter( 'render_block_core/query', array( $this, 'add_notice_to_block' ), 10, 2 );
		if ( wp_is_block_theme() ) {
			return;
		}
		add_action( 'wp_body_open', array( $this, 'print_notice' ) );
		// Runs after RegistryContent has inserted the story.
		add_filter( 'the_excerpt', array( $this, 'add_details' ), PHP_INT_MAX );
		add_filter( 'the_content', array( $this, 'add_details' ), PHP_INT_MAX );
	}

	/** Adds the notice below an empty list in a block theme. */
	public function add_notice_to_block( mixed $html, mixed $block ): mixed {
		$is_main = is_array( $block ) && true === ( $block['attrs']['query']['inherit'] ?? null );
		$notice  = $is_main && is_string( $html ) ? $this->notice() : '';
		return '' === $notice ? $html : $html . $notice;
	}

	/** Prints the notice about an empty list in a classic theme. */
	public function print_notice(): void {
		Template::print_html( $this->notice() );
	}

	/** Returns the notice about an empty list, but only once. */
	private function notice(): string {
		$is_needed             = ! $this->is_notice_shown && ! have_posts();
		$this->is_notice_shown = true;
		$back                  = OwnerPage::exists() ? OwnerPage::url() : Request::address();
		return $is_needed
			? Template::render( 'finding/notice', array( 'sign_in_url' => is_user_logged_in() ? '' : wp_login_url( $back ) ) )
			: '';
	}

	/** Adds names, occasion and date of a registry in a classic theme. */
	public function add_details( mixed $html ): mixed {
		$is_made = is_string( $html )
			&& in_the_loop()
			&& is_main_query()
			&& ! str_contains( $html, 'class="' . RegistryContent::OCCASION_CLASS . '"' );
		return $is_made ? RegistryContent::occasion( (int) get_the_ID() ) . $html : $html;
	}

	/** Checks whether a query is the search of the current page and may include registries. */
	private static function may_include_registries( WP_Query $query ): bool {
		$types = (array) $query->get( 'post_type' );
		return $query->is_search()
			&& $query->is_main_query()
			&& ! is_admin()
			&& array() !== array_intersect( $types, array( '', 'any', RegistryPostType::NAME ) );
	}

	/** Checks whether a query is the search of the current page and finds registries by names. */
	private static function finds_names( WP_Query $query ): bool {
		return self::may_include_registries( $query ) && ( self::is_only_for_registries( $query ) || self::is_of_site() );
	}

	private static function is_of_site(): bool {
		return '1' === get_option( self::OPTION );
	}

	private static function is_only_for_registries( WP_Query $query ): bool {
		return array( RegistryPostType::NAME ) === (array) $query->get( 'post_type' );
	}
}
