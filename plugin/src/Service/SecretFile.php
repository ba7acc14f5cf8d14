<?php
declare( strict_types=1 );

namespace Largesse\Service;

/** A file with a secret such as a password: one line, surrounded by optional white space (rules: Settings 3). */
final class SecretFile {

	private const MAX_BYTES = 8192;

	/**
	 * @param string      $value   The secret; empty if the file is invalid.
	 * @param string|null $problem The broken rule, as a sentence without the content of the file; null if the file is valid.
	 */
	private function __construct( public readonly string $value, public readonly ?string $problem ) {}

	public static function read( string $path ): self {
		if ( ! path_is_absolute( $path ) ) {
			return new self( '', __( 'It must be the absolute path of a file.', 'largesse' ) );
		}
		// phpcs:disable WordPress.PHP.NoSilencedErrors.Discouraged -- Each of them emits a warning if open_basedir forbids the path.
		if ( ! @is_file( $path ) ) {
			return new self( '', __( 'There is no such file.', 'largesse' ) );
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- The path is local.
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
			return new self( '', preg_match( '//u', $value ) ? __( 'The file must contain exactly one line.', 'largesse' ) : __( 'The file cannot be read.', 'largesse' ) );
		}
		return new self( $value, null );
	}
}
