import type { Request } from './transport.ts';
import type { Health, Welcome } from './types.ts';

/** The operations that need no credentials. */
export interface HealthCalls {
  /** Calls `GET /`. */
  welcome(): Promise<Welcome | null>;
  /** Calls `GET /health`. */
  health(): Promise<Health | null>;
}

export const healthCalls = (request: Request): HealthCalls => ({
  welcome: () => request('GET', []),
  health: () => request('GET', ['health']),
});
