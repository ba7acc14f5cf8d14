<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;

/** States of registries for signed requests (Client::stating()). */
final class RegistryStates {

	/** @return array<int, array<string, int|string>|null> States by id; null for a registry that does not exist. */
	public static function of( int ...$ids ): array {
		return array_combine( $ids, array_map( self::state( ... ), $ids ) );
	}

	/** @return array<string, int|string>|null */
	private static function state( int $id ): ?array {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return null;
		}
		$meta = static fn ( string $key ): string => (string) get_post_meta( $id, $key, true );
		return array(
			'author'      => (int) $registry->post_author,
			'status'      => $registry->post_status,
			'surprise'    => $meta( RegistryMeta::SURPRISE ),
			'reveal_date' => $meta( RegistryMeta::REVEAL_DATE ),
			'event_date'  => $meta( RegistryMeta::EVENT_DATE ),
		);
	}
}
