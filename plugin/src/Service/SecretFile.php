<?php
declare( strict_types=1 );

namespace Largesse\Service;

/**
 * A file that holds a secret, such as a password: one line, without white space around it (rules: Settings 4).
 */
final class SecretFile {

	/** Most bytes that the file may have. */
	private const MAX_BYTES = 8192;

	/**
	 * @param string      $value   The secret; empty if it cannot be used.
	 * @param string|null $problem The rule that the file breaks, as a sentence that does not show what is in it.
	 */
	private function __construct( public readonly string $value, public readonly ?string $problem ) {}

	/** Reads a file. */
	public static function read( string $path ): self {
		if ( ! path_is_absolute( $path ) ) {
			return new self( '', __( 'It must be the absolute path of a file.', 'largesse' ) );
		}
		// phpcs:disable WordPress.PHP.NoSilencedErrors.Discouraged -- Each of them warns where open_basedir forbids the path.
		if ( ! @is_file( $path ) ) {
			return new self( '', __( 'There is no such file.', 'largesse' ) );
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- It is no address.
		$text = @file_get_contents( $path, false, null, 0, self::MAX_BYTES + 1 );
		// phpcs:enable
		if ( false === $text ) {
			return new self( '', __( 'The file cannot be read.', 'largesse' ) );
		}
		if ( strlen( $text ) > self::MAX_BYTES ) {
			/* translators: %d: a number of bytes. */
			return new self( '', sprintf( __( 'The file must not be larger than %d bytes.', 'largesse' ), self::MAX_BYTES ) );
		}
		$value = trim( (string) preg_replace( '/^\xEF\xBB\xBF/', '', $text ) );
		if ( '' === $value ) {
			return new self( '', __( 'The file is empty.', 'largesse' ) );
		}
		if ( 1 !== preg_match( '/^\P{Cc}*$/Du', $value ) ) {
			return new self( '', preg_match( '//u', $value ) ? __( 'The file must hold one line.', 'largesse' ) : __( 'The file cannot be read.', 'largesse' ) );
		}
		return new self( $value, null );
	}
}
