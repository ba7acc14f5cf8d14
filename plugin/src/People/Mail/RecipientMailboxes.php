<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Registries\Registry\Recipients;

/**
 * Mailboxes of the recipients of a promise. No mail to them may name the promise, even if the giver has entered their
 * address (rules: Who sees what). `Delivery` requires them for each mail. Exports of personal data and other data that
 * an address opens use this class, too.
 */
final class RecipientMailboxes {

	/** @param list<string>|null $addresses Null if the service does not know now who receives the promise. */
	private function __construct( private readonly ?array $addresses ) {}

	/**
	 * Returns the mailboxes of everybody who receives a promise: of its list in every state, also after its deletion, and
	 * of all other lists of its wish.
	 *
	 * @param array<string, mixed> $promise With `registry_id`, and with `item_id` if its wish is on a list.
	 */
	public static function of_promise( array $promise ): self {
		return new self( Recipients::addresses( (int) ( $promise['item_id'] ?? 0 ), (int) $promise['registry_id'] ) );
	}

	/**
	 * Returns the mailboxes of a promise that has ended.
	 *
	 * @param array<string, mixed> $promise As for `of_promise()`.
	 * @param list<string>         $stored  Recipients of the list when the promise ended.
	 */
	public static function of_ended( array $promise, array $stored ): self {
		return self::of_all( array( new self( $stored ), self::of_promise( $promise ) ) );
	}

	/** Returns the mailboxes with these addresses. @param list<string> $addresses */
	public static function with_addresses( array $addresses ): self {
		return new self( $addresses );
	}

	/** Returns the mailboxes of several promises. @param array<self> $all */
	public static function of_all( array $all ): self {
		$addresses = array_map( static fn ( self $one ): ?array => $one->addresses, $all );
		return new self( in_array( null, $addresses, true ) ? null : array_merge( ...$addresses ) );
	}

	/** Returns no mailboxes, for a mail without any promise. `plugin/mails-without-promises.test.ts` lists these mails. */
	public static function none(): self {
		return new self( array() );
	}

	/** Checks whether the service knows now who receives the promise. */
	public function are_known(): bool {
		return null !== $this->addresses;
	}

	/**
	 * Checks whether an address leads to one of these mailboxes, which have several addresses each. As long as they are
	 * unknown, every address may.
	 */
	public function contain( string $address ): bool {
		return null === $this->addresses
			|| in_array( MailLimits::mailbox( $address ), array_map( MailLimits::mailbox( ... ), $this->addresses ), true );
	}
}
