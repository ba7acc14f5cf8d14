import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/**
 * Signatures and sizes of the records of a zip file: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.
 */
const END = { signature: 0x06054b50, size: 22 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL_SIZE = 30;
const STORED = 0;

/**
 * Unpacks a zip file that was pinned by its hash.
 * @param target returns the path of a file in the folder; `undefined` skips the file
 * @throws {Error} if the data is not a zip file, or uses extensions of the zip format
 */
export async function unzip(zip: Buffer, folder: string, target: (path: string) => string | undefined): Promise<void> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.length < end + END.size || zip.readUInt32LE(end) !== END.signature)
    throw new Error('Not a zip file');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY.signature) throw new Error('Damaged zip file');
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + ENTRY.size, at + ENTRY.size + nameLength);
    at += ENTRY.size + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const path = name.endsWith('/') ? undefined : target(name);
    if (path === undefined) continue;
    const begin = local + LOCAL_SIZE + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + size);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), method === STORED ? packed : await promisify(inflateRaw)(packed));
  }
}
