<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;
use Largesse\Html\Template;
use WP_Post;

/**
 * Wishes that guests can give in parts (rules: Shares on the site).
 *
 * @phpstan-type Part array{text: string, percent: int, is_whole: bool, form: Closure(): string}
 */
final class WishParts {

	/** @return array<int, Part> Parts by id of the wish. */
	public static function of( WP_Post $registry, array $items ): array {
		/**
		 * Filters the wishes that guests can give in parts. Caches and recipients may see the texts, but not the forms.
		 *
		 * @param array<int, array<string, mixed>> $parts    By id of the wish: `text` (what is promised; empty for nothing), `percent` (promised part of the price), `is_whole` (whether a guest can still give the whole wish) and `form` (a function that returns the HTML of a form).
		 * @param WP_Post                          $registry The registry.
		 * @param list<array<string, mixed>>       $items    Wishes, as the page shows them.
		 */
		return apply_filters( 'largesse_wish_parts', array(), $registry, $items );
	}

	/** Renders what guests have promised in words and as a bar; '' for nothing. @param Part|null $part */
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
