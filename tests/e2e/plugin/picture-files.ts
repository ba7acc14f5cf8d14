import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import type { Site } from '../wordpress/site.ts';

/* Generated test pictures: ordinary pictures, camera pictures with metadata, and malicious files. */

/** Draws a picture with GD. The upper half is red, the lower half is blue. */
export async function drawn(
  site: Site,
  type: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
  width: number,
  height: number,
): Promise<Buffer> {
  const printed = await site.wordpress.run(
    `list( $type, $width, $height ) = $input;
     $image = imagecreatetruecolor( $width, $height );
     imagefilledrectangle( $image, 0, 0, $width, intdiv( $height, 2 ), imagecolorallocate( $image, 250, 0, 0 ) );
     imagefilledrectangle( $image, 0, intdiv( $height, 2 ), $width, $height, imagecolorallocate( $image, 0, 0, 250 ) );
     ob_start();
     ( 'image' . $type )( $image );
     echo base64_encode( ob_get_clean() );`,
    [type, width, height],
  );
  return Buffer.from(printed, 'base64');
}

/** Name of the camera's maker in the metadata. */
const MAKER = 'Canary camera 3000';

/** EXIF data: `MAKER`, the position 52° 31' N, 13° 24' E, and orientation 6 (turned to the left). */
const EXIF = Buffer.from(
  'RXhpZgAASUkqAAgAAAADAA8BAgATAAAAaAAAABIBAwABAAAABgAAACWIBAABAAAAMgAAAAAAAAAEAAEAAgACAAAATgAAAAIABQADAAAAewAA' +
    'AAMAAgACAAAARQAAAAQABQADAAAAkwAAAAAAAABDYW5hcnkgY2FtZXJhIDMwMDAANAAAAAEAAAAfAAAAAQAAAAAAAAABAAAADQAAAAEAAAAY' +
    'AAAAAQAAAAAAAAABAAAA',
  'base64',
);

/** Adds the metadata of a camera to a JPEG. */
export const fromCamera = (jpeg: Buffer): Buffer => withSegment(jpeg, 0xe1, EXIF);

/** Inserts a segment into a JPEG. With the marker 0xfe, the segment is a comment. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Adds the metadata of a camera, with orientation 6, to a PNG or a WebP. */
export function lying(picture: Buffer, type: 'png' | 'webp'): Buffer {
  const exif = EXIF.subarray(6);
  // The header of a PNG ends after 33 bytes.
  if (type === 'png') return Buffer.concat([picture.subarray(0, 33), pngChunk('eXIf', exif), picture.subarray(33)]);
  const head = Buffer.from('EXIF\0\0\0\0');
  head.writeUInt32LE(exif.length, 4);
  const whole = Buffer.concat([picture, head, exif, Buffer.alloc(exif.length % 2)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Returns a PNG whose header claims this size. The data of the PNG have another size. */
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Texts that the pictures of the site must not contain. */
export const CANARIES = [MAKER, 'Exif', '<?php', '<script'];
