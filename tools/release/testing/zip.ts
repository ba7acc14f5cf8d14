import { readFile } from 'node:fs/promises';

/**
 * Start of an entry in a zip's list of contents. The length of the file's name is at offset 28, and the name is at
 * offset 46.
 */
const MARK = Buffer.from('PK\x01\x02', 'latin1');

/** Returns the names of the files in a zip, in the order of the zip's list of contents. */
export async function filesInZip(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  const names: string[] = [];
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  }
  return names.filter((name) => !name.endsWith('/'));
}
