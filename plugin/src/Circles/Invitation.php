<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * An invitation to a circle by mail. An invitation works once, and expires after 30 days. The key of an invitation is
 * computed and never stored.
 */
final class Invitation {

	/** Seconds until an invitation expires. */
	public const LIFETIME = 30 * 86400;

	/**
	 * @param string $id      16 hexadecimal digits.
	 * @param string $email   E-mail address of the invited person.
	 * @param int    $user    Id of the organizer who invites.
	 * @param int    $made    Seconds since 1970.
	 * @param bool   $is_sent Whether the mail was sent.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $email,
		public readonly int $user,
		public readonly int $made,
		public readonly bool $is_sent = false
	) {}

	/** Checks whether the invitation still works at a time. @param int $now Seconds since 1970. */
	public function is_open( int $now ): bool {
		return $now < $this->made + self::LIFETIME;
	}

	/** Returns a copy of the invitation that is marked as sent. */
	public function sent(): self {
		return new self( $this->id, $this->email, $this->user, $this->made, true );
	}

	/**
	 * Reads stored data; null if the data is not a valid invitation.
	 *
	 * @param mixed $data Result of `to_array`.
	 */
	public static function from_array( mixed $data ): ?self {
		return is_array( $data ) && is_string( $data['id'] ?? null ) && is_string( $data['email'] ?? null )
			? new self( $data['id'], $data['email'], (int) ( $data['user'] ?? 0 ), (int) ( $data['made'] ?? 0 ), true === ( $data['is_sent'] ?? null ) )
			: null;
	}

	/**
	 * Returns the data to store.
	 *
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return get_object_vars( $this );
	}
}
