import type { PlannedFile, PlannedWish } from '../../../assets/registry.ts';
import type { FileFormat, ReadColumns } from './reading/read.ts';
import { DOUBTS } from './reading/wish.ts';
import type { ReadFile } from './source.ts';
import { notesOf } from './words.ts';

/** A wish in a file, with notes on fields that the reader has changed. */
export interface FoundWish extends PlannedWish {
  readonly notes: readonly string[];
  /** Number of the line with the wish, or of the wish in the file. A line can contain several wishes. */
  readonly shownPlace: number;
  /** True if the line seems to be no wish. Such lines are not selected at first. */
  readonly isDoubtful: boolean;
}

/** A file that was read, and the state of its wishes. */
export interface FoundFile extends PlannedFile {
  readonly wishes: readonly FoundWish[];
  readonly format: FileFormat;
  /** Columns of a table; missing for other formats. */
  readonly columns?: ReadColumns;
}

/** Combines results of the reader with the site's answer, whose wishes are in the order in which the page sent them. */
export function foundFile(read: ReadFile, { registry, wishes }: PlannedFile): FoundFile {
  const own = 'data' in read ? [] : read.wishes;
  const found = wishes.map((wish, index) => {
    const { [index]: one } = own;
    if (!one) return { ...wish, notes: [], shownPlace: wish.place, isDoubtful: false };
    const isDoubtful = one.notes.some(({ kind }) => DOUBTS.includes(kind));
    return { ...wish, notes: notesOf(one), shownPlace: one.place, isDoubtful };
  });
  const columns = 'columns' in read && read.columns ? { columns: read.columns } : {};
  return { format: read.format, registry, wishes: found, ...columns };
}

/** Returns the `place` of each wish that is not selected at first. */
export const doubtfulPlaces = ({ wishes }: FoundFile): Set<number> =>
  new Set(wishes.filter(({ isDoubtful }) => isDoubtful).map(({ place }) => place));

export function textOf(wish: FoundWish, field: string): string {
  const value = wish.fields[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
