import autocannon from 'autocannon';
import type { ServerProcess } from './processes.ts';

/** One request that is sent over and over on all connections. */
export interface Load {
  connections: number;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  /** Returns what the next request sends, and how and where to if not as above. */
  next?: () => { method?: Load['method']; path?: string; body?: string };
  /** The status of all answers; without it a success. */
  status?: number;
}

/** What servers did under load. */
export interface Measured {
  /** How many requests were answered, and how many a second. */
  requests: number;
  rate: number;
  /** How long an answer took (milliseconds): the median, and at most so long for 99 and for 99.9 %. */
  p50: number;
  p99: number;
  p999: number;
  /** Microseconds of processor time a request. */
  processor: number;
}

/** A server under load; that of the host has no process of its own, so its processor time is not known. */
export type Target = Pick<ServerProcess, 'url'> & { readonly processorTime?: number };

/**
 * Loads servers that do the same for some seconds, each with its part of the connections.
 * @throws when an answer has another status: then nothing was measured
 */
export async function measure(servers: readonly Target[], load: Load, seconds: number): Promise<Measured> {
  const before = processorTimeOf(servers);
  const times: number[] = [];
  const results = await Promise.all(servers.map((server) => fire(server, load, seconds, servers.length, times)));
  const processor = processorTimeOf(servers) - before;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    requests: times.length,
    rate: results.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0),
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    processor: (processor * 1e6) / times.length,
  };
}

/** Loads one of several servers, and collects how long its answers took (milliseconds). */
async function fire(
  server: Target,
  { connections, method, path, headers, next, status }: Load,
  seconds: number,
  share: number,
  times: number[],
): Promise<autocannon.Result> {
  const options: autocannon.Options = {
    url: server.url + path,
    connections: Math.max(1, Math.round(connections / share)),
    duration: seconds,
    method,
    headers,
    // With headers of its own, or a request without a body would have the length of the one before.
    ...(next && {
      requests: [{ setupRequest: (request) => ({ ...request, headers: { ...headers }, body: '', ...next() }) }],
    }),
  };
  const result = await new Promise<autocannon.Result>((done, fail) => {
    const instance = autocannon(options, (error, found) => (error ? fail(error) : done(found)));
    // Its own percentiles are whole milliseconds.
    instance.on('response', (_client, _status, _bytes, took) => void times.push(took));
  });
  const requests = result.requests.total;
  const expected = status === undefined ? result['2xx'] : (result.statusCodeStats?.[`${status}`]?.count ?? 0);
  if (expected !== requests || result.errors > 0) {
    const answers = Object.entries(result.statusCodeStats ?? {}).map(([code, { count }]) => `${count} of ${code}`);
    throw new Error(`${method} ${path}: ${result.errors} errors, answers: ${answers.join(', ')}`);
  }
  return result;
}

const processorTimeOf = (servers: readonly Target[]): number =>
  servers.reduce((sum, { processorTime }) => sum + (processorTime ?? Number.NaN), 0);
