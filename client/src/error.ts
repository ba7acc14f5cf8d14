/** `api_not_configured`: there is no address to call. `api_error`: everything else that goes wrong. */
export type RegistryApiErrorCode = 'api_not_configured' | 'api_error';

/** Reports why a call failed: every call fails like this (rules: Clients). */
export class RegistryApiError extends Error {
  override readonly name = 'RegistryApiError';
  readonly code: RegistryApiErrorCode;
  /** The HTTP status; 0 where no whole answer came, and where a browser does not tell. */
  readonly data: { readonly status: number };

  /** @param message what the API said, or a plain sentence where it said nothing; text, never HTML to be shown as such */
  constructor(code: RegistryApiErrorCode, message: string, status: number, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
    this.data = { status };
  }
}
