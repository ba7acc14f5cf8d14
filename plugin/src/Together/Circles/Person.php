<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Records\StoredValue;

/** A person of a circle: a member of the site, or somebody without an account whom a member looks after. */
final class Person {

	use StoredValue;

	/**
	 * @param string      $id           16 hexadecimal digits. A person who leaves and joins again gets a new id.
	 * @param int|null    $user         Id of the account; null for none.
	 * @param string|null $guardian     Id of the person who looks after this person; null for a person with an account.
	 * @param bool        $is_organizer Whether the person may invite and remove people.
	 * @param int         $joined       Seconds since 1970.
	 * @param string      $birthday     `MM-DD`; empty if it is unknown (Birthday).
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $name,
		public readonly ?int $user = null,
		public readonly ?string $guardian = null,
		public readonly bool $is_organizer = false,
		public readonly int $joined = 0,
		public readonly string $birthday = ''
	) {}
}
