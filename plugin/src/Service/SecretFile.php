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

	/** Reads a file. */
	public static function read( string $path ): self {
		// phpcs:disable WordPress.PHP.NoSilencedErrors.Discouraged -- Each of them emits a warning if open_basedir forbids the path.
		$is_file = path_is_absolute( $path ) && @is_file( $path );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- The path is local.
		$text = $is_file ? @file_get_contents( $path, false, null, 0, self::MAX_BYTES + 1 ) : false;
		// phpcs:enable
		$value   = trim( (string) preg_replace( '/^\xEF\xBB\xBF/', '', (string) $text ) );
		$problem = match ( true ) {
			! path_is_absolute( $path ) => __( 'It must be the absolute path of a file.', 'largesse' ),
			! $is_file                  => __( 'There is no such file.', 'largesse' ),
			/* translators: %d: a number of bytes. */
			strlen( (string) $text ) > self::MAX_BYTES => sprintf( __( 'The file must not be larger than %d bytes.', 'largesse' ), self::MAX_BYTES ),
			false === $text || ! preg_match( '//u', $value ) => __( 'The file cannot be read.', 'largesse' ),
			'' === $value               => __( 'The file is empty.', 'largesse' ),
			! preg_match( '/^\P{Cc}*$/Du', $value ) => __( 'The file must contain exactly one line.', 'largesse' ),
			default                     => null,
		};
		return new self( null === $problem ? $value : '', $problem );
	}
}
