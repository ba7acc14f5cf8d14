import type { PlannedFile, PlannedWish } from '../registry.ts';
import type { FileFormat } from './reading/read.ts';
import type { ReadFile } from './source.ts';
import { notesOf } from './words.ts';

/** A wish in a file, with notes on fields that the reader has changed. */
export interface FoundWish extends PlannedWish {
  readonly notes: readonly string[];
}

/** A file that was read, and the state of its wishes. */
export interface FoundFile extends PlannedFile {
  readonly wishes: readonly FoundWish[];
  readonly format: FileFormat;
}

/** Combines results of the reader with the site's answer, whose wishes are in the order in which the page sent them. */
export function foundFile(read: ReadFile, { registry, wishes }: PlannedFile): FoundFile {
  const own = 'data' in read ? [] : read.wishes;
  const found = wishes.map((wish, index) => {
    const { [index]: one } = own;
    return one ? { ...wish, place: one.place, notes: notesOf(one) } : { ...wish, notes: [] };
  });
  return { format: read.format, registry, wishes: found };
}

export function textOf(wish: FoundWish, field: string): string {
  const value = wish.fields[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
