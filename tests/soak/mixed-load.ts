import { readdirSync } from 'node:fs';
import { randomNumbers, SEED } from '../../contract/testing/random.ts';
import { openOwnService } from '../support/own-service.ts';

/** Resources of a service during one part of the run. */
export interface Window {
  /** Minimum used heap in MiB: the size after a garbage collection. */
  heap: number;
  /** Open files and sockets at the end of the part (Linux). */
  files: number;
  requests: number;
}

/** Results of a run with mixed load. */
export interface MixedLoadReport {
  users: number;
  /** Open files and sockets before the load (Linux). */
  calmFiles: number;
  /** Ten equal parts of the run, the oldest first. */
  windows: Window[];
  /** Answers by status. */
  answers: Record<string, number>;
}

const WINDOWS = 10;
const CLIENTS = 32;

/**
 * Maximum number of files and sockets that the service may open during the load. Each client has one connection. The
 * service has at most 32 connections to the host for valid credentials, and 8 for credentials that may be invalid. The
 * remaining 30 are for threads and the database. If the service leaked files or sockets, it would open thousands.
 */
export const MOST_FILES = CLIENTS + 32 + 8 + 30;

/** Simulates many users who read, write and use wrong passwords, and monitors the service's resources. */
export async function mixedLoad(minutes: number, users = 10_000): Promise<MixedLoadReport> {
  await using t = await openOwnService({ OPS_PORT: '0', TRUST_PROXY: '127.0.0.1' });
  const { host, service } = t;
  const logins = Array.from({ length: users }, (_, index) => `user${index}`);
  const registries = logins.map((login, index) => {
    const author = host.users.add(login).id;
    return index < 500 ? host.registries.add({ author }).id : 0;
  });
  const random = randomNumbers(SEED);
  const calmFiles = filesOf(service.child.pid);
  const answers: Record<string, number> = {};
  let requests = 0;
  const ask = async (index: number, method: string, path: string, body?: object): Promise<void> => {
    const login = logins[index] ?? '';
    const wrong = random() < 0.01 ? { authorization: `Basic ${btoa(`${login}:wrong`)}` } : {};
    // Each user has their own IP address. The service would reject so many wrong passwords from a single address.
    const headers = { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`, ...wrong };
    const { status } = await t.ask(login, method, path, body, headers);
    answers[status] = (answers[status] ?? 0) + 1;
    requests++;
  };
  const item = { name: 'Kettle', url: 'https://shop.example/kettle' };
  const one = (): Promise<void> => {
    const [index, choice] = [Math.floor(random() * users), random()];
    const owner = index % 500;
    if (choice < 0.6) return ask(index, 'GET', `/items/${1 + Math.floor(random() * 1000)}`);
    if (choice < 0.75) return ask(index, 'GET', '/items?limit=20');
    if (choice < 0.85) return ask(index, 'POST', '/items', { registry_id: 1 + (index % 5000), ...item });
    if (choice < 0.95) return ask(owner, 'GET', `/registries/${registries[owner]}/items`);
    return ask(owner, 'POST', `/registries/${registries[owner]}/items`, item);
  };

  const windows: Window[] = [];
  const length = (minutes * 60_000) / WINDOWS;
  for (let index = 0; index < WINDOWS; index++) {
    const [end, before] = [performance.now() + length, requests];
    let heap = Number.POSITIVE_INFINITY;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < end) await one();
    });
    while (performance.now() < end) {
      heap = Math.min(heap, await heapOf(service.opsUrl));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await Promise.all(clients);
    windows.push({ heap, files: filesOf(service.child.pid), requests: requests - before });
  }
  return { users, calmFiles, windows, answers };
}

/** Reads the used heap from the service's metrics, in MiB. */
async function heapOf(opsUrl: string): Promise<number> {
  const text = await fetch(`${opsUrl}/metrics`).then((response) => response.text());
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
}

function filesOf(process: number | undefined): number {
  try {
    return readdirSync(`/proc/${process}/fd`).length;
  } catch {
    return 0;
  }
}
