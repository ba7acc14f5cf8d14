import autocannon from 'autocannon';
import type { ServerProcess } from './processes.ts';

/** One request, sent over and over on all connections. */
export interface Load {
  connections: number;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** What the next request sends. */
  body?: () => string;
}

/** What a server did under load. */
export interface Measured {
  /** Requests a second. */
  rate: number;
  /** Microseconds of processor time a request. */
  processor: number;
}

/**
 * Loads a server for some seconds.
 * @throws when an answer is no success: then nothing was measured
 */
export async function measure(server: ServerProcess, load: Load, seconds: number): Promise<Measured> {
  const before = server.processorTime;
  const { connections, method, path, headers, body } = load;
  const result = await autocannon({
    url: server.url + path,
    connections,
    duration: seconds,
    method,
    headers,
    ...(body === undefined ? {} : { requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx + result.errors} failures`);
  const requests = result.requests.total;
  return { rate: requests / result.duration, processor: ((server.processorTime - before) * 1e6) / requests };
}

/** Returns the median of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
