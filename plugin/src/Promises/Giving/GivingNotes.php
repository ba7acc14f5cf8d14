<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Post;

/**
 * The notes "You are giving this" for givers.
 *
 * They are on the cards of wishes in the giver's browser, and on every device on which the giver is signed in, but
 * recipients never see them. PHP adds the notes to the pages of signed-in visitors, and to the page for guests who look
 * for a gift. The public page of all others may be cached, so a script requests its notes (own-gifts.ts). The public
 * page has only notes about gifts that it counts. Otherwise, a recipient who shares a device with a giver could learn
 * about a secret gift.
 */
final class GivingNotes {

	/** Name of the parameter with which own-gifts.ts requests the notes. */
	public const PARAMETER = SharedNames::OWN_GIFTS_PARAMETER;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Returns the address for own-gifts.ts; '' if PHP adds the notes, or if the page hides all gifts. */
	public static function url( WP_Post $registry, ListView $view ): string {
		return $view->is_giving || ! RemainingView::for_public_page( $registry )->is_told
			? ''
			: add_query_arg( self::PARAMETER, '1', (string) get_permalink( $registry ) );
	}

	/**
	 * Responds to the script with the notes for this visitor, as an HTML list. If the browser has sent a form but
	 * received no response, the script sends the form's id. The cookie then marks this form as sent.
	 */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading needs no nonce, and the id is only compared.
		$sent     = wp_unslash( $_GET[ self::PARAMETER ] ?? null );
		$registry = is_string( $sent ) ? OpenedList::shown()?->registry : null;
		if ( null === $registry ) {
			return;
		}
		NoCacheHeaders::send_headers();
		GiftCookies::mark_sent( $sent );
		$items = $this->store->items->for_public( $registry->ID );
		$items = is_wp_error( $items ) ? array() : array_column( $items, null, 'id' );
		$notes = self::notes( $registry, new ListView(), $this->purchases, $items, true );
		echo Template::render( 'giving/own-gifts', array( 'notes' => $notes ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- The template escapes.
		exit;
	}

	/**
	 * Returns the visitor's notes about gifts; none if the page may be cached. `$is_own_answer`: the answer is for this
	 * visitor alone, although nobody is signed in.
	 *
	 * @param array<array<string, mixed>> $items Items of the list, as the page shows them.
	 * @return array<int, string> HTML by the id of the item, without empty notes.
	 */
	public static function notes(
		WP_Post $registry,
		ListView $view,
		Purchases $purchases,
		array $items,
		bool $is_own_answer = false
	): array {
		$is_personal = is_user_logged_in() || $view->is_giving || $is_own_answer;
		if ( ! $is_personal || Roles::of( $registry )->is_recipient() ) {
			return array();
		}
		$received = Appearances::received( $registry );
		$is_known = is_user_logged_in() || array() !== GiftCookies::sent();
		$gifts    = array_filter(
			$is_known ? VisitorGifts::found( $registry, $purchases ) : array(),
			static fn ( array $gift ) => ! Appearances::is_received( $gift['item_id'], $received )
		);
		if ( ! $view->is_giving ) {
			$gifts = array_filter( $gifts, static fn ( array $gift ): bool => ! $gift['is_secret'] );
		}
		$parts = array_filter(
			self::parts( $registry, $items, $view->is_giving ),
			static fn ( int $item_id ): bool => ! Appearances::is_received( $item_id, $received ),
			ARRAY_FILTER_USE_KEY
		);
		$notes = array();
		foreach ( array() === $gifts && array() === $parts ? array() : $items as $item ) {
			$id           = $item['id'];
			$own          = array_keys( array_filter( $gifts, static fn ( array $gift ) => $gift['item_id'] === $id ) );
			$notes[ $id ] = self::note( $registry, $item, $own, $parts[ $id ] ?? array() );
		}
		return array_filter( $notes );
	}

	/** @return array<int, array<string, string>> The visitor's parts of gifts: by item, texts by address of their page. */
	public static function parts( WP_Post $registry, array $items, bool $with_secret ): array {
		/**
		 * Filters the notes about a visitor's parts of gifts. Never runs for recipients, or for pages that caches may store.
		 *
		 * @param array<int, array<string, string>> $notes       By id of the wish: texts by address of the page of the part.
		 * @param WP_Post                           $registry    The registry.
		 * @param array<array<string, mixed>>       $items       Wishes, as the page shows them.
		 * @param bool                              $with_secret Whether the page shows secret promises.
		 */
		return apply_filters( 'largesse_own_parts', array(), $registry, $items, $with_secret );
	}

	/**
	 * Renders the note about purchases with these ids, and about parts; '' for none.
	 *
	 * @param list<string>          $purchases
	 * @param array<string, string> $parts     Texts by address of their page.
	 */
	public static function note( WP_Post $registry, array $item, array $purchases, array $parts = array() ): string {
		$list = array() === $purchases ? null : OpenedList::of_visitor( $registry );
		return array() === array( ...$purchases, ...$parts ) ? '' : Template::render(
			'giving/own-gift',
			array(
				'name'  => (string) $item['name'],
				'urls'  => array_map( static fn ( string $id ) => GiftLink::url( $list, $id ), $purchases ),
				'parts' => $parts,
			)
		);
	}
}
