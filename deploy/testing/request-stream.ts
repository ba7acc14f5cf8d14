import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../../tests/support/http-client.ts';
import { until } from '../../tests/support/wait.ts';

/** Clients that keep sending requests while a test changes something. */
export interface RequestStream extends AsyncDisposable {
  setHeaders(headers: Record<string, string>): void;
  /** Waits until the clients have received `requests` more answers. */
  pass(requests: number): Promise<void>;
  /** Ends the stream and returns its report. */
  end(): Promise<StreamReport>;
}

/** Results of the clients. */
export interface StreamReport {
  requests: number;
  /** Number of created items. */
  created: number;
  /** Each entry describes an answer other than 200 and 201, or a request without an answer. */
  failed: string[];
  /** Longest time until an answer (milliseconds). */
  slowest: number;
}

/** Number of clients. */
const CLIENTS = 8;

/** Pause of each client between two requests (milliseconds). */
const THINKING_MS = 10;

/**
 * Starts clients that alternately create and list items through a gateway.
 * @param keepAlive false for clients that use each connection once, as WordPress does
 */
export function startRequests(url: string, headers: Record<string, string>, keepAlive = true): RequestStream {
  const agent = new Agent({ keepAlive, maxSockets: CLIENTS });
  const report: StreamReport = { requests: 0, created: 0, failed: [], slowest: 0 };
  let current = headers;
  let isRunning = true;
  let count = 0;
  const client = async () => {
    while (isRunning) {
      const isWrite = count++ % 2 === 0;
      const body = { registry_id: 1 + (count % 1000), name: 'Kettle', url: 'https://shop.example/kettle' };
      const began = performance.now();
      const { status, text } = await send(agent, url, isWrite ? 'POST' : 'GET', '/items?limit=5', {
        headers: current,
        ...(isWrite && { body }),
      }).catch((error: Error) => ({ status: 0, text: error.message }));
      report.requests++;
      if (status === 201) report.created++;
      else if (status !== 200) report.failed.push(`${isWrite ? 'POST' : 'GET'} ${status} ${text.slice(0, 100)}`);
      report.slowest = Math.max(report.slowest, performance.now() - began);
      await pause(THINKING_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const end = async () => {
    isRunning = false;
    await Promise.all(clients);
    agent.destroy();
    return report;
  };
  return {
    setHeaders: (next) => {
      current = next;
    },
    pass: (requests) => {
      const enough = report.requests + requests;
      return until(`${requests} more requests are answered`, () => report.requests >= enough, 60_000);
    },
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  };
}
