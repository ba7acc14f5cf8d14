/** Why nothing was read at an address, for operators; callers are told one text for all (rules: Previews). */
export const UNREAD_REASONS = [
  /** The text of the address is none that is asked: its scheme, port, or user info. */
  'form',
  /** It leads somewhere that is not asked. */
  'refused',
  /** No connection, no name, a wrong certificate, or an answer that is no HTTP. */
  'unreachable',
  'late',
  /** A server of the public Internet answered something that is not what was asked for. */
  'redirects',
  'status',
  'type',
  'size',
  /** A page in which nothing could be read in time. */
  'page',
  'robots',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Reports that nothing was read at an address. Holds nothing of the address or the answer. */
export class Unread extends Error {
  override name = 'Unread';
  readonly reason: UnreadReason;
  /** Status of a server that answered. */
  readonly status: number | null;

  constructor(reason: UnreadReason, status: number | null = null, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.status = status;
  }

  /**
   * True where the reason tells nothing about addresses: it is in what the caller has sent, or a server of the public Internet
   * has answered, which the caller could as well have asked.
   */
  get isHarmless(): boolean {
    return this.reason !== 'refused' && this.reason !== 'unreachable' && this.reason !== 'late';
  }
}
