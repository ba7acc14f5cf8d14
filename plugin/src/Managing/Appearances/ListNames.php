<?php
declare( strict_types=1 );

namespace Largesse\Managing\Appearances;

use Largesse\FeatureFields;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Registries;
use WP_Post;

/** Field with the other lists of a wish, for members who may edit them. */
final class ListNames extends FeatureFields {

	public static function wish_schema(): array {
		return array( 'other_lists?' => Schema::text( 'Names of the other lists with the wish that the caller may edit.' ) );
	}

	/** Adds the names to wishes. */
	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		$names = array();
		foreach ( current_user_can( 'edit_post', $registry->ID ) ? Appearances::of( $registry ) : array() as $other ) {
			foreach ( current_user_can( 'edit_post', $other['registry']->ID ) ? $other['items'] : array() as $id ) {
				$names[ $id ][] = Registries::title( $other['registry'] );
			}
		}
		/* translators: %s: titles of lists. */
		$text = static fn ( array $titles ): string => sprintf( __( 'Also on %s', 'largesse' ), implode( ', ', $titles ) );
		return array_map(
			static fn ( array $wish ): array => $wish + array(
				'other_lists' => isset( $names[ $wish['id'] ] ) ? $text( $names[ $wish['id'] ] ) : '',
			),
			$wishes
		);
	}
}
