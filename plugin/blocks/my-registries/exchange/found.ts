import { isRecord } from '../../../assets/rest.ts';
import type { FileFormat, ReadWish } from './reading/read.ts';
import { type ReadFile, sendable } from './source.ts';
import { noAddressText, notesOf } from './words.ts';

/** State of a wish: to be added, already there, invalid, added, or `waiting` (the page must send the wish again). */
type WishState = 'new' | 'there' | 'wrong' | 'added' | 'waiting';

/** A wish in the site's answer, with notes on fields that the reader has changed. To import it, the page sends `place`, `by`, `nth` and `fields` back. */
export interface FoundWish {
  /** Number of the line or of the wish in the file; unique. */
  readonly place: number;
  readonly by: string;
  readonly nth: number;
  readonly notes: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Price as the site writes it; missing if there is none. */
  readonly price_text?: string;
  readonly state: WishState;
  /** Error messages by field. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The site's answer about a file. */
interface PlannedFile {
  readonly registry: { readonly title: string; readonly problems: Readonly<Record<string, string>> };
  readonly wishes: readonly Omit<FoundWish, 'notes'>[];
}

/** A file that was read, and the state of its wishes. */
export interface FoundFile extends PlannedFile {
  readonly wishes: readonly FoundWish[];
  readonly format: FileFormat;
}

/** State of a wish after it was sent. */
export type Result = Pick<FoundWish, 'place' | 'state' | 'problems'>;

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

/** Checks whether an answer of the site is about a file. */
export function isPlannedFile(value: unknown): value is PlannedFile {
  return isRecord(value) && Array.isArray(value.wishes) && isRecord(value.registry);
}

/** Returns the results for the wishes that were sent. */
export function resultsIn(body: Record<string, unknown>): Result[] {
  return Array.isArray(body.results) ? body.results : [];
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
