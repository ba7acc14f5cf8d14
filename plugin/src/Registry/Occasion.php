<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Html\Template;
use WP_Post;

/** Renders the occasion and date of a registry: "Wedding · 12 June 2027 · in 23 days". */
final class Occasion {

	/** Occasions that forms suggest (occasions.ts), in lower case: their names in English and in the plugin's languages. */
	private const SUGGESTED = array(
		array( 'wedding', 'hochzeit', 'mariage', 'boda' ),
		array( 'baby', 'bébé', 'bebé' ),
		array( 'birthday', 'geburtstag', 'anniversaire', 'cumpleaños' ),
		array( 'housewarming', 'einweihung', 'crémaillère', 'inauguración' ),
		array( 'christmas', 'weihnachten', 'noël', 'navidad' ),
	);

	/** Returns the occasion of a registry in WordPress's current language; '' for none. */
	public static function type( WP_Post $registry ): string {
		return self::translated( trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ) );
	}

	/** Returns a suggested occasion in WordPress's current language; any other occasion as it is. */
	public static function translated( string $type ): string {
		$name = mb_strtolower( $type );
		foreach ( self::SUGGESTED as $names ) {
			if ( in_array( $name, $names, true ) ) {
				return match ( $names[0] ) {
					'wedding'      => __( 'Wedding', 'largesse' ),
					'baby'         => __( 'Baby', 'largesse' ),
					'birthday'     => __( 'Birthday', 'largesse' ),
					'housewarming' => __( 'Housewarming', 'largesse' ),
					'christmas'    => __( 'Christmas', 'largesse' ),
				};
			}
		}
		return $type;
	}

	/** Renders the line of a registry, whose content the visitor may see. */
	public static function of( WP_Post $registry, string $names = '' ): string {
		return self::html( self::type( $registry ), (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ), $names );
	}

	/**
	 * Renders the line; '' if all its parts are empty.
	 *
	 * @param string $day   Date as `YYYY-MM-DD`; may be empty.
	 * @param string $names Names by which search finds the registry; empty for none.
	 */
	public static function html( string $type, string $day, string $names = '' ): string {
		$date = EventDate::text( $day );
		return '' === $names . $type . $date ? '' : Template::render( 'registry/occasion', compact( 'names', 'type', 'day', 'date' ) );
	}
}
