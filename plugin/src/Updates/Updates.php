<?php
declare( strict_types=1 );

namespace Largesse\Updates;

use Largesse\Html\Template;
use Largesse\Plugin;
use stdClass;

/**
 * Offers new releases of the plugin and its theme. Packages for WordPress's directory do not contain this folder.
 * WordPress searches for updates twice a day. It calls this class during these searches and in wp-admin, but never for
 * a visitor's page.
 */
final class Updates {

	/**
	 * Slug for the details of the theme. WordPress shows details only of plugins, so this is the slug of a plugin that
	 * does not exist.
	 */
	private const THEME_DETAILS = 'largesse-theme';

	/** Whether `add_sources()` has added its filters. */
	private bool $has_sources = false;

	public function __construct( private readonly ReleaseSource $releases ) {}

	/**
	 * Adds the filters that WordPress calls for updates. The name of each filter ends with the host in the header
	 * `Update URI`. In packages that users build themselves, the header is `false`, so the name ends with `false`.
	 *
	 * @param mixed $updates Returned unchanged.
	 */
	public function add_sources( mixed $updates ): mixed {
		if ( ! $this->has_sources ) {
			$this->has_sources = true;
			foreach ( array_unique( array( self::host( $this->update_uri() ), 'false' ) ) as $host ) {
				add_filter( "update_plugins_{$host}", array( $this, 'plugin' ), 10, 3 );
				add_filter( "update_themes_{$host}", array( $this, 'theme' ), 10, 3 );
			}
		}
		return $updates;
	}

	/**
	 * Returns the newest release of the plugin. WordPress compares this release with the installed version.
	 *
	 * @param mixed $update Update from another filter.
	 * @param mixed $header Header of a plugin.
	 * @param mixed $plugin Path of the plugin's main file.
	 */
	public function plugin( mixed $update, mixed $header, mixed $plugin ): mixed {
		if ( plugin_basename( Plugin::file() ) !== $plugin || ! is_array( $header ) ) {
			return $update;
		}
		$release = $this->offered( 'plugin', (string) ( $header['UpdateURI'] ?? '' ) );
		return $release ? $release->offer + array( 'slug' => Release::SLUG ) : $update;
	}

	/**
	 * Returns the newest release of the theme. WordPress compares this release with the installed version.
	 *
	 * @param mixed $update     Update from another filter.
	 * @param mixed $header     Header of a theme.
	 * @param mixed $stylesheet Slug of the theme.
	 */
	public function theme( mixed $update, mixed $header, mixed $stylesheet ): mixed {
		if ( Release::SLUG !== $stylesheet || ! is_array( $header ) ) {
			return $update;
		}
		$release = $this->offered( 'theme', (string) ( $header['UpdateURI'] ?? '' ) );
		return $release ? $release->offer + array(
			'theme' => Release::SLUG,
			'url'   => self_admin_url( 'plugin-install.php?tab=plugin-information&section=changelog&plugin=' . self::THEME_DETAILS ),
		) : $update;
	}

	/**
	 * Returns the content of "View details".
	 *
	 * @param mixed $result Content from another filter.
	 * @param mixed $action Type of information.
	 * @param mixed $asked  Arguments of the request, with the plugin's slug.
	 */
	public function details( mixed $result, mixed $action, mixed $asked ): mixed {
		$slug = is_object( $asked ) ? $asked->slug ?? '' : '';
		if ( 'plugin_information' !== $action || ! in_array( $slug, array( Release::SLUG, self::THEME_DETAILS ), true ) ) {
			return $result;
		}
		$is_theme = self::THEME_DETAILS === $slug;
		$release  = $this->releases->newest( $is_theme ? 'theme' : 'plugin', $is_theme ? self::themes_update_uri() : $this->update_uri() );
		if ( null === $release ) {
			return $result;
		}
		$details                = new stdClass();
		$details->name          = $is_theme ? __( 'Largesse (theme)', 'largesse' ) : __( 'Largesse', 'largesse' );
		$details->slug          = $slug;
		$details->version       = $release->offer['version'];
		$details->requires      = $release->offer['requires'];
		$details->tested        = $release->offer['tested'];
		$details->requires_php  = $release->offer['requires_php'];
		$details->last_updated  = $release->released;
		$details->external      = true; // The release has no page in WordPress's directory.
		$details->download_link = $is_theme ? '' : $release->offer['package'];
		$details->sections      = array( 'changelog' => self::html( $release ) );
		return $details;
	}

	/**
	 * Fetches the package of an offered release, and verifies it. Refuses other packages from the folder of our
	 * releases, because WordPress would install them without a check. Ignores packages from other folders.
	 *
	 * @param mixed $reply   File from another filter.
	 * @param mixed $package Address of the package.
	 */
	public function download( mixed $reply, mixed $package ): mixed {
		$may_be = false === $reply && is_string( $package ) && str_starts_with( basename( $package ), Release::SLUG . '-' );
		$signed = $may_be ? $this->signed( $package ) ?? $this->unsigned( $package ) : null;
		return null === $signed ? $reply : $this->releases->fetch( (string) $package, $signed );
	}

	/**
	 * Returns the newest release if this site's WordPress is new enough for the release. WordPress itself checks the
	 * version of PHP.
	 */
	private function offered( string $component, string $update_uri ): ?Release {
		$release = $this->releases->newest( $component, $update_uri );
		return null !== $release && is_wp_version_compatible( $release->offer['requires'] ) ? $release : null;
	}

	/**
	 * Returns the signed checksums of a package. The package must belong to an offered update or to the newest release.
	 * Returns null for other packages.
	 */
	private function signed( string $package ): ?SignedChecksums {
		$plugins = get_site_transient( 'update_plugins' );
		$themes  = get_site_transient( 'update_themes' );
		foreach ( array( $plugins->response[ plugin_basename( Plugin::file() ) ] ?? null, $themes->response[ Release::SLUG ] ?? null ) as $offer ) {
			$offer = (array) $offer;
			if ( ( $offer['package'] ?? null ) === $package ) {
				return $this->releases->signed( (string) ( $offer['checksums'] ?? '' ), (string) ( $offer['signature'] ?? '' ) );
			}
		}
		foreach ( $this->update_uris() as $component => $update_uri ) {
			$offer = $this->releases->newest( $component, $update_uri )?->offer;
			if ( ( $offer['package'] ?? null ) === $package ) {
				return $this->releases->signed( $offer['checksums'], $offer['signature'] );
			}
		}
		return null;
	}

	/**
	 * Returns empty checksums for a package in the folder of our releases, so that its verification fails. Returns null
	 * for packages in other folders.
	 */
	private function unsigned( string $package ): ?SignedChecksums {
		foreach ( $this->update_uris() as $component => $update_uri ) {
			if ( $this->releases->is_in_folder( $package, $component, $update_uri ) ) {
				return $this->releases->signed( '', '' );
			}
		}
		return null;
	}

	/** @return array{plugin: string, theme: string} */
	private function update_uris(): array {
		return array(
			'plugin' => $this->update_uri(),
			'theme'  => self::themes_update_uri(),
		);
	}

	private static function html( Release $release ): string {
		$sections = array();
		foreach ( $release->notes as $kind => $texts ) {
			$heading = match ( $kind ) {
				'breaking' => __( 'Breaking', 'largesse' ),
				'new'      => __( 'New', 'largesse' ),
				'fixed'    => __( 'Fixed', 'largesse' ),
				default    => __( 'Changed', 'largesse' ),
			};

			$sections[ $heading ] = $texts;
		}
		return Template::render(
			'updates/notes',
			array(
				'version'  => $release->offer['version'],
				'sections' => $sections,
			)
		);
	}

	private function update_uri(): string {
		return get_file_data( Plugin::file(), array( 'uri' => 'Update URI' ) )['uri'];
	}

	/** Returns the `Update URI` in the theme's header, if the theme is installed. */
	private static function themes_update_uri(): string {
		return (string) wp_get_theme( Release::SLUG )->get( 'UpdateURI' );
	}

	/** Returns the host of an `Update URI`. WordPress uses the same functions to find the host. */
	private static function host( string $update_uri ): string {
		return (string) wp_parse_url( sanitize_url( $update_uri ), PHP_URL_HOST );
	}
}
