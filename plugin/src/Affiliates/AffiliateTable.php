<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Format\Price;
use Largesse\Format\TitleText;
use Largesse\Html\Template;
use Largesse\Registry\RegistryPostType;
use Largesse\Screens\Cell;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_List_Table;

/**
 * Table of the items of all registries with their affiliate links, in WordPress's style.
 */
final class AffiliateTable extends WP_List_Table {

	/** Error that prevented the items from loading; null if they were loaded. */
	public ?WP_Error $error = null;

	/** True if the search matches the names of too many registries for one call of the API. */
	public bool $has_too_many_registries = false;

	/**
	 * Number of items of each status.
	 *
	 * @var array<string, int>
	 */
	private array $counts = array();

	/** True if the total may be too low, because the API stops counting at a maximum. */
	private bool $has_more = false;

	/**
	 * @param string $per_page Name of the screen option with the number of items on a page.
	 * @param string $lines    Name of the form's lines, and id of the form.
	 */
	public function __construct(
		private readonly Client $client,
		private readonly AffiliateQuery $query,
		private readonly string $per_page,
		private readonly string $lines
	) {
		parent::__construct(
			array(
				'singular' => 'affiliate-link',
				'plural'   => 'affiliate-links',
			)
		);
	}

	/** Loads the items of the page, or sets the error. */
	public function prepare_items(): void {
		$per_page = min( AffiliateQuery::MAX_PER_PAGE, $this->get_items_per_page( $this->per_page ) );
		$found    = $this->client->search_items( $this->query->api_parameters( $per_page, $this->registries_named( $this->query->search ) ) );
		if ( ! is_array( $found ) || ! is_array( $found['items'] ?? null ) || ! is_array( $found['counts'] ?? null ) ) {
			$this->error = is_wp_error( $found ) ? $found : ApiError::not_the_service();
			return;
		}
		$this->items  = $found['items'];
		$this->counts = $found['counts'];
		_prime_post_caches( array_values( array_unique( array_column( $this->items, 'registry_id' ) ) ), false, false );
		$of_status = array_intersect_key( $this->counts, array( $this->query->status => 0 ) );

		$counts = $of_status ? $of_status : $this->counts;
		$total  = array_sum( $counts );
		if ( self::may_be_more( $counts ) && $this->items ) {
			// The API stops counting at a maximum, but also returns items after the maximum. If this page is full,
			// there may be another page.
			$this->has_more = count( $this->items ) === $per_page;
			$total          = max( $total, ( $this->get_pagenum() - 1 ) * $per_page + count( $this->items ) + (int) $this->has_more );
		}
		$this->set_pagination_args(
			array(
				'total_items' => $total,
				'per_page'    => $per_page,
			)
		);
	}

	/**
	 * Returns whether the API may have stopped counting before the last item.
	 *
	 * @param array<string, int> $counts Items by status.
	 */
	private static function may_be_more( array $counts ): bool {
		return max( $counts ) >= Rules::MAX_ITEMS_COUNTED;
	}

	/** Returns a number as text. Adds a plus if there may be more items. */
	private static function format_count( string $number, bool $may_be_more ): string {
		/* translators: %s: a number. The real number of items is this number or higher. */
		return $may_be_more ? sprintf( __( '%s+', 'largesse' ), $number ) : $number;
	}

	/**
	 * Prints the number of items and the links to pages. If there may be more items, adds a plus to the total numbers.
	 *
	 * @param string $which Position: 'top' or 'bottom'.
	 */
	protected function pagination( $which ): void {
		$totals = array( $this->get_pagination_arg( 'total_items' ), $this->get_pagination_arg( 'total_pages' ) );
		$number = fn ( string $text, $number ): string => self::format_count( $text, $this->has_more && in_array( $number, $totals, true ) );
		add_filter( 'number_format_i18n', $number, 10, 2 );
		parent::pagination( $which );
		remove_filter( 'number_format_i18n', $number );
	}

	/**
	 * Prints the button that saves, and the links to pages. WordPress's own method adds fields of bulk actions.
	 *
	 * @param string $which Position: 'top' or 'bottom'.
	 */
	protected function display_tablenav( $which ): void {
		Template::print(
			'affiliates/navigation',
			array(
				'which' => $which,
				'form'  => $this->lines,
				'pages' => fn () => $this->pagination( $which ),
			)
		);
	}

	/**
	 * Finds the registries whose names contain a text, newest first. The API does not know the names.
	 *
	 * @param string $text The text; empty finds none.
	 * @return list<int> Ids of the registries.
	 */
	private function registries_named( string $text ): array {
		if ( '' === $text ) {
			return array();
		}
		$ids                           = get_posts(
			array(
				'post_type'      => RegistryPostType::NAME,
				'post_status'    => get_post_stati(),
				// Adds slashes, because the query removes slashes.
				's'              => wp_slash( TitleText::encode( $text ) ),
				'sentence'       => true,
				'search_columns' => array( 'post_title' ),
				'posts_per_page' => Rules::MAX_IDS + 1,
				'orderby'        => 'ID',
				'fields'         => 'ids',
			)
		);
		$this->has_too_many_registries = count( $ids ) > Rules::MAX_IDS;
		return array_slice( $ids, 0, Rules::MAX_IDS );
	}

	public function get_columns(): array {
		return array(
			'name'      => __( 'Item', 'largesse' ),
			'registry'  => __( 'Registry', 'largesse' ),
			'shop'      => __( 'Shop link', 'largesse' ),
			'affiliate' => __( 'Affiliate link', 'largesse' ),
			'status'    => __( 'Status', 'largesse' ),
			'price'     => __( 'Price', 'largesse' ),
			'id'        => __( 'ID', 'largesse' ),
		);
	}

	/** Prints the message for an empty list. */
	public function no_items(): void {
		if ( '' === $this->query->search && '' === $this->query->status ) {
			esc_html_e( 'No registry has an item yet.', 'largesse' );
		} else {
			esc_html_e( 'No items found.', 'largesse' );
		}
	}

	protected function get_sortable_columns(): array {
		return array(
			'name'     => array( 'name', false, __( 'Item', 'largesse' ), __( 'Table ordered by name of the item.', 'largesse' ) ),
			'registry' => array( 'registry', false, __( 'Registry', 'largesse' ), __( 'Table ordered by age of the registry.', 'largesse' ) ),
			'status'   => array( 'status', false, __( 'Status', 'largesse' ), __( 'Table ordered by status.', 'largesse' ) ),
			'id'       => array( 'id', false, __( 'ID', 'largesse' ), __( 'Table ordered by age of the item.', 'largesse' ), 'asc' ),
		);
	}

	/**
	 * Returns links that filter by status.
	 *
	 * @return array<string, string>
	 */
	protected function get_views(): array {
		if ( ! $this->counts ) {
			return array();
		}
		$links = array( '' => array( __( 'All', 'largesse' ), $this->counts ) );
		foreach ( AffiliateStatus::labels() as $key => $label ) {
			$links[ $key ] = array( $label, array( $this->counts[ $key ] ?? 0 ) );
		}
		$views = array();
		foreach ( $links as $key => list( $label, $counts ) ) {
			$parameters = array(
				'affiliate_status' => $key,
				'paged'            => null,
			);

			$views[ '' === $key ? 'all' : $key ] = Template::render(
				'affiliates/status-link',
				array(
					'url'        => $this->query->url( $parameters ),
					'is_current' => $key === $this->query->status,
					'label'      => $label,
					'number'     => self::format_count( number_format_i18n( array_sum( $counts ) ), self::may_be_more( $counts ) ),
				)
			);
		}
		return $views;
	}

	/**
	 * Renders a cell.
	 *
	 * @param array<string, mixed> $item        The item.
	 * @param string               $column_name Name of the column.
	 */
	protected function column_default( $item, $column_name ): string {
		return match ( $column_name ) {
			'name'      => Template::render( 'affiliates/name', array( 'name' => $item['name'], 'retailer' => (string) $item['retailer'] ) ),
			'registry'  => Cell::registry( $item['registry_id'] ),
			'shop'      => Cell::shop( $item ),
			'affiliate' => Template::render( 'affiliates/link-field', $this->field( $item ) ),
			'status'    => Template::render( 'affiliates/status-field', $this->field( $item ) ),
			'price'     => null === $item['price'] ? Cell::none() : esc_html( Price::of( $item ) ),
			'id'        => esc_html( (string) $item['id'] ),
			default     => '',
		};
	}

	/**
	 * Returns the variables of the templates of an item's fields.
	 *
	 * @param array<string, mixed> $item The item, or a line from AffiliateChanges.
	 * @return array<string, mixed>
	 */
	private function field( array $item ): array {
		$shown = ( $item['typed'] ?? array() ) + $item;
		return array(
			'form'    => $this->lines,
			'line'    => "{$this->lines}[{$item['id']}]",
			'item'    => array_diff_key( $item, array_flip( array( 'typed', 'problem' ) ) ),
			'url'     => (string) $shown['affiliate_url'],
			'status'  => AffiliateStatus::of( $shown ),
			'problem' => $item['problem'] ?? '',
		);
	}
}
