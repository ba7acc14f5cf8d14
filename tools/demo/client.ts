import { setTimeout as pause } from 'node:timers/promises';
import { createClient, RegistryApiError, type RegistryClient } from '../../client/src/index.ts';
import { SetupError } from '../cache/setup-error.ts';
import type { DemoUser } from './people.ts';

/** Maximum number of attempts. An answer of 504 takes eight seconds. */
const ATTEMPTS = 10;

/** Returns a client of the API with a person's credentials. */
export function clientOf(apiUrl: string, { username, applicationPassword }: DemoUser): RegistryClient {
  return createClient({ baseUrl: apiUrl, username, appPassword: applicationPassword });
}

/**
 * Runs a step. Repeats it while the API cannot serve its requests, for example because the site is busy.
 * @throws {SetupError} with the API's message if the API rejects a request, or after the last attempt
 */
export async function repeat<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof RegistryApiError)) throw error;
      if (!error.isTemporary) throw new SetupError(error.message);
      if (attempt === ATTEMPTS)
        throw new SetupError(`${error.message} This machine may be too busy: start again, and the start continues`);
      await pause(1000 * (error.retryAfter ?? 1));
    }
  }
}
