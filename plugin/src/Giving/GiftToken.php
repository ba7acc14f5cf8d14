<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;

/**
 * Token in the form for a gift: `uuid|registry|item|time|HMAC`. The token replaces a nonce, and needs no session. The
 * UUID is the id of the purchase, so submitting a form twice creates only one gift.
 *
 * The token is valid only for one registry and one item. The token of a logged-in user is valid only for this user.
 * Otherwise, another site could make a member give something.
 */
final class GiftToken {

	/** Minimum age of a token in seconds. People cannot fill in a form in less time. */
	private const YOUNGEST = 2;

	/** Maximum age of a token in seconds. */
	private const OLDEST = 24 * 60 * 60;

	/** State of a valid token. */
	public const GOOD = 'good';

	/** State of a fresh token that replaces a forged token, or a token for another form or user. */
	public const FOREIGN = 'foreign';

	/** State of a token whose form was submitted too fast. */
	public const FAST = 'fast';

	/** State of a token whose form was submitted too late. */
	public const LATE = 'late';

	/**
	 * @param string $id          UUID of the purchase.
	 * @param int    $registry_id The registry.
	 * @param int    $item_id     The item.
	 * @param int    $time        Time of creation in Unix seconds.
	 * @param string $state       State of the token.
	 * @param Closure(string): string $sign Signs a text for the logged-in user.
	 */
	private function __construct(
		public readonly string $id,
		private readonly int $registry_id,
		private readonly int $item_id,
		private readonly int $time,
		public readonly string $state,
		private readonly Closure $sign
	) {}

	/**
	 * Creates a token for a form.
	 *
	 * @param string                  $id   Id of a purchase that this browser may have made already, or a new UUID.
	 * @param Closure(string): string $sign Signs a text for the logged-in user.
	 */
	public static function fresh( int $registry_id, int $item_id, string $id, Closure $sign ): self {
		return new self( $id, $registry_id, $item_id, time(), self::FAST, $sign );
	}

	/**
	 * Parses a submitted token. If this site did not create the token for this form, returns a fresh token with the
	 * state FOREIGN.
	 *
	 * @param string                  $sent Token from the form.
	 * @param string                  $id   Purchase id of the fresh token.
	 * @param Closure(string): string $sign Signs a text for the logged-in user.
	 */
	public static function read( string $sent, int $registry_id, int $item_id, string $id, Closure $sign ): self {
		$part = explode( '|', $sent );
		// A negative time could make the age too large for an integer.
		$time = max( 0, (int) ( $part[3] ?? 0 ) );
		$made = new self( $part[0], $registry_id, $item_id, $time, self::state_at( time() - $time ), $sign );
		return hash_equals( (string) $made, $sent ) ? $made : new self( $id, $registry_id, $item_id, time(), self::FOREIGN, $sign );
	}

	/**
	 * Returns the token for another attempt with the same form. A late form gets a new token. A form that was submitted
	 * too fast keeps its token, so that the token is old enough at the next attempt.
	 */
	public function again(): self {
		return self::LATE === $this->state ? new self( $this->id, $this->registry_id, $this->item_id, time(), self::FAST, $this->sign ) : $this;
	}

	/** Returns the token as text. */
	public function __toString(): string {
		$text = "{$this->id}|{$this->registry_id}|{$this->item_id}|{$this->time}";
		return $text . '|' . ( $this->sign )( $text );
	}

	/**
	 * Returns the state of a token that this site created.
	 *
	 * @param int $age Age in seconds; negative if a clock was set back.
	 */
	private static function state_at( int $age ): string {
		return match ( true ) {
			$age > self::OLDEST   => self::LATE,
			$age < self::YOUNGEST => self::FAST,
			default               => self::GOOD,
		};
	}
}
