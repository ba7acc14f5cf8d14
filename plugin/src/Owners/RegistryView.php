<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\Bought;
use Largesse\Giving\GiftLinks;
use Largesse\Giving\Purchases;
use Largesse\Giving\Surprise;
use Largesse\Http\ServiceErrors;
use Largesse\Invitations\InviteeView;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Cover;
use Largesse\Registry\EventDate;
use Largesse\Registry\Grouping;
use Largesse\Registry\Invitees;
use Largesse\Registry\People;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use Largesse\Registry\Story;
use Largesse\Service\Rules;
use Largesse\Sharing\SharedPicture;
use Largesse\Watching\ShopHints;
use Largesse\Watching\Watch;
use WP_Post;
use WP_User;

/**
 * Converts a registry and its items to the data that the site's pages show and edit. Server and routes use the same
 * array. All strings are plain text, except a story that is marked as HTML.
 */
final class RegistryView {

	/**
	 * Returns the registry for the current user, who may read it. Without its password, it contains only the name; only
	 * owners, keepers, invitees and administrators get the lists of people.
	 *
	 * @return array{id: int, title: string, event_type: string, event_date: string, date_text: string, surprise: string, reveal_date: string, reveal_text: string, is_revealed: bool, is_over: bool, is_past: bool, is_public: bool, is_draft: bool, is_findable: bool, names: string, suggested_names: string, story: string, story_text: string, is_story_html: bool, cover: string, shared_picture: string, permalink: string, manage_url: string, shop_watch: string, version: string, headings: list<string>, items: list<array<string, mixed>>, items_error: string, invitees: list<string>, owners: list<string>, keepers: list<string>, owner_keepers: list<string>, is_for_child: bool, sees_all: bool, may_delete: bool, invitations: list<array<string, mixed>>}
	 */
	public static function of( WP_Post $registry, Store $store, Purchases $purchases ): array {
		$is_insider = Registries::is_insider( $registry );
		$may_edit   = current_user_can( 'edit_post', $registry->ID );
		$is_open    = $is_insider || ! post_password_required( $registry );
		$date       = $is_open ? self::meta( $registry, RegistryMeta::EVENT_DATE ) : '';
		$html       = $is_open ? $registry->post_content : '';
		$story      = Story::to_text( $html );
		$people     = People::of( $registry );
		$is_told    = $people->is_owner() && $people->is_keeper();
		$listed     = $is_told ? $store->items->for_guests( $registry->ID ) : ( $is_open ? $store->items->shown( $registry->ID ) : array() );
		$had        = is_wp_error( $listed ) || ! $may_edit ? $listed : $purchases->had_by_owner( $registry, $listed );
		$is_error   = is_wp_error( $had );
		$surprise   = Surprise::of( $registry );
		$names      = $may_edit ? self::meta( $registry, RegistryMeta::NAMES ) : '';
		$gift_url   = GiftLinks::stem( $registry->ID );
		$is_watched = $may_edit && RegistryMeta::is_watched( $registry->ID );
		$can_watch  = $may_edit && Watch::is_on();
		$hints      = $is_watched && $can_watch && $people->is_owner() ? ShopHints::all( $registry->ID ) : array();
		$grouping   = Grouping::of( $registry->ID );
		$bought     = Bought::of( $registry, $is_told );
		return array(
			'id'              => $registry->ID,
			'title'           => RegistryTitle::of( $registry ),
			'event_type'      => $is_open ? self::meta( $registry, RegistryMeta::EVENT_TYPE ) : '',
			'event_date'      => $date,
			'date_text'       => EventDate::text( $date ),
			'surprise'        => $is_open ? $surprise->level : '',
			'reveal_date'     => $is_open ? self::meta( $registry, RegistryMeta::REVEAL_DATE ) : '',
			// The effective day, even if the field is empty.
			'reveal_text'     => $is_open ? EventDate::text( $surprise->day ?? '' ) : '',
			'is_revealed'     => $is_open && $surprise->has_come(),
			'is_over'         => $is_open && $surprise->is_over(),
			'is_past'         => $may_edit && RegistryMeta::is_past( $registry ),
			'is_public'       => 'publish' === $registry->post_status,
			'is_draft'        => ! in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true ),
			'is_findable'     => '' !== $names,
			'names'           => $names,
			'suggested_names' => $may_edit ? self::names_of_owners( $registry ) : '',
			'story'           => $story ?? $html,
			'story_text'      => null === $story ? Story::plain( $html ) : '',
			'is_story_html'   => null === $story,
			'cover'           => $is_open ? Cover::of( $registry )->url ?? '' : '',
			'shared_picture'  => SharedPicture::url( $registry ),
			'permalink'       => (string) get_permalink( $registry ),
			'manage_url'      => OwnerPage::url( $registry->ID ),
			// Whether shops are watched; '' if no one can enable that here.
			'shop_watch'      => $can_watch ? ( $is_watched ? 'on' : 'off' ) : '',
			'version'         => $may_edit ? $store->details->version_of( $registry ) : '',
			'headings'        => $is_open ? $grouping->headings->titles() : array(),
			'items'           => $is_error ? array() : array_map( static fn ( array $item ) => ItemView::of( $item, $gift_url, $may_edit ? $had[ $item['id'] ] ?? 0 : 0, $grouping, $bought, self::hint( $item, $may_edit ? $had[ $item['id'] ] ?? 0 : 0, $hints ) ), $listed ),
			'items_error'     => $is_error ? ServiceErrors::cannot_read( $had ) : '',
			'invitees'        => $is_insider ? Invitees::entries_of( $registry ) : array(),
			'owners'          => $is_insider ? Invitees::entries_of( $registry, RegistryMeta::OWNERS ) : array(),
			'keepers'         => $is_insider ? Invitees::entries_of( $registry, RegistryMeta::KEEPERS ) : array(),
			// Owners who were made keepers when the registry was created.
			'owner_keepers'   => $may_edit ? array_values( array_filter( Invitees::entries_of( $registry, RegistryMeta::KEEPERS ), $people->names_an_owner( ... ) ) ) : array(),
			'is_for_child'    => $is_insider && $people->is_for_child(),
			'sees_all'        => $is_told,
			'may_delete'      => current_user_can( 'delete_post', $registry->ID ),
			'invitations'     => $may_edit ? InviteeView::all( $registry ) : array(),
		);
	}

	/**
	 * Returns the watch's hint for an item; '' if there is none, or if the owner has the wanted quantity.
	 *
	 * @param array<string, mixed>             $item  The item.
	 * @param int                              $had   Quantity that the owner has.
	 * @param array<int, array<string, mixed>> $hints Findings by the item's id.
	 */
	private static function hint( array $item, int $had, array $hints ): string {
		return $had >= (int) $item['quantity_needed'] ? '' : ShopHints::text( $item, $hints[ $item['id'] ] ?? null );
	}

	/** Returns the display names of the owners. */
	private static function names_of_owners( WP_Post $registry ): string {
		return implode( ' & ', array_map( static fn ( WP_User $owner ) => $owner->display_name, People::of( $registry )->owners() ) );
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
