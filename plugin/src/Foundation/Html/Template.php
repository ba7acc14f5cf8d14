<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Html;

use Closure;
use ErrorException;
use Throwable;

/**
 * Renders the templates of the plugin. The template `guests/item-cards` is the file `Guests/views/item-cards.php`. A
 * theme or its parent theme can replace this template with a file `largesse/guests/item-cards.php` (pages: Change the
 * markup).
 *
 * The comment at the beginning of a template lists its variables. Templates escape all values that they print.
 */
final class Template {

	/**
	 * Replacements for line breaks and tabs between two tags, and before the next attribute of a tag. A line break after
	 * `<br />` does not match, because it belongs to a multi-line text. Texts contain quotation marks only as entities,
	 * so a quotation mark before a line break ends an attribute.
	 */
	private const WITHOUT_INDENTATION = array(
		'~(?<!<br />)>[\n\t]+(?=<)~' => '>',
		'~"\n\t+(?=[a-z])~'          => '" ',
	);

	/** @var array<string, string> Paths of templates by name. */
	private static array $files = array();

	/** @var list<string>|null Template folders of the active theme and of its parent theme. */
	private static ?array $theme_folders = null;

	/** @var array<string, string> Folders of the plugin's templates by name of the module. Only those already used. */
	private static array $folders = array();

	/** Number of captured() calls that are running. The calls may be nested. */
	private static int $renders = 0;

	/** Returns a template as HTML without indentation. @param array<string, mixed> $data Variables by name. */
	public static function render( string $name, array $data = array() ): string {
		return self::captured( static fn () => self::print( $name, $data ) );
	}

	/**
	 * Prints a template. If the theme's copy throws, or reads what this version does not pass, prints the plugin's
	 * template instead.
	 *
	 * @param array<string, mixed> $data Variables of the template by name.
	 */
	public static function print( string $name, array $data = array() ): void {
		$file = self::$files[ $name ] ??= self::file( $name );
		if ( self::is_own( $file ) ) {
			self::include( $file, $data );
			return;
		}
		$level = ob_get_level();
		try {
			$html = self::captured( static fn () => self::include_copy( $file, $data ) );
		} catch ( Throwable $failure ) {
			while ( ob_get_level() > $level ) {
				ob_end_clean();
			}
			self::report( $name, $file, $failure );
			self::$files[ $name ] = self::file_of_plugin( $name );
			self::print( $name, $data );
			return;
		}
		self::print_html( $html );
	}

	/** Logs the failure of a copy. A page then uses the plugin's template, so it logs each copy once. */
	private static function report( string $name, string $file, Throwable $failure ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- The operator must learn of this.
		error_log( "Largesse: the copy {$file} of the template {$name} failed: {$failure->getMessage()} ({$failure->getFile()}:{$failure->getLine()})" );
		/**
		 * Fires when the theme's copy of a template has thrown. The page shows the plugin's template instead.
		 *
		 * @param string $name Name of the template, such as `guests/item-cards`.
		 * @param string $file Path of the copy.
		 */
		do_action( 'largesse_template_failed', $name, $file );
	}

	/** Returns what a function prints, without indentation. @param Closure(): void $print */
	private static function captured( Closure $print ): string {
		ob_start();
		ob_start( self::without_indentation( ... ) );
		++self::$renders;
		try {
			$print();
		} finally {
			--self::$renders;
			ob_end_flush();
			$html = (string) ob_get_clean();
		}
		return $html;
	}

	/** Prints finished HTML unchanged. @param string $html HTML whose texts are escaped. */
	public static function print_html( string $html ): void {
		if ( 0 === self::$renders ) {
			echo $html; // phpcs:ignore WordPress.Security.EscapeOutput -- The caller has escaped it.
			return;
		}
		// End the buffer of captured(). The buffer would otherwise remove line breaks from this HTML, too.
		ob_end_flush();
		echo $html; // phpcs:ignore WordPress.Security.EscapeOutput -- The caller has escaped it.
		ob_start( self::without_indentation( ... ) );
	}

	/**
	 * Prints an http or https address in an attribute. Calls esc_url() only if the address may contain something to
	 * escape, because one call of esc_url() takes as long as rendering the rest of a wish's card.
	 */
	public static function echo_address( string $address ): void {
		$is_plain = preg_match( '~^https?://[a-z0-9.:-]+/[\w./-]*(?:\?[\w./=&-]*)?$~Di', $address )
			&& ! has_filter( 'clean_url' );
		echo $is_plain ? str_replace( '&', '&#038;', $address ) : esc_url( $address, array( 'http', 'https' ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}

	/** Checks whether a file belongs to the plugin, and not to the theme. */
	private static function is_own( string $file ): bool {
		return str_starts_with( $file, dirname( __DIR__, 2 ) . '/' );
	}

	/** Returns the path of a template, of the theme if it has one. */
	private static function file( string $name ): string {
		foreach ( self::theme_folders() as $folder ) {
			if ( is_file( "{$folder}/{$name}.php" ) ) {
				return "{$folder}/{$name}.php";
			}
		}
		return self::file_of_plugin( $name );
	}

	/** @return list<string> Existing folders with templates of the active theme and of its parent theme. */
	public static function theme_folders(): array {
		return self::$theme_folders ??= array_values(
			array_filter(
				array_unique( array( get_stylesheet_directory() . '/largesse', get_template_directory() . '/largesse' ) ),
				'is_dir'
			)
		);
	}

	/** Returns the path of the plugin's own template; there is no such file if the plugin has no such template. */
	public static function file_of_plugin( string $name ): string {
		list( $folder, $template ) = explode( '/', $name );
		$module = str_replace( ' ', '', ucwords( strtr( $folder, '-', ' ' ) ) );
		self::$folders[ $module ] ??= glob( dirname( __DIR__, 2 ) . "/*/{$module}/views" )[0] ?? '';
		return self::$folders[ $module ] . "/{$template}.php";
	}

	/**
	 * Includes the theme's copy of a template. A copy of an earlier version may read a variable or a key that no longer
	 * exists, or pass too little to another template. PHP only warns, but a form without its fields or the name of its
	 * button would do nothing.
	 *
	 * @throws ErrorException If the copy, or a template of the plugin below it, reads something that does not exist.
	 */
	private static function include_copy( string $file, array $data ): void {
		$copy  = (string) realpath( $file );
		$other = null;
		$other = set_error_handler(
			static function ( int $level, string $message, string $at, int $line ) use ( $copy, &$other ): bool {
				$is_missing = E_WARNING === $level
					&& 0 !== ( error_reporting() & $level )
					&& preg_match( '/^(?:compact\(\): )?(?:Undefined|Trying to access array offset)/', $message );
				if ( $is_missing && ( $at === $copy || ( self::is_own( $at ) && str_contains( $at, '/views/' ) ) ) ) {
					throw new ErrorException( $message, 0, $level, $at, $line );
				}
				return null !== $other && false !== $other( $level, $message, $at, $line );
			}
		);
		try {
			self::include( $file, $data );
		} finally {
			restore_error_handler();
		}
	}

	/** Includes a file in a function without variables, so that the file sees only the variables of its template. */
	private static function include(): void {
		extract( func_get_arg( 1 ), EXTR_SKIP ); // phpcs:ignore WordPress.PHP.DontExtract -- The comment of each template lists its variables.
		include func_get_arg( 0 );
	}

	private static function without_indentation( string $html ): string {
		$patterns = array_keys( self::WITHOUT_INDENTATION );
		return trim( (string) preg_replace( $patterns, array_values( self::WITHOUT_INDENTATION ), $html ), "\n\t" );
	}
}
