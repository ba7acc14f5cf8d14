import type { PlannedFile, PlannedWish } from '../registry.ts';
import type { FileFormat, ReadWish } from './reading/read.ts';
import { type ReadFile, sendable } from './source.ts';
import { noAddressText, notesOf } from './words.ts';

/** A wish in a file, with notes on fields that the reader has changed. */
export interface FoundWish extends PlannedWish {
  readonly notes: readonly string[];
}

/** A file that was read, and the state of its wishes. */
export interface FoundFile extends PlannedFile {
  readonly wishes: readonly FoundWish[];
  readonly format: FileFormat;
}

/**
 * Combines the results of the reader with the site's answer. The answer contains the wishes in the order in which the
 * page sent them.
 */
export function foundFile(read: ReadFile, { registry, wishes }: PlannedFile): FoundFile {
  if ('data' in read) return { format: read.format, registry, wishes: wishes.map((wish) => ({ ...wish, notes: [] })) };
  const sent = sendable(read.wishes);
  const planned = wishes.flatMap((wish, index) => {
    const own = sent[index];
    return own ? [{ ...wish, place: own.place, notes: notesOf(own) }] : [];
  });
  const lacking = read.wishes.filter(({ lacksAddress }) => lacksAddress).map(withoutAddress);
  const all = [...planned, ...lacking].sort((one, other) => one.place - other.place);
  return { format: read.format, registry, wishes: all };
}

export function textOf(wish: FoundWish, field: string): string {
  const value = wish.fields[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function withoutAddress(wish: ReadWish): FoundWish {
  const { place, fields } = wish;
  const problems = { url: noAddressText() };
  return { place, fields: { ...fields }, by: 'address', nth: 1, notes: notesOf(wish), state: 'wrong', problems };
}
