<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Html\Template;
use WP_Post;

/**
 * Describes pages to search engines (schema.org, as JSON-LD). On the page of a public registry, the data contains the
 * names of the wishes, but no prices, quantities or gifts. The data does not describe a registry as an event, because a
 * registry has no place, and its page invites no one.
 */
final class StructuredData {

	/** Maximum number of wishes in the data. */
	private const MOST = 50;

	/**
	 * Renders the data of a public registry from its preview, by property, and its wishes as guests see them.
	 *
	 * @param array<string, string> $preview
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
		$page = array(
			'@context'      => 'https://schema.org',
			'@type'         => 'CollectionPage',
			'name'          => $preview['og:title'],
			'description'   => $preview['og:description'],
			'url'           => $preview['og:url'],
			'image'         => $preview['og:image'],
			'datePublished' => get_post_time( 'c', true, $registry ),
			'mainEntity'    => $list,
		);
		// Encode "<" and "&", so that no text can end the script.
		$json = wp_json_encode( $page, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		return Template::render( 'sharing/structured-data', array( 'json' => (string) $json ) ) . "\n";
	}
}
