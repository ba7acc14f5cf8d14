<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * An entry of the mail queue. It contains the data to write a mail, not the mail's text.
 */
final class QueuedMail {

	/**
	 * @param string               $kind  Kind of the mail, as a module declares it.
	 * @param int                  $made  Time when the mail was queued, in seconds since 1970.
	 * @param array<string, mixed> $data  Data to write the mail; it depends on the kind.
	 * @param string               $value Value that this process stored in the option when it claimed the entry.
	 */
	public function __construct(
		public readonly string $name,
		public readonly string $kind,
		public readonly int $tries,
		public readonly int $made,
		public readonly array $data,
		public readonly string $value
	) {}

	/** Returns the registry that the mail is about; null if it was deleted or is in the trash. */
	public function registry(): ?WP_Post {
		$post = get_post( (int) $this->data['registry'] );
		return $post instanceof WP_Post && RegistryPostType::is( $post ) && 'trash' !== $post->post_status ? $post : null;
	}
}
