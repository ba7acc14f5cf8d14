<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Html\Template;

/** Checks whether the theme's copies of templates were made from the templates of this version of the plugin. */
final class TemplateCheck {

	/** Line in the comment at the head of a template. */
	private const VERSION = '/^ \* @version ([0-9a-f]{8})\r?$/m';

	/** Reports outdated copies. Returns null if the theme has no copies. */
	public function check(): ?CheckResult {
		$find     = static fn ( string $folder ): array => (array) glob( "{$folder}/*/*.php" );
		$copies   = array_merge( ...array_map( $find, Template::theme_folders() ) );
		$outdated = array_filter( $copies, self::is_outdated( ... ) );
		if ( array() === $copies ) {
			return null;
		}
		if ( array() === $outdated ) {
			return CheckResult::good(
				__( 'The theme’s copies of templates are up to date', 'largesse' ),
				__( 'The plugin has not changed these templates since the theme copied them.', 'largesse' )
			);
		}
		return CheckResult::recommended(
			__( 'The theme has outdated copies of templates', 'largesse' ),
			sprintf(
				/* translators: %s: names of templates. */
				__( 'The plugin has changed these templates since the theme copied them: %s.', 'largesse' ),
				implode( ', ', array_map( self::name( ... ), $outdated ) )
			),
			__( 'Compare each copy with the plugin’s template, take over the changes, and copy the line “@version”.', 'largesse' )
		);
	}

	private static function is_outdated( string $copy ): bool {
		return self::version( $copy ) !== self::version( Template::file_of_plugin( self::name( $copy ) ) );
	}

	/** Returns the name of a template by the path of its copy. */
	private static function name( string $file ): string {
		return basename( dirname( $file ) ) . '/' . basename( $file, '.php' );
	}

	/** Returns the version in a file; '' for none. */
	private static function version( string $file ): string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of the site.
		$source = is_file( $file ) ? (string) file_get_contents( $file ) : '';
		return preg_match( self::VERSION, $source, $found ) ? $found[1] : '';
	}
}
