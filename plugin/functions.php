<?php
/**
 * Functions for themes and other plugins.
 *
 * @package Largesse
 */

declare( strict_types=1 );

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;
use Largesse\People\Accounts\Registration;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\RemainingView;
use Largesse\Together\Invitations\FamilyLink;
use Largesse\Together\Invitations\InvitationStates;
use Largesse\Together\Invitations\PersonalLink;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\GiftsPage;
use Largesse\Pages\Owners\VisibleGifts;
use Largesse\Registries\Registry\FlatRegistry;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use Largesse\Services;

/**
 * Returns a registry with its items as one array. Returns null if the visitor may not read the registry, or if the
 * registry does not exist.
 *
 * The keys are `id`, `user_id`, `title`, `description`, `is_public`, `permalink`, `share_key`, `meta` and `items`.
 * Texts are plain, so the caller must escape them on output. Only `description` is HTML, as WordPress stores it. The
 * owner, administrators and invitees see the invitees. Only administrators see affiliate links. Visitors without the
 * registry's password see only the registry's name. The `url` of a wish without a shop is ''. If the registry service
 * does not answer, `items` is empty.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @return array{id: int, user_id: int, title: string, description: string, is_public: bool, permalink: string, share_key: int, meta: array<string, mixed>, items: list<array<string, mixed>>}|null
 */
function largesse_get_registry( int|string $id_or_slug ): ?array {
	$registry = Registries::find( $id_or_slug );
	if ( ! $registry || ! Registries::may_read( $registry ) ) {
		return null;
	}
	$items = FlatRegistry::is_open( $registry ) ? Services::get( Store::class )->items->all( $registry->ID ) : array();
	return FlatRegistry::of( $registry, is_wp_error( $items ) ? array() : $items );
}

/**
 * Returns what the cards of a registry's public page say about its wishes: `2 of 3 still wanted`, `Taken`, or what
 * guests have promised of a gift that they give together. If the registry hides numbers, the texts contain only how
 * many pieces were wished for, or are empty. The texts are the same for all visitors, and plain, so the caller must
 * escape them on output.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @return array<int, string>|null Texts by id of the wish; empty if the registry service does not answer, or the
 *         visitor has not entered the registry's password. Null if the visitor may not read the registry.
 */
function largesse_get_wanted( int|string $id_or_slug ): ?array {
	$registry = Registries::find( $id_or_slug );
	if ( ! $registry || ! Registries::may_read( $registry ) ) {
		return null;
	}
	if ( ! FlatRegistry::is_open( $registry ) ) {
		return array();
	}
	$items = Services::get( Store::class )->items->for_public( $registry->ID );
	return is_wp_error( $items ) ? array() : RemainingView::texts( $registry, $items );
}

/**
 * Returns the gifts of a registry that the current visitor may see. Owners do not get secret gifts before the reveal,
 * and do not get gifts whose givers are still secret. Keepers and administrators who are not owners get all gifts. All
 * texts are plain, so the caller must escape them on output. Never store the result: another visitor, or the same
 * visitor on another day, may see other gifts.
 *
 * `time` is in seconds since 1970. `who` is the name of the giver. `is_own` marks pieces that the owner already has.
 * `is_secret` marks gifts that the owner does not see yet. `amount` is the part of the wish's price that the
 * giver promises, in `currency` (null for the site's currency); null for a whole gift. `fields` contains the texts of
 * `largesse_gift_fields` by label.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @return list<array{id: string, item_id: int, wish: string, quantity: int, amount: float|null, currency: string|null, who: string, message: string, time: int, is_own: bool, is_secret: bool, is_thanked: bool, fields: array<string, string>}>|WP_Error|null
 *         The gifts; null if the visitor may not see the list of gifts; an error if the registry service does not
 *         answer.
 */
function largesse_get_gifts( int|string $id_or_slug ): array|WP_Error|null {
	$registry = Registries::find( $id_or_slug );
	if ( ! $registry || ! GiftsPage::may_see( $registry ) ) {
		return null;
	}
	$gifts = VisibleGifts::of( $registry, Services::get( Store::class ), Services::get( Purchases::class ) );
	return is_wp_error( $gifts ) ? $gifts : $gifts->rows;
}

/**
 * Returns the headings of a registry's wishes. Returns null if the visitor may not see the content of the registry.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @return array<int, array{heading: string, most_wanted: bool}>|null By id of the wish, in the order of the list.
 *         `heading` is plain text; '' for none. `most_wanted` says whether the owner has marked the wish.
 */
function largesse_get_headings( int|string $id_or_slug ): ?array {
	$registry = Registries::find( $id_or_slug );
	if ( ! $registry || ! Registries::may_read( $registry ) || ! Registries::is_open( $registry ) ) {
		return null;
	}
	$order    = WishOrder::of( $registry->ID );
	$headings = array();
	// The stored order may lack new wishes for a moment.
	foreach ( $order->named_ids() as $item_id ) {
		$headings[ $item_id ] = array(
			'heading'     => $order->heading_of( $item_id ),
			'most_wanted' => $order->is_most_wanted( $item_id ),
		);
	}
	return $headings;
}

/**
 * Puts wishes of a registry under headings, and marks the most wanted ones. Adds missing headings. Other wishes keep
 * their headings.
 *
 * @param int|string                                            $id_or_slug Id or slug of the registry.
 * @param array<int, array{heading: string, most_wanted: bool}> $wishes     By id of the wish.
 * @return true|WP_Error|null Null if the current user may not edit the registry.
 */
function largesse_set_headings( int|string $id_or_slug, array $wishes ): bool|WP_Error|null {
	$registry = Registries::find( $id_or_slug );
	return $registry && current_user_can( 'edit_post', $registry->ID )
		? Services::get( Store::class )->order->group( $registry->ID, $wishes )
		: null;
}

/**
 * Returns the links that open a registry without an account. Anyone with a link can open the registry, so show links
 * only to the owners.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @return array{family: string, personal: array<string, string>}|null `family` is the family link; '' if there is none.
 *         `personal` contains the links of the invited addresses, by address. Null if the current user may not edit the
 *         registry.
 */
function largesse_get_links( int|string $id_or_slug ): ?array {
	$registry = Registries::find( $id_or_slug );
	if ( ! $registry || ! current_user_can( 'edit_post', $registry->ID ) ) {
		return null;
	}
	$addresses = PersonalLink::addresses( $registry );
	return array(
		'family'   => FamilyLink::url( $registry ),
		'personal' => array_combine(
			$addresses,
			array_map( static fn ( string $address ): string => PersonalLink::url( $registry, $address ), $addresses )
		),
	);
}

/**
 * Returns what has become of an invitation.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @param string     $invitee    User name or e-mail address on the list of invitees.
 * @return array{mailed: int|null, failed: int|null, here: int|null}|null Times in seconds since 1970, null for never:
 *         the mail was sent, the mail could not be sent, the person has opened the registry. Null if the current user
 *         may not edit the registry.
 */
function largesse_get_invitation( int|string $id_or_slug, string $invitee ): ?array {
	$registry = Registries::find( $id_or_slug );
	if ( ! $registry || ! current_user_can( 'edit_post', $registry->ID ) ) {
		return null;
	}
	list( 'mailed' => $mailed, 'failed' => $failed, 'here' => $here ) = InvitationStates::of( $registry, $invitee );
	return compact( 'mailed', 'failed', 'here' );
}

/**
 * Returns the shop of a wish, as guests see it.
 *
 * @param array<string, mixed> $item One of the `items` of largesse_get_registry(), or an item of the API.
 * @return array{name: string, url: string}|null `name` is plain text; it may be empty. Null for a wish without a shop.
 */
function largesse_get_shop( array $item ): ?array {
	$url = Wish::visible_address( $item );
	return '' === $url ? null : array(
		'name' => Wish::shop_name( $item ),
		'url'  => $url,
	);
}

/**
 * Returns plain text as HTML, for text and quoted attributes of templates. WordPress changes nothing in it: no quotes,
 * no emoticons, and no shortcodes. For several lines: `nl2br( largesse_text( $text ) )`.
 *
 * @param string $text Plain text, for instance the name of a wish.
 */
function largesse_text( string $text ): string {
	return Escape::shielded( $text );
}

/**
 * Returns plain text as HTML, for text and quoted attributes. Unlike esc_html(), this function also escapes entities
 * that the text contains. On pages whose content WordPress filters, use `largesse_text()`.
 *
 * @param string $text Plain text.
 */
function largesse_html( string $text ): string {
	return Escape::html( $text );
}

/**
 * Prints HTML of a template or of another function unchanged: `largesse_print_template()` would otherwise remove line
 * breaks between its tags.
 *
 * @param string $html HTML whose texts are escaped.
 */
function largesse_print_html( string $html ): void {
	Template::print_html( $html );
}

/**
 * Prints an http or https address in an attribute; nothing for addresses of another kind.
 *
 * @param string $address Address as plain text.
 */
function largesse_print_address( string $address ): void {
	Template::echo_address( $address );
}

/**
 * Returns a number as plain text, in the language of the page.
 *
 * @param int|float $number   Number.
 * @param int       $decimals Number of decimals.
 */
function largesse_number( int|float $number, int $decimals = 0 ): string {
	return Number::text( $number, $decimals );
}

/**
 * Prints a template of the plugin, or its copy in the theme.
 *
 * @param string               $name      Folder and name, such as `guests/item-cards`.
 * @param array<string, mixed> $variables Variables that the comment at the head of the template lists, by name.
 */
function largesse_print_template( string $name, array $variables = array() ): void {
	Template::print( $name, $variables );
}

/**
 * Returns the address of the page My registries, where members edit their registries.
 *
 * If the page does not exist, returns the address of the list of registries in wp-admin instead.
 */
function largesse_my_registries_url(): string {
	return OwnerPage::url();
}

/**
 * Returns the address of the page My gifts, on which members see everything that they have promised. Guests enter their
 * address there, and get a link by mail.
 */
function largesse_my_gifts_url(): string {
	return MyGifts::url();
}

/**
 * Returns the address at which the current visitor starts a registry: the form on My registries. If visitors may
 * register, a visitor who is not signed in gets the page that creates an account, which leads to the form.
 *
 * @param string $occasion Occasion that the form shows as chosen: `birthday`, `wedding`, `baby`, `christmas` or
 *                         `housewarming`; '' for none.
 */
function largesse_start_registry_url( string $occasion = '' ): string {
	$form = OwnerPage::form_url( $occasion );
	return is_user_logged_in() || ! Registration::is_open() ? $form : Registration::url( $form );
}
