import type { BrokenRule } from './types.ts';

/** `api_not_configured`: no address is set. `api_error`: anything else went wrong. */
export type RegistryApiErrorCode = 'api_not_configured' | 'api_error';

const isTemporaryStatus = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** The error of every failed call (rules: Clients). */
export class RegistryApiError extends Error {
  override readonly name = 'RegistryApiError';
  readonly code: RegistryApiErrorCode;
  readonly data: {
    /** HTTP status; 0 if no request was sent, if no complete answer arrived, or if a browser hides the status. */
    readonly status: number;
  };
  /** Broken rules. Only answers with the status 401, 403, 409, 412 or 422 contain them (rules: Broken rules). */
  readonly errors: readonly BrokenRule[];
  /**
   * True if the same call may succeed later: no answer arrived, the status is 429 or 500 and above, except 501, or the
   * first request with the same key still runs (409).
   */
  readonly isTemporary: boolean;
  /** Number of seconds that the service asks callers to wait before the next call; null if the service does not ask. */
  readonly retryAfter: number | null;
  /** Id of the request, with which the service's operator finds it in the log; null if no answer has named one. */
  readonly requestId: string | null;

  /**
   * Key of a call that creates something; null for other calls. If the error is temporary, repeat the call with this
   * `key`: it creates nothing twice.
   */
  readonly key: string | null;

  /** @param message `detail` of the answer, or a sentence of the client; plain text, never HTML */
  constructor(
    code: RegistryApiErrorCode,
    message: string,
    status: number,
    {
      errors = [],
      isTemporary = isTemporaryStatus(status) || errors.some(({ rule }) => rule === 'running'),
      retryAfter = null,
      requestId = null,
      key = null,
      ...options
    }: {
      errors?: readonly BrokenRule[];
      isTemporary?: boolean;
      retryAfter?: number | null;
      requestId?: string | null;
      key?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.data = { status };
    this.errors = errors;
    this.isTemporary = isTemporary;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    this.key = key;
  }

  /** Returns the same error with the key of its call. */
  withKey(key: string): RegistryApiError {
    const { code, message, data, errors, isTemporary, retryAfter, requestId, cause } = this;
    const same = { errors, isTemporary, retryAfter, requestId, cause };
    return new RegistryApiError(code, message, data.status, { ...same, key });
  }
}
