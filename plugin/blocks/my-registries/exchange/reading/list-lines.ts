import type { FoundAddress } from '../../../../../contract/addresses-in-text.ts';

/** An address in a line. A broken one has the address ''. */
export interface Found extends FoundAddress {
  /** `broken`: no browser opens it. `joined`: it contained a space. */
  readonly state?: 'broken' | 'joined';
}

/** A line of a list, without its bullet. */
export interface ListLine {
  /** Number of the line, and of the last line that belongs to it: a price may follow. */
  readonly place: number;
  readonly end: number;
  readonly text: string;
  readonly found: readonly Found[];
  /** True if the next line may continue the address. */
  readonly isUnsure?: boolean | undefined;
  /** The price, as written; '' for none. */
  readonly price: string;
  /** The box before the line, ticked or empty; '' for none. */
  readonly box: string;
  /**
   * `title`: words that end with a colon, or a heading of Markdown. `other`: several addresses, words and an address,
   * or an address with a bullet of its own.
   */
  readonly kind: 'words' | 'address' | 'title' | 'price' | 'blank' | 'other';
}

const TICKED = /^(?:\[[xX✓]\]|[☑✅✔]\ufe0f?)$/u;

/**
 * Returns a function that checks whether a box before a line of a list is ticked. If all boxes of the list are the same
 * sign, such as ✅, they are bullets.
 * @param boxes boxes before the lines; '' for a line without a box
 */
export function tickedBoxes(boxes: readonly string[]): (box: string) => boolean {
  const areBoxes = boxes.some((box) => box !== '' && (box.startsWith('[') || !TICKED.test(box)));
  return (box) => areBoxes && TICKED.test(box);
}

/**
 * Joins names with their addresses if a list has them on two lines: all names before, or all behind their addresses. In
 * a list with both, and in other blocks of lines, words can be wishes of their own, so that the lines stay apart. Blank
 * lines end a block, unless they are between all lines.
 */
export function withNames(lines: readonly ListLine[]): readonly ListLine[] {
  const areNames = titlesAreNames(lines);
  const blocks: ListLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const isName = areNames && line.kind === 'title' && hasOneAddress(lines, index);
    const block = blocks.at(-1);
    if (line.kind === 'title' && !isName) blocks.push([line]);
    else {
      const read: ListLine = isName ? { ...line, kind: 'words' } : line;
      if (block?.at(-1)?.end === line.place - 1 && block[0]?.kind !== 'title') block.push(read);
      else blocks.push([read]);
    }
  }
  const isPaired = (block: readonly ListLine[], first: ListLine['kind'], second: ListLine['kind']) =>
    block.length % 2 === 0 && block.every(({ kind }, index) => kind === (index % 2 === 0 ? first : second));
  const areBefore = blocks.filter((block) => isPaired(block, 'words', 'address'));
  const areBehind = blocks.filter((block) => isPaired(block, 'address', 'words'));
  if (areBefore.length > 0 && areBehind.length > 0) return lines;
  // If all names and addresses are apart, with blank lines between, each part below a title is one block.
  const parts: ListLine[][] = [];
  for (const line of blocks.flat()) {
    if (line.kind === 'title' || parts.at(-1)?.[0]?.kind === 'title' || parts.length === 0) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  const apart = parts.filter(([line]) => line?.kind !== 'title');
  const isEach = (first: ListLine['kind'], second: ListLine['kind']) =>
    apart.every((part) => isPaired(part, first, second));
  if (blocks.every(({ length }) => length === 1) && (isEach('words', 'address') || isEach('address', 'words')))
    return parts.flatMap((part) => (apart.includes(part) ? joined(part) : part));
  const pairs = new Set([...areBefore, ...areBehind]);
  return blocks.flatMap((block) => (pairs.has(block) ? joined(block) : block));
}

/** Checks whether one address, and no list, is directly below a line. */
function hasOneAddress(lines: readonly ListLine[], index: number): boolean {
  const [line, next, after] = lines.slice(index, index + 3);
  const isNext = line !== undefined && next?.kind === 'address' && next.place === line.end + 1;
  return isNext && !(after?.place === next.end + 1 && ['address', 'words'].includes(after.kind));
}

/** Checks whether titles with an address below are names of wishes: no title has several addresses below. */
const titlesAreNames = (lines: readonly ListLine[]): boolean =>
  lines.every(
    ({ kind, end }, index) =>
      kind !== 'title' ||
      hasOneAddress(lines, index) ||
      lines[index + 1]?.kind !== 'address' ||
      lines[index + 1]?.place !== end + 1,
  );

/** Returns one line for each two lines of a block, with the name as its words. */
const joined = (block: readonly ListLine[]): ListLine[] =>
  block.flatMap((line, index) => {
    const next = block[index + 1];
    if (index % 2 === 1 || !next) return [];
    const [{ text }, { found }] = line.found.length > 0 ? [next, line] : [line, next];
    const price = line.price || next.price;
    const box = line.box || next.box;
    // The address is behind the words. Reading it again could add the end of the words to it.
    return [
      {
        ...line,
        text,
        price,
        box,
        isUnsure: line.isUnsure || next.isUnsure,
        found: found.map((one) => ({ ...one, start: text.length, end: text.length })),
        kind: 'other',
      },
    ];
  });
