<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;
use WP_User;

/** An entry of the mail queue. It contains the data to write a mail, not the mail's text. */
final class QueuedMail {

	public readonly string $kind;

	/** Number of attempts to send the mail, including the current one. */
	public readonly int $tries;

	/** Time of queueing, in seconds since 1970. */
	public readonly int $made;

	/** @var array<string, mixed> Data to write the mail; it depends on the kind. */
	public readonly array $data;

	/** @param Record $record The entry as this process stored it when it claimed the entry. */
	public function __construct( public readonly Record $record ) {
		list( 'kind' => $this->kind, 'tries' => $this->tries, 'made' => $this->made, 'data' => $this->data ) = $record->data;
	}

	/** Checks whether the list of the mail exists, and is not in the trash. */
	public function has_list(): bool {
		return null !== $this->registry();
	}

	/** Returns the list of the mail if a member may open it now; null if it was deleted or is in the trash. */
	public function list_of( WP_User $member ): ?OpenedList {
		return OpenedList::of_member( $this->registry(), $member );
	}

	/** Returns the list of the mail if it is open now through one of these ways in (WayIn); null otherwise. */
	public function list_through( string ...$ways ): ?OpenedList {
		return OpenedList::through( $this->registry(), ...$ways );
	}

	/** Senders get the list only as one that the reader of the mail may open. */
	private function registry(): ?WP_Post {
		$post = get_post( (int) $this->data['registry'] );
		return $post instanceof WP_Post && RegistryPostType::is( $post ) && 'trash' !== $post->post_status ? $post : null;
	}
}
