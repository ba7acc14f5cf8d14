import { ApiError } from './errors.ts';

const ATTEMPTS = 20;

/** Repeats an attempt until it returns a result: undefined if another request was faster. @throws {ApiError} 503 */
export async function retried<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new ApiError('registryBusy');
}
