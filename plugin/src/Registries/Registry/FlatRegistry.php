<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;

/** Converts a registry with its items to one array. Themes get this array from `largesse_get_registry()`. */
final class FlatRegistry {

	/** Fields of an item that only administrators see (rules: Admins see affiliate fields). */
	private const ADMIN_ONLY = array( 'affiliate_url', 'affiliate_status' );

	/**
	 * Converts a registry for the current visitor, who must be allowed to read the registry. For a guest who still has
	 * to enter the registry's password, the description, the meta and the items are empty.
	 *
	 * @param list<array<string, mixed>> $items Items with the numbers that the visitor may see.
	 * @return array{id: int, user_id: int, title: string, description: string, is_public: bool, permalink: string, share_key: int, meta: array<string, mixed>, items: list<array<string, mixed>>}
	 */
	public static function of( WP_Post $registry, array $items ): array {
		$is_insider = Roles::of( $registry )->is_insider();
		$is_open    = self::is_open( $registry );
		return array(
			'id'          => $registry->ID,
			'user_id'     => (int) $registry->post_author,
			'title'       => Registries::title( $registry ),
			'description' => $is_open ? $registry->post_content : '',
			'is_public'   => 'publish' === $registry->post_status,
			'permalink'   => (string) get_permalink( $registry ),
			'share_key'   => $registry->ID,
			'meta'        => array(
				RegistryMeta::ITEM_IDS    => $is_open ? WishOrder::of( $registry->ID )->ids : array(),
				RegistryMeta::HEADINGS    => $is_open ? WishOrder::of( $registry->ID )->all : array(),
				RegistryMeta::MOST_WANTED => $is_open ? WishOrder::of( $registry->ID )->most_wanted : array(),
				RegistryMeta::INVITEES    => $is_insider ? Roles::entries_of( $registry ) : array(),
				RegistryMeta::OWNERS      => $is_insider ? Roles::entries_of( $registry, RegistryMeta::OWNERS ) : array(),
				RegistryMeta::KEEPERS     => $is_insider ? Roles::entries_of( $registry, RegistryMeta::KEEPERS ) : array(),
				RegistryMeta::EVENT_TYPE  => $is_open ? self::text( $registry, RegistryMeta::EVENT_TYPE ) : null,
				RegistryMeta::EVENT_DATE  => $is_open ? self::text( $registry, RegistryMeta::EVENT_DATE ) : null,
				RegistryMeta::SURPRISE    => $is_open ? self::text( $registry, RegistryMeta::SURPRISE ) : null,
				RegistryMeta::REVEAL_DATE => $is_open ? self::text( $registry, RegistryMeta::REVEAL_DATE ) : null,
				RegistryMeta::COVER       => $is_open ? Cover::of( $registry )?->url : null,
			),
			'items'       => $is_open ? self::items( $items ) : array(),
		);
	}

	/** Returns whether the current visitor sees more of a registry than its name. */
	public static function is_open( WP_Post $registry ): bool {
		return Roles::of( $registry )->is_insider() || ! post_password_required( $registry );
	}

	/** @return list<array<string, mixed>> */
	private static function items( array $items ): array {
		$hidden = array( Store::REMAINING, Store::AMOUNT_REMAINING );
		if ( ! current_user_can( 'manage_options' ) ) {
			array_push( $hidden, ...self::ADMIN_ONLY );
		}
		return array_map(
			static fn ( array $item ) => array_diff_key(
				array_replace( $item, array( 'url' => Wish::visible_address( $item ) ) ),
				array_flip( $hidden )
			),
			$items
		);
	}

	/** Returns a text of the post meta; null if it is empty. */
	private static function text( WP_Post $registry, string $key ): ?string {
		$text = (string) get_post_meta( $registry->ID, $key, true );
		return '' === $text ? null : $text;
	}
}
