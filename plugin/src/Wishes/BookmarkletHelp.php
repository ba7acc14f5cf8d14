<?php
declare( strict_types=1 );

namespace Largesse\Wishes;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;

/** Prints instructions for adding wishes from shops: by bookmark, share sheet, or a shortcut on iPhone and iPad. */
final class BookmarkletHelp {

	/** Script of the bookmark, inside the plugin's folder. */
	private const SCRIPT = 'build/bookmarklet.js';

	/** Placeholder in the script for the address of the page with the form for a wish. */
	private const ADDRESS = '"%ADDRESS%"';

	/** Placeholder in the script for the message that the bookmark shows on this site. */
	private const HINT = '"%HINT%"';

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

	/** Returns the bookmark as an address; '' if the script is missing. */
	private static function bookmark(): string {
		$file = dirname( __DIR__, 2 ) . '/' . self::SCRIPT;
		if ( ! is_readable( $file ) ) {
			return '';
		}
		$texts = array(
			self::ADDRESS => (string) wp_json_encode( OwnerPage::url() ),
			self::HINT    => (string) wp_json_encode( __( 'Drag this button to the bookmarks bar, and press it on a shop’s page.', 'largesse' ) ),
		);
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of the plugin.
		return 'javascript:' . rawurlencode( trim( strtr( (string) file_get_contents( $file ), $texts ) ) );
	}
}
