<?php
declare( strict_types=1 );

namespace Largesse\Updates;

use Largesse\Plugin;
use stdClass;

/**
 * Offers new releases of the plugin and its theme in WordPress, on sites that did not get them from its directory, whose
 * packages leave this folder out. WordPress asks when it looks for updates anyway, twice a day, and never for a page of
 * a visitor.
 */
final class Updates {

	/** Slug under which the details of the theme are shown: WordPress has such a window for plugins alone. */
	private const THEME_DETAILS = 'largesse-theme';

	/**
	 * True once the filters are added.
	 *
	 * @var bool
	 */
	private bool $has_sources = false;

	public function __construct( private readonly Source $source ) {}

	/**
	 * Adds the filters with which WordPress asks for updates, before it looks for any. WordPress names them after the host
	 * in the header `Update URI`, which is `false` in a package that somebody built.
	 *
	 * @param mixed $updates Passed through.
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
	 * Returns the newest release of the plugin, for WordPress to compare.
	 *
	 * @param mixed $update What others offer.
	 * @param mixed $header What stands at the head of a plugin.
	 * @param mixed $plugin Which plugin it is.
	 */
	public function plugin( mixed $update, mixed $header, mixed $plugin ): mixed {
		if ( plugin_basename( Plugin::file() ) !== $plugin || ! is_array( $header ) ) {
			return $update;
		}
		$release = $this->offered( 'plugin', (string) ( $header['UpdateURI'] ?? '' ) );
		return $release ? $release->offer() + array( 'slug' => Release::SLUG ) : $update;
	}

	/**
	 * Does the same for the theme.
	 *
	 * @param mixed $update     What others offer.
	 * @param mixed $header     What stands at the head of a theme.
	 * @param mixed $stylesheet Which theme it is.
	 */
	public function theme( mixed $update, mixed $header, mixed $stylesheet ): mixed {
		if ( Release::SLUG !== $stylesheet || ! is_array( $header ) ) {
			return $update;
		}
		$release = $this->offered( 'theme', (string) ( $header['UpdateURI'] ?? '' ) );
		return $release ? $release->offer() + array(
			'theme' => Release::SLUG,
			'url'   => self_admin_url( 'plugin-install.php?tab=plugin-information&section=changelog&plugin=' . self::THEME_DETAILS ),
		) : $update;
	}

	/**
	 * Returns what "View details" shows.
	 *
	 * @param mixed $result What others show.
	 * @param mixed $action What is asked for.
	 * @param mixed $asked  Of which plugin.
	 */
	public function details( mixed $result, mixed $action, mixed $asked ): mixed {
		$slug = is_object( $asked ) ? $asked->slug ?? '' : '';
		if ( 'plugin_information' !== $action || ! in_array( $slug, array( Release::SLUG, self::THEME_DETAILS ), true ) ) {
			return $result;
		}
		$is_theme = self::THEME_DETAILS === $slug;
		$release  = $this->source->newest( $is_theme ? 'theme' : 'plugin', $is_theme ? self::themes_update_uri() : $this->update_uri() );
		if ( null === $release ) {
			return $result;
		}
		$details                = new stdClass();
		$details->name          = $is_theme ? __( 'Largesse (theme)', 'largesse' ) : __( 'Largesse', 'largesse' );
		$details->slug          = $slug;
		$details->version       = $release->version;
		$details->requires      = $release->requires;
		$details->tested        = $release->tested;
		$details->requires_php  = $release->requires_php;
		$details->last_updated  = $release->released;
		$details->external      = true; // It has no page in WordPress's directory.
		$details->download_link = $is_theme ? '' : $release->package;
		$details->sections      = array( 'changelog' => self::html( $release ) );
		return $details;
	}

	/**
	 * Fetches the package of a release, and hands WordPress only the one that was released. Packages from elsewhere are
	 * not its business.
	 *
	 * @param mixed $reply   What others have fetched.
	 * @param mixed $package Address of the package.
	 */
	public function download( mixed $reply, mixed $package ): mixed {
		$may_be = false === $reply && is_string( $package ) && str_starts_with( basename( $package ), Release::SLUG . '-' );
		$sha256 = $may_be ? $this->checksum( $package ) : null;
		return null === $sha256 ? $reply : $this->source->fetch( (string) $package, $sha256 );
	}

	/** Returns the newest release if this site's WordPress is new enough for it. PHP's age WordPress tells itself. */
	private function offered( string $component, string $update_uri ): ?Release {
		$release = $this->source->newest( $component, $update_uri );
		return null !== $release && is_wp_version_compatible( $release->requires ) ? $release : null;
	}

	/** Returns the checksum of a package of ours: as it was offered, or as it stands in what is known of releases. */
	private function checksum( string $package ): ?string {
		$plugins = get_site_transient( 'update_plugins' );
		$themes  = get_site_transient( 'update_themes' );
		foreach ( array( $plugins->response[ plugin_basename( Plugin::file() ) ] ?? null, $themes->response[ Release::SLUG ] ?? null ) as $offer ) {
			$offer = (array) $offer;
			if ( ( $offer['package'] ?? null ) === $package && is_string( $offer['sha256'] ?? null ) ) {
				return $offer['sha256'];
			}
		}
		foreach ( array( 'plugin' => $this->update_uri(), 'theme' => self::themes_update_uri() ) as $component => $update_uri ) { // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing.AssociativeArrayFound -- As short as it is.
			$release = $this->source->newest( $component, $update_uri );
			if ( $release?->package === $package ) {
				return $release->sha256;
			}
		}
		return null;
	}

	/** Renders the notes of a release. */
	private static function html( Release $release ): string {
		$html = sprintf( '<h4>%s</h4>', esc_html( $release->version ) );
		foreach ( $release->notes as $kind => $texts ) {
			$heading = match ( $kind ) {
				'breaking' => __( 'Breaking', 'largesse' ),
				'new'      => __( 'New', 'largesse' ),
				'fixed'    => __( 'Fixed', 'largesse' ),
				default    => __( 'Changed', 'largesse' ),
			};
			$items = array_map( static fn ( string $text ): string => '<li>' . esc_html( $text ) . '</li>', $texts );
			$html .= sprintf( '<p><strong>%s</strong></p><ul>%s</ul>', esc_html( $heading ), implode( '', $items ) );
		}
		return $html;
	}

	/** Returns the `Update URI` at the head of the plugin. */
	private function update_uri(): string {
		return get_file_data( Plugin::file(), array( 'uri' => 'Update URI' ) )['uri'];
	}

	/** Returns the one at the head of the theme, if it is installed. */
	private static function themes_update_uri(): string {
		return (string) wp_get_theme( Release::SLUG )->get( 'UpdateURI' );
	}

	/** Returns the host that WordPress reads out of an `Update URI`. */
	private static function host( string $update_uri ): string {
		return (string) wp_parse_url( sanitize_url( $update_uri ), PHP_URL_HOST );
	}
}
