<?php
declare( strict_types=1 );

namespace Largesse\Mail;

/**
 * One entry of the queue: an act of which somebody is to be told.
 */
final class QueuedMail {

	/**
	 * What an entry can be about: a gift was given; a wish was taken off a list; a registry was deleted; a gift is off the
	 * list with either; the day of the reveal has come; somebody is invited. Of the second and third, nobody is told
	 * directly: first it is found out whom they concern.
	 */
	public const GIVEN    = 'given';
	public const REMOVED  = 'removed';
	public const DELETED  = 'deleted';
	public const GONE     = 'gone';
	public const REVEALED = 'revealed';
	public const INVITED  = 'invited';

	/**
	 * @param string               $name  Name of its row.
	 * @param string               $kind  What it is about; one of the constants.
	 * @param int                  $tries How often it was tried.
	 * @param int                  $made  When it was put down, in seconds since 1970.
	 * @param array<string, mixed> $data  What is needed to write the mail; each kind has its own.
	 * @param string               $value The row as it is stored, for as long as this process holds it.
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
