import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { openOwnService } from '../support/own-service.ts';
import { until } from '../support/wait.ts';

/** Results of a service that gets five times as many requests as it can answer. */
export interface OverloadReport {
  /** Answers per second if each client waits for its answer before it sends the next request. */
  peak: number;
  /** Requests, answers and rejections per second during the overload. */
  offered: number;
  served: number;
  refused: number;
  /** Number of requests that were neither answered successfully nor rejected with status 503. */
  other: number;
  /** Number of requests to /ready, number of failed requests, and time of the slowest request (milliseconds). */
  ready: { asked: number; denied: number; slowest: number };
  /** Time after the load until the service answers a list again (milliseconds). */
  recovery: number;
}

/**
 * Number of items in the requested list. With so many items, answers are slow. So one process can send five times as
 * many requests as the service can answer.
 */
const ITEMS = 1000;

/**
 * Measures how many requests a service can answer. Then sends five times as many requests. Each part takes the given
 * number of seconds.
 */
export async function overload(seconds: number): Promise<OverloadReport> {
  await using t = await openOwnService({ OPS_PORT: '0' });
  const { service } = t;
  const headers = { authorization: t.host.users.authorization('owner'), 'content-type': 'application/json' };
  const body = JSON.stringify({ registry_id: 1, name: 'Kettle', url: 'https://shop.example/kettle' });
  await autocannon({ url: `${service.url}/items`, method: 'POST', headers, body, amount: ITEMS, connections: 50 });
  const lists = { url: `${service.url}/items?limit=${ITEMS}`, headers, duration: seconds };
  await autocannon({ ...lists, connections: 16 });
  const calm = await autocannon({ ...lists, connections: 16 });
  const peak = calm['2xx'] / calm.duration;
  const watch = watchReady(service.opsUrl);
  const storm = await autocannon({ ...lists, connections: 1000, overallRate: Math.round(peak * 5), timeout: 30 });
  const ready = await watch.stop();
  const ended = performance.now();
  await until('the service answers again', async () => (await fetch(lists.url, { headers })).ok);
  const recovery = Math.round(performance.now() - ended);
  const refused = storm.statusCodeStats?.['503']?.count ?? 0;
  const second = (count: number) => Math.round(count / storm.duration);
  return {
    peak: Math.round(peak),
    offered: second(storm.requests.sent),
    served: second(storm['2xx']),
    refused: second(refused),
    other: storm.non2xx - refused + storm.errors,
    ready,
    recovery,
  };
}

/** Interval of requests to /ready (milliseconds). */
const INTERVAL = 200;

/**
 * Sends requests to /ready until the caller stops it. Runs in a separate thread, because the thread that sends the load
 * is too busy to measure time.
 */
function watchReady(opsUrl: string): { stop(): Promise<OverloadReport['ready']> } {
  const asking = `
    const { parentPort, workerData } = require('node:worker_threads');
    const ready = { asked: 0, denied: 0, slowest: 0 };
    setInterval(async () => {
      const begun = performance.now();
      const isReady = await fetch(workerData.opsUrl + '/ready').then((response) => response.ok, () => false);
      ready.asked++;
      if (!isReady) ready.denied++;
      ready.slowest = Math.max(ready.slowest, Math.round(performance.now() - begun));
    }, workerData.interval);
    parentPort.once('message', () => parentPort.postMessage(ready));
  `;
  const thread = new Worker(asking, { eval: true, workerData: { opsUrl, interval: INTERVAL } });
  return {
    stop: async () => {
      thread.postMessage('stop');
      const [ready]: OverloadReport['ready'][] = await once(thread, 'message');
      await thread.terminate();
      return ready ?? { asked: 0, denied: 0, slowest: 0 };
    },
  };
}
