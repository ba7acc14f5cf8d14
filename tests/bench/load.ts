import autocannon from 'autocannon';
import type { ServerProcess } from './processes.ts';

/** A request that is repeated on all connections. */
export interface Load {
  connections: number;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  /** Returns the next request. If the request has no method or no path, the load's field `method` or `path` applies. */
  next?: () => { method?: Load['method']; path?: string; body?: string };
}

/** Results of servers under load. */
export interface Measured {
  /** Number of answers. */
  requests: number;
  /** Number of answers per second. */
  rate: number;
  /** Milliseconds until an answer arrives: median, 99th and 99.9th percentile. */
  p50: number;
  p99: number;
  p999: number;
  /** Processor time that the servers use per request (microseconds). */
  processor: number;
}

/** A server under load. The fake host runs in the benchmark's own process, so its processor time is unknown. */
export type Target = Pick<ServerProcess, 'url'> & { readonly processorTime?: number };

/**
 * Puts equivalent servers under load for some seconds. Each server gets its share of the connections.
 * @throws if an answer is no success, because the measurement would be invalid
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

/** Puts one server under load, and adds the times of its answers to `times` (milliseconds). */
async function fire(
  server: Target,
  { connections, method, path, headers, next }: Load,
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
    // Copies the headers for each request. Otherwise, a request without a body would get the `content-length` of the
    // previous request.
    ...(next && {
      requests: [{ setupRequest: (request) => ({ ...request, headers: { ...headers }, body: '', ...next() }) }],
    }),
  };
  const result = await new Promise<autocannon.Result>((done, fail) => {
    const instance = autocannon(options, (error, found) => (error ? fail(error) : done(found)));
    // Collects the exact times, because autocannon's own percentiles are whole milliseconds.
    instance.on('response', (_client, _status, _bytes, took) => void times.push(took));
  });
  const requests = result.requests.total;
  if (result['2xx'] !== requests || result.errors > 0) {
    const answers = Object.entries(result.statusCodeStats ?? {}).map(([code, { count }]) => `${count} of ${code}`);
    throw new Error(`${method} ${path}: ${result.errors} errors, answers: ${answers.join(', ')}`);
  }
  return result;
}

const processorTimeOf = (servers: readonly Target[]): number =>
  servers.reduce((sum, { processorTime }) => sum + (processorTime ?? Number.NaN), 0);
