import { MAX_FILE_WISHES } from '../../../../contract/limits.ts';
import { labelOf } from '../labels.ts';
import { writeCount } from '../numbers.ts';
import { sent } from '../page-data.ts';
import { __ } from '../texts.ts';
import type { ColumnField, Fault, FileFormat, Note, ReadWish } from './reading/read.ts';

const number = (count: number) => writeCount(count, sent.prices);

const FAULTS: Readonly<Record<Exclude<Fault, 'open quotation mark'>, string>> = {
  'too large': __('This file is too large: choose one of at most 2 MB.'),
  'cut within a character': __('This file is incomplete. Please save it again.'),
  empty: __('This file is empty.'),
  'without wishes': __('This file contains no wishes.'),
  // translators: %s: a number.
  'too many wishes': __(
    'There are too many wishes in this file: the limit is %s at once. Please import a part of it.',
    number(MAX_FILE_WISHES),
  ),
  'too deep': __('This file is not a registry from Largesse.'),
  'damaged data': __('This file is incomplete. Please export it again.'),
  'other page': __(
    'This page cannot be read here. You can use pages exported from Largesse, browser bookmarks, and Amazon wish lists.',
  ),
  'unknown columns': __(
    'We do not recognize the columns of this table. Its first line must name them, for example: name, url, price.',
  ),
  unknown: __(
    'We do not recognize this format. Use a file exported from Largesse, a table (CSV) whose first line names the columns, browser bookmarks, a list copied from Amazon, or addresses, one per line.',
  ),
};

/** Returns why a file cannot be read. */
export function faultText({ fault, line = 0 }: { fault: Fault; line?: number }): string {
  if (fault !== 'open quotation mark') return FAULTS[fault];
  // translators: %s: number of a line.
  return __('Line %s: a quotation mark is never closed. Please save the table again as CSV.', number(line));
}

const FORMATS: Readonly<Record<FileFormat, string>> = {
  json: __('a registry from Largesse'),
  html: __('a registry from Largesse, as a page'),
  csv: __('a table (CSV)'),
  amazon: __('an Amazon wish list'),
  bookmarks: __('a list of links'),
  addresses: __('a list of addresses'),
};

export const formatText = (format: FileFormat): string => FORMATS[format];

/** Text formats, in which a wish is identified by its line. */
const IN_LINES: readonly FileFormat[] = ['csv', 'amazon', 'addresses'];

/** Returns words for the place of a wish in a file. */
export function placeText(place: number, format: FileFormat): string {
  // translators: %s: a number.
  if (IN_LINES.includes(format)) return __('Line %s', number(place));
  // translators: %s: a number.
  return __('Wish %s', number(place));
}

/** Returns the words for a field that a column of a table contains. */
export function fieldText(field: ColumnField): string {
  switch (field) {
    case 'heading':
      return __('Heading');
    case 'most_wanted':
      return __('Most wanted');
    case 'quantity_left':
      return labelOf('quantity_needed');
    case 'bought':
      return __('Bought already');
    case 'detail':
      return labelOf('description');
    default:
      return labelOf(field);
  }
}

/** Returns the words for a column that was not used. */
export const columnText = (column: string): string => column || __('a column without a name');

/** Returns notes for the user about everything that the reader changed or left out. */
export function notesOf({ notes, isPriceUnclear, currency }: ReadWish): string[] {
  const all = notes.map(noteText);
  // translators: %s: a sign, such as "kr".
  if (isPriceUnclear) all.push(__('The price is left out, because the currency “%s” is unclear.', currency));
  return all;
}

function noteText({ kind, text }: Note): string {
  switch (kind) {
    case 'no price':
      // translators: %s: a text in a table, such as "ca. 30 €".
      return __('The price is left out, because “%s” is not a single number above zero.', text);
    case 'price with two meanings':
      // translators: %s: a price in a table, such as "1,299".
      return __('The price “%s” can have two meanings. Please check it.', text);
    case 'other currency':
      // translators: %s: a price in a table, such as "$5".
      return __('The price “%s” names another currency than its column. Please check it.', text);
    case 'unclear quantity':
      // translators: %s: a text in a table, such as "1-2".
      return __('The quantity “%s” is unclear, so one piece is wanted. Please check it.', text);
    case 'no address':
      // translators: %s: a text in a table.
      return __('The address is left out, because no browser opens “%s”.', text);
    case 'address':
      // translators: %s: an address.
      return __('Part of the address may be missing: “%s”. Please check it.', text);
    case 'long text':
      // translators: %s: the beginning of an address or of the name of a shop.
      return __('“%s” is too long, so it is shortened or left out.', text);
    case 'shop':
      // translators: %s: a text in a table, such as "the blue shop".
      return __('“%s” is no address, so it becomes the name of the shop.', text);
    case 'more addresses':
      return __('The wish has several addresses. The first one opens, and the description contains the others.');
    case 'short name':
      return __('The name is shortened; the description contains all of it.');
    case 'short description':
      return __('The description is too long, so its end is left out.');
    case 'sum':
      return __('This line seems to be a sum, so it is not selected.');
    case 'talk':
      return __('This message has no address, so it is not selected.');
    case 'title':
      return __('This line seems to be the title of a list, so it is not selected.');
    case 'second value':
      // translators: %s: a text in a table.
      return __('A second column also has a value, which is left out: “%s”.', text);
    case 'more cells':
      return __('This line has more cells than the table has columns, so it is not selected. Please check it.');
    case 'shifted':
      return __('The cells of this line seem to be in the wrong columns, so it is not selected. Please check it.');
    case 'bought':
      return text === ''
        ? __('This seems to be bought already, so it is not selected.')
        : // translators: %s: a text in a table, such as "yes" or "received".
          __('This seems to be bought already (“%s”), so it is not selected.', text);
    case 'partly bought':
      // translators: %s: a number.
      return __('So many are bought already: %s. Only the rest is wanted.', text);
  }
}
