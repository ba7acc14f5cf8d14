<?php
declare( strict_types=1 );

namespace Largesse\Wishes;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;

/** Prints instructions for adding wishes from shops: by bookmark, share sheet, or a shortcut on iPhone and iPad. */
final class BookmarkletHelp {

	/** Prints the section. */
	public static function show(): void {
		Template::print(
			'wishes/bookmarklet-help',
			array(
				'address'  => OwnerPage::url(),
				'bookmark' => self::bookmark(),
				'stem'     => self::url_prefix(),
			)
		);
	}

	/** Beginning of the form's address. The shop's follows unencoded, as the fragment (see IncomingWishRedirect). */
	private static function url_prefix(): string {
		return add_query_arg( IncomingWish::URL, '', OwnerPage::url() ) . '=#';
	}

	/** Returns the bookmark as an address. Its script has placeholders for the address of the form and for a hint. */
	private static function bookmark(): string {
		$texts = array(
			'"%ADDRESS%"' => (string) wp_json_encode( OwnerPage::url() ),
			'"%HINT%"'    => (string) wp_json_encode( __( 'Drag this button to the bookmarks bar, and press it on a shop’s page.', 'largesse' ) ),
		);
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of the plugin.
		$script = (string) file_get_contents( dirname( __DIR__, 2 ) . '/build/bookmarklet.js' );
		return 'javascript:' . rawurlencode( trim( strtr( $script, $texts ) ) );
	}
}
