<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

/**
 * Contents of a file: fields of a registry, and wishes. The fields and the wishes may be invalid.
 */
final class ImportFile {

	/** Wishes are equal if they have the same address and name. */
	public const BY_NAME = 'name';

	/** Wishes with the same address are equal. Wishes without an address are compared by name. */
	public const BY_ADDRESS = 'address';

	/** Ways to recognize equal wishes. */
	public const BY = array( self::BY_NAME, self::BY_ADDRESS );

	/**
	 * @param list<ImportWish>      $wishes   The wishes in their order.
	 * @param array<string, mixed> $registry title, story, story_format, event_type, event_date, surprise and sizes, if
	 *                                       the file has them.
	 */
	public function __construct(
		public readonly array $wishes,
		public readonly array $registry = array()
	) {}
}
