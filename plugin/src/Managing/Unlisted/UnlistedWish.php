<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Foundation\Records\StoredValue;

/** A wish that is hidden from guests, or received: it is not on its list (rules: Hidden and received wishes). */
final class UnlistedWish {

	use StoredValue;

	public const HIDDEN   = 'hidden';
	public const RECEIVED = 'received';

	/**
	 * @param string                                                                     $id         UUID.
	 * @param string                                                                     $folder     HIDDEN or RECEIVED.
	 * @param array<string, mixed>                                                       $fields     Fields of the wish
	 *         (Rules::WISH_FIELDS); `url` is '' without a shop.
	 * @param int|null                                                                   $item       Id of the wish's
	 *         inactive item; null if the service has none yet.
	 * @param array{before: int|null, heading: string, is_most_wanted: bool}|null $place      Previous place of the wish on
	 *         the list; null if it was never on the list.
	 * @param string                                                                     $day        Day on which the site
	 *         shows a hidden wish, YYYY-MM-DD; '' for none.
	 * @param string                                                                     $from       Giver of a received
	 *         wish; may be empty.
	 * @param bool                                                                       $is_thanked Whether the giver was
	 *         thanked.
	 * @param int                                                                        $version    Number of changes,
	 *         from 1.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $folder,
		public readonly array $fields,
		public readonly ?int $item = null,
		public readonly ?array $place = null,
		public readonly string $day = '',
		public readonly string $from = '',
		public readonly bool $is_thanked = false,
		public readonly int $version = 1
	) {}

	/** Returns the next version of the wish. @param mixed ...$changes Values by the name of their property. */
	public function with( mixed ...$changes ): self {
		return new self( ...array( ...$this->to_array(), 'version' => $this->version + 1, ...$changes ) );
	}

	/** Compares this wish with another version. Ignores the version numbers. */
	public function equals( self $other ): bool {
		return array_diff_key( $this->to_array(), array( 'version' => 0 ) ) === array_diff_key(
			$other->to_array(),
			array( 'version' => 0 )
		);
	}

	/** Returns the name of the wish. */
	public function name(): string {
		return $this->fields['name'];
	}

	/** Checks whether a hidden wish's day has come. @param string $today YYYY-MM-DD, in the site's time zone. */
	public function is_due( string $today ): bool {
		return self::HIDDEN === $this->folder && '' !== $this->day && $this->day <= $today;
	}
}
