<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Finding\FoundNames;
use Largesse\Html\FilterShield;
use WP_Post;

/**
 * Renders what a registry is for, and when: "Wedding · 12 June 2027 · in 23 days".
 */
final class Occasion {

	/** HTML between the parts. */
	private const BETWEEN = '<span aria-hidden="true">&nbsp;· </span>';

	/**
	 * Renders the occasion of a registry; an empty text if the owner named neither occasion nor date.
	 *
	 * @param WP_Post $registry The registry, which is open to the visitor.
	 */
	public static function of( WP_Post $registry ): string {
		return self::html(
			trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ),
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true )
		);
	}

	/**
	 * Renders the names by which a registry is found, and its occasion.
	 *
	 * @param WP_Post $registry The registry, which is open to the visitor.
	 */
	public static function found( WP_Post $registry ): string {
		$names = FoundNames::of( $registry );
		$parts = array( '' === $names ? '' : '<bdi class="largesse-occasion__names">' . FilterShield::text( $names ) . '</bdi>', self::of( $registry ) );
		return implode( self::BETWEEN, array_filter( $parts ) );
	}

	/**
	 * Renders an occasion.
	 *
	 * @param string $type What it is; may be empty.
	 * @param string $ymd  When it is; may be empty.
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
