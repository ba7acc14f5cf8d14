<?php
/**
 * A registry as pages see it.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * A registry with its items, flattened into one array (spec: Registry post meta). Text is plain and has to be
 * escaped on output; the description is HTML as WordPress stores it.
 */
final class FlatRegistry {

	/** What only administrators see of an item (spec: Admin versus non-admin). */
	private const ADMIN_ONLY = array(
		'affiliate_url'    => true,
		'affiliate_status' => true,
	);

	/**
	 * Flattens a registry for the current visitor. Who lacks its password sees its name alone.
	 *
	 * @param WP_Post                    $registry The registry, which the visitor may read.
	 * @param list<array<string, mixed>> $items    Its items, in order.
	 * @return array{id: int, user_id: int, title: string, description: string, is_public: bool, permalink: string, share_key: int, meta: array<string, mixed>, items: list<array<string, mixed>>}
	 */
	public static function of( WP_Post $registry, array $items ): array {
		$is_insider = InviteeAccess::is_insider( $registry );
		$is_open    = $is_insider || ! post_password_required( $registry );
		if ( ! current_user_can( 'manage_options' ) ) {
			$items = array_map( static fn ( array $item ) => array_diff_key( $item, self::ADMIN_ONLY ), $items );
		}
		return array(
			'id'          => $registry->ID,
			'user_id'     => (int) $registry->post_author,
			'title'       => RegistryTitle::of( $registry ),
			'description' => $is_open ? $registry->post_content : '',
			'is_public'   => 'publish' === $registry->post_status,
			'permalink'   => (string) get_permalink( $registry ),
			'share_key'   => $registry->ID,
			'meta'        => array(
				RegistryMeta::ITEM_IDS   => $is_open ? ItemIds::of( $registry->ID ) : array(),
				RegistryMeta::INVITEES   => $is_insider ? Invitees::entries_of( $registry ) : array(),
				RegistryMeta::EVENT_TYPE => $is_open ? self::text( $registry, RegistryMeta::EVENT_TYPE ) : null,
				RegistryMeta::EVENT_DATE => $is_open ? self::text( $registry, RegistryMeta::EVENT_DATE ) : null,
			),
			'items'       => $is_open ? $items : array(),
		);
	}

	/**
	 * A text of the meta, or null where none is set.
	 *
	 * @param WP_Post $registry The registry.
	 * @param string  $key      Meta key.
	 */
	private static function text( WP_Post $registry, string $key ): ?string {
		$text = (string) get_post_meta( $registry->ID, $key, true );
		return '' === $text ? null : $text;
	}
}
