<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Format\Price;
use Largesse\Giving\ListView;
use Largesse\Giving\PriceRange;
use Largesse\Giving\RemainingQuantities;
use Largesse\Registry\Grouping;

/**
 * Controls with which guests filter, sort and search the wishes. The filters and sort orders are links that work without
 * scripts. A script applies the choices without loading the page again. This class supplies the script's texts.
 */
final class ListControls {

	/** Minimum number of wishes for a search field. */
	private const MANY = 12;

	public function __construct(
		private readonly ListView $view,
		private readonly array $items,
		private readonly RemainingQuantities $remaining,
		private readonly Grouping $grouping
	) {}

	/**
	 * Returns the variables of the template `guests/list-controls`; null if there is nothing to choose. `$shown` is the
	 * number of wishes that the filters include.
	 *
	 * @param list<string>     $headings
	 * @param list<PriceRange> $ranges
	 */
	public function data( array $headings, array $ranges, string $currency, int $shown ): ?array {
		if ( count( $this->items ) < 2 ) {
			return null;
		}
		$said   = $this->sentences();
		$prices = array_combine( array_map( static fn ( PriceRange $range ): string => $range->text(), $ranges ), array_map( static fn ( PriceRange $range ): string => self::label( $range, $currency ), $ranges ) );
		$groups = array(
			$this->group( __( 'Show', 'largesse' ), ListView::SHOW, $this->view->show, __( 'All wishes', 'largesse' ), $this->remaining->is_told ? array( ListView::OPEN => __( 'Still open', 'largesse' ) ) : array() ),
			$this->group( __( 'Price', 'largesse' ), ListView::PRICE, (string) $this->view->price?->text(), __( 'All prices', 'largesse' ), $prices ),
			$this->group( __( 'Heading', 'largesse' ), ListView::HEADING, $this->view->heading, __( 'All headings', 'largesse' ), count( $headings ) > 1 ? array_combine( $headings, $headings ) : array() ),
			$this->group( __( 'Sort by', 'largesse' ), ListView::SORT, $this->view->sort, __( 'List order', 'largesse' ), $this->orders() ),
		);
		return array(
			'said'       => $this->view->is_narrowed() ? sprintf( $said['found'], number_format_i18n( $shown ) ) : $said[ ListView::SHOW ][ $this->view->show ],
			'sentences'  => $said,
			'is_open'    => $this->view->is_narrowed() || '' !== $this->view->show . $this->view->sort,
			'has_search' => count( $this->items ) >= self::MANY,
			'groups'     => array_values( array_filter( $groups ) ),
		);
	}

	/** @return array<string, string> Labels of sort orders, without orders that would not change this list. */
	private function orders(): array {
		$ids    = array_column( $this->items, 'id' );
		$most   = count( array_filter( $ids, $this->grouping->is_most_wanted( ... ) ) );
		$prices = array(
			ListView::PRICE_UP   => __( 'Lowest price', 'largesse' ),
			ListView::PRICE_DOWN => __( 'Highest price', 'largesse' ),
		);
		return ( $most > 0 ? array( ListView::MOST => __( 'Most wanted first', 'largesse' ) ) : array() )
			+ ( 2 > count( array_filter( array_column( $this->items, ListView::COMPARED ), 'is_numeric' ) ) ? array() : $prices );
	}

	private static function label( PriceRange $range, string $currency ): string {
		$over = Price::text( $range->over, $currency );
		$most = null === $range->most ? '' : Price::text( $range->most, $currency );
		return match ( true ) {
			/* translators: %s: a price. */
			'' === $most         => sprintf( __( 'Over %s', 'largesse' ), $over ),
			/* translators: %s: a price. */
			0.0 === $range->over => sprintf( __( 'Up to %s', 'largesse' ), $most ),
			/* translators: 1: a price, 2: a higher price. */
			default              => sprintf( __( '%1$s to %2$s', 'largesse' ), $over, $most ),
		};
	}

	/** Returns a group of links to a default and other choices, whose names are by value; null without other choices. */
	private function group( string $label, string $parameter, string $chosen, string $standard, array $others ): ?array {
		$choices = array();
		foreach ( array( '' => $standard ) + $others as $value => $name ) {
			$choices[] = array(
				'value'     => (string) $value,
				'name'      => $name,
				'url'       => $this->view->query( $parameter, (string) $value ) . '#largesse-wishes',
				'is_chosen' => (string) $value === $chosen,
			);
		}
		return array() === $others ? null : compact( 'label', 'parameter', 'choices' );
	}

	/** Texts after a choice or search, by parameter and value; `found` is for a search. */
	private function sentences(): array {
		$all  = number_format_i18n( count( $this->items ) );
		$open = number_format_i18n( count( array_filter( $this->items, $this->remaining->is_open( ... ) ) ) );
		return array(
			/* translators: %s: number of all wishes. */
			ListView::SHOW => ! $this->remaining->is_told ? array( '' => sprintf( _n( '%s wish.', '%s wishes.', count( $this->items ), 'largesse' ), $all ) ) : array(
				/* translators: 1: number of all wishes, 2: number of those that are still open. */
				''              => sprintf( __( '%1$s wishes, %2$s still open.', 'largesse' ), $all, $open ),
				/* translators: 1: number of all wishes, 2: number of those that are still open. */
				ListView::OPEN => sprintf( __( 'Showing %2$s of %1$s wishes: only open ones.', 'largesse' ), $all, $open ),
			),
			ListView::SORT => array(
				''                    => __( 'In list order.', 'largesse' ),
				ListView::PRICE_UP   => __( 'Lowest price first.', 'largesse' ),
				ListView::PRICE_DOWN => __( 'Highest price first.', 'largesse' ),
				ListView::MOST       => __( 'Most wanted first.', 'largesse' ),
			),
			/* translators: 1: number of wishes that a search or a filter has found, 2: number of all wishes. */
			'found'        => sprintf( __( 'Found %1$s of %2$s wishes.', 'largesse' ), '%s', $all ),
		);
	}
}
