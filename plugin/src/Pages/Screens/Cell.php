<?php
declare( strict_types=1 );

namespace Largesse\Pages\Screens;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Html\Template;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Wish;
use WP_Post;

/** Renders cells of tables in wp-admin as HTML. The tables show registries and items. */
final class Cell {

	/** Maximum number of visible characters of an address. */
	private const SHOWN_CHARS = 80;

	/** Renders plain text, or a dash if it is empty. `$url` is the address of a link, `$date` is YYYY-MM-DD. */
	public static function text(
		string $text,
		string $url = '',
		string $note = '',
		string $rel = '',
		string $date = ''
	): string {
		return Template::render( 'screens/cell', compact( 'text', 'url', 'note', 'rel', 'date' ) );
	}

	/** Renders the address of an item. The address can be any text, so only http(s) addresses become links. */
	public static function address( ?string $url ): string {
		$url    = (string) $url;
		$shown  = mb_strlen( $url ) > self::SHOWN_CHARS ? mb_substr( $url, 0, self::SHOWN_CHARS ) . '…' : $url;
		$is_web = '' !== WebAddress::of( $url );
		return self::text(
			$shown,
			$is_web ? $url : '',
			$is_web || '' === $url ? '' : __( 'Not an http(s) address', 'largesse' ),
			rel: 'noopener'
		);
	}

	/** Renders the address of an item, or a note if the item has no shop. */
	public static function shop( array $item ): string {
		return Wish::is_without_shop( $item )
			? self::text( '', note: __( 'No shop', 'largesse' ) )
			: self::address( $item['url'] );
	}

	/** Renders the name of a registry with a link to its screen. */
	public static function registry( int $id ): string {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			/* translators: %d: id of a registry. */
			return self::text( '', note: sprintf( __( 'Registry %d was deleted', 'largesse' ), $id ) );
		}
		$name = self::registry_name( $registry );
		return 'trash' === $registry->post_status
			? self::text( $name, note: __( 'In the trash', 'largesse' ) )
			: self::text( $name, (string) get_edit_post_link( $id, 'raw' ) );
	}

	/** Returns the title of a registry as plain text, or "(no title)" if the title is empty. */
	public static function registry_name( WP_Post $registry ): string {
		$title = trim( Registries::title( $registry ) );
		return '' === $title ? __( '(no title)', 'largesse' ) : $title;
	}

	/** Returns the visibility of a registry in words. */
	public static function visibility( WP_Post $registry ): string {
		return match ( $registry->post_status ) {
			'publish' => '' === $registry->post_password
				? __( 'Public', 'largesse' )
				: __( 'Anyone with the password', 'largesse' ),
			'private' => __( 'Private', 'largesse' ),
			'future'  => __( 'Nobody yet: scheduled', 'largesse' ),
			'trash'   => __( 'Nobody: in the trash', 'largesse' ),
			default   => __( 'Nobody yet: draft', 'largesse' ),
		};
	}

	/** Renders a date; a dash for none. @param string $date YYYY-MM-DD; any other stored text is shown unchanged. */
	public static function date( string $date ): string {
		$day = Occasion::day( $date );
		return self::text( '' === $day ? $date : $day, date: '' === $day ? '' : $date );
	}
}
