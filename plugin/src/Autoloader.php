<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Loads the file of a class when the class is first needed (PSR-4). For example, Largesse\Foundation\Service\Client is
 * in src/Foundation/Service/Client.php. So PHP reads only the files that a page uses.
 */
final class Autoloader {

	/** Registers the autoloader with PHP. */
	public static function register(): void {
		spl_autoload_register(
			static function ( string $name ): void {
				if ( str_starts_with( $name, __NAMESPACE__ . '\\' ) ) {
					$file = __DIR__ . '/' . strtr( substr( $name, strlen( __NAMESPACE__ ) + 1 ), '\\', '/' ) . '.php';
					if ( is_file( $file ) ) {
						require_once $file;
					}
				}
			}
		);
	}
}
