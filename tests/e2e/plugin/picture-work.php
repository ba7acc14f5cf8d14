<?php
/**
 * Processes a picture file with the machine's own PHP and GD, and prints time and memory as JSON.
 *
 * Arguments: a folder with WordPress, and the file.
 *
 * @package Largesse
 */

declare( strict_types=1 );

define( 'ABSPATH', $argv[1] . '/' );
define( 'WPINC', 'wp-includes' );
define( 'MB_IN_BYTES', 2 ** 20 );
spl_autoload_register(
	static function ( string $name ): void {
		if ( str_starts_with( $name, 'Largesse\\' ) ) {
			require __DIR__ . '/../../../plugin/src/' . str_replace( '\\', '/', substr( $name, strlen( 'Largesse\\' ) ) ) . '.php';
		}
	}
);

// This script measures its peak memory. It does not load WordPress, because WordPress alone needs more memory than some
// pictures. The functions below replace the WordPress functions that the classes call.
foreach ( array( 'class-wp-error', 'class-wp-image-editor' ) as $file ) {
	require ABSPATH . WPINC . "/{$file}.php";
}
function __( string $text ): string {
	return $text;
}
function is_wp_error( mixed $thing ): bool {
	return $thing instanceof WP_Error;
}
function is_gd_image( mixed $image ): bool {
	return $image instanceof GdImage;
}
function wp_raise_memory_limit(): void {}
function wp_getimagesize( string $file ): array|false {
	return @getimagesize( $file );
}
function wp_get_image_mime( string $file ): string {
	// Like WordPress, prefers exif_imagetype(), because getimagesize() makes two system calls for each segment of a
	// JPEG.
	$type = is_callable( 'exif_imagetype' ) ? @exif_imagetype( $file ) : ( @getimagesize( $file )[2] ?? false );
	return $type ? image_type_to_mime_type( $type ) : '';
}
function wp_convert_hr_to_bytes( string $size ): int {
	return (int) $size * MB_IN_BYTES;
}
function number_format_i18n( float $number ): string {
	return (string) $number;
}
function image_resize_dimensions( int $width, int $height, int $most_width, int $most_height ): array {
	$share = min( $most_width / $width, $most_height / $height );
	return array( 0, 0, 0, 0, (int) round( $width * $share ), (int) round( $height * $share ), $width, $height );
}
function wp_imagecreatetruecolor( int $width, int $height ): GdImage {
	return imagecreatetruecolor( $width, $height );
}
function wp_is_stream(): bool {
	return false;
}
function wp_mkdir_p(): bool {
	return true;
}
function wp_basename( string $path ): string {
	return basename( $path );
}
function wp_filesize( string $path ): int {
	return (int) filesize( $path );
}
function trailingslashit( string $path ): string {
	return rtrim( $path, '/' ) . '/';
}
function do_action(): void {}
function add_filter(): void {}
function remove_filter(): void {}
function apply_filters( string $hook, mixed $value ): mixed {
	return $value;
}
function wp_get_mime_types(): array {
	return array(
		'jpg|jpeg' => 'image/jpeg',
		'png'      => 'image/png',
		'webp'     => 'image/webp',
	);
}
function wp_get_default_extension_for_mime_type( string $type ): string {
	return substr( $type, 6 );
}

/** Returns the processor time that this process has used, in seconds. */
function processor_time(): float {
	$usage = getrusage();
	return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ( $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'] ) / 1e6;
}

$before = processor_time();
$made   = Largesse\Pictures\PictureSanitizer::create_copy( $argv[2], $argv[2] . '-made', 1600 );
preg_match( '/VmHWM:\s+(\d+)/', (string) file_get_contents( '/proc/self/status' ), $peak );
echo json_encode(
	array(
		'is_made'   => is_array( $made ),
		'seconds'   => processor_time() - $before,
		'megabytes' => intdiv( (int) ( $peak[1] ?? 0 ), 1024 ),
	)
);
