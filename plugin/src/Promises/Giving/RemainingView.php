<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Closure;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Items;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Remaining quantities, or promised parts, in words and as a bar, for pages that may have to hide them (rules:
 * Surprise).
 *
 * @phpstan-type Part array{text: string, percent: int, is_whole: bool, form: Closure(): string}
 */
final class RemainingView {

	/** `$is_told`: the page may show quantities. `$has_secrets`: secret gifts count. */
	private function __construct( public readonly bool $is_told, public readonly bool $has_secrets ) {}

	/** @var array<string, string> HTML by bar and text, which most wishes share. */
	private array $html_cache = array();

	/**
	 * Returns the quantities for a public, cacheable page. Owners may open the page, too. So the page shows no quantities
	 * while gifts are a surprise, and never counts secret gifts: another list with a wish may hide them longer.
	 */
	public static function for_public_page( WP_Post $registry ): self {
		return new self( Surprise::of( $registry )->shows_numbers(), false );
	}

	/**
	 * Returns the quantities for a visitor who looks for a gift. Recipients see only the quantities of the public page.
	 */
	public static function for_giving( WP_Post $registry ): self {
		return Roles::of( $registry )->is_recipient() ? self::for_public_page( $registry ) : new self( true, true );
	}

	/** Returns the quantities for the sample registry, which has no secret gifts. */
	public static function plain(): self {
		return new self( true, false );
	}

	/** @return list<array<string, mixed>>|WP_Error Items with the quantities that the page may show. */
	public function items( Store $store, WP_Post $registry ): array|WP_Error {
		$list = $this->has_secrets ? OpenedList::of_visitor( $registry ) : null;
		return null === $list ? $store->items->for_public( $registry->ID ) : $store->items->for_reader( $list );
	}

	/**
	 * Returns the remaining quantity of an item as guests get it; 0 if too many were bought. Without secret gifts, it
	 * follows from numbers that everybody may see, so it needs no promise.
	 */
	public function count( array $item ): int {
		$known = Items::remaining_publicly( $item )[ Store::REMAINING ];
		return $this->has_secrets ? (int) ( $item[ Store::REMAINING ] ?? $known ) : $known;
	}

	/** Checks if guests can give an item; true if numbers are hidden. */
	public function is_open( array $item ): bool {
		return ! $this->is_told || $this->count( $item ) > 0;
	}

	/** @return array<int, Part> Parts of wishes that guests can give together, by id of the wish (rules: Shares on the site). */
	public static function parts( WP_Post $registry, array $items ): array {
		/**
		 * Filters the wishes that guests can give in parts. Caches and recipients may see the texts, but not the forms.
		 *
		 * @param array<int, array<string, mixed>> $parts    By id of the wish: `text` (what is promised; empty for nothing),
		 *         `percent` (promised part of the price), `is_whole` (whether a guest can still give the whole wish) and
		 *         `form` (a function that returns the HTML of a form).
		 * @param WP_Post                          $registry The registry.
		 * @param list<array<string, mixed>>       $items    Wishes, as the page shows them.
		 */
		return apply_filters( 'largesse_wish_parts', array(), $registry, $items );
	}

	/** Checks whether guests have promised a part of a wish. @param Part|null $part */
	public static function is_shared( ?array $part ): bool {
		return '' !== ( $part['text'] ?? '' );
	}

	/**
	 * Returns what the cards of the public page say about the wishes of a list: plain texts by id, '' for nothing.
	 *
	 * @param list<array<string, mixed>> $items Wishes with the quantities that the page may show.
	 * @return array<int, string>
	 */
	public static function texts( WP_Post $registry, array $items ): array {
		$view  = self::for_public_page( $registry );
		$parts = $view->is_told ? self::parts( $registry, $items ) : array();
		return array_map(
			static fn ( array $item ): string => $view->text( $item, $parts[ $item['id'] ] ?? null ),
			array_column( $items, null, 'id' )
		);
	}

	/**
	 * Renders what guests have promised of a wish, or the number of pieces that are still wanted, as in `text()`.
	 *
	 * @param Part|null $part
	 */
	public function html( array $item, ?array $part = null ): string {
		$text   = $this->text( $item, $part );
		$needed = self::needed( $item );
		$count  = $this->known_count( $item );
		$found  = match ( true ) {
			null !== $part && self::is_shared( $part ) => $part['percent'],
			$needed > 1 && $count > 0                  => 100 - (int) round( 100 * min( $count, $needed ) / $needed ),
			default                                    => null,
		};

		$this->html_cache[ "{$found} {$text}" ] ??= '' === $text
			? ''
			: Template::render( 'giving/remaining', compact( 'text', 'found' ) );
		return $this->html_cache[ "{$found} {$text}" ];
	}

	/**
	 * Returns what guests have promised of a wish, or the number of pieces that are still wanted. If the page must not
	 * reveal this number, returns the original number of wanted pieces. A wish for a single piece then has no text.
	 *
	 * @param Part|null $part
	 */
	private function text( array $item, ?array $part ): string {
		$needed = self::needed( $item );
		$count  = $this->known_count( $item );
		return match ( true ) {
			null !== $part && self::is_shared( $part ) => $part['text'],
			0 === $needed                              => __( 'Any number is welcome', 'largesse' ),
			! $this->is_told && 1 === $needed          => '',
			/* translators: %s: how many of something are wanted. */
			! $this->is_told                           => sprintf( __( '%s wished for', 'largesse' ), Number::text( $needed ) ),
			0 === $count                               => __( 'Taken', 'largesse' ),
			1 === $needed                              => __( 'Still wanted', 'largesse' ),
			/* translators: 1: how many are still wanted, 2: how many were wanted at first. */
			default                                    => sprintf( __( '%1$s of %2$s still wanted', 'largesse' ), Number::text( $count ), Number::text( $needed ) ),
		};
	}

	/** Returns the number of wanted pieces; 0 for any number. */
	private static function needed( array $item ): int {
		return AnyNumber::is( $item ) ? 0 : max( 1, (int) $item['quantity_needed'] );
	}

	/** Returns the remaining quantity of an item; 0 if the page must not show it, or any number is wanted. */
	private function known_count( array $item ): int {
		return $this->is_told && ! AnyNumber::is( $item ) ? $this->count( $item ) : 0;
	}
}
