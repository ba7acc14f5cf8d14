<?php
declare( strict_types=1 );

namespace Largesse\Mail;

/**
 * An entry of the queue: an event about which people are informed.
 */
final class QueuedMail {

	/**
	 * Kinds of mails: a gift was given; a wish was deleted; a registry was deleted; a gift is off the list after either;
	 * the day of the reveal has come; someone is invited. Deleted wishes and registries send no mail directly: first the
	 * affected givers are determined.
	 */
	public const GIVEN    = 'given';
	public const REMOVED  = 'removed';
	public const DELETED  = 'deleted';
	public const GONE     = 'gone';
	public const REVEALED = 'revealed';
	public const INVITED  = 'invited';

	/**
	 * @param string               $name  Name of the entry.
	 * @param string               $kind  Kind of the mail; one of the constants.
	 * @param int                  $tries Number of attempts.
	 * @param int                  $made  Time when it was queued, in seconds since 1970.
	 * @param array<string, mixed> $data  Data to write the mail; it depends on the kind.
	 * @param string               $value The stored value while this process owns the entry.
	 */
	public function __construct(
		public readonly string $name,
		public readonly string $kind,
		public readonly int $tries,
		public readonly int $made,
		public readonly array $data,
		public readonly string $value
	) {}
}
