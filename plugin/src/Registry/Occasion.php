<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Finding\FoundNames;
use Largesse\Html\FilterShield;
use WP_Post;

/**
 * Renders the occasion and date of a registry: "Wedding · 12 June 2027 · in 23 days".
 */
final class Occasion {

	/** HTML separator. */
	private const BETWEEN = '<span aria-hidden="true">&nbsp;· </span>';

	/**
	 * Renders the occasion of a registry; an empty text if it has neither occasion nor date.
	 *
	 * @param WP_Post $registry The registry, whose content the visitor may see.
	 */
	public static function of( WP_Post $registry ): string {
		return self::html(
			trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ),
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true )
		);
	}

	/**
	 * Renders the names by which search finds a registry, and its occasion.
	 *
	 * @param WP_Post $registry The registry, whose content the visitor may see.
	 */
	public static function found( WP_Post $registry ): string {
		$names = FoundNames::of( $registry );
		$parts = array( '' === $names ? '' : '<bdi class="largesse-occasion__names">' . FilterShield::text( $names ) . '</bdi>', self::of( $registry ) );
		return implode( self::BETWEEN, array_filter( $parts ) );
	}

	/**
	 * Renders an occasion.
	 *
	 * @param string $type Occasion; may be empty.
	 * @param string $ymd  Date YYYY-MM-DD; may be empty.
	 */
	public static function html( string $type, string $ymd ): string {
		$date  = EventDate::text( $ymd );
		$parts = array(
			'' === $type ? '' : '<bdi class="largesse-occasion__type">' . FilterShield::text( $type ) . '</bdi>',
			'' === $date ? '' : sprintf( '<time datetime="%s">%s</time>', esc_attr( $ymd ), esc_html( $date ) ),
		);
		return implode( self::BETWEEN, array_filter( $parts ) );
	}
}
