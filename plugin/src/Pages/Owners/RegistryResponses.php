<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\FeatureFields;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Records\Records;
use Largesse\Promises\Giving\BoughtView;
use Largesse\Promises\Giving\OwnedPieces;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\ShopLinks;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Order;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Story;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Converts a registry and its items to the data that the site's pages show and edit, and to responses with this data.
 * The block My registries and the REST routes use the same array. All strings are plain text, except a story that is
 * marked as HTML.
 */
final class RegistryResponses {

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/**
	 * Returns the registry for the current user, who may read it, in the format `Registry` of plugin/assets/registry.ts.
	 * If the user has not entered the registry's password, the result contains little more than the name. Only owners,
	 * keepers, invitees and administrators get the lists of people.
	 */
	public function view( WP_Post $registry ): array {
		// Read the state first. If someone changes the registry during this method, the script later gets a newer
		// state, and knows that its data is outdated.
		return RecentEdits::state( $registry->ID )
			+ $this->details( $registry ) + self::people( $registry ) + self::headings( $registry ) + $this->wishes( $registry )
			+ array( 'items_error' => '' );
	}

	/**
	 * @param ChangedParts|null    $changed The parts that the request may have changed; null for the whole registry.
	 * @param array<string, mixed> $more    Additional data of the response.
	 */
	public function registry(
		int $id,
		?ChangedParts $changed = null,
		array $more = array(),
		int $status = 200
	): WP_REST_Response|WP_Error {
		$registry = Registries::readable( $id );
		if ( null === $registry ) {
			return Errors::no_registry();
		}
		$view = null === $changed
			? $this->view( $registry )
			: $this->version( $registry ) + $changed->only_changed( $this->parts( $registry, $changed ) );
		return new WP_REST_Response( array( 'registry' => $view ) + $more, $status );
	}

	/**
	 * Returns parts that a request is about to change, with their current fields. Pass the result to `registry()` after
	 * the change. Reveals no gifts, even if the day of the reveal has come, because the change may postpone this day.
	 */
	public function before( int $id, ChangedParts $parts ): ChangedParts {
		$registry = Registries::readable( $id );
		return null === $registry
			? $parts
			: $parts->since( $this->store->active->without_reveal( fn (): array => $this->parts( $registry, $parts ) ) );
	}

	/**
	 * Returns the response to a change of a registry or an item.
	 *
	 * @param mixed                $result Result of the Store; null if the registry has no such item.
	 * @param array<string, mixed> $more   Additional data of the response.
	 */
	public function after(
		int $id,
		mixed $result,
		ChangedParts $changed,
		array $more = array(),
		int $status = 200
	): WP_REST_Response|WP_Error {
		if ( ! is_wp_error( $result ) ) {
			return null === $result ? Errors::no_item() : $this->registry( $id, $changed, $more, $status );
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED       => $this->outdated( $id ),
			Records::BUSY         => $result,
			WishOrder::TITLE      => Errors::fields( array( 'title' => FieldError::of_error( $result ) ) ),
			default               => Errors::after_change( $result ),
		};
	}

	/** Returns the error for a caller whose version of the registry is outdated, with the current registry. */
	public function outdated( int $id ): WP_Error {
		$registry = Registries::readable( $id );
		return null === $registry ? Errors::no_registry() : Errors::outdated( $this->view( $registry ) );
	}

	private function parts( WP_Post $registry, ChangedParts $parts ): array {
		return ( $parts->has( ChangedParts::DETAILS ) ? $this->details( $registry ) : array() )
			+ ( $parts->has( ChangedParts::PEOPLE ) ? self::people( $registry ) : array() )
			+ ( $parts->has( ChangedParts::HEADINGS ) ? self::headings( $registry ) : array() )
			+ (
				$parts->has( ChangedParts::WISHES ) || $parts->has( ChangedParts::ORDER ) || $parts->items
				? $this->wishes( $registry, $parts )
				: array()
			);
	}

	/** @return array{id: int, version: string} */
	private function version( WP_Post $registry ): array {
		return array(
			'id'      => $registry->ID,
			'version' => current_user_can( 'edit_post', $registry->ID ) ? $this->store->details->version_of( $registry ) : '',
		);
	}

	private function details( WP_Post $registry ): array {
		$is_open = Registries::is_open( $registry );
		$date    = $is_open ? (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) : '';
		$html    = $is_open ? $registry->post_content : '';
		$story   = Story::to_text( $html );
		$fields  = $this->version( $registry ) + array(
			'title'         => Registries::title( $registry ),
			'event_type'    => $is_open ? Occasion::type( $registry ) : '',
			'event_date'    => $date,
			'date_text'     => Occasion::date( $date ),
			'is_past'       => current_user_can( 'edit_post', $registry->ID ) && RegistryMeta::is_past( $registry ),
			'is_public'     => 'publish' === $registry->post_status,
			'is_draft'      => ! RegistryPostType::is_shared( $registry ),
			'has_password'  => '' !== $registry->post_password,
			'story'         => $story ?? $html,
			'story_text'    => null === $story ? Story::plain( $html ) : '',
			'is_story_html' => null === $story,
			'permalink'     => (string) get_permalink( $registry ),
			'manage_url'    => OwnerPage::url( $registry->ID ),
			'may_delete'    => current_user_can( 'delete_post', $registry->ID ),
		);
		/**
		 * Filters the fields of a registry, except its wishes and people, on My registries and in `largesse/v1`.
		 *
		 * @param array<string, mixed> $fields   Fields by name.
		 * @param WP_Post              $registry The registry, which the user may read.
		 */
		return apply_filters( 'largesse_registry_details', FeatureFields::add_details( $fields, $registry ), $registry );
	}

	private static function headings( WP_Post $registry ): array {
		return array( 'headings' => Registries::is_open( $registry ) ? WishOrder::of( $registry->ID )->titles() : array() );
	}

	/**
	 * Returns wishes, and their order if a request has changed it. If the wishes cannot be read, returns the error.
	 * Without `$changed`, returns all wishes, without a separate order.
	 */
	private function wishes( WP_Post $registry, ?ChangedParts $changed = null ): array {
		$sees_all = self::sees_all( $registry );
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		$list     = OpenedList::of_visitor( $registry );
		$all      = match ( true ) {
			null === $list => array(),
			$sees_all      => $this->store->items->for_reader( $list ),
			default        => $this->store->items->for_public( $registry->ID ),
		};
		$has_all  = null === $changed || $changed->has( ChangedParts::WISHES );
		$items    = $has_all || is_wp_error( $all )
			? $all
			: array_values( array_filter( $all, static fn ( array $item ) => in_array( $item['id'], $changed->items, true ) ) );
		$had      = is_wp_error( $items ) || ! $may_edit
			? $items
			: OwnedPieces::of( $registry, $items, $this->purchases );
		if ( is_wp_error( $had ) ) {
			return array(
				'items'       => array(),
				'items_error' => Errors::unreadable_message( $had ),
			);
		}
		$order    = WishOrder::of( $registry->ID );
		$entry    = static fn ( array $item ) => array(
			'id'      => $item['id'],
			'heading' => $order->heading_of( $item['id'] ),
		);
		$view     = $changed?->has( ChangedParts::ORDER ) ? array( 'order' => array_map( $entry, $all ) ) : array();
		if ( ! $has_all && ! $changed->items ) {
			return $view;
		}
		$gift_url = ShopLinks::url_prefix( $registry->ID );
		$bought   = BoughtView::of( $registry, $sees_all );
		$wishes   = array_map(
			static fn ( array $item ) => self::item(
				$item,
				$gift_url,
				$may_edit ? $had[ $item['id'] ] ?? 0 : 0,
				$order,
				$bought
			),
			$items
		);
		foreach ( FeatureFields::classes() as $of_feature ) {
			$wishes = $of_feature::add_to_wishes( $wishes, $registry, $items );
		}
		/**
		 * Filters the wishes on My registries and in `largesse/v1`: all wishes, or only the wishes that a request has
		 * changed.
		 *
		 * @param list<array<string, mixed>> $wishes   Fields by name.
		 * @param WP_Post                    $registry The registry, which the user may read.
		 * @param list<array<string, mixed>> $items    Data of the same wishes from the service.
		 */
		$view['items'] = apply_filters( 'largesse_registry_items', $wishes, $registry, $items );
		return $view;
	}

	/**
	 * Returns an item. All texts are plain; missing values are ''. Affiliate links are not included.
	 *
	 * @param string $gift_url Beginning of the address that redirects to the shop; the item's id follows.
	 * @param int    $had      Quantity that the owner has; 0 for users who do not manage the registry.
	 */
	private static function item(
		array $item,
		string $gift_url,
		int $had,
		Order $order,
		BoughtView $bought
	): array {
		$needed    = (int) ( $item['quantity_needed'] ?? 1 );
		$purchased = $bought->count( $item );
		$price     = $item['price'] ?? null;
		$url       = Wish::visible_address( $item );
		$is_fixed  = $bought->is_surprise( $item ) || AnyNumber::is( $item );
		return ( $is_fixed ? array( 'shown_text' => $bought->known_text( $item ) ) : array() ) + array(
			'id'                 => (int) $item['id'],
			'heading'            => $order->heading_of( (int) $item['id'] ),
			'is_most_wanted'     => $order->is_most_wanted( (int) $item['id'] ),
			'name'               => self::text( $item, 'name' ),
			'description'        => self::text( $item, 'description' ),
			'url'                => $url,
			'retailer'           => self::text( $item, 'retailer' ),
			'image_url'          => self::text( $item, 'image_url' ),
			'price'              => is_int( $price ) || is_float( $price ) ? $price : null,
			'currency'           => self::text( $item, 'currency' ),
			'price_text'         => Price::of( $item ),
			'quantity_needed'    => $needed,
			'is_any_number'      => AnyNumber::is( $item ),
			'quantity_purchased' => $purchased,
			'quantity_had'       => $had,
			'status_text'        => $bought->known_text( $item ),
			'is_surprise'        => $bought->is_surprise( $item ),
			'is_complete'        => $purchased >= $needed,
			'gift_url'           => '' === $url ? '' : $gift_url . (int) $item['id'],
			'version'            => self::text( $item, 'updated_at' ),
		);
	}

	private static function text( array $item, string $field ): string {
		return is_string( $item[ $field ] ?? null ) ? $item[ $field ] : '';
	}

	/** @return array<string, mixed> Lists of people, and the rights that follow from them. */
	private static function people( WP_Post $registry ): array {
		$people     = Roles::of( $registry );
		$is_insider = $people->is_insider();
		$may_edit   = current_user_can( 'edit_post', $registry->ID );
		$fields     = array(
			'invitees'      => $is_insider ? Roles::entries_of( $registry ) : array(),
			'owners'        => $is_insider ? Roles::entries_of( $registry, RegistryMeta::OWNERS ) : array(),
			'keepers'       => $is_insider ? Roles::entries_of( $registry, RegistryMeta::KEEPERS ) : array(),
			// Keepers who are owners, too.
			'owner_keepers' => $may_edit
				? array_values(
					array_filter( Roles::entries_of( $registry, RegistryMeta::KEEPERS ), $people->names_an_owner( ... ) )
				)
				: array(),
			'is_for_child'  => $is_insider && $people->is_for_child(),
			'sees_all'      => self::sees_all( $registry ),
		);
		/**
		 * Filters the lists of people of a registry, on My registries and in `largesse/v1`.
		 *
		 * @param array<string, mixed> $fields   Fields by name.
		 * @param WP_Post              $registry The registry, which the user may read.
		 */
		return apply_filters( 'largesse_registry_people', FeatureFields::add_people( $fields, $registry ), $registry );
	}

	/** Checks whether the user is an owner who sees all gifts. */
	private static function sees_all( WP_Post $registry ): bool {
		$people = Roles::of( $registry );
		return $people->is_owner() && $people->is_keeper();
	}
}
