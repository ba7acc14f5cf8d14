<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Html\Template;

/**
 * Checks whether the theme's copies of templates work, and were made from the templates of this version of the plugin.
 */
final class TemplateCheck {

	/** Option with the hashes of copies that have thrown, by name of the template. */
	public const FAILED = 'largesse_failed_templates';

	/** Line in the comment at the head of a template. */
	private const VERSION = '/^ \* @version ([0-9a-f]{8})\r?$/m';

	/** Records that a copy has thrown. @param string $file Path of the copy. */
	public static function record_failure( string $name, string $file ): void {
		$known = self::failures();
		$hash  = self::hash( $file );
		if ( $hash !== ( $known[ $name ] ?? null ) ) {
			update_option( self::FAILED, array( $name => $hash ) + $known, false );
		}
	}

	/** Reports copies that throw, and outdated copies. Returns null if the theme has no copies. */
	public function check(): ?CheckResult {
		$find     = static fn ( string $folder ): array => (array) glob( "{$folder}/*/*.php" );
		$copies   = array_merge( ...array_map( $find, Template::theme_folders() ) );
		$outdated = array_filter( $copies, self::is_outdated( ... ) );
		if ( array() === $copies ) {
			return null;
		}
		// A copy that has changed since it failed may work now.
		$failures = self::failures();
		$failed   = array_filter(
			$copies,
			static fn ( string $copy ): bool => self::hash( $copy ) === ( $failures[ self::name( $copy ) ] ?? null )
		);
		if ( array() !== $failed ) {
			return CheckResult::critical(
				__( 'The theme has copies of templates that fail', 'largesse' ),
				sprintf(
					/* translators: %s: names of templates. */
					__( 'Pages show the plugin’s own templates instead of these copies: %s. The log of PHP’s errors says what failed.', 'largesse' ),
					implode( ', ', array_map( self::name( ... ), $failed ) )
				),
				__( 'Copy each of these templates again from the plugin, and make your changes again. Copies that use only functions beginning with largesse_ survive updates.', 'largesse' )
			);
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

	/** @return array<string, string> */
	private static function failures(): array {
		$stored = get_option( self::FAILED, array() );
		return is_array( $stored ) ? $stored : array();
	}

	private static function hash( string $file ): string {
		return (string) hash_file( 'sha256', $file );
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
