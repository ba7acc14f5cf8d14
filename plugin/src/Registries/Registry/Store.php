<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Service\Client;

/**
 * Changes registries for pages, screens, WP-CLI, privacy tools and the REST API. Callers must check permissions. No
 * write overwrites a change that the caller has not read: the service compares items, StoredList compares lists, and
 * Details compares all other fields. Reads change neither a registry nor its items. On the day of the reveal, they
 * first reveal the gifts (architecture: Reads that write).
 */
final class Store {

	/** Code of the error if the data has changed since the caller read it. */
	public const OUTDATED = 'largesse_outdated';

	/**
	 * Keys in an item's data: the quantity that guests can still give, and the part of the price that they can promise.
	 */
	public const REMAINING        = 'quantity_remaining';
	public const AMOUNT_REMAINING = 'amount_remaining';

	public readonly Details $details;
	public readonly PeopleLists $people;
	public readonly Items $items;
	public readonly WishOrder $order;
	public readonly Copies $copies;

	public function __construct( private readonly Client $client, public readonly ActiveItems $active ) {
		$this->details = new Details();
		$this->people  = new PeopleLists();
		$this->order   = new WishOrder( $active );
		$this->items   = new Items( $client, $active, $this->order );
		$this->copies  = new Copies( $client, $this->items, $this->order, $this->details );
	}

	/** Returns a store for commands, mails, privacy tools and cron jobs. Its reads reveal no gifts. */
	public function in_background(): self {
		return new self( $this->client, new ActiveItems( $this->client, false ) );
	}
}
