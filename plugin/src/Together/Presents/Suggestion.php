<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Records\StoredValue;

/**
 * A suggested wish (rules: Presents that are not on the list). Owners must not see its id. Whether the guest has
 * promised it, is stored in the service (SuggestedPromises).
 */
final class Suggestion {

	use StoredValue;

	/**
	 * Results of a promise: the gift is stored, another guest was faster, or the guest has given it back. '' before, and
	 * without a promise.
	 */
	public const GIVEN      = 'given';
	public const LATE       = 'late';
	public const GIVEN_BACK = 'ended';

	/** Seconds for which an accepted suggestion is stored, so that its guest sees the answer. */
	private const KEPT = 30 * 86_400;

	/**
	 * @param string               $id     UUID that only the guest knows. It becomes the id of the promised gift.
	 * @param array<string, mixed> $fields `name`, `url` ('' without a shop), `description`, `price`, `currency`,
	 *         `image_url`.
	 * @param string               $person Name of the guest; may be empty. Owners see it.
	 * @param int                  $user   Id of the guest's account; 0 for none.
	 * @param string               $locale Language of the guest.
	 * @param int|null             $item   Id of the wish on the list; null if no owner has accepted the suggestion.
	 * @param string               $gift   GIVEN, LATE, GIVEN_BACK or ''.
	 * @param int                  $due    Time of the next work on the suggestion (Unix, in seconds); 0 for none.
	 * @param int                  $until  Time after which the suggestion is deleted (Unix, in seconds); 0 for none.
	 * @param bool                 $has_ended Whether it was declined, taken back or erased. Only its promise is left to
	 *         delete.
	 * @param string               $way    How the guest has opened the list (WayIn).
	 * @param string               $level  Surprise of the list when the wish was suggested; '' if it is not known, because
	 *         it was suggested earlier. It is stored with and without a promise.
	 * @param array<string, mixed> $published Fields with which an owner's acceptance creates the wish. They stay until the
	 *         service has answered.
	 */
	public function __construct(
		public readonly string $id,
		public readonly array $fields,
		public readonly string $person = '',
		public readonly int $user = 0,
		public readonly string $locale = '',
		public readonly ?int $item = null,
		public readonly string $gift = '',
		public readonly int $due = 0,
		public readonly int $until = 0,
		public readonly bool $has_ended = false,
		public readonly string $way = '',
		public readonly string $level = '',
		public readonly array $published = array()
	) {}

	/** Returns the name of the wish. */
	public function name(): string {
		return (string) $this->fields['name'];
	}

	/** Checks whether no owner has answered the suggestion. */
	public function is_waiting(): bool {
		return null === $this->item && ! $this->has_ended;
	}

	/** Returns the suggestion after an owner has accepted it. @param string $name The owner may have changed it. */
	public function accepted( int $item, string $name, int $now ): self {
		return $this->with(
			item: $item,
			fields: array( 'name' => $name ),
			due: $now,
			until: $now + self::KEPT,
			published: array()
		);
	}

	/** Returns the suggestion after it was declined, taken back or erased, without what the guest has written. */
	public function ended( int $now ): self {
		return $this->with(
			fields: array( 'name' => '' ),
			person: '',
			user: 0,
			due: $now,
			has_ended: true,
			way: '',
			published: array()
		);
	}

	/** Checks whether the suggestion has the same content as a form that was sent again. */
	public function equals( self $sent ): bool {
		$content = static fn ( self $one ): array => array( $one->fields, $one->person );
		return $content( $this ) === $content( $sent );
	}

	/** Checks whether the site must work on the suggestion now. @param int $now Current time in seconds. */
	public function is_due( int $now ): bool {
		return $this->due > 0 && $this->due <= $now;
	}

	/** Returns the time of the next work, or of the deletion (Unix, in seconds); 0 for none. */
	public function time(): int {
		return $this->due > 0 ? $this->due : $this->until;
	}
}
