<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/**
 * Mailboxes of the recipients of a promise. No mail to them may name the promise, even if the giver has entered their
 * address (rules: Who sees what). `Delivery` requires them for each mail. Exports of personal data and other data that
 * an address opens use this class, too.
 */
final class RecipientMailboxes {

	/** @param list<string> $addresses */
	private function __construct( public readonly array $addresses ) {}

	/** Returns the mailboxes of everybody who receives an item: on this list, on another one, or on a deleted one. */
	public static function of_item( WP_Post $registry, int $item_id ): self {
		return new self( Appearances::addresses( $registry, $item_id ) );
	}

	/** Returns the mailboxes of everybody who receives the gifts of a list, for promises without an item. */
	public static function of_list( WP_Post $registry ): self {
		return new self( Roles::of( $registry )->addresses_of_recipients() );
	}

	/** Returns these mailboxes, which were stored before the list was deleted. @param list<string> $addresses */
	public static function with_addresses( array $addresses ): self {
		return new self( $addresses );
	}

	/** Returns no mailboxes, for a mail without any promise. `plugin/mails-without-promises.test.ts` lists these mails. */
	public static function none(): self {
		return new self( array() );
	}

	/** Checks whether an address leads to one of these mailboxes, which have several addresses each. */
	public function contain( string $address ): bool {
		return in_array( MailLimits::mailbox( $address ), array_map( MailLimits::mailbox( ... ), $this->addresses ), true );
	}
}
