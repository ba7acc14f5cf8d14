<?php
/**
 * The table of affiliate links.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Pages\Price;
use WP_Error;
use WP_List_Table;

/**
 * The items of all registries with their affiliate links, as WordPress lists things.
 */
final class AffiliateTable extends WP_List_Table {

	/**
	 * Why there is nothing to show, or null.
	 *
	 * @var WP_Error|null
	 */
	public ?WP_Error $error = null;

	/**
	 * How many items there are by status.
	 *
	 * @var array<string, int>
	 */
	private array $counts = array();

	/**
	 * Items that are chosen already, as keys.
	 *
	 * @var array<int, mixed>
	 */
	private array $chosen = array();

	/**
	 * Keeps what the table shows.
	 *
	 * @param AffiliateItems      $source     Finds items.
	 * @param AffiliateQuery      $query      What is looked for.
	 * @param AffiliateRegistries $registries Knows their registries.
	 */
	public function __construct(
		private readonly AffiliateItems $source,
		private readonly AffiliateQuery $query,
		private readonly AffiliateRegistries $registries
	) {
		parent::__construct(
			array(
				'singular' => 'affiliate-link',
				'plural'   => 'affiliate-links',
			)
		);
	}

	/**
	 * Finds what the page shows, or notes why it cannot.
	 */
	public function prepare_items(): void {
		$per_page = min( AffiliateScreen::MAX_PER_PAGE, $this->get_items_per_page( AffiliateScreen::PER_PAGE ) );
		$found    = $this->source->search( $this->query->parameters( $per_page, $this->registries->named( $this->query->search ) ) );
		if ( is_wp_error( $found ) ) {
			$this->error = $found;
			return;
		}
		$this->items  = $found['items'];
		$this->counts = $found['counts'];
		$this->registries->prime( $this->items );
		$this->set_pagination_args(
			array(
				'total_items' => $this->counts[ $this->query->status ] ?? array_sum( $this->counts ),
				'per_page'    => $per_page,
			)
		);
	}

	/**
	 * Chooses items from the start.
	 *
	 * @param array<int, mixed> $chosen Their ids are the keys.
	 */
	public function choose( array $chosen ): void {
		$this->chosen = $chosen;
	}

	/**
	 * Columns with their names.
	 *
	 * @return array<string, string>
	 */
	public function get_columns(): array {
		return array(
			'cb'        => '<input type="checkbox" />',
			'name'      => __( 'Item', 'largesse' ),
			'registry'  => __( 'Registry', 'largesse' ),
			'shop'      => __( 'Shop link', 'largesse' ),
			'affiliate' => __( 'Affiliate link', 'largesse' ),
			'status'    => __( 'Status', 'largesse' ),
			'price'     => __( 'Price', 'largesse' ),
			'id'        => __( 'ID', 'largesse' ),
		);
	}

	/**
	 * What is said where nothing was found.
	 */
	public function no_items(): void {
		if ( '' === $this->query->search && '' === $this->query->status ) {
			esc_html_e( 'No registry has an item yet.', 'largesse' );
		} else {
			esc_html_e( 'No items found.', 'largesse' );
		}
	}

	/**
	 * Columns that can be sorted by, and which one is.
	 *
	 * @return array<string, array<int, mixed>>
	 */
	protected function get_sortable_columns(): array {
		return array(
			'name'     => array( 'name', false, __( 'Item', 'largesse' ), __( 'Table ordered by name of the item.', 'largesse' ) ),
			'registry' => array( 'registry', false, __( 'Registry', 'largesse' ), __( 'Table ordered by age of the registry.', 'largesse' ) ),
			'status'   => array( 'status', false, __( 'Status', 'largesse' ), __( 'Table ordered by status.', 'largesse' ) ),
			'id'       => array( 'id', false, __( 'ID', 'largesse' ), __( 'Table ordered by age of the item.', 'largesse' ), 'asc' ),
		);
	}

	/**
	 * What can be done with the chosen items.
	 *
	 * @return array<string, mixed>
	 */
	protected function get_bulk_actions(): array {
		$statuses = array();
		foreach ( AffiliateStatus::labels() as $key => $label ) {
			$statuses[ 'status-' . $key ] = $label;
		}
		return array(
			'edit'                         => __( 'Edit', 'largesse' ),
			'remove'                       => __( 'Remove link', 'largesse' ),
			__( 'Set status', 'largesse' ) => $statuses,
		);
	}

	/**
	 * Links that show one status each.
	 *
	 * @return array<string, string>
	 */
	protected function get_views(): array {
		$links = array( '' => array( __( 'All', 'largesse' ), array_sum( $this->counts ) ) );
		foreach ( AffiliateStatus::labels() as $key => $label ) {
			$links[ $key ] = array( $label, $this->counts[ $key ] );
		}
		$views = array();
		foreach ( $links as $key => list( $label, $count ) ) {
			$views[ '' === $key ? 'all' : $key ] = sprintf(
				'<a href="%1$s"%2$s>%3$s <span class="count">(%4$s)</span></a>',
				esc_url(
					$this->query->url(
						array(
							'affiliate_status' => $key,
							'paged'            => null,
						)
					)
				),
				$key === $this->query->status ? ' class="current" aria-current="page"' : '',
				esc_html( $label ),
				esc_html( number_format_i18n( $count ) )
			);
		}
		return $views;
	}

	/**
	 * The box that chooses an item.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	protected function column_cb( $item ): string {
		return sprintf(
			'<input id="cb-select-%1$d" type="checkbox" name="item[]" value="%1$d"%2$s /> <label for="cb-select-%1$d"><span class="screen-reader-text">%3$s</span></label>',
			$item['id'],
			checked( isset( $this->chosen[ $item['id'] ] ), true, false ),
			/* translators: %s: name of an item. */
			PlainText::html( sprintf( __( 'Select %s', 'largesse' ), $item['name'] ) )
		);
	}

	/**
	 * The name, which leads to the form.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	protected function column_name( array $item ): string {
		$retailer = (string) $item['retailer'];
		return sprintf(
			'<strong><a class="row-title" href="%s"><bdi>%s</bdi></a></strong>%s',
			esc_url( $this->action_url( 'edit', $item ) ),
			PlainText::html( $item['name'] ),
			'' === $retailer ? '' : '<br /><bdi>' . PlainText::html( $retailer ) . '</bdi>'
		);
	}

	/**
	 * Any other column.
	 *
	 * @param array<string, mixed> $item        The item.
	 * @param string               $column_name Name of the column.
	 */
	protected function column_default( $item, $column_name ): string {
		return match ( $column_name ) {
			'registry'  => $this->registries->link( $item['registry_id'] ),
			'shop'      => AffiliateLink::html( $item['url'] ),
			'affiliate' => AffiliateLink::html( $item['affiliate_url'] ),
			'status'    => esc_html( AffiliateStatus::labels()[ AffiliateStatus::of( $item ) ] ),
			'price'     => null === $item['price'] ? AffiliateLink::nothing() : esc_html( Price::text( (float) $item['price'] ) ),
			'id'        => esc_html( (string) $item['id'] ),
			default     => '',
		};
	}

	/**
	 * The links below the name. They can always be seen, also without a mouse and without scripts.
	 *
	 * @param array<string, mixed> $item        The item.
	 * @param string               $column_name Name of the column.
	 * @param string               $primary     Name of the first column.
	 */
	protected function handle_row_actions( $item, $column_name, $primary ): string {
		if ( $column_name !== $primary ) {
			return '';
		}
		/* translators: %s: name of an item. */
		$actions = array( 'edit' => $this->action( 'edit', $item, __( 'Edit', 'largesse' ), __( 'Edit the affiliate link of %s', 'largesse' ) ) );
		if ( null !== $item['affiliate_url'] || null !== $item['affiliate_status'] ) {
			/* translators: %s: name of an item. */
			$actions['delete'] = $this->action( 'remove', $item, __( 'Remove link', 'largesse' ), __( 'Remove link of %s', 'largesse' ) );
		}
		return $this->row_actions( $actions, true );
	}

	/**
	 * A link below a name.
	 *
	 * @param string               $action What it does.
	 * @param array<string, mixed> $item   The item.
	 * @param string               $text   Its text.
	 * @param string               $label  Its text for those who hear it alone, with a place for the name.
	 */
	private function action( string $action, array $item, string $text, string $label ): string {
		return sprintf(
			'<a href="%s" aria-label="%s">%s</a>',
			esc_url( $this->action_url( $action, $item ) ),
			PlainText::html( sprintf( $label, $item['name'] ) ),
			esc_html( $text )
		);
	}

	/**
	 * The address of the form for an item.
	 *
	 * @param string               $action What the form does.
	 * @param array<string, mixed> $item   The item.
	 */
	private function action_url( string $action, array $item ): string {
		return $this->query->url(
			array(
				'action' => $action,
				'item'   => $item['id'],
			)
		);
	}
}
