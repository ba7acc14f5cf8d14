<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

/** Decides what becomes of a queued mail after a run of the queue. */
final class MailRetry {

	/** Seconds to wait after each failed attempt. If the attempt after the last pause fails, the mail is given up. */
	private const PAUSES = array( 5 * 60, 30 * 60, 2 * 3600, 8 * 3600 );

	/**
	 * @param int|null $pause       Seconds until the next attempt; null if the mail leaves the queue.
	 * @param int      $tries       Number of attempts so far.
	 * @param bool     $is_given_up Whether the mail leaves the queue because the last attempt failed.
	 */
	private function __construct(
		public readonly ?int $pause,
		public readonly int $tries,
		public readonly bool $is_given_up
	) {}

	/**
	 * Returns the decision. A run that did not try to send the mail does not count as an attempt.
	 *
	 * @param int      $tries   Number of attempts, with the current one.
	 * @param bool|int $outcome True if the mail was sent or is no longer needed, false if it failed, or the number of
	 *         seconds until it may be sent.
	 */
	public static function after( int $tries, bool|int $outcome ): self {
		if ( is_int( $outcome ) ) {
			return new self( $outcome, $tries - 1, false );
		}
		$pause = $outcome ? null : self::PAUSES[ $tries - 1 ] ?? null;
		return new self( $pause, $tries, ! $outcome && null === $pause );
	}
}
