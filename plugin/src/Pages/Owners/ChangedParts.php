<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

/**
 * Parts of a registry that a request may have changed. The response contains the fields of these parts that differ from
 * the state before the request.
 */
final class ChangedParts {

	/**
	 * Parts: fields of the registry itself; lists of people, and invitations; fields of all wishes, but not their order.
	 */
	public const DETAILS = 'details';
	public const PEOPLE  = 'people';
	public const WISHES  = 'wishes';

	/** Parts: titles of the headings; order of the wishes, and the heading of each wish. */
	public const HEADINGS = 'headings';
	public const ORDER    = 'order';

	/**
	 * @param list<string>         $parts
	 * @param list<int>            $items  Ids of wishes that are in the response, even if they have not changed.
	 * @param list<string>         $set    Names of fields that are in the response, even if they have not changed. If
	 *                                     another page already set a field, this page may still show the old value.
	 * @param array<string, mixed> $before Fields before the request.
	 */
	public function __construct(
		private readonly array $parts = array(),
		public readonly array $items = array(),
		private readonly array $set = array(),
		private readonly array $before = array()
	) {}

	public function has( string $part ): bool {
		return in_array( $part, $this->parts, true );
	}

	/** Returns the same parts with the fields before the request. */
	public function since( array $before ): self {
		return new self( $this->parts, $this->items, $this->set, $before );
	}

	/** Returns the fields that have changed, or that the request has set, but only changed wishes. */
	public function only_changed( array $now ): array {
		$changed = array();
		foreach ( $now as $name => $value ) {
			$was = $this->before[ $name ] ?? null;
			if ( 'items' === $name && is_array( $was ) ) {
				$known = array_flip( array_map( self::text( ... ), $was ) );
				$value = array_values(
					array_filter( $value, static fn ( array $item ) => ! isset( $known[ self::text( $item ) ] ) )
				);
				$was   = array();
			}
			if (
				in_array( $name, $this->set, true )
				|| ! array_key_exists( $name, $this->before )
				|| self::text( $was ) !== self::text( $value )
			) {
				$changed[ $name ] = $value;
			}
		}
		return $changed;
	}

	/** Returns a text that is the same for equal values. */
	private static function text( mixed $value ): string {
		// The operator === would compare the identities of objects, and == would find that "1" and "1.0" are equal.
		return serialize( $value ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.serialize_serialize -- Never unserialized.
	}
}
