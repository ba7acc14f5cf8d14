import autocannon from 'autocannon';
import type { ServerProcess } from './processes.ts';

/** One request, sent over and over on all connections. */
export interface Load {
  connections: number;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  /** Returns what the next request sends, and where to if not to `path`. */
  next?: () => { path?: string; body: string };
  /** The status of all answers; without it a success. */
  status?: number;
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
 * @throws when an answer has another status: then nothing was measured
 */
export async function measure(server: ServerProcess, load: Load, seconds: number): Promise<Measured> {
  const before = server.processorTime;
  const { connections, method, path, headers, next, status } = load;
  const result = await autocannon({
    url: server.url + path,
    connections,
    duration: seconds,
    method,
    headers,
    ...(next === undefined ? {} : { requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] }),
  });
  const requests = result.requests.total;
  const expected = status === undefined ? result['2xx'] : result.statusCodeStats?.[`${status}`]?.count;
  if (expected !== requests || result.errors > 0)
    throw new Error(`${method} ${path}: ${requests - Number(expected ?? 0)} other answers, ${result.errors} errors`);
  return { rate: requests / result.duration, processor: ((server.processorTime - before) * 1e6) / requests };
}

/** Returns the median of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
