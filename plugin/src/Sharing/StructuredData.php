<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use WP_Post;

/**
 * Tells machines what a page is (schema.org, as JSON-LD): of a public registry the names of its wishes, of the front page the
 * name of the site. It holds no prices, no numbers and nothing of who gives what; and registries are no events, because
 * the day is told without a place, and nobody is invited by a page.
 */
final class StructuredData {

	/** Most wishes that are named. */
	private const MOST = 50;

	/**
	 * Renders what a registry is, that everybody may open.
	 *
	 * @param array<string, string>      $preview What is said of it elsewhere, by property.
	 * @param list<array<string, mixed>> $items   Its wishes, as guests see them.
	 */
	public static function of_registry( WP_Post $registry, array $preview, array $items ): string {
		$entries = array();
		foreach ( array_slice( $items, 0, self::MOST ) as $index => $item ) {
			$entries[] = array(
				'@type'    => 'ListItem',
				'position' => $index + 1,
				'name'     => (string) $item['name'],
			);
		}
		$list = array(
			'@type'           => 'ItemList',
			'numberOfItems'   => count( $items ),
			'itemListElement' => $entries,
		);
		return self::script(
			array(
				'@type'         => 'CollectionPage',
				'name'          => $preview['og:title'],
				'description'   => $preview['og:description'],
				'url'           => $preview['og:url'],
				'image'         => $preview['og:image'],
				'datePublished' => get_post_time( 'c', true, $registry ),
				'mainEntity'    => $list,
			)
		);
	}

	/** Renders what the site is called. */
	public static function of_site(): string {
		return self::script(
			array(
				'@type' => 'WebSite',
				'name'  => Preview::site_name(),
				'url'   => home_url( '/' ),
			)
		);
	}

	/**
	 * Renders a thing.
	 *
	 * @param array<string, mixed> $thing The thing.
	 */
	private static function script( array $thing ): string {
		// Without "<" and "&", so that nothing in it ends the script.
		$json = wp_json_encode( array( '@context' => 'https://schema.org' ) + $thing, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		return "<script type=\"application/ld+json\">{$json}</script>\n";
	}
}
