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

/** Returns a chunk of a PNG. */
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

/** Writes a wrong size of 10 × 10 pixels into the header of an AVIF. Does not change the coded picture. */
export function understatedAvif(avif: Buffer): Buffer {
  const changed = Buffer.from(avif);
  const at = changed.indexOf('ispe') + 8;
  changed.writeUInt32BE(10, at);
  changed.writeUInt32BE(10, at + 4);
  return changed;
}

/** Packs values into bytes. Each value has a number of bits. */
function fromBits(...parts: [value: number, bits: number][]): Buffer {
  const text = parts.map(([value, bits]) => value.toString(2).padStart(bits, '0')).join('');
  return Buffer.from((text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/**
 * Returns the coded data of a picture of 60 × 30 pixels, in the form that the encoder SVT-AV1 writes. With
 * `hasOwnSize`, the frame claims 65,536 × 65,536 pixels.
 */
export function codedPicture({ hasOwnSize = false, kind = 6 } = {}): Buffer {
  const unit = (type: number, content: Buffer) =>
    Buffer.concat([Buffer.from([(type << 3) | 2, content.length]), content]);
  // Sequence header: not a still picture, no timing, and one operating point. Width and height have 16 bits each. All
  // coding tools are off.
  const sequence = fromBits(
    [0, 7],
    [0, 5],
    [0, 17],
    [15, 4],
    [15, 4],
    [59, 16],
    [29, 16],
    [0, 1],
    [0, 8],
    [1, 1],
    [1, 1],
  );
  // A visible key frame.
  const frame = fromBits([0, 3], [1, 1], [0, 2], [hasOwnSize ? 1 : 0, 1], [0xffff, 16], [0xffff, 16]);
  return Buffer.concat([unit(1, sequence), unit(6, fromBits([0, 3], [1, 1], [0, 40])), unit(kind, frame)]);
}

/** Returns a box of an AVIF. With `isLong`, the field for the size of the box has 64 bits. */
function avifBox(type: string, content: Buffer, isLong = false): Buffer {
  const head = Buffer.alloc(isLong ? 16 : 8);
  head.writeUInt32BE(isLong ? 1 : 8 + content.length);
  head.write(type, 4, 'latin1');
  if (isLong) head.writeUInt32BE(16 + content.length, 12);
  return Buffer.concat([head, content]);
}

/** Returns an entry of an AVIF's list of items. */
export function avifItem(id: number, type = 'av01', { isLong = false, version = 2, name = 'infe' } = {}): Buffer {
  const content = Buffer.from([version, 0, 0, 0, 0, id, 0, 0, ...Buffer.from(type, 'latin1'), 0]);
  return avifBox(name, content, isLong);
}

/**
 * Returns an AVIF whose items all refer to `data`.
 * @param options `entries`: number of items that the file claims. `extents`: number of parts of each item. If `sizes`
 *   is not 0, the first item has only one part. `sizes` 0 makes parts without positions and lengths.
 */
export function avifOf(
  data: Buffer,
  items: Buffer[],
  { entries = items.length, extents = 1, sizes = 0x44 } = {},
): Buffer {
  const places = items.map((_, at) => {
    const parts = at > 0 || sizes === 0 ? extents : 1;
    const head = Buffer.from([0, at + 1, 0, 1, 0, 0, parts >> 8, parts & 255]);
    const place = Buffer.alloc(sizes === 0 ? 0 : 8);
    if (sizes > 0) place.writeUInt32BE(parts > 1 ? 1 : data.length, 4);
    return Buffer.concat([head, ...Array<Buffer>(parts).fill(place)]);
  });
  const index = Buffer.from([1, 0, 0, 0, sizes, 0, items.length >> 8, items.length & 255]);
  const list = Buffer.from([0, 0, 0, 0, entries >> 8, entries & 255]);
  return Buffer.concat([
    avifBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
    avifBox(
      'meta',
      Buffer.concat([
        Buffer.alloc(4),
        avifBox('iinf', Buffer.concat([list, ...items])),
        avifBox('iloc', Buffer.concat([index, ...places])),
        avifBox('idat', data),
      ]),
    ),
    avifBox('free', Buffer.alloc(100_000)),
  ]);
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

/** Returns an animated GIF of a few pixels. Its frames may claim a size that is larger than the GIF's screen. */
export function animatedGif(frames: number, frameWidth = 2, frameHeight = 2): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(frameWidth, 0);
  size.writeUInt16LE(frameHeight, 2);
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 3, 0x84, 0x01, 0x05, 0]),
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([2, 0, 2, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0', 'latin1'),
    Buffer.from([3, 1, 0, 0, 0]),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from([0x3b]),
  ]);
}

/** Texts that the pictures of the site must not contain. */
export const CANARIES = [MAKER, 'Exif', '<?php', '<script'];
