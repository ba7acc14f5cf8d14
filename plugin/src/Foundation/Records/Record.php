<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Records;

/** A row of the table of records, or a record that is not stored yet. The kind and the key identify a record. */
final class Record {

	use StoredValue;

	/**
	 * @param array<mixed> $data     Contents, which must be valid JSON values. The kind decides their shape.
	 * @param int          $version  Number that each change replaces; 0 if the record is not stored.
	 * @param int          $time     Time in seconds since 1970; 0 for none. The kind decides its meaning, usually the time
	 *                               when the record is due or expires.
	 * @param int          $user     Id of the user with whose account the record is deleted; 0 for none.
	 * @param int          $registry Id of the registry with which the record is deleted; 0 for none.
	 * @param int          $id       Number of the row, in the order in which records were added; 0 if it is not stored.
	 */
	public function __construct(
		public readonly string $kind,
		public readonly string $key,
		public readonly array $data = array(),
		public readonly int $version = 0,
		public readonly int $time = 0,
		public readonly int $user = 0,
		public readonly int $registry = 0,
		public readonly int $id = 0
	) {}

	/** Checks whether the record is stored. */
	public function is_stored(): bool {
		return 0 !== $this->version;
	}
}
