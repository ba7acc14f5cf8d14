import type { Request } from './transport.ts';
import type { Health, Welcome } from './types.ts';

/** The operations that need no credentials. */
export const healthCalls = (request: Request) => ({
  /** Calls `GET /`. */
  welcome: (): Promise<Welcome | null> => request('GET', []),
  /** Calls `GET /health`. */
  health: (): Promise<Health | null> => request('GET', ['health']),
});
