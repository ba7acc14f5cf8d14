/** What went wrong between the service and the registry host. */
export type HostFailure =
  /** The host does not accept the caller's credentials (any more). */
  | 'unauthorized'
  /** The host knows the caller and refuses. */
  | 'forbidden'
  /** The host has no such registry. */
  | 'not-found'
  /** The host does not know the route: its plugin is missing, or older than the service. */
  | 'no-route'
  /** The answer is no answer: 5xx, a redirect, too large, cut, or not what WordPress says. */
  | 'invalid-response'
  /** The host cannot be reached, asks to be left alone (429, 503), or has failed too often lately. */
  | 'unavailable'
  /** The time that a request has is over. */
  | 'timeout'
  /** A list that was to be written is no longer the one that was read; nothing was written. */
  | 'changed'
  /** An owner would become a keeper, and lift the secret; nothing was written. */
  | 'keeper-is-owner';

/** Why a call was never sent: the breaker is open; the host has asked for quiet; too many wait; no time was left. */
export const HOST_REFUSALS = ['breaker', 'quiet', 'full', 'late'] as const;
export type HostRefusal = (typeof HOST_REFUSALS)[number];

/** Reports that a call to the host failed. The message is for the log; it holds neither credentials nor the host's text. */
export class HostError extends Error {
  override name = 'HostError';
  readonly failure: HostFailure;
  /** Seconds after which trying again makes sense, where that is known. */
  readonly retryAfter: number | null;
  /** True where the same call may well succeed at once. */
  readonly isRetryable: boolean;
  /** True where the host as a whole seems to fail, not just this call. */
  readonly isOutage: boolean;
  /** True where no connection to the host could be made, whatever the call was. */
  readonly isUnreachable: boolean;
  /** True where the host wants no calls at all until `retryAfter` is over. */
  readonly asksForQuiet: boolean;
  /** Why the host was not even asked; null where it was. */
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

/** Tells whether an error is the host's, and of one of these kinds. */
export function isHostFailure(error: unknown, ...failures: HostFailure[]): error is HostError {
  return error instanceof HostError && failures.includes(error.failure);
}
