<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Html\Template;
use WP_Post;

/**
 * Offers parts of wishes on the cards and in the form of a gift (rules: Shares on the site).
 */
final class OfferedParts {

	/**
	 * Adds the wishes that guests can give in parts.
	 *
	 * @param array<int, array<string, mixed>> $parts Parts by id of the wish.
	 * @param list<array<string, mixed>>       $items Wishes with the numbers that the page may show.
	 * @return array<int, array<string, mixed>>
	 */
	public static function add( array $parts, WP_Post $registry, array $items ): array {
		$shares = Shares::of( array(), $items );
		foreach ( $shares->open() as $id ) {
			$parts[ $id ] = array(
				'text'     => $shares->promised( $id ) > 0 ? $shares->total( $id ) : '',
				'percent'  => $shares->percent( $id ),
				'is_whole' => $shares->has_whole( $id ),
				'form'     => static fn (): string => Template::render( 'shares/form', SharesPage::form( $registry, ShareFields::fresh( $registry, $id ), array(), $shares->currency( $id ) ) ),
			);
		}
		return $parts;
	}
}
