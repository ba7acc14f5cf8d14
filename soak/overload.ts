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
    const storm = await autocannon({ ...lists, connections: 1000, overallRate: Math.round(peak * 5), timeout: 30 });
    const refused = storm.statusCodeStats?.['503']?.count ?? 0;
    const second = (count: number) => Math.round(count / storm.duration);
    return {
      peak: Math.round(peak),
      offered: second(storm.requests.sent),
      served: second(storm['2xx']),
      refused: second(refused),
      other: storm.non2xx - refused + storm.errors,
    };
  } finally {
    await host.close();
  }
}
