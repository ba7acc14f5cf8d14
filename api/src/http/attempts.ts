import { ApiError } from './errors.ts';

/** Maximum number of attempts to change something. An attempt fails if another request changes it first. */
const ATTEMPTS = 20;

/**
 * Repeats an attempt to change something until it returns a result.
 * @param attempt returns undefined if another request was faster
 * @throws {ApiError} 503 if all attempts fail
 */
export async function retried<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new ApiError('registryBusy');
}
