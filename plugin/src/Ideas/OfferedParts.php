<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Html\Template;
use WP_Post;

/**
 * Offers parts of wishes on the cards and in the form of a gift (rules: Shares on the site).
 */
final class OfferedParts {

	public function __construct( private readonly StoredIdeas $ideas ) {}

	/**
	 * Adds the wishes that guests can give in parts. Adds none if the service does not answer.
	 *
	 * @param array<int, array<string, mixed>> $parts Parts by id of the wish.
	 * @param list<array<string, mixed>>       $items Wishes as guests get them.
	 * @return array<int, array<string, mixed>>
	 */
	public function add( array $parts, WP_Post $registry, array $items ): array {
		if ( ! IdeaSwitch::is_on( $registry ) || array() === Shares::of( $registry, array(), $items )->open() ) {
			return $parts;
		}
		$ideas  = $this->ideas->all( $registry );
		$shares = is_wp_error( $ideas ) ? null : Shares::of( $registry, $ideas, $items );
		foreach ( $shares?->open() ?? array() as $id ) {
			$parts[ $id ] = array(
				'text'     => $shares->promised( $id ) > 0 ? $shares->total( $id ) : '',
				'percent'  => $shares->percent( $id ),
				'is_whole' => $shares->has_whole( $id ),
				'form'     => static fn (): string => Template::render( 'ideas/share-form', SharesView::form( $registry, ShareFields::fresh( IdeaFields::fresh( $registry ), $id ), array(), $shares->currency( $id ) ) ),
			);
		}
		return $parts;
	}
}
