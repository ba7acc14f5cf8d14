<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

/**
 * Contents of a file: the registry that it describes, and its wishes, right or wrong.
 */
final class FoundFile {

	/** How two wishes are known to be the same: by address and name, or by the address alone where there is one. */
	public const BY_NAME    = 'name';
	public const BY_ADDRESS = 'address';
	public const BY         = array( self::BY_NAME, self::BY_ADDRESS );

	/**
	 * Creates the contents.
	 *
	 * @param list<FoundWish>      $wishes   The wishes in their order.
	 * @param array<string, mixed> $registry title, story, story_format, event_type, event_date and surprise, as far as the
	 *                                       file has them.
	 */
	public function __construct(
		public readonly array $wishes,
		public readonly array $registry = array()
	) {}
}
