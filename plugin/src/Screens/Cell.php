<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Format\WebAddress;
use Largesse\Html\Escape;
use Largesse\Registry\EventDate;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Renders what the tables of wp-admin show of registries and items, as HTML.
 */
final class Cell {

	/** Characters of an address that are shown. */
	private const SHOWN_CHARS = 80;

	/** Renders plain text, or that there is none. */
	public static function text( string $text ): string {
		return '' === $text ? self::none() : '<bdi>' . Escape::html( $text ) . '</bdi>';
	}

	/** Renders what stands where there is nothing. */
	public static function none(): string {
		return '<span aria-hidden="true">—</span><span class="screen-reader-text">' . esc_html__( 'None', 'largesse' ) . '</span>';
	}

	/** Renders what an item says as an address, which is free text: only what is an address of the web becomes a link. */
	public static function address( ?string $url ): string {
		$url = (string) $url;
		if ( '' === $url ) {
			return self::none();
		}
		$shown = self::text( mb_strlen( $url ) > self::SHOWN_CHARS ? mb_substr( $url, 0, self::SHOWN_CHARS ) . '…' : $url );
		if ( '' !== WebAddress::of( $url ) ) {
			return sprintf( '<a href="%s" rel="noopener">%s</a>', esc_url( $url, array( 'http', 'https' ) ), $shown );
		}
		return sprintf( '%s<br /><em>%s</em>', $shown, esc_html__( 'Not an http(s) address', 'largesse' ) );
	}

	/**
	 * Renders the address of an item, or that its owner wishes for it without a shop.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	public static function shop( array $item ): string {
		return OwnAddress::is( $item ) ? '<em>' . esc_html__( 'No shop', 'largesse' ) . '</em>' : self::address( $item['url'] );
	}

	/** Renders the name of a registry, which leads to its screen. */
	public static function registry( int $id ): string {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			/* translators: %d: id of a registry. */
			return '<em>' . esc_html( sprintf( __( 'Registry %d is gone', 'largesse' ), $id ) ) . '</em>';
		}
		$name = self::text( self::registry_name( $registry ) );
		if ( 'trash' === $registry->post_status ) {
			return $name . '<br /><em>' . esc_html__( 'In the trash', 'largesse' ) . '</em>';
		}
		$url = get_edit_post_link( $id, 'raw' );
		return null === $url ? $name : sprintf( '<a href="%s">%s</a>', esc_url( $url ), $name );
	}

	/** Returns the title of a registry as plain text, or what stands for it. */
	public static function registry_name( WP_Post $registry ): string {
		$title = trim( RegistryTitle::of( $registry ) );
		return '' === $title ? __( '(no title)', 'largesse' ) : $title;
	}

	/** Returns in words who sees a registry. */
	public static function visibility( WP_Post $registry ): string {
		return match ( $registry->post_status ) {
			'publish' => '' === $registry->post_password ? __( 'Everybody', 'largesse' ) : __( 'Anyone with the password', 'largesse' ),
			'private' => __( 'Invited people', 'largesse' ),
			'future'  => __( 'Nobody yet: scheduled', 'largesse' ),
			'trash'   => __( 'Nobody: in the trash', 'largesse' ),
			default   => __( 'Nobody yet: draft', 'largesse' ),
		};
	}

	/**
	 * Renders a date as the site writes dates, or that there is none.
	 *
	 * @param string $date YYYY-MM-DD, or something else that was stored, which is shown as it stands.
	 */
	public static function date( string $date ): string {
		$day = EventDate::day( $date );
		return '' === $day ? self::text( $date ) : sprintf( '<time datetime="%s">%s</time>', esc_attr( $date ), esc_html( $day ) );
	}
}
