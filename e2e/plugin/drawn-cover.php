<?php
/**
 * Draws covers with the PHP of this machine. Prints the measurements of the covers as JSON.
 *
 * @package Largesse
 */

declare( strict_types=1 );

error_reporting( E_ALL );
ini_set( 'display_errors', 'stderr' );
spl_autoload_register(
	static function ( string $name ): void {
		if ( str_starts_with( $name, 'Largesse\\' ) ) {
			require __DIR__ . '/../../plugin/src/' . str_replace( '\\', '/', substr( $name, strlen( 'Largesse\\' ) ) ) . '.php';
		}
	}
);

/**
 * Counts the pixels in a part of the picture that differ from the background.
 *
 * @param array{0: int, 1: int, 2: int, 3: int} $part Left, top, right, bottom.
 */
function inked( GdImage $picture, array $part ): int {
	$count = 0;
	for ( $x = $part[0]; $x < $part[2]; $x++ ) {
		for ( $y = $part[1]; $y < $part[3]; $y++ ) {
			$color  = imagecolorat( $picture, $x, $y );
			$count += ( $color >> 8 & 255 ) < 200 ? 1 : 0;
		}
	}
	return $count;
}

$drawn = array();
foreach ( json_decode( $argv[1] ) as $texts ) {
	$bytes   = Largesse\Sharing\DrawnCover::jpeg( ...$texts );
	$picture = imagecreatefromstring( $bytes );
	$drawn[] = array(
		'bytes'  => strlen( $bytes ),
		'width'  => imagesx( $picture ),
		'height' => imagesy( $picture ),
		'hash'   => md5( $bytes ),
		'text'   => inked( $picture, array( 80, 35, 345, 595 ) ),
		'beside' => inked( $picture, array( 35, 35, 85, 595 ) ) + inked( $picture, array( 656, 35, 668, 180 ) ),
		'middle' => inked( $picture, array( 350, 400, 640, 520 ) ),
	);
}
echo json_encode( array( 'drawn' => $drawn, 'writes' => Largesse\Sharing\TextLayout::is_possible() ) );
