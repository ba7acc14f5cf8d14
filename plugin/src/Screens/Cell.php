<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Format\WebAddress;
use Largesse\Html\Template;
use Largesse\Registry\EventDate;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/** Renders cells of tables in wp-admin as HTML. The tables show registries and items. */
final class Cell {

	/** Maximum number of visible characters of an address. */
	private const SHOWN_CHARS = 80;

	/** Renders plain text, or a dash if the text is empty. */
	public static function text( string $text ): string {
		return self::html( $text );
	}

	/** Renders a dash. */
	public static function none(): string {
		return self::html( '' );
	}

	/** Renders the address of an item. The address can be any text, so only http(s) addresses become links. */
	public static function address( ?string $url ): string {
		$url    = (string) $url;
		$shown  = mb_strlen( $url ) > self::SHOWN_CHARS ? mb_substr( $url, 0, self::SHOWN_CHARS ) . '…' : $url;
		$is_web = '' !== WebAddress::of( $url );
		return self::html( $shown, $is_web ? $url : '', $is_web || '' === $url ? '' : __( 'Not an http(s) address', 'largesse' ), rel: 'noopener' );
	}

	/** Renders the address of an item, or a note if the item has no shop. @param array<string, mixed> $item */
	public static function shop( array $item ): string {
		return PlaceholderAddress::is_without_shop( $item ) ? self::html( '', note: __( 'No shop', 'largesse' ) ) : self::address( $item['url'] );
	}

	/** Renders the name of a registry with a link to its screen. */
	public static function registry( int $id ): string {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			/* translators: %d: id of a registry. */
			return self::html( '', note: sprintf( __( 'Registry %d was deleted', 'largesse' ), $id ) );
		}
		$name = self::registry_name( $registry );
		return 'trash' === $registry->post_status
			? self::html( $name, note: __( 'In the trash', 'largesse' ) )
			: self::html( $name, (string) get_edit_post_link( $id, 'raw' ) );
	}

	/** Returns the title of a registry as plain text, or "(no title)" if the title is empty. */
	public static function registry_name( WP_Post $registry ): string {
		$title = trim( RegistryTitle::of( $registry ) );
		return '' === $title ? __( '(no title)', 'largesse' ) : $title;
	}

	/** Returns the visibility of a registry in words. */
	public static function visibility( WP_Post $registry ): string {
		return match ( $registry->post_status ) {
			'publish' => '' === $registry->post_password ? __( 'Public', 'largesse' ) : __( 'Anyone with the password', 'largesse' ),
			'private' => __( 'Invited people only', 'largesse' ),
			'future'  => __( 'Nobody yet: scheduled', 'largesse' ),
			'trash'   => __( 'Nobody: in the trash', 'largesse' ),
			default   => __( 'Nobody yet: draft', 'largesse' ),
		};
	}

	/** Renders a date; a dash for none. @param string $date YYYY-MM-DD; any other stored text is shown unchanged. */
	public static function date( string $date ): string {
		$day = EventDate::day( $date );
		return self::html( '' === $day ? $date : $day, date: '' === $day ? '' : $date );
	}

	/**
	 * Renders a cell.
	 *
	 * @param string $text Plain text; empty for a dash.
	 * @param string $url  Address of a link; empty for none.
	 * @param string $note Remark; may be empty.
	 * @param string $rel  Relation of the link; may be empty.
	 * @param string $date Date of the text as `YYYY-MM-DD`; empty for none.
	 */
	private static function html( string $text, string $url = '', string $note = '', string $rel = '', string $date = '' ): string {
		return Template::render( 'screens/cell', compact( 'text', 'url', 'note', 'rel', 'date' ) );
	}
}
