import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LARGEST_ITEM } from '../support/largest-item.ts';
import { openOwnService } from '../support/own-service.ts';

/** Results of a service under the worst load that one member can cause with valid requests. */
export interface SlowReadersReport {
  /** Peak resident memory of the service in MiB (Linux; elsewhere 0). */
  memory: number;
  /** Answers to the slow readers, by status. */
  readers: Record<string, number>;
  /** Answers to other callers by status, and percentiles of the response times (milliseconds). */
  others: Record<string, number>;
  p50: number;
  p99: number;
}

const ITEMS = 1000;

/**
 * For each of ten readers, the pause between two reads in milliseconds. Four readers are slow. Three readers (null)
 * stop reading, and three read as fast as they can.
 */
const PAUSES = [50, 200, 500, 1000, null, null, null, 0, 0, 0];

/**
 * Reads lists of the largest items as one member over many slow connections, while other callers send small requests.
 */
export async function slowReaders(seconds: number, readers: number): Promise<SlowReadersReport> {
  await using t = await openOwnService();
  const { host, service } = t;
  const ending = new AbortController();
  try {
    const registry = host.registries.add({ author: host.users.get('owner').id }).id;
    const owner = host.users.authorization('owner');
    await Promise.all(
      Array.from({ length: ITEMS }, () => t.ask('owner', 'POST', '/items', { registry_id: registry, ...LARGEST_ITEM })),
    );

    const read: Record<string, number> = {};
    const paths = ['/items?limit=1000', `/registries/${registry}/items`, '/items'];
    const reading = Array.from({ length: readers }, (_, index) =>
      readSlowly(service.url, request(paths[index % paths.length] ?? '', owner), {
        pause: PAUSES[index % PAUSES.length] ?? null,
        // One in ten readers sends many requests at once.
        times: index % 10 === 0 ? 200 : 1,
        onStatus: (status) => count(read, status),
        signal: ending.signal,
      }),
    );
    const others: Record<string, number> = {};
    const times: number[] = [];
    const end = performance.now() + seconds * 1000;
    const small = { registry_id: registry + 1, name: 'Kettle', url: 'https://shop.example/kettle' };
    const asked = Array.from({ length: 4 }, async (_, client) => {
      for (let n = client; performance.now() < end; n++) {
        const begun = performance.now();
        const answer =
          n % 2 === 0
            ? await t.ask('guest', 'GET', '/items/1')
            : await t.ask('guest', 'POST', '/items', { ...small, is_active: false });
        times.push(performance.now() - begun);
        count(others, answer.status);
        await sleep(20);
      }
    });
    await Promise.all(asked);
    ending.abort();
    await Promise.all(reading);
    times.sort((one, another) => one - another);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN);
    return { memory: peakOf(service.child.pid), readers: read, others, p50: at(0.5), p99: at(0.99) };
  } finally {
    ending.abort();
  }
}

const request = (path: string, authorization: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;

interface SlowReading {
  /** Milliseconds between two reads of received data; null for a reader who stops after the first read. */
  pause: number | null;
  /** Number of requests to send without waiting for an answer. */
  times: number;
  onStatus(status: string): void;
  signal: AbortSignal;
}

/** Sends requests and reads the answers slowly until the signal. Reconnects if the service closes the connection. */
async function readSlowly(url: string, asking: string, { pause, times, onStatus, signal }: SlowReading): Promise<void> {
  const { hostname, port } = new URL(url);
  while (!signal.aborted) {
    const socket = connect(Number(port), hostname);
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop);
    socket.write(asking.repeat(times));
    try {
      for await (const chunk of socket) {
        const text = String(chunk.toString('latin1'));
        for (const [, status] of text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) onStatus(String(status));
        if (pause === null) await new Promise((resolve) => socket.once('close', resolve));
        else if (pause > 0) await sleep(pause);
        // The answer (chunked, or a short rejection) is complete, so send the next request.
        if (times === 1 && (text.endsWith('\r\n0\r\n\r\n') || text.startsWith('HTTP/1.1 503'))) socket.write(asking);
      }
    } catch {
      // The connection was closed: open it again.
    }
    signal.removeEventListener('abort', stop);
    socket.destroy();
    await sleep(100);
  }
}

function count(tally: Record<string, number>, status: string | number): void {
  tally[status] = (tally[status] ?? 0) + 1;
}

function peakOf(process: number | undefined): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return 0;
  }
}
