<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use WP_Error;

/**
 * Subject of the page behind the link to a share (SharePage): the share, which may be unconfirmed or gone, and wishes.
 */
final class OpenedShare {

	/**
	 * @param array<string, mixed>|null                $share  The stored share; null if there is none.
	 * @param array<int, array<string, mixed>>|WP_Error $wishes Wishes of the list by id.
	 */
	public function __construct(
		public readonly ShareLink $link,
		public readonly ?array $share,
		public readonly array|WP_Error $wishes
	) {}

	/** Returns the stored share, so that its giver can change it; null if there is none. */
	public function own(): ?OwnShare {
		return null === $this->share ? null : OwnShare::of_link( $this->link, $this->share );
	}

	/** Returns the data of an unconfirmed share; null if it can no longer be confirmed. */
	public function unconfirmed(): ?UnconfirmedShare {
		$unconfirmed = $this->link->unconfirmed;
		return null !== $unconfirmed
			&& $unconfirmed->until >= time()
			&& is_array( $this->wishes )
			&& isset( $this->wishes[ $unconfirmed->item ] )
			? $unconfirmed
			: null;
	}

	/** Returns a copy with a changed share. */
	public function with( array $share ): self {
		return new self( $this->link, $share, $this->wishes );
	}
}
