<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Html\Template;
use WP_Post;

/**
 * Renders the occasion and date of a registry: "Wedding · 12 June 2027 · in 23 days".
 */
final class Occasion {

	/**
	 * Renders the names, the occasion and the date of a registry. Returns an empty text if all of them are empty.
	 *
	 * @param WP_Post $registry The registry, whose content the visitor may see.
	 * @param string  $names    Names by which search finds the registry; empty for none.
	 */
	public static function of( WP_Post $registry, string $names = '' ): string {
		return self::html(
			trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ),
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ),
			$names
		);
	}

	/**
	 * Renders an occasion.
	 *
	 * @param string $type  Occasion; may be empty.
	 * @param string $ymd   Date as `YYYY-MM-DD`; may be empty.
	 * @param string $names Names by which search finds the registry; empty for none.
	 */
	public static function html( string $type, string $ymd, string $names = '' ): string {
		$date = EventDate::text( $ymd );
		return '' === $names . $type . $date ? '' : Template::render(
			'registry/occasion',
			array(
				'names' => $names,
				'type'  => $type,
				'day'   => $ymd,
				'date'  => $date,
			)
		);
	}
}
