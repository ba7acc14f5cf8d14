import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginFolder } from '../../../tools/wordpress/boot.ts';
import { askDirectly } from '../plugin/rest-namespace.ts';
import type { Caller } from '../wordpress/requests.ts';
import type { Site } from '../wordpress/site.ts';

/** Properties that PHP's image library GD reads from a picture. */
export interface Decoded {
  /** Width in pixels; 0 if the picture is not a JPEG. */
  width: number;
  height: number;
  /** Number of different colors in the picture. Counts only every third pixel in every third row. */
  colors: number;
  /** Number of different colors in the left quarter of the picture. */
  colorsLeft: number;
  /** Share of dark pixels in the left half of the picture, where most titles are, and in the right half. From 0 to 1. */
  dark: [left: number, right: number];
}

/** Decodes a JPEG with PHP inside the site. */
export async function decodeJpeg(site: Site, bytes: Uint8Array): Promise<Decoded> {
  const printed = await site.wordpress.run(
    `$bytes = base64_decode( $input );
    $type = getimagesizefromstring( $bytes );
    $picture = $type && IMAGETYPE_JPEG === $type[2] ? imagecreatefromstring( $bytes ) : false;
    $count = static function ( $width ) use ( $picture ) {
      $seen = array();
      for ( $x = 0; $x < $width; $x += 3 ) {
        for ( $y = 0; $y < imagesy( $picture ); $y += 3 ) $seen[ imagecolorat( $picture, $x, $y ) ] = true;
      }
      return count( $seen );
    };
    $dark = static function ( $left, $width ) use ( $picture ) {
      $found = 0;
      for ( $x = $left; $x < $left + $width; $x += 2 ) {
        for ( $y = 0; $y < imagesy( $picture ); $y += 2 ) $found += ( imagecolorat( $picture, $x, $y ) >> 8 & 255 ) < 100 ? 4 : 0;
      }
      return $found / $width / imagesy( $picture );
    };
    $half = $picture ? intdiv( imagesx( $picture ), 2 ) : 0;
    echo wp_json_encode( $picture
      ? array( 'width' => imagesx( $picture ), 'height' => imagesy( $picture ), 'colors' => $count( imagesx( $picture ) ), 'colorsLeft' => $count( imagesx( $picture ) / 4 ), 'dark' => array( $dark( 0, $half ), $dark( $half, $half ) ) )
      : array( 'width' => 0, 'height' => 0, 'colors' => 0, 'colorsLeft' => 0, 'dark' => array( 0, 0 ) ) );`,
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

/** Returns one of the plugin's drawings without texts. */
export const readyDrawing = (name: 'baby' | 'birthday' | 'gifts' | 'housewarming' | 'wedding'): Promise<Buffer> =>
  readFile(join(pluginFolder, 'assets/covers', `${name}.jpg`));

/** Returns the hash of the picture that the site asks an owner's browser to draw; '' for none. */
export async function contentToDraw(site: Site, id: number, who: Caller = 'owner'): Promise<string> {
  const { body } = await askDirectly(site, who, 'GET', `/${id}`);
  return body.registry.picture_to_draw?.content ?? '';
}

/** Answer to a drawn picture. */
export interface Sent {
  status: number;
  body: { registry: { shared_picture: string; picture_to_draw: object | null }; data?: { fields?: object } };
}

/** Sends a drawn picture as the browser of an owner does. Leaves out undefined fields. */
export async function sendDrawn(
  site: Site,
  id: number,
  { content, picture, who = 'owner' }: { content?: string; picture?: Uint8Array | undefined; who?: Caller },
): Promise<Sent> {
  const form = new FormData();
  if (picture) form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg');
  if (content !== undefined) form.set('content', content);
  const answer = await fetch(`${site.url}/wp-json/largesse/v1/registries/${id}/shared-picture`, {
    method: 'POST',
    headers: who === 'nobody' ? {} : { authorization: site.users[who].authorization },
    body: form,
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
