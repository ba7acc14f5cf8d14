<?php
/**
 * Functions for themes and other plugins.
 *
 * @package Largesse
 */

declare( strict_types=1 );

use Largesse\Accounts\Registration;
use Largesse\Giving\Purchases;
use Largesse\Links\OwnerPage;
use Largesse\Owners\GiftsPage;
use Largesse\Owners\VisibleGifts;
use Largesse\Registry\FlatRegistry;
use Largesse\Registry\Registries;
use Largesse\Registry\Store;
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
	return $registry && Registries::may_read( $registry ) ? FlatRegistry::of( $registry, Services::get( Store::class ) ) : null;
}

/**
 * Returns the gifts of a registry that the current visitor may see. Owners do not get secret gifts before the reveal,
 * and do not get gifts whose givers are still secret. Keepers and administrators who are not owners get all gifts. All
 * texts are plain, so the caller must escape them on output. Never store the result: another visitor, or the same
 * visitor on another day, may see other gifts.
 *
 * `time` is in seconds since 1970. `who` is the name of the giver. `is_own` marks pieces that the owner already has.
 * `is_secret` marks gifts that the owner does not see yet. `fields` contains the texts of `largesse_gift_fields` by
 * label.
 *
 * @param int|string $id_or_slug Id or slug of the registry.
 * @return list<array{id: string, item_id: int, wish: string, quantity: int, who: string, message: string, time: int, is_own: bool, is_secret: bool, is_thanked: bool, fields: array<string, string>}>|WP_Error|null
 *         The gifts; null if the visitor may not see the list of gifts; an error if the registry service does not answer.
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
 * Returns the address of the page My registries, where members edit their registries.
 *
 * If the page does not exist, returns the address of the list of registries in wp-admin instead.
 */
function largesse_my_registries_url(): string {
	return OwnerPage::url();
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
