<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;

/**
 * Goes with the form of a gift and comes back with what was typed into it: `uuid|registry|item|time|HMAC`. It does the
 * work of a nonce without a session. Its UUID is the id of the purchase, so a form that is sent twice gives once.
 *
 * It is bound to a registry, an item and the user who is signed in, if anybody is: no other site can make a member give.
 */
final class GiftToken {

	/** Seconds from which, and until which, it is good: nobody fills in a form in less than the first. */
	public const YOUNGEST = 2;
	public const OLDEST   = 24 * 60 * 60;

	/** States: good, not made here for this form, sent too fast, or too late. */
	public const GOOD    = 'good';
	public const FOREIGN = 'foreign';
	public const FAST    = 'fast';
	public const LATE    = 'late';

	/**
	 * @param string $id          UUID of the purchase.
	 * @param int    $registry_id The registry.
	 * @param int    $item_id     The item.
	 * @param int    $time        When it was made, in Unix seconds.
	 * @param string $state       One of the states.
	 * @param Closure(string): string $sign Signs a text for the user who is signed in.
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
	 * Makes a token for a form.
	 *
	 * @param string                  $id   Id of a purchase that this browser may have made already, or a new UUID.
	 * @param Closure(string): string $sign Signs a text for the user who is signed in.
	 */
	public static function fresh( int $registry_id, int $item_id, string $id, Closure $sign ): self {
		return new self( $id, $registry_id, $item_id, time(), self::FAST, $sign );
	}

	/**
	 * Reads a token that came with a form; for one that was not made here for this form, gives a fresh one that says so.
	 *
	 * @param string                  $sent Token from the form.
	 * @param string                  $id   Purchase id of the fresh token.
	 * @param Closure(string): string $sign Signs a text for the user who is signed in.
	 */
	public static function read( string $sent, int $registry_id, int $item_id, string $id, Closure $sign ): self {
		$part = explode( '|', $sent );
		// No time is before 1970; an age must not be too large for a whole number.
		$time = max( 0, (int) ( $part[3] ?? 0 ) );
		$made = new self( $part[0], $registry_id, $item_id, $time, self::state_at( time() - $time ), $sign );
		return hash_equals( (string) $made, $sent ) ? $made : new self( $id, $registry_id, $item_id, time(), self::FOREIGN, $sign );
	}

	/** Returns the registry id in a token before it is verified; 0 for none. */
	public static function registry_in( string $sent ): int {
		return max( 0, (int) ( explode( '|', $sent )[1] ?? 0 ) );
	}

	/**
	 * Returns the token for the form that is shown after this one came, for the same gift: a new one where this one came
	 * late, and the same one where it came too fast, so that it is good when the form is sent again.
	 */
	public function again(): self {
		return self::LATE === $this->state ? new self( $this->id, $this->registry_id, $this->item_id, time(), self::FAST, $this->sign ) : $this;
	}

	/** Writes the token. */
	public function __toString(): string {
		$text = "{$this->id}|{$this->registry_id}|{$this->item_id}|{$this->time}";
		return $text . '|' . ( $this->sign )( $text );
	}

	/**
	 * Returns the state of a token that was made here.
	 *
	 * @param int $age In seconds. Less than none if a clock was set back.
	 */
	private static function state_at( int $age ): string {
		return match ( true ) {
			$age > self::OLDEST   => self::LATE,
			$age < self::YOUNGEST => self::FAST,
			default               => self::GOOD,
		};
	}
}
