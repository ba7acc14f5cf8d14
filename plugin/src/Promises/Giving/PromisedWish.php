<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/**
 * A wish as it was when somebody promised it, and as it is now. Decides whether it has changed so much that the giver
 * must know. A pure class.
 *
 * - The name: other letters or digits. Case, spaces and punctuation do not count.
 * - The price: more than a tenth higher or lower, or in another currency. A price that is new or gone does not count.
 * - The address: another shop. A shop may move a product, and add parts for its statistics.
 *
 * A new picture alone does not count: it may show the same product from another side.
 */
final class PromisedWish {

	/** Part of the promised price by which a price may differ. */
	private const MOST = 0.1;

	/**
	 * @param array{item_name?: string|null, item_price?: float|int|null, item_currency?: string|null, item_url?: string|null} $promise
	 * @param array{name: string, price?: float|int|null, currency?: string|null, url?: string} $wish
	 */
	public function __construct( private readonly array $promise, private readonly array $wish ) {}

	/**
	 * Returns the promised wish with the names of an item's fields.
	 *
	 * @param array<string, mixed> $promise As for the constructor.
	 * @return array{name: string|null, price: float|int|null, currency: string|null, url: string}
	 */
	public static function item( array $promise ): array {
		return array(
			'name'     => $promise['item_name'] ?? null,
			'price'    => $promise['item_price'] ?? null,
			'currency' => $promise['item_currency'] ?? null,
			'url'      => (string) ( $promise['item_url'] ?? '' ),
		);
	}

	/** Checks whether the giver must know. False for promises that do not contain the wish, because they are old. */
	public function has_changed(): bool {
		return isset( $this->promise['item_name'] )
			&& ( $this->has_other_name() || $this->has_other_price() || $this->has_other_shop() );
	}

	private function has_other_name(): bool {
		$letters = static fn ( string $name ): string => mb_strtolower(
			(string) preg_replace( '/[^\p{L}\p{M}\p{N}]+/u', '', $name )
		);
		return $letters( (string) $this->promise['item_name'] ) !== $letters( $this->wish['name'] );
	}

	private function has_other_price(): bool {
		$before = $this->promise['item_price'] ?? null;
		$now    = $this->wish['price'] ?? null;
		if ( null === $before || null === $now ) {
			return false;
		}
		return ( $this->promise['item_currency'] ?? null ) !== ( $this->wish['currency'] ?? null )
			|| abs( $now - $before ) > self::MOST * $before + 0.001;
	}

	private function has_other_shop(): bool {
		$before = self::shop( (string) ( $this->promise['item_url'] ?? '' ) );
		$now    = self::shop( (string) ( $this->wish['url'] ?? '' ) );
		return '' !== $before && '' !== $now && $before !== $now;
	}

	/** Returns the host of a shop without "www."; '' without one. */
	private static function shop( string $url ): string {
		$absolute = 1 === preg_match( '#^[a-z][a-z0-9+.-]*://#i', $url ) ? $url : "https://{$url}";
		$host     = preg_match( '#^https?://(?:[^/?\#@]*@)?([^/?\#:]+)#i', $absolute, $found ) ? strtolower( $found[1] ) : '';
		return (string) preg_replace( '/^www\./', '', $host );
	}
}
