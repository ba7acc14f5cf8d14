<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\WayIn;
use WP_Error;

/**
 * Everything that a giver has promised on this site: gifts, and what other features add. The giver is an account, or an
 * e-mail address that the visitor can read.
 *
 * @phpstan-type Promised array{list: OpenedList|null, kind: string, id: string, registry_id: int, item_id: int, item: array<string, mixed>|null, name: string, promised?: string, changed?: string, facts: list<string>, is_bought: bool|null, state?: string, badge: string, url: string, given: string, take_back?: array{label: string, press: \Closure}}
 *               `list` is null if the giver may not open it, or it was deleted; `kind` is GIFT or another text; `item`
 * is
 *               null if it was removed, or without the list; `name` and `facts` are plain texts;
 *               `promised` is the name that the wish had when it was promised; `changed` is a note about a wish that is
 *               very different now (ChangeNote); `is_bought` is null for promises without this state; only a gift has a
 *               `state`; `badge` is it in words; `url` is the page on which the giver changes the promise, empty if the
 *               giver cannot open it; `given` is a time of the service. `item_id` is 0 for a present that is not on the
 *               list.
 */
final class GiverPromises {

	/** Kinds of promises that other features know: a gift, and a part of one. */
	public const GIFT = 'gift';
	public const PART = 'part';

	/** Timeout in seconds of a request to the service, while a page waits. */
	private const TIMEOUT_S = 3;

	public function __construct( private readonly Purchases $purchases ) {}

	/**
	 * Returns what a giver has promised to other people, in the order of promising. Omits what the giver would receive:
	 * somebody else may have used the same account or address to give something to them. Omits what the visitor would
	 * receive, too: a giver who opens a link and a recipient who is signed in may share a browser.
	 *
	 * @return list<Promised>|WP_Error
	 */
	public function of( Giver $giver ): array|WP_Error {
		$purchases = $this->purchases->with_timeout( self::TIMEOUT_S );
		$found     = $purchases->of_giver( $giver );
		// Omit the pieces that the giver recorded as an owner, because the page of the registry shows them.
		$given = is_wp_error( $found )
			? $found
			: array_values( array_filter( $found, static fn ( array $one ): bool => ! $one['is_owner'] ) );
		$items = is_wp_error( $given ) || array() === $given ? $given : $purchases->items_of( $given );
		return is_wp_error( $items )
			? $items
			: self::with_others(
				array_map( static fn ( array $one ): array => self::gift( $one, $items ), $given ),
				$giver->selection()
			);
	}

	/**
	 * Returns the parts of gifts that a giver has promised.
	 *
	 * @return list<Promised>|WP_Error
	 */
	public static function parts( Giver $giver ): array|WP_Error {
		$others = self::with_others( array(), $giver->selection() );
		$is     = static fn ( array $one ): bool => self::PART === $one['kind'];
		return is_wp_error( $others ) ? $others : array_values( array_filter( $others, $is ) );
	}

	/** @return list<Promised>|WP_Error With what other features add, but without what the giver would receive. */
	private static function with_others( array $promises, array $giver ): array|WP_Error {
		/**
		 * Filters what a giver has promised to give to other people. A promise has a `kind` (`gift`, `part` or another
		 * text), an `id`, the ids `registry_id` and `item_id` (0 for a present that is not on the list), the `item` (null
		 * if it was removed), its `name` and `facts` (plain texts), `is_bought` (null if a promise cannot be bought), a
		 * `badge` (its state in words), the `url` of the page on which the giver changes it (empty if the giver cannot
		 * open it), and the time `given`. `promised` and `changed` are optional: the name that the wish had when it was
		 * promised, and a note about a wish that is very different now. `take_back`, also optional, takes the promise back on
		 * the page My gifts: `press` is a function without parameters, which returns null, or why it failed, and `label`
		 * the text of its button (empty for the usual one).
		 *
		 * @param list<array<string, mixed>>|WP_Error                  $promises The promises; an error if the service does
		 *         not answer.
		 * @param array{giver_user_id: int}|array{giver_email: string} $giver    The account or the address of the giver.
		 * @param int                                                  $timeout  Timeout of a request to the service, in
		 *         seconds.
		 */
		$promises = apply_filters( 'largesse_giver_promises', $promises, $giver, self::TIMEOUT_S );
		return is_wp_error( $promises )
			? $promises
			: array_map(
				static fn ( array $one ): array => self::seen( $one, self::list_of( $one, $giver ) ),
				array_values( array_filter( $promises, static fn ( array $one ): bool => ! self::is_to_giver( $one, $giver ) ) )
			);
	}

	/**
	 * Returns the list of a promise if it is open to the visitor or to the giver, whose address is confirmed; null
	 * otherwise.
	 *
	 * @param array{giver_user_id: int}|array{giver_email: string} $giver As `Giver::selection()`.
	 */
	public static function list_of( array $promise, array $giver ): ?OpenedList {
		$registry = Registries::with_id( $promise['registry_id'] );
		return null === $registry ? null : OpenedList::of_visitor( $registry ) ?? PromiseWays::list_of(
			$promise,
			WayIn::of_member( $giver['giver_user_id'] ?? 0 ),
			WayIn::of_mailbox( $registry, $giver['giver_email'] ?? '' )
		);
	}

	/** Returns a promise with its list; without the list, as it was made, without the wish as it is now. */
	private static function seen( array $promise, ?OpenedList $list ): array {
		$own = array(
			'name'    => self::promised_name( $promise ),
			'item'    => null,
			'changed' => '',
		);
		$url = self::GIFT === $promise['kind'] ? array( 'url' => GiftLink::url( $list, $promise['id'] ) ) : array();
		return array( 'list' => $list ) + $url + ( null === $list ? $own : array() ) + $promise;
	}

	/**
	 * Tells other features that a promise of another kind than a gift has ended.
	 *
	 * @param array<string, mixed> $promise As the service has returned it.
	 */
	public static function tell_end( array $promise ): void {
		/**
		 * Fires when a part of a gift, an idea or a suggestion is no longer promised.
		 *
		 * @param string $id    Id of the promise.
		 * @param int    $giver Id of the giver's account; 0 for none.
		 */
		do_action( 'largesse_promise_ended', $promise['id'], (int) $promise['giver_user_id'] );
	}

	/** @param array<int, array<string, mixed>> $items Items by id. */
	private static function gift( array $purchase, array $items ): array {
		$item = $items[ $purchase['item_id'] ] ?? null;
		return array(
			'kind'        => self::GIFT,
			'id'          => $purchase['id'],
			'registry_id' => $purchase['registry_id'],
			'item_id'     => $purchase['item_id'],
			'item'        => $item,
			'name'        => Purchases::name( $purchase, $item ),
			'promised'    => (string) ( $purchase['item_name'] ?? '' ),
			'changed'     => ChangeNote::of( $purchase, $item ),
			/* translators: %s: how many somebody gives of a wish, at least 2. */
			'facts'       => $purchase['quantity'] > 1 ? array( sprintf( __( 'You are giving %s of these.', 'largesse' ), Number::text( $purchase['quantity'] ) ) ) : array(),
			'is_bought'   => GiverPage::BUY === $purchase['state'],
			'state'       => $purchase['state'],
			'badge'       => GiftState::label( $purchase['state'] ),
			// `seen()` adds it, because it depends on the list.
			'url'         => '',
			'given'       => (string) $purchase['created_at'],
		);
	}

	/** Returns the name that the wish had when it was promised; if this is not known, its name now. */
	public static function promised_name( array $promise ): string {
		return '' === ( $promise['promised'] ?? '' ) ? $promise['name'] : $promise['promised'];
	}

	/** Checks whether the giver or the visitor may be a recipient of a promise: without an answer of the service, yes. */
	private static function is_to_giver( array $promise, array $giver ): bool {
		if ( is_user_logged_in() && Appearances::receives( $promise ) ) {
			return true;
		}
		$user = isset( $giver['giver_user_id'] ) ? get_userdata( $giver['giver_user_id'] ) : false;
		return $user
			? Appearances::receives( $promise, $user )
			: RecipientMailboxes::of_promise( $promise )->contain( (string) ( $giver['giver_email'] ?? '' ) );
	}
}
