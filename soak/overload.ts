import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { openFakeHost } from '../api/testing/fake-host.ts';
import { spawnService, untilHealthy } from '../api/testing/spawned-service.ts';
import { temporaryFolder } from '../api/testing/temporary-folder.ts';

/** How a service stood several times the load that it can bear. */
export interface OverloadReport {
  /** Served a second when clients wait for their answers. */
  peak: number;
  /** Sent, served and refused a second when five times as many come. */
  offered: number;
  served: number;
  refused: number;
  /** Other answers, and requests without one. */
  other: number;
  /** How often /ready was asked meanwhile, how often it did not say yes, and its slowest answer (milliseconds). */
  ready: { asked: number; denied: number; slowest: number };
}

/** Lists of this many items: so slow that one process of clients can send five times what is served. */
const ITEMS = 1000;

/** Sends a service first what it can serve, then five times as much, for some seconds each. */
export async function overload(seconds: number): Promise<OverloadReport> {
  await using folder = await temporaryFolder();
  const host = await openFakeHost();
  try {
    host.users.add('owner');
    const headers = { authorization: host.users.authorization('owner'), 'content-type': 'application/json' };
    await using service = spawnService({
      HOST_URL: host.url,
      DATABASE_URL: `sqlite:${folder.path}/items.db`,
      OPS_PORT: '0',
      LOG_LEVEL: 'fatal',
      WRITES_PER_MINUTE: '0',
    });
    await untilHealthy(service);
    const body = JSON.stringify({ registry_id: 1, name: 'Kettle', url: 'https://shop.example/kettle' });
    await autocannon({ url: `${service.url}/items`, method: 'POST', headers, body, amount: ITEMS, connections: 50 });
    const lists = { url: `${service.url}/items?limit=${ITEMS}`, headers, duration: seconds };
    await autocannon({ ...lists, connections: 16 });
    const calm = await autocannon({ ...lists, connections: 16 });
    const peak = calm['2xx'] / calm.duration;
    const watch = watchReady(service.opsUrl);
    const storm = await autocannon({ ...lists, connections: 1000, overallRate: Math.round(peak * 5), timeout: 30 });
    const ready = await watch.stop();
    const refused = storm.statusCodeStats?.['503']?.count ?? 0;
    const second = (count: number) => Math.round(count / storm.duration);
    return {
      peak: Math.round(peak),
      offered: second(storm.requests.sent),
      served: second(storm['2xx']),
      refused: second(refused),
      other: storm.non2xx - refused + storm.errors,
      ready,
    };
  } finally {
    await host.close();
  }
}

/** How often /ready is asked (milliseconds). */
const INTERVAL = 200;

/**
 * Asks /ready until it is stopped, in a thread of its own: the one that makes the load has no time to look at a clock.
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
