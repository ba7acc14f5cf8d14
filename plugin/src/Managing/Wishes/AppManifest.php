<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\Foundation\Html\Template;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\RegistryPostType;

/**
 * Makes the site installable on phones. An installed site appears in the share sheet of the phone, and shared content
 * fills the form for a wish. The web app manifest declares both features (https://www.w3.org/TR/appmanifest/,
 * https://w3c.github.io/web-share-target/).
 */
final class AppManifest {

	/** Parameter of the manifest's address. */
	public const PARAMETER = 'largesse-app';

	/** The plugin's own icons, by size in pixels. Phones may crop the edges of these icons. */
	private const ICONS = array(
		192 => 'assets/app-192.png',
		512 => 'assets/app-512.png',
	);

	/** Seconds for which browsers may cache the manifest. */
	private const MAX_AGE_S = 3600;

	/** Maximum length of the name below an icon; phones truncate longer names. */
	private const SHORT_NAME_CHARS = 12;

	/** Prints the link to the manifest on the page My registries and, for members, on the pages of registries. */
	public static function show_link(): void {
		$is_ours = OwnerPage::is_shown() || ( is_user_logged_in() && is_singular( RegistryPostType::NAME ) );
		if ( $is_ours && OwnerPage::exists() ) {
			$link = array(
				'rel' => 'manifest',
				'url' => self::url(),
			);
			Template::print( 'html/head-link', $link );
		}
	}

	/** Sends the manifest if this request asks for the manifest. */
	public static function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Everybody may read it.
		if ( ! isset( $_GET[ self::PARAMETER ] ) || ! is_front_page() || ! OwnerPage::exists() ) {
			return;
		}
		status_header( 200 );
		header( 'Content-Type: application/manifest+json; charset=utf-8' );
		header( 'Cache-Control: public, max-age=' . self::MAX_AGE_S );
		echo wp_json_encode( self::manifest(), JSON_UNESCAPED_SLASHES );
		exit;
	}

	private static function url(): string {
		return add_query_arg( self::PARAMETER, '1', home_url( '/' ) );
	}

	/** @return array<string, mixed> */
	private static function manifest(): array {
		$name = wp_specialchars_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES );
		$name = '' === trim( $name ) ? (string) wp_parse_url( home_url(), PHP_URL_HOST ) : $name;
		return array(
			'id'               => self::url(),
			'name'             => $name,
			'short_name'       => mb_strlen( $name ) > self::SHORT_NAME_CHARS ? __( 'My wishes', 'largesse' ) : $name,
			'lang'             => get_bloginfo( 'language' ),
			'dir'              => is_rtl() ? 'rtl' : 'ltr',
			'start_url'        => OwnerPage::url(),
			'scope'            => home_url( '/' ),
			'display'          => 'minimal-ui',
			'background_color' => '#ffffff',
			'theme_color'      => '#ffffff',
			'icons'            => self::icons(),
			'share_target'     => array(
				// Browsers would drop a query string here, so the address is the front page. IncomingWishes redirects from
				// there to My registries.
				'action' => home_url( '/' ),
				'method' => 'GET',
				'params' => array(
					'title' => IncomingWish::NAME,
					'text'  => IncomingWish::TEXT,
					'url'   => IncomingWish::URL,
				),
			),
		);
	}

	/** @return list<array<string, string>> Site's icon or, if the site has none, the plugin's icons. */
	private static function icons(): array {
		$icons  = array();
		$folder = dirname( __DIR__, 3 );
		foreach ( self::ICONS as $side => $path ) {
			$own     = has_site_icon() ? get_site_icon_url( $side ) : '';
			$icons[] = array(
				'src'     => '' === $own ? plugins_url( $path, "{$folder}/largesse.php" ) : $own,
				'sizes'   => "{$side}x{$side}",
				'purpose' => '' === $own ? 'any maskable' : 'any',
			);
		}
		return $icons;
	}
}
