<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Records\StoredValue;

/** Person who follows a registry, or who has asked to follow the registry but has not confirmed yet. */
final class Follower {

	use StoredValue;

	/** Seconds in which a visitor can confirm their address. */
	public const CONFIRM = 2 * 86_400;

	/** Minimum seconds between two mails to a follower: a bit less than a day, because the cron is not exact. */
	private const PAUSE = 20 * 3_600;

	/** Maximum number of wishes in `$known`; more than a registry has. */
	private const MOST_KNOWN = 2_000;

	/**
	 * @param string         $id           Random text that identifies the follower of this registry. The follower's keys
	 *         depend on it.
	 * @param int            $registry     Id of the registry.
	 * @param int            $user         Id of the member; 0 for visitors.
	 * @param string         $email        E-mail address of a visitor; empty for members.
	 * @param string         $access       How the follower came to the registry (WayIn).
	 * @param string         $locale       Language of mails to a visitor; empty for members.
	 * @param int            $since        Time when the follower asked to follow the registry (Unix, in seconds).
	 * @param bool           $is_confirmed Whether the follower has confirmed the request to follow the registry.
	 * @param list<int>|null $known        Ids of wishes that are not new for the follower; null until the site has read
	 *         them.
	 * @param int            $mailed       Time of the last mail (Unix, in seconds); 0 for none.
	 * @param string         $network      Hash of the network from which a visitor asked; empty after the confirmation,
	 *         and for members.
	 */
	public function __construct(
		public readonly string $id,
		public readonly int $registry,
		public readonly int $user,
		public readonly string $email,
		public readonly string $access,
		public readonly string $locale,
		public readonly int $since,
		public readonly bool $is_confirmed = false,
		public readonly ?array $known = null,
		public readonly int $mailed = 0,
		public readonly string $network = ''
	) {}

	public function confirmed(): self {
		return $this->with( is_confirmed: true, network: '' );
	}

	/** @param list<array<string, mixed>> $wishes Visible wishes. */
	public function new_of( array $wishes ): array {
		$known = array_flip( $this->known ?? array_column( $wishes, 'id' ) );
		return array_values( array_filter( $wishes, static fn ( array $wish ): bool => ! isset( $known[ $wish['id'] ] ) ) );
	}

	/** @return list<int> Ids of wishes that are not new after a mail, even removed ones, which may return. */
	public function known_after( array $wishes ): array {
		$ids = array_column( $wishes, 'id' );
		return array_slice( array( ...array_diff( $this->known ?? array(), $ids ), ...$ids ), -self::MOST_KNOWN );
	}

	/**
	 * Returns which of these unconfirmed followers, the oldest first, makes room for another one: the oldest one from the
	 * network with the most followers. So somebody who sends many forms displaces only their own.
	 */
	public static function displaced( array $waiting ): self {
		$numbers = array_count_values( array_column( $waiting, 'network' ) );
		$busiest = array_filter( $waiting, static fn ( self $one ): bool => max( $numbers ) === $numbers[ $one->network ] );
		return reset( $busiest );
	}

	public function may_be_mailed( int $now ): bool {
		return $this->is_confirmed && $this->mailed <= $now - self::PAUSE;
	}

	/** Checks whether the follower is this member, or the visitor with this e-mail address. */
	public function is( int $user, string $email ): bool {
		return $user > 0
			? $this->user === $user
			: 0 === $this->user && '' !== $email && strtolower( $email ) === $this->email;
	}
}
