<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\BoughtQuantities;
use Largesse\Giving\GiftLinks;
use Largesse\Giving\OwnedQuantities;
use Largesse\Giving\Purchases;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Cover;
use Largesse\Registry\EventDate;
use Largesse\Registry\Grouping;
use Largesse\Registry\PeopleOnList;
use Largesse\Registry\People;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use Largesse\Registry\Story;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Converts a registry and its items to the data that the site's pages show and edit. Server and routes use the same
 * array. All strings are plain text, except a story that is marked as HTML.
 */
final class RegistryView {

	/**
	 * Returns the registry for the current user, who may read it. Without its password, it contains only the name; only
	 * owners, keepers, invitees and administrators get the lists of people.
	 *
	 * @return array<string, mixed> As `Registry` in blocks/my-registries/registry.ts describes it.
	 */
	public static function of( WP_Post $registry, Store $store, Purchases $purchases ): array {
		$is_open = Registries::is_insider( $registry ) || ! post_password_required( $registry );
		$people  = People::of( $registry );
		$is_told = $people->is_owner() && $people->is_keeper();
		$items   = $is_told ? $store->items->for_guests( $registry->ID ) : ( $is_open ? $store->items->for_public( $registry->ID ) : array() );
		$view    = self::details( $registry, $is_open )
			+ self::links( $registry )
			+ self::items( $registry, $items, $purchases, $is_told )
			+ array(
				'headings' => $is_open ? Grouping::of( $registry->ID )->headings->titles() : array(),
				'version'  => current_user_can( 'edit_post', $registry->ID ) ? $store->details->version_of( $registry ) : '',
				'sees_all' => $is_told,
			)
			+ self::people( $registry, $people );
		/**
		 * Filters a registry as the pages of the site and the routes of `largesse/v1` show it to the current user. Features add
		 * their fields here.
		 *
		 * @param array<string, mixed>       $view     Fields by name; `items` is a list of items.
		 * @param WP_Post                    $registry The registry, which the user may read.
		 * @param list<array<string, mixed>> $items    The items as the service answers them, in the order of `items`.
		 */
		return apply_filters( 'largesse_registry_view', $view, $registry, array() === $view['items'] ? array() : $items );
	}

	/**
	 * Returns title, occasion, date, status and story.
	 *
	 * @param bool $is_open Whether the user needs no password, or has entered it.
	 * @return array<string, mixed>
	 */
	private static function details( WP_Post $registry, bool $is_open ): array {
		$date  = $is_open ? self::meta( $registry, RegistryMeta::EVENT_DATE ) : '';
		$html  = $is_open ? $registry->post_content : '';
		$story = Story::to_text( $html );
		return array(
			'id'            => $registry->ID,
			'title'         => RegistryTitle::of( $registry ),
			'event_type'    => $is_open ? self::meta( $registry, RegistryMeta::EVENT_TYPE ) : '',
			'event_date'    => $date,
			'date_text'     => EventDate::text( $date ),
			'is_past'       => current_user_can( 'edit_post', $registry->ID ) && RegistryMeta::is_past( $registry ),
			'is_public'     => 'publish' === $registry->post_status,
			'is_draft'      => ! in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true ),
			'story'         => $story ?? $html,
			'story_text'    => null === $story ? Story::plain( $html ) : '',
			'is_story_html' => null === $story,
			'cover'         => $is_open ? Cover::of( $registry )->url ?? '' : '',
		);
	}

	/**
	 * Returns the addresses of the registry.
	 *
	 * @return array<string, string>
	 */
	private static function links( WP_Post $registry ): array {
		return array(
			'permalink'  => (string) get_permalink( $registry ),
			'manage_url' => OwnerPage::url( $registry->ID ),
		);
	}

	/**
	 * Returns the items, or why there are none.
	 *
	 * @param list<array<string, mixed>>|WP_Error $items   The items as the service answers them.
	 * @param bool                                $is_told Whether nothing is kept from the user.
	 * @return array{items: list<array<string, mixed>>, items_error: string}
	 */
	private static function items( WP_Post $registry, array|WP_Error $items, Purchases $purchases, bool $is_told ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		$had      = is_wp_error( $items ) || ! $may_edit ? $items : OwnedQuantities::of( $registry, $items, $purchases );
		if ( is_wp_error( $had ) ) {
			return array(
				'items'       => array(),
				'items_error' => ServiceErrors::unreadable_message( $had ),
			);
		}
		$gift_url          = GiftLinks::url_prefix( $registry->ID );
		$grouping          = Grouping::of( $registry->ID );
		$bought_quantities = BoughtQuantities::of( $registry, $is_told );
		return array(
			'items'       => array_map( static fn ( array $item ) => ItemView::of( $item, $gift_url, $may_edit ? $had[ $item['id'] ] ?? 0 : 0, $grouping, $bought_quantities ), $items ),
			'items_error' => '',
		);
	}

	/**
	 * Returns the lists of people, and the rights that follow from them.
	 *
	 * @return array<string, mixed>
	 */
	private static function people( WP_Post $registry, People $people ): array {
		$is_insider = Registries::is_insider( $registry );
		$may_edit   = current_user_can( 'edit_post', $registry->ID );
		return array(
			'invitees'      => $is_insider ? PeopleOnList::entries_of( $registry ) : array(),
			'owners'        => $is_insider ? PeopleOnList::entries_of( $registry, RegistryMeta::OWNERS ) : array(),
			'keepers'       => $is_insider ? PeopleOnList::entries_of( $registry, RegistryMeta::KEEPERS ) : array(),
			// Owners who were made keepers when the registry was created.
			'owner_keepers' => $may_edit ? array_values( array_filter( PeopleOnList::entries_of( $registry, RegistryMeta::KEEPERS ), $people->names_an_owner( ... ) ) ) : array(),
			'is_for_child'  => $is_insider && $people->is_for_child(),
			'may_delete'    => current_user_can( 'delete_post', $registry->ID ),
		);
	}

	/**
	 * Returns a text of the meta.
	 *
	 * @param string $key Meta key.
	 */
	private static function meta( WP_Post $registry, string $key ): string {
		return (string) get_post_meta( $registry->ID, $key, true );
	}
}
