import { MAX_FILE_WISHES } from '../../../../contract/limits.ts';
import { writeCount } from '../numbers.ts';
import { sent } from '../page-data.ts';
import { __ } from '../texts.ts';
import type { Fault, FileFormat, ReadWish } from './reading/read.ts';

const number = (count: number) => writeCount(count, sent.prices);

const FAULTS: Readonly<Record<Exclude<Fault, 'open quotation mark' | 'unknown address column'>, string>> = {
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
export function faultText({ fault, line = 0, column = '' }: { fault: Fault; line?: number; column?: string }): string {
  switch (fault) {
    case 'open quotation mark':
      // translators: %s: number of a line.
      return __('Line %s: a quotation mark is never closed. Please save the table again as CSV.', number(line));
    case 'unknown address column':
      // translators: %s: name of a column in a table.
      return __(
        'The column “%s” contains addresses. If these are the addresses of the wishes, name the column “url” in the first line. Otherwise, remove the column.',
        column,
      );
    default:
      return FAULTS[fault];
  }
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

/** Returns notes for the user if the name was shortened or the price was left out. */
export function notesOf({ isShortened, isPriceUnclear, currency }: ReadWish): string[] {
  const notes = isShortened ? [__('The name is shortened; the description contains all of it.')] : [];
  // translators: %s: a sign, such as "kr".
  if (isPriceUnclear) notes.push(__('The price is left out, because the currency “%s” is unclear.', currency));
  return notes;
}
