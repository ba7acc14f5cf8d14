import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../support/host-faults.ts';
import { send } from '../support/http-client.ts';
import { openOwnService } from '../support/own-service.ts';
import { connected, createDatabase, startPostgres } from '../support/postgres.ts';

/** Answers to requests of one kind. */
export interface Answers {
  /** Successful requests in a second. */
  rate: number;
  /** 99th percentile of the time of successful requests, and of refused ones (milliseconds). */
  p99: number;
  refusedP99: number;
  /** Number of answers by status, with the text of the error. */
  count: Record<string, number>;
  /** Number of 503 without `Retry-After`. */
  silent: number;
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** The setting with which services run by default. */
const DEFAULTS = { HOST_TIMEOUT: '8' };

/** Error of a request whose call to the host waited too long in the service. */
export const CROWDED = 'Too many requests are waiting for the registry host';

/** Number of PHP workers of the host, and the time of a call (milliseconds): two cores with 120 calls a second. */
const WORKERS = 6;
const CALL_MS = 50;

/** Answers a number of calls at the same time, like the workers of PHP. The others wait, first come, first served. */
function withWorkers() {
  const waiting: (() => void)[] = [];
  let free = WORKERS;
  return async ({ pass }: Exchange): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    await sleep(CALL_MS);
    await pass();
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
}

/**
 * Simulates many people who create registries at the same time, each one after the other. The host serves fewer calls
 * than they ask for.
 */
export async function crowd(database: DatabaseKind, clients: number, seconds: number): Promise<Answers> {
  await using stack = new AsyncDisposableStack();
  const t = stack.use(
    await openOwnService({ ...DEFAULTS, TRUST_PROXY: '127.0.0.1', ...(await settingsOf(database, stack)) }),
  );
  t.host.misbehave(withWorkers());
  const logins = Array.from({ length: clients }, (_, index) => `user${index}`);
  for (const login of logins) t.host.users.add(login);
  return await measured(t.service.url, clients, seconds, (index) => ({
    method: 'POST',
    path: '/registries',
    headers: {
      authorization: t.host.users.authorization(logins[index] ?? ''),
      'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
    },
    body: { title: 'Wedding', status: 'publish' },
  }));
}

/**
 * Simulates clients who add items on PostgreSQL, each to another registry. The statements of one registry in twenty
 * take four seconds.
 */
export async function slowStatements(clients: number, seconds: number): Promise<Record<'healthy' | 'slow', Answers>> {
  await using stack = new AsyncDisposableStack();
  const settings = await settingsOf('postgres', stack);
  const t = stack.use(await openOwnService({ ...DEFAULTS, ...settings }));
  {
    await using client = await connected(settings.DATABASE_URL ?? '');
    await client.query(SLOW_INSERTS);
  }
  const authorization = t.host.users.authorization('admin');
  const ofKind = (isSlow: boolean) =>
    measured(t.service.url, isSlow ? clients / 20 : (clients * 19) / 20, seconds, (index) => ({
      method: 'POST',
      path: '/items',
      headers: { authorization },
      body: {
        registry_id: isSlow ? (index + 1) * 20 : 20 * Math.floor(index / 19) + (index % 19) + 1,
        name: 'Kettle',
        url: 'https://shop.example/kettle',
      },
    }));
  const [healthy, slow] = await Promise.all([ofKind(false), ofKind(true)]);
  return { healthy, slow };
}

/** SQL that makes new items of one registry in twenty slow. */
const SLOW_INSERTS = `
  CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.registry_id % 20 = 0 THEN PERFORM pg_sleep(4); END IF; RETURN NEW; END $$;
  CREATE TRIGGER be_slow BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION be_slow()`;

async function settingsOf(database: DatabaseKind, stack: AsyncDisposableStack): Promise<Record<string, string>> {
  if (database === 'sqlite') return {};
  return { DATABASE_URL: await createDatabase(stack.use(await startPostgres({ isDurable: true })).url) };
}

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: object;
}

/** Repeats the request of each client, and measures the answers. */
async function measured(
  url: string,
  clients: number,
  seconds: number,
  ask: (index: number) => Asked,
): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [good, refused]: [number[], number[]] = [[], []];
  const count: Record<string, number> = {};
  let silent = 0;
  const begun = performance.now();
  const client = async (index: number): Promise<void> => {
    while (performance.now() < begun + seconds * 1000) {
      const { method, path, ...request } = ask(index);
      const asked = performance.now();
      const answer = await send<{ detail?: string }>(agent, url, method, path, request);
      (answer.status < 300 ? good : refused).push(performance.now() - asked);
      const kind = [answer.status, answer.body.detail ?? []].flat().join(' ');
      count[kind] = (count[kind] ?? 0) + 1;
      if (answer.status === 503 && answer.headers['retry-after'] === undefined) silent++;
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  } finally {
    agent.destroy();
  }
  const took = (performance.now() - begun) / 1000;
  return { rate: Math.round(good.length / took), p99: p99Of(good), refusedP99: p99Of(refused), count, silent };
}

function p99Of(times: number[]): number {
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
}
