<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Records\StoredValue;

/** An invitation to a circle by mail, which works once. Its key is computed and never stored (rules: Circles). */
final class Invitation {

	use StoredValue;

	/** Seconds until an invitation expires. */
	public const LIFETIME = 30 * 86400;

	/**
	 * @param string $id   16 hexadecimal digits.
	 * @param int    $user Id of the organizer who invites.
	 * @param int    $made Seconds since 1970.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $email,
		public readonly int $user,
		public readonly int $made
	) {}

	/** Checks whether the invitation still works at a time. @param int $now Seconds since 1970. */
	public function is_open( int $now ): bool {
		return $now < $this->made + self::LIFETIME;
	}
}
