<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Registries\Registry\OpenedList;
use WP_Error;

/**
 * Subject of the page behind the link to a share (SharePage): the share, which may be unconfirmed or gone, and its list
 * with the wishes if the person with the link may open it.
 */
final class OpenedShare {

	/**
	 * @param array<string, mixed>|null                $share  The stored share; null if there is none.
	 * @param OpenedList|null                          $list   Null if the person may not open the list, or it was deleted.
	 * @param array<int, array<string, mixed>>|WP_Error $wishes Wishes of the list by id; none without the list.
	 */
	public function __construct(
		public readonly ShareLink $link,
		public readonly ?array $share,
		public readonly ?OpenedList $list,
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
		return new self( $this->link, $share, $this->list, $this->wishes );
	}
}
