import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
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

/** The camera's position: 52° 31' N, 13° 24' E. */
const PLACE = [52, 31, 13, 24];

/** Name of the camera's maker in the metadata. */
const MAKER = 'Canary camera 3000';

/** Adds the metadata of a camera to a JPEG: maker, position, and orientation 6 (turned to the left). */
export function fromCamera(jpeg: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    if (type === 3) bytes.writeUInt16LE(value, 8);
    else bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const text = (tag: number, letter: string) => entry(tag, 2, 2, letter.charCodeAt(0));
  const directory = (entries: Buffer[]) => {
    const count = Buffer.alloc(2);
    count.writeUInt16LE(entries.length);
    return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
  };
  // Offsets of the GPS directory, the maker's name and the latitude. The metadata consist of a header, a directory with
  // three entries, the GPS directory with four entries, and values of entries in both directories.
  const gps = 8 + 2 + 3 * 12 + 4;
  const maker = gps + 2 + 4 * 12 + 4;
  const latitude = maker + MAKER.length + 1;
  const rationals = (values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(8);
        bytes.writeUInt32LE(value, 0);
        bytes.writeUInt32LE(1, 4);
        return bytes;
      }),
    );
  const tiff = Buffer.concat([
    Buffer.from('II*\0\b\0\0\0', 'latin1'),
    directory([entry(0x010f, 2, MAKER.length + 1, maker), entry(0x0112, 3, 1, 6), entry(0x8825, 4, 1, gps)]),
    directory([text(1, 'N'), entry(2, 5, 3, latitude), text(3, 'E'), entry(4, 5, 3, latitude + 24)]),
    Buffer.from(`${MAKER}\0`),
    rationals([PLACE[0] ?? 0, PLACE[1] ?? 0, 0]),
    rationals([PLACE[2] ?? 0, PLACE[3] ?? 0, 0]),
  ]);
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

/** Inserts a segment into a JPEG. With the marker 0xfe, the segment is a comment. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** Adds scans to a JPEG. Each scan paints over the picture. */
export function withScans(jpeg: Buffer, scans: number): Buffer {
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0]);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}

/** Adds a comment and then more scans to a JPEG. The comment contains an end marker. */
export function withHiddenScans(jpeg: Buffer, scans: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 0xff, 0xd9]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0]);
  return Buffer.concat([jpeg.subarray(0, -2), comment, ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Adds compressed texts to a PNG. Each text has 7 MB after decompression. */
export function withTexts(png: Buffer, count: number): Buffer {
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(7_000_000, 'A'))]));
  return Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(count).fill(text), png.subarray(33)]);
}

/** Returns an animated WebP that shows the same picture in every frame. */
export function animatedWebp(webp: Buffer, width: number, height: number, frames: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
  };
  const size = Buffer.alloc(6);
  size.writeUIntLE(width - 1, 0, 3);
  size.writeUIntLE(height - 1, 3, 3);
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(6), size, Buffer.from([100, 0, 0, 0]), webp.subarray(12)]));
  const chunks = Buffer.concat([
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ]);
  return chunkedFile(chunks);
}

function chunkedFile(chunks: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(chunks.length + 4);
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from('WEBP'), chunks]);
}

/** Returns a WebP whose picture is nested in this number of frames. */
export function nestedWebp(webp: Buffer, levels: number): Buffer {
  const heads: Buffer[] = [];
  let length = webp.length - 12;
  for (let level = 0; level < levels; level++) {
    const head = Buffer.alloc(24);
    head.write('ANMF');
    head.writeUInt32LE(length + 16, 4);
    heads.push(head);
    length += head.length;
  }
  return chunkedFile(Buffer.concat([...heads.reverse(), webp.subarray(12)]));
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

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Texts that the pictures of the site must not contain. */
export const CANARIES = [MAKER, 'Exif', '<?php', '<script'];
