<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Html\FilterShield;
use Largesse\Registry\Occasion;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Shows what a registry is called, what it is for, and what its owners tell.
 */
final class RegistryHeader {

	/**
	 * Renders the header of a registry. Of one with a password it tells no more than the title.
	 *
	 * @param int     $level      Level of the title as a heading; 0 for none.
	 * @param bool    $is_open    Whether the visitor may look inside.
	 * @param string  $manage_url Where the visitor may edit it; empty if they may not.
	 */
	public static function of( WP_Post $registry, int $level, bool $is_open, string $manage_url ): string {
		return self::html(
			RegistryTitle::of( $registry ),
			$level,
			$is_open ? Occasion::of( $registry ) : '',
			( $is_open ? StoryHtml::of( $registry ) : '' ) . self::for_owner( $registry, $manage_url )
		);
	}

	/**
	 * Renders what a registry is called, and nothing else.
	 *
	 * @param int $level Level of the title as a heading; 0 for none.
	 */
	public static function title( WP_Post $registry, int $level ): string {
		return self::html( RegistryTitle::of( $registry ), $level, '', '' );
	}

	/**
	 * Renders a header.
	 *
	 * @param string $title    Plain text.
	 * @param int    $level    Level of the title as a heading; 0 for none.
	 * @param string $occasion HTML.
	 * @param string $rest     HTML.
	 */
	public static function html( string $title, int $level, string $occasion, string $rest ): string {
		$html = ( '' === $occasion ? '' : '<p class="largesse-registry__occasion">' . $occasion . '</p>' )
			. ( 0 === $level ? '' : sprintf( '<h%1$d class="largesse-registry__title" dir="auto">%2$s</h%1$d>', $level, FilterShield::text( $title ) ) )
			. $rest;
		return '' === $html ? '' : '<header class="largesse-registry__header">' . $html . '</header>';
	}

	/**
	 * Renders what is only for people who may edit the registry.
	 *
	 * @param string $manage_url Where they do so; an empty text for everybody else.
	 */
	private static function for_owner( WP_Post $registry, string $manage_url ): string {
		if ( '' === $manage_url ) {
			return '';
		}
		return sprintf(
			'<p class="largesse-registry__owner"><a class="wp-element-button largesse-registry__edit" href="%s">%s</a>%s</p>',
			esc_url( $manage_url ),
			esc_html__( 'Edit this registry', 'largesse' ),
			'private' === $registry->post_status ? ' <span>' . esc_html__( 'Only the people whom you invite can see it, and whoever has your family link.', 'largesse' ) . '</span>' : ''
		);
	}
}
