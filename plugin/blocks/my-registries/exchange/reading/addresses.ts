import { AROUND_ADDRESS } from '../../../../../contract/address-pattern.ts';
import { addressesIn, type FoundAddress, withoutMarks } from '../../../../../contract/addresses-in-text.ts';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { readAddress } from '../../../../../contract/web-address.ts';
import { add, linesOf, looseWish, nameOf, type ReadWish, truncate, withoutRepeats } from './wish.ts';

/*
 * | line                                          | wishes                                                        |
 * |-----------------------------------------------|---------------------------------------------------------------|
 * | one address, alone                            | one; its name is made of the address                          |
 * | one address and words, Markdown, a bullet     | one; the words are its name                                   |
 * | several addresses                             | one for each; the words are the description of each           |
 * | an address without a scheme, alone            | one                                                           |
 * | words and an address that begins with `www.`  | one; the words are its name                                   |
 * | words                                         | one without a shop                                            |
 * | words, and the address on the next line       | one, if the whole list has names and addresses in this way;   |
 * | an address, and words on the next line        | blank lines between the wishes may be missing                 |
 * | words that end with a colon                   | one without a shop, noted and not selected                    |
 * | no letters, and no address                    | none                                                          |
 * | a bullet, a check box or marks of a quotation | removed from the beginning                                    |
 * | lines of a file `.url` or `.desktop`          | one wish for the file                                         |
 */

const AROUND = new RegExp(AROUND_ADDRESS, 'u');

/** A word that begins like an address without a scheme. */
const BARE = /(?<![^\s(<"'])(?:www\.[^\s]{1,5000}|[^\s/@()<>"']{1,200}\.[a-z]{2,20}\/[^\s]{1,5000})/iu;

/** Bullets, check boxes and marks of quotations at the beginning of a line. */
const BULLET = /^(?:\s{0,9}>)*\s{0,9}(?:[-*+•–]\s{1,9})?(?:\[[ xX✓]?\]|[☐☑✅✔□■])?\s{0,9}/u;

export function hasAddress(text: string): boolean {
  for (const [, line] of linesOf(text)) if (findAddresses(withoutMarks(line)).length > 0) return true;
  return false;
}

/**
 * Reads a list of addresses and names, one wish or several in each line.
 * @throws {UnreadableFile} if there are too many wishes
 */
export function readAddresses(text: string): ReadWish[] {
  const wishes: ReadWish[] = [];
  if (SHORTCUT.test(text)) return readShortcut(text);
  const lines = Array.from(linesOf(text), ([place, line]) => lineOf(place, withoutMarks(line)));
  for (const { place, text: line, found, kind } of withNames(lines))
    for (const wish of wishesOfLine(place, line, found))
      add(wishes, kind === 'title' ? { ...wish, notes: [...wish.notes, A_TITLE] } : wish);
  return withoutRepeats(wishes);
}

const A_TITLE = { kind: 'title', text: '' } as const;

/** A line without its bullet. */
interface ListLine {
  readonly place: number;
  readonly text: string;
  readonly found: readonly FoundAddress[];
  /**
   * `title`: words that end with a colon. `other`: a line with a bullet, with several addresses, or with words and an
   * address.
   */
  readonly kind: 'words' | 'address' | 'title' | 'blank' | 'other';
}

function lineOf(place: number, line: string): ListLine {
  const text = line.replace(BULLET, '');
  const found = findAddresses(text);
  const kind = (() => {
    if (found.length === 0 && !/\p{L}/u.test(text)) return 'blank';
    if (found.length === 0 && /[:：]$/.test(text.trimEnd())) return 'title';
    if (text.trim() !== line.trim() || found.length > 1) return 'other';
    if (found.length === 0) return 'words';
    return wordsAround(text, found) === '' ? 'address' : 'other';
  })();
  return { place, text, found, kind };
}

/**
 * Joins names with their addresses if a list has them on two lines. In other lists, words next to an address can be a
 * wish of their own, so that all lines stay apart.
 */
function withNames(lines: readonly ListLine[]): readonly ListLine[] {
  const blocks: ListLine[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (line.kind === 'blank' || line.kind === 'title') continue;
    if (block?.at(-1)?.place === line.place - 1) block.push(line);
    else blocks.push([line]);
  }
  const long = blocks.filter(({ length }) => length > 1);
  const isPaired = (order: readonly ListLine['kind'][]) =>
    long.every((block) => block.length % 2 === 0 && block.every(({ kind }, index) => kind === order[index % 2]));
  if (long.length === 0 || !(isPaired(['words', 'address']) || isPaired(['address', 'words']))) return lines;
  const joined = long.flatMap((block) =>
    block.flatMap((line, index) => {
      const next = block[index + 1];
      if (index % 2 === 1 || !next) return [];
      const text = `${line.text} ${next.text}`;
      return [{ ...line, text, found: findAddresses(text) }];
    }),
  );
  const alone = blocks.filter(({ length }) => length === 1).flat();
  const titles = lines.filter(({ kind }) => kind === 'title');
  return [...titles, ...joined, ...alone].toSorted((one, other) => one.place - other.place);
}

/** First line of a file that opens an address, as Windows (`.url`) and Linux (`.desktop`) write it. */
const SHORTCUT = /^\s*\[(?:InternetShortcut|Desktop Entry)\]/i;

/** Reads a file that opens an address. Its other lines name icons and times. */
function readShortcut(text: string): ReadWish[] {
  const entryWith = (key: RegExp) => {
    for (const [place, line] of linesOf(text))
      if (key.test(line)) return { place, value: line.replace(key, '').trim() };
    return undefined;
  };
  const found = entryWith(/^\s*URL\s*=/i);
  const read = readAddress(found?.value ?? '');
  if (!found || 'fault' in read) return [];
  return [
    looseWish(found.place, { name: entryWith(/^\s*Name\s*=/i)?.value || nameOf(read.address), url: read.address }),
  ];
}

/**
 * Returns the wishes in a line without invisible marks: one for each address.
 * @param place number of the line
 * @param found the addresses in the line
 */
export function wishesOfLine(
  place: number,
  line: string,
  found: readonly FoundAddress[] = findAddresses(line),
): ReadWish[] {
  if (found.length === 0) return /\p{L}/u.test(line) ? [looseWish(place, { name: line })] : [];
  const words = wordsAround(line, found);
  if (found.length === 1) return found.map(({ address: url }) => looseWish(place, { name: words || nameOf(url), url }));
  return found.map(({ address: url }) => looseWish(place, { name: nameOf(url), url, description: words }));
}

/** Finds the addresses in a line without invisible marks: those with a scheme, or else one without. */
export function findAddresses(line: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  // The reader refuses more wishes than that.
  for (const address of addressesIn(line)) if (found.push(address) > MAX_FILE_WISHES) break;
  if (found.length > 0 || !line.includes('.')) return found;
  const bare = /^\s*\S+\s*$/.test(line) ? line.trim() : BARE.exec(line)?.[0].replace(/[\p{P}]+$/u, '');
  const read = bare === undefined ? undefined : readAddress(bare);
  if (bare === undefined || !read || 'fault' in read) return [];
  const start = line.indexOf(bare);
  return [{ address: read.address, start, end: start + bare.length }];
}

/** Returns the words before, between and after addresses. */
export function wordsAround(line: string, found: readonly FoundAddress[]): string {
  const ends = [0, ...found.map(({ end }) => end)];
  const starts = [...found.map(({ start }) => start), line.length];
  return starts
    .map((start, index) => wordsOf(line.slice(ends[index], start)))
    .filter(Boolean)
    .join(' ');
}

/** Checks whether the last sign of a text closes a bracket in this text. */
function closes(text: string): boolean {
  const open = { ')': '(', ']': '[' }[text.charAt(text.length - 1)];
  return open !== undefined && text.split(open).length === text.split(text.charAt(text.length - 1)).length;
}

/** Returns the text next to an address if it can be a name. */
function wordsOf(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AROUND.test(text.charAt(start))) start++;
  while (end > start && AROUND.test(text.charAt(end - 1)) && !closes(text.slice(start, end))) end--;
  return truncate(text.slice(start, end));
}
