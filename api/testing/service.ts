import { Agent } from 'node:http';
import { type Overrides, openService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { openLineLog } from './evidence.ts';
import { type FakeHost, openFakeHost } from './fake-host.ts';
import { type Answer, fetchOnce, type Sending, send } from './http-client.ts';
import { NO_INTERNET } from './no-internet.ts';
import { knowSlowness } from './patience.ts';

/**
 * Address of whoever puts a gateway in front of a service that is named to it, and answers with the gateway's address
 * (e2e/deploy/gateway-conformance.test.ts). Then requests of tests go through it, with the key that it wants.
 */
const { TEST_GATEWAY, TEST_GATEWAY_KEY } = process.env;

/** A request in a test; `as` names a user of the fake host who logs in. */
export interface TestRequest extends Sending {
  as?: string;
}

/** The real service in this process, in front of a fake host, with a database of its own. */
export interface TestService extends AsyncDisposable {
  readonly url: string;
  /** The operators' listener; with `OPS_PORT`. */
  readonly opsUrl: string;
  readonly host: FakeHost;
  readonly database: TestDatabase;
  request<T = unknown>(method: string, path: string, request?: TestRequest): Promise<Answer<T>>;
  /** Stops the service alone and starts another one on the same database and host. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Stops the service alone, does something, and starts another one. */
  whileStopped(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Settings of the service that differ from the harness's, what only tests may set, and a host to share. */
export interface TestServiceOptions {
  env?: Record<string, string>;
  overrides?: Overrides;
  host?: FakeHost;
}

/**
 * Adds the people whom every fake host of this harness knows: `admin`; `owner` and `stranger`, members like any other;
 * `guest`, whom tests invite by name, and `mailguest`, whom they invite as `granny@family.test`; `partner`, whom they make a
 * co-owner, and `keeper`.
 */
export function addCast(host: FakeHost): void {
  host.users.add('admin', { roles: ['administrator'] });
  host.users.add('owner');
  host.users.add('guest');
  host.users.add('mailguest', { email: 'granny@family.test' });
  host.users.add('stranger');
  host.users.add('partner');
  host.users.add('keeper');
}

/**
 * Factor of the service's own time limits: no test that expects an answer fails because the machine is busy. A test of a
 * limit sets a smaller one.
 */
export const AMPLE = { patience: 20 };

/** Factor for tests of the time limits of storage: the tests need not wait long, and a slow machine is still in time. */
export const SHORT = { patience: Math.min(0.2 * knowSlowness(), 1) };

/**
 * Returns the environment in which a service of the harness runs: some tests write more in a minute than people do, and a
 * busy machine takes longer to answer in place of the host.
 */
export function testEnvironment(host: FakeHost, database: TestDatabase): Record<string, string> {
  return {
    HOST_URL: host.url,
    HOST_TIMEOUT: '60',
    PORT: '0',
    DATABASE_URL: database.url,
    LOG_LEVEL: 'fatal',
    WRITES_PER_MINUTE: '0',
  };
}

/** Opens the service on a free port with an empty database. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await openTestDatabase();
  const host = options.host ?? (await openFakeHost());
  if (options.host === undefined) addCast(host);
  const agent = new Agent({ keepAlive: true, maxSockets: 600 });
  const log = openLineLog('service');

  const start = async (env: Record<string, string>) => {
    const environment = { ...testEnvironment(host, database), LOG_LEVEL: 'debug', ...options.env, ...env };
    const service = await openService(readSettings(environment), {
      previews: NO_INTERNET,
      log,
      ...AMPLE,
      ...options.overrides,
    });
    const url = await service.listen();
    return { service, url, front: TEST_GATEWAY === undefined ? url : await gatewayFor(url, TEST_GATEWAY) };
  };
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const stop = async () => {
    const stopping = running;
    running = undefined;
    await stopping?.service.close();
  };
  const current = () => {
    if (running === undefined) throw new Error('the service is stopped');
    return running;
  };

  const close = async () => {
    // Idle keep-alive connections of the tests would hold the stop up.
    agent.destroy();
    await stop();
    await log.end();
    if (options.host === undefined) await host.close();
    await database[Symbol.asyncDispose]();
  };
  try {
    running = await start({});
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get url() {
      return current().url;
    },
    get opsUrl() {
      const { opsUrl } = current().service;
      if (opsUrl === null) throw new Error('the service has no OPS_PORT');
      return opsUrl;
    },
    host,
    database,
    request: (method, path, { as, headers, ...rest } = {}) => {
      const login = as === undefined ? {} : { authorization: host.users.authorization(as) };
      const key = TEST_GATEWAY_KEY === undefined ? {} : { 'x-api-key': TEST_GATEWAY_KEY };
      return send(agent, current().front, method, path, { ...rest, headers: { ...key, ...login, ...headers } });
    },
    restart: async (env = {}) => {
      await stop();
      running = await start(env);
    },
    whileStopped: async (work) => {
      await stop();
      await work();
      running = await start({});
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function gatewayFor(url: string, gateways: string): Promise<string> {
  const answer = await fetchOnce(gateways, { method: 'POST', body: url });
  if (!answer.ok) throw new Error(`no gateway: ${await answer.text()}`);
  return answer.text();
}
