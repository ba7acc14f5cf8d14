import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginFolder } from '../../../tools/wordpress/boot.ts';
import type { Site } from '../wordpress/site.ts';

/** Properties that PHP's image library GD reads from a picture. */
export interface Decoded {
  /** Width in pixels; 0 if the picture is not a JPEG. */
  width: number;
  height: number;
  /**
   * Number of different colors in the left quarter of the picture. Counts only every third pixel in every third row.
   */
  colorsLeft: number;
}

/** Decodes a JPEG with PHP inside the site. */
export async function decodeJpeg(site: Site, bytes: Uint8Array): Promise<Decoded> {
  const printed = await site.wordpress.run(
    `$bytes = base64_decode( $input );
    $type = getimagesizefromstring( $bytes );
    $picture = $type && IMAGETYPE_JPEG === $type[2] ? imagecreatefromstring( $bytes ) : false;
    $seen = array();
    for ( $x = 0; $picture && $x < imagesx( $picture ) / 4; $x += 3 ) {
      for ( $y = 0; $y < imagesy( $picture ); $y += 3 ) $seen[ imagecolorat( $picture, $x, $y ) ] = true;
    }
    echo wp_json_encode( array( 'width' => $picture ? imagesx( $picture ) : 0, 'height' => $picture ? imagesy( $picture ) : 0, 'colorsLeft' => count( $seen ) ) );`,
    Buffer.from(bytes).toString('base64'),
  );
  return JSON.parse(printed);
}

/**
 * Stores a picture like an upload, and returns its address. The picture has stripes of many colors with noise, so its
 * JPEG is large.
 */
export function uploadPicture(site: Site, id: number, [width, height]: [number, number]): Promise<string> {
  return site.wordpress.run(
    `$uploads = wp_upload_dir( null, false );
    $picture = imagecreatetruecolor( $input[1], $input[2] );
    mt_srand( 5 );
    for ( $x = 0; $x < $input[1]; $x += 2 ) {
      for ( $y = 0; $y < $input[2]; $y += 2 ) {
        imagefilledrectangle( $picture, $x, $y, $x + 1, $y + 1, ( mt_rand( 0, 99 ) << 16 ) + ( intdiv( 255 * $x, $input[1] ) << 8 ) + intdiv( 255 * $y, $input[2] ) );
      }
    }
    $path = '/largesse/' . $input[0] . '/' . md5( wp_rand() ) . '.jpg';
    wp_mkdir_p( dirname( $uploads['basedir'] . $path ) );
    imagejpeg( $picture, $uploads['basedir'] . $path, 95 );
    echo $uploads['baseurl'] . $path;`,
    [id, width, height],
  );
}

/** Lists the pictures that a site has stored for shared links. */
export async function storedPictures(site: Site): Promise<string[]> {
  const printed = await site.wordpress.run(
    `echo wp_json_encode( array_map( 'basename', glob( wp_upload_dir( null, false )['basedir'] . '/largesse/shared/*.jpg*' ) ) );`,
  );
  return JSON.parse(printed);
}

/** Returns one of the plugin's drawings for occasions. */
export const readyDrawing = (name: string): Promise<Buffer> =>
  readFile(join(pluginFolder, 'assets/covers', `${name}.jpg`));
