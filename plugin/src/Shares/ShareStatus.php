<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\FeatureFields;
use WP_Post;

/** Adds the promised amount to the rows of the owner's list, as far as the surprise allows (rules: Surprise). */
final class ShareStatus extends FeatureFields {

	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		$shares = Shares::of( array(), $items );
		foreach ( $wishes as $number => $wish ) {
			$is_covered = $shares->is_covered( $wish['id'] );
			$is_shared  = $is_covered || ( $shares->left( $wish['id'] ) > 0 && $shares->promised( $wish['id'] ) > 0 );
			$text       = $is_covered ? __( 'Given', 'largesse' ) : $shares->total( $wish['id'] );

			$wishes[ $number ] = ( ! $is_shared ? array() : array(
				'status_text' => $text,
				'shown_text'  => $text,
				'is_complete' => $is_covered,
			) ) + $wish;
		}
		return $wishes;
	}
}
