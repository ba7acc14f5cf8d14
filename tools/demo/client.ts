import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from '../cache/setup-error.ts';

/** Maximum number of times that a request is sent. An answer of 504 takes eight seconds. */
const ATTEMPTS = 10;

/** Error if the API cannot serve a request now, for example because the site is busy. */
class ApiUnavailable extends Error {
  readonly pauseMs: number;

  /** @param pauseMs time before the next attempt, in milliseconds */
  constructor(message: string, pauseMs: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

/**
 * Sends a request to the API and returns its answer. If the API cannot serve the request now, sends it again, except a
 * POST: the API may have executed it (`repeat`).
 * @param path path that begins with a slash
 * @throws {SetupError} with the API's message if the API rejects the request
 */
export async function callApi<Result>(
  apiUrl: string,
  authorization: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const send = async () => {
    const answer = await fetch(apiUrl + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      const message = `The API answered ${answer.status} to ${method} ${path}: ${detailIn(text)}`;
      if (answer.status < 502) throw new SetupError(message);
      throw new ApiUnavailable(message, Number(answer.headers.get('retry-after')) * 1000);
    }
    const result: Result = JSON.parse(text);
    return result;
  };
  return method === 'POST' ? await send() : await repeat(send);
}

/**
 * Repeats a step while the API cannot serve its requests.
 * @throws {SetupError} after the last attempt
 */
export async function repeat<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ApiUnavailable)) throw error;
      if (attempt === ATTEMPTS)
        throw new SetupError(`${error.message}. This machine may be too busy: start again, and the start continues`);
      await pause(error.pauseMs);
    }
  }
}

/** Returns the message of an error of the API, or the first line of any other body. */
function detailIn(body: string): string {
  try {
    const { detail = '' }: { detail?: string } = JSON.parse(body);
    return detail;
  } catch {
    return body.split('\n', 1)[0] ?? '';
  }
}
