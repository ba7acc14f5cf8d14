/** Reasons why an address was not read, for operators. Callers get the same text for all (rules: Previews). */
export const UNREAD_REASONS = [
  /** Invalid address: its scheme, port, or user info is not allowed. */
  'form',
  /** The address leads to a blocked destination. */
  'refused',
  /** No connection, unknown name, invalid certificate, or an answer that is not HTTP. */
  'unreachable',
  'late',
  /** A public server sent an unusable answer: bad redirects, or a wrong status, type or size. */
  'redirects',
  'status',
  'type',
  'size',
  /** The page was fetched, but could not be read, for example because reading took too long. */
  'page',
] as const;
type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Contains no part of the address or of the server's answer. */
export class Unread extends Error {
  override name = 'Unread';
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }

  /**
   * True if the reason concerns the caller's input, or an answer of a public server that the caller could have fetched.
   * It reveals nothing about internal addresses.
   */
  get isHarmless(): boolean {
    return this.reason !== 'refused' && this.reason !== 'unreachable' && this.reason !== 'late';
  }
}

export const PREVIEW_KINDS = ['page', 'picture'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];
export type PreviewOutcome = 'found' | 'nothing' | UnreadReason;

/** Called with the kind and the outcome of every preview request. */
export type PreviewWatch = (kind: PreviewKind, outcome: PreviewOutcome) => void;

/** Addresses that this process fetches at the same time, and requests that wait. */
export const QUEUE = { atOnce: 4, maxWaiting: 20 };
