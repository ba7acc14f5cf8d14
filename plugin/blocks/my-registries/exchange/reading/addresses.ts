import { ADDRESS_IN_TEXT, AROUND_ADDRESS } from '../../../../../contract/text.ts';
import { add, linesOf, looseWish, nameOf, type ReadWish, truncate, withoutRepeats } from './wish.ts';

const ADDRESS = new RegExp(ADDRESS_IN_TEXT, 'u');
const AROUND = new RegExp(AROUND_ADDRESS, 'u');

export const hasAddress = (text: string): boolean => addressIn(text) !== undefined;

/** Returns the first address of http or https in a text. */
export function addressInText(text: string): string | undefined {
  const found = addressIn(text);
  return found && text.slice(...found);
}

/**
 * Reads a list with one address per line. Words around an address, and Markdown links, are allowed. A line without an
 * address is a wish without a shop.
 * @throws {UnreadableFile} if there are too many lines
 */
export function readAddresses(text: string): ReadWish[] {
  const wishes: ReadWish[] = [];
  for (const [place, line] of linesOf(text)) if (/\S/.test(line)) add(wishes, wishOf(place, line));
  return withoutRepeats(wishes);
}

function wishOf(place: number, line: string): ReadWish {
  const found = addressIn(line);
  if (!found) return looseWish(place, { name: line });
  const [start, end] = found;
  const url = truncate(line.slice(start, end));
  const name = [wordsOf(line.slice(0, start)), wordsOf(line.slice(end))].filter(Boolean).join(' ');
  return looseWish(place, { name: name || nameOf(url), url });
}

/** Finds the first address of http or https in a text, without the punctuation after it. */
function addressIn(text: string): [start: number, end: number] | undefined {
  const found = ADDRESS.exec(text);
  return found ? [found.index, found.index + found[0].length] : undefined;
}

/** Returns the text next to an address if it can be a name. */
function wordsOf(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AROUND.test(text.charAt(start))) start++;
  while (end > start && AROUND.test(text.charAt(end - 1))) end--;
  return truncate(text.slice(start, end));
}
