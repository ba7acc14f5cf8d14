import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;

/**
 * Unpacks the wanted files of a `.tgz`. Reads it as a stream, so that memory holds one wanted file at a time.
 * @param file the tarball
 * @param folder where to; created as needed
 * @param target path in the tarball → path below `folder`, or `undefined` to skip the file
 * @throws {Error} when the tarball ends early or is none
 */
export async function unpackTarball(
  file: string,
  folder: string,
  target: (path: string) => string | undefined,
): Promise<void> {
  const bytes = new ByteReader(createReadStream(file).pipe(createGunzip()));
  let longPath: string | undefined;
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8);
    const kind = text(header, 156, 1);
    const path = longPath ?? [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/');
    longPath = undefined;
    if (kind === 'x') {
      // A "pax" header carries the path of the next entry when it is longer than the fixed fields.
      longPath = (await bytes.take(size)).toString('utf8').match(/^\d+ path=(.*)$/m)?.[1];
    } else {
      const to = kind === '0' || kind === '' ? target(path) : undefined;
      if (to === undefined) await bytes.skip(size);
      else await write(join(folder, to), await bytes.take(size));
    }
    await bytes.skip((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

async function write(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** A field of a tar header: text that ends at the first NUL. */
function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** Hands out a stream in pieces of the size asked for. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.#pieces(size)) pieces.push(piece);
    return Buffer.concat(pieces, size);
  }

  async skip(size: number): Promise<void> {
    for await (const _ of this.#pieces(size));
  }

  async *#pieces(size: number): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) throw new Error('The tarball ends too early');
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
}
