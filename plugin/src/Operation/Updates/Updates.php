<?php
declare( strict_types=1 );

namespace Largesse\Operation\Updates;

use Largesse\Foundation\Html\Template;
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

	private const COMPONENTS = array( 'plugin', 'theme' );

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
			// WordPress uses the same functions to find the host.
			$own = (string) wp_parse_url( sanitize_url( self::update_uri( 'plugin' ) ), PHP_URL_HOST );
			foreach ( array_unique( array( $own, 'false' ) ) as $host ) {
				add_filter( "update_plugins_{$host}", array( $this, 'plugin' ), 10, 3 );
				add_filter( "update_themes_{$host}", array( $this, 'theme' ), 10, 3 );
			}
		}
		return $updates;
	}

	/** Returns the newest release of the plugin. WordPress compares this release with the installed version. */
	public function plugin( mixed $update, array $header, string $plugin ): mixed {
		$is_ours = plugin_basename( Plugin::file() ) === $plugin;
		return ( $is_ours ? $this->offer( 'plugin', $header, array( 'slug' => Release::SLUG ) ) : null ) ?? $update;
	}

	/** Returns the newest release of the theme, as `plugin()` does. */
	public function theme( mixed $update, array $header, string $stylesheet ): mixed {
		$more = array(
			'theme' => Release::SLUG,
			'url'   => self_admin_url( 'plugin-install.php?tab=plugin-information&section=changelog&plugin=' . self::THEME_DETAILS ),
		);
		return ( Release::SLUG === $stylesheet ? $this->offer( 'theme', $header, $more ) : null ) ?? $update;
	}

	/**
	 * Returns the content of "View details".
	 *
	 * @param mixed $asked  Arguments of the request, with the plugin's slug.
	 */
	public function details( mixed $result, mixed $action, mixed $asked ): mixed {
		$slug = is_object( $asked ) ? $asked->slug ?? '' : '';
		if ( 'plugin_information' !== $action || ! in_array( $slug, array( Release::SLUG, self::THEME_DETAILS ), true ) ) {
			return $result;
		}
		$is_theme = self::THEME_DETAILS === $slug;
		$release  = $this->newest( $is_theme ? 'theme' : 'plugin' );
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
	 * Fetches the package of an offered release, with a check of its signature. Newer versions of WordPress check no
	 * signatures of plugins and themes themselves. Ignores packages from other folders.
	 */
	public function download( mixed $reply, mixed $package ): mixed {
		$is_ours = false === $reply && is_string( $package ) && $this->is_ours( $package );
		return $is_ours ? $this->releases->fetch( $package ) : $reply;
	}

	/**
	 * Returns the newest release if this site's WordPress is new enough for the release; otherwise null. WordPress
	 * itself checks the version of PHP.
	 *
	 * @return array<string, string>|null
	 */
	private function offer( string $component, array $header, array $more ): ?array {
		$release = $this->releases->newest( $component, (string) ( $header['UpdateURI'] ?? '' ) );
		return null !== $release && is_wp_version_compatible( $release->offer['requires'] ) ? $release->offer + $more : null;
	}

	/** Checks whether a package is an offered update, or in the folder of our releases. */
	private function is_ours( string $package ): bool {
		$offered = array(
			get_site_transient( 'update_plugins' )->response[ plugin_basename( Plugin::file() ) ]->package ?? null,
			get_site_transient( 'update_themes' )->response[ Release::SLUG ]['package'] ?? null,
		);
		foreach ( self::COMPONENTS as $component ) {
			if ( $this->releases->is_in_folder( $package, $component, self::update_uri( $component ) ) ) {
				return true;
			}
		}
		return str_starts_with( basename( $package ), Release::SLUG . '-' ) && in_array( $package, $offered, true );
	}

	private function newest( string $component ): ?Release {
		return $this->releases->newest( $component, self::update_uri( $component ) );
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

	/** Returns the `Update URI` in the header of the plugin or, if it is installed, of the theme. */
	private static function update_uri( string $component ): string {
		return 'theme' === $component
			? (string) wp_get_theme( Release::SLUG )->get( 'UpdateURI' )
			: get_file_data( Plugin::file(), array( 'uri' => 'Update URI' ) )['uri'];
	}
}
