<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;
use Largesse\Html\Template;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Wishes that guests can give in parts (rules: Shares on the site). Only for pages that no cache stores, because
 * recipients see what guests have promised only after a reveal.
 *
 * @phpstan-type Part array{text: string, percent: int, is_whole: bool, form: Closure(): string}
 */
final class WishParts {

	/**
	 * Returns the wishes that this visitor can give in parts, by id; none for recipients.
	 *
	 * @param list<array<string, mixed>> $items Wishes as guests get them.
	 * @return array<int, Part>
	 */
	public static function of( WP_Post $registry, array $items ): array {
		if ( Roles::of( $registry )->is_recipient() ) {
			return array();
		}
		/**
		 * Filters the wishes that guests can give in parts. Never runs for recipients, or pages that a cache stores.
		 *
		 * @param array<int, array<string, mixed>> $parts    By id of the wish: `text` (what is promised; empty for nothing), `percent` (promised part of the price), `is_whole` (whether a guest can still give the whole wish) and `form` (a function that returns the HTML of a form).
		 * @param WP_Post                          $registry The registry.
		 * @param list<array<string, mixed>>       $items    Wishes as guests get them.
		 */
		return apply_filters( 'largesse_wish_parts', array(), $registry, $items );
	}

	/**
	 * Renders what guests have promised of a wish, in words and as a bar.
	 *
	 * @param Part|null $part The part; null if guests cannot give a part.
	 * @return string Empty if nothing is promised.
	 */
	public static function html( ?array $part ): string {
		return '' === ( $part['text'] ?? '' ) ? '' : Template::render(
			'giving/remaining',
			array(
				'text'  => $part['text'],
				'found' => $part['percent'],
			)
		);
	}
}
