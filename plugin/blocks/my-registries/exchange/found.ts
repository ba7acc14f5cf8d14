import { isRecord } from '../../../assets/rest.ts';

/** What becomes of a wish: it would be added, is there, breaks a rule, was added, or is still to be sent. */
type WishState = 'new' | 'there' | 'wrong' | 'added' | 'waiting';

/** A wish of a file, as the site tells it; it is sent back as it is. */
export interface FoundWish {
  readonly place: number;
  readonly place_text: string;
  readonly by: string;
  readonly nth: number;
  readonly notes: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly state: WishState;
  /** Sentences by field. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What the site has read in a file. */
export interface FoundFile {
  readonly format_text: string;
  readonly registry: { readonly title: string; readonly problems: Readonly<Record<string, string>> };
  readonly wishes: readonly FoundWish[];
}

/** What became of a wish that was sent. */
export type Result = Pick<FoundWish, 'place' | 'state' | 'problems'>;

/** Tells whether a value from the site is a file that it has read. */
export function isFoundFile(value: unknown): value is FoundFile {
  return isRecord(value) && Array.isArray(value.wishes) && isRecord(value.registry);
}

/** Returns what became of the wishes that were sent. */
export function resultsIn(body: Record<string, unknown>): Result[] {
  return Array.isArray(body.results) ? body.results : [];
}

/** Returns a text of a wish; '' for none. */
export function textOf(wish: FoundWish, field: string): string {
  const value = wish.fields[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
