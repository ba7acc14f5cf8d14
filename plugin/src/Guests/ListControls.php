<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Giving\GuestView;
use Largesse\Giving\Remaining;
use Largesse\Registry\Grouping;

/**
 * Lets guests filter and sort the wishes: by links, which work as they are. A script makes them quick; it is told all
 * that it needs to say.
 */
final class ListControls {

	/** Id of the place that the links lead back to. */
	public const ID = 'largesse-wishes';

	/** Name of the script's store. */
	private const STORE = 'largesse/registry';

	/**
	 * @param list<array<string, mixed>> $items     The items.
	 */
	public function __construct(
		private readonly GuestView $view,
		private readonly array $items,
		private readonly Remaining $remaining,
		private readonly Grouping $grouping
	) {}

	/** Renders the controls; nothing if there is nothing to choose from. */
	public function html(): string {
		if ( count( $this->items ) < 2 ) {
			return '';
		}
		$said    = $this->sentences();
		$context = array(
			GuestView::SHOW => $this->view->show,
			GuestView::SORT => $this->view->sort,
			'said'          => $said[ GuestView::SHOW ][ $this->view->show ],
			'sentences'     => array_map( static fn ( array $texts ) => (object) $texts, $said ),
		);
		$showing = ! $this->remaining->is_told ? '' : $this->group(
			__( 'Show', 'largesse' ),
			GuestView::SHOW,
			$this->view->show,
			array(
				''              => __( 'All wishes', 'largesse' ),
				GuestView::OPEN => __( 'Still open', 'largesse' ),
			)
		);
		$orders  = $this->orders();
		$sorting = 2 > count( $orders ) ? '' : $this->group( __( 'Sort by', 'largesse' ), GuestView::SORT, $this->view->sort, $orders );
		return sprintf(
			'<div class="largesse-controls" id="%s" data-wp-interactive="%s" data-wp-context="%s">%s%s<p class="largesse-controls__said" role="status" data-wp-text="context.said">%s</p></div>',
			esc_attr( self::ID ),
			esc_attr( (string) wp_json_encode( array( 'namespace' => self::STORE ) ) ),
			// Not esc_attr(): it would leave what looks like an entity alone.
			htmlspecialchars( (string) wp_json_encode( $context ), ENT_QUOTES, 'UTF-8' ),
			$showing,
			$sorting,
			esc_html( $context['said'] )
		);
	}

	/**
	 * Returns the names of the orders in which these wishes can differ.
	 *
	 * @return array<string, string>
	 */
	private function orders(): array {
		$ids    = array_column( $this->items, 'id' );
		$most   = count( array_filter( $ids, $this->grouping->is_most_wanted( ... ) ) );
		$prices = array(
			GuestView::PRICE_UP   => __( 'Lowest price', 'largesse' ),
			GuestView::PRICE_DOWN => __( 'Highest price', 'largesse' ),
		);
		return array( '' => __( 'List order', 'largesse' ) )
			+ ( $most > 0 ? array( GuestView::MOST => __( 'Most of all first', 'largesse' ) ) : array() )
			+ ( 2 > count( array_filter( array_column( $this->items, 'price' ), 'is_numeric' ) ) ? array() : $prices );
	}

	/**
	 * Renders one choice.
	 *
	 * @param string                $label     What is chosen.
	 * @param string                $chosen    What it says now.
	 * @param array<string, string> $choices   Names of what it may say.
	 */
	private function group( string $label, string $parameter, string $chosen, array $choices ): string {
		$links = '';
		foreach ( $choices as $value => $name ) {
			$links .= sprintf(
				'<a class="largesse-choice" href="%s" rel="nofollow" data-parameter="%s" data-value="%s" data-wp-on--click="actions.choose" data-wp-watch="callbacks.mark"%s>%s</a>',
				esc_url( $this->view->query( $parameter, $value ) . '#' . self::ID ),
				esc_attr( $parameter ),
				esc_attr( $value ),
				$value === $chosen ? ' aria-current="true"' : '',
				esc_html( $name )
			);
		}
		return sprintf(
			'<div class="largesse-controls__group" role="group" aria-label="%s">%s</div>',
			esc_attr( $label ),
			$links
		);
	}

	/**
	 * Returns what is said of each choice.
	 *
	 * @return array<string, array<string, string>> By parameter and value.
	 */
	private function sentences(): array {
		$all  = number_format_i18n( count( $this->items ) );
		$open = number_format_i18n( count( array_filter( $this->items, $this->remaining->is_open( ... ) ) ) );
		return array(
			/* translators: %s: number of all wishes. */
			GuestView::SHOW => ! $this->remaining->is_told ? array( '' => sprintf( _n( '%s wish.', '%s wishes.', count( $this->items ), 'largesse' ), $all ) ) : array(
				/* translators: 1: number of all wishes, 2: number of those that are still open. */
				''              => sprintf( __( '%1$s wishes, %2$s still open.', 'largesse' ), $all, $open ),
				/* translators: 1: number of all wishes, 2: number of those that are still open. */
				GuestView::OPEN => sprintf( __( 'Showing %2$s of %1$s wishes: those still open.', 'largesse' ), $all, $open ),
			),
			GuestView::SORT => array(
				''                    => __( 'In list order.', 'largesse' ),
				GuestView::PRICE_UP   => __( 'Lowest price first.', 'largesse' ),
				GuestView::PRICE_DOWN => __( 'Highest price first.', 'largesse' ),
				GuestView::MOST       => __( 'What is wished for most of all first.', 'largesse' ),
			),
		);
	}
}
