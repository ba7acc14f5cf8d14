/** Kinds of failure between the service and the registry host. */
export type HostFailure =
  | 'unauthorized'
  /** The host accepts the credentials but denies access. */
  | 'forbidden'
  | 'not-found'
  /** The host has no such route: its plugin is missing, or older than the service. */
  | 'no-route'
  /** The host sent a redirect, a 5xx other than 503, or a body that is too large, truncated or unexpected. */
  | 'invalid-response'
  /** The host is unreachable, asks for a pause (429, 503), or has failed too often lately. */
  | 'unavailable'
  | 'timeout'
  /** Too many calls waited for the host, so this one was not sent. This says nothing about the host. */
  | 'crowded'
  /** A list changed between the read and the write; nothing was written. */
  | 'changed'
  /** The change would make an owner a keeper, who can see secret gifts. Nothing was written. */
  | 'keeper-is-owner'
  /** The caller has named too many co-owners and keepers today. Nothing was written. */
  | 'many-proposals';

/** Reasons not to send a call: open breaker, pause requested by the host, full queue, no time left. */
export const HOST_REFUSALS = ['breaker', 'quiet', 'full', 'late'] as const;
export type HostRefusal = (typeof HOST_REFUSALS)[number];

/** The message is for the log; it contains neither credentials nor text from the host. */
export class HostError extends Error {
  override name = 'HostError';
  readonly failure: HostFailure;
  /** Seconds after which a retry makes sense, or null if unknown. */
  readonly retryAfter: number | null;
  /** True if the same call may succeed when it is repeated at once. */
  readonly isRetryable: boolean;
  /** True if the host as a whole seems to fail, not only this call. */
  readonly isOutage: boolean;
  /** True if no connection to the host could be made. */
  readonly isUnreachable: boolean;
  /** True if the host asked for no more calls until `retryAfter` has passed. */
  readonly asksForQuiet: boolean;
  /** Null if the call was sent. */
  readonly refusal: HostRefusal | null;

  constructor(
    failure: HostFailure,
    message: string,
    options: {
      retryAfter?: number;
      isRetryable?: boolean;
      isOutage?: boolean;
      isUnreachable?: boolean;
      asksForQuiet?: boolean;
      refusal?: HostRefusal;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.failure = failure;
    this.retryAfter = options.retryAfter ?? null;
    this.isRetryable = options.isRetryable ?? false;
    this.isOutage = options.isOutage ?? this.isRetryable;
    this.isUnreachable = options.isUnreachable ?? false;
    this.asksForQuiet = options.asksForQuiet ?? false;
    this.refusal = options.refusal ?? null;
  }
}

/** Checks whether an error is a HostError of one of these kinds. */
export function isHostFailure(error: unknown, ...failures: HostFailure[]): error is HostError {
  return error instanceof HostError && failures.includes(error.failure);
}
