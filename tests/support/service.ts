import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type Overrides, openService } from '../../api/src/service.ts';
import { readSettings } from '../../api/src/settings.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { openLineLog } from './evidence.ts';
import { type FakeHost, openFakeHost } from './fake-host.ts';
import { type Answer, fetchOnce, type Sending, send } from './http-client.ts';
import { NO_INTERNET } from './no-internet.ts';
import { readContract } from './openapi.ts';
import { knowSlowness } from './patience.ts';

/**
 * Address of a program that starts gateways (tests/e2e/deploy/gateway-conformance.test.ts), and the key of these
 * gateways. The program starts a gateway in front of a service, and answers with the gateway's address. Tests send
 * their requests to the gateway.
 */
const { TEST_GATEWAY, TEST_GATEWAY_KEY } = process.env;

/** A request in a test; `as` is the login name of a user of the fake host. */
export interface TestRequest extends Sending {
  as?: string;
}

/** The real service, which runs in this process. The service uses a fake host and a separate database. */
export interface TestService extends AsyncDisposable {
  readonly url: string;
  /** Address of the operators' listener; requires `OPS_PORT`. */
  readonly opsUrl: string;
  readonly host: FakeHost;
  readonly database: TestDatabase;
  /** Sends a request. Fails if the contract does not describe the answer. */
  request<T = unknown>(method: string, path: string, request?: TestRequest): Promise<Answer<T>>;
  /** Stops the service, and starts a new service with the same database and host, and perhaps other overrides. */
  restart(env?: Record<string, string>, overrides?: Overrides): Promise<void>;
  /** Stops the service, runs `work`, and starts a new service. */
  whileStopped(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Options of a test service: settings that differ from the defaults, overrides, and a host that several services share.
 */
export interface TestServiceOptions {
  env?: Record<string, string>;
  overrides?: Overrides;
  host?: FakeHost;
}

/**
 * Adds the users of every fake host:
 *
 * - `admin`: an administrator
 * - `owner` and `stranger`: ordinary members
 * - `guest`: a member whom tests invite by name
 * - `mailguest`: a member whom tests invite as `granny@family.test`
 * - `partner`: a member whom tests make a co-owner
 * - `keeper`: a member whom tests make a keeper
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
 * Factor for the service's own time limits, so that tests do not fail on a busy machine. A test of a time limit sets a
 * smaller factor.
 */
export const AMPLE = { patience: 20 };

/**
 * Factor for tests that check the time limits of storage. With this factor, the limits are short, but long enough for a
 * slow machine. Restart a service with it after the test has added its data.
 */
export const SHORT = { patience: Math.min(0.2 * knowSlowness(), 1) };

/**
 * Returns the environment of a service in tests. Writes have no limit, because some tests write more in a minute than
 * people do. HOST_TIMEOUT is long, because the fake host answers slowly on a busy machine.
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

  const start = async (env: Record<string, string>, overrides = options.overrides) => {
    const environment = { ...testEnvironment(host, database), LOG_LEVEL: 'debug', ...options.env, ...env };
    const service = await openService(readSettings(environment), {
      previews: NO_INTERNET,
      log,
      ...AMPLE,
      ...overrides,
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
    // Idle keep-alive connections of the tests would delay the stop.
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
    request: async <T>(method: string, path: string, { as, headers, ...rest }: TestRequest = {}) => {
      const login = as === undefined ? {} : { authorization: host.users.authorization(as) };
      const key = TEST_GATEWAY_KEY === undefined ? {} : { 'x-api-key': TEST_GATEWAY_KEY };
      const sending = { ...rest, headers: { ...key, ...login, ...headers } };
      const answer = await send<T>(agent, current().front, method, path, sending);
      if (TEST_GATEWAY === undefined) assertDocumented(method, path, answer);
      return answer;
    },
    restart: async (env = {}, overrides) => {
      await stop();
      running = await start(env, overrides);
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

/** Checks that the contract describes an answer. */
function assertDocumented(method: string, path: string, { status, headers, body }: Answer<unknown>): void {
  assert.equal(readContract().difference({ method, path }, { status, headers, body }), '');
  assert.equal(status === 201 && !headers.location ? `${method} ${path}: 201 without Location` : '', '');
}

async function gatewayFor(url: string, gateways: string): Promise<string> {
  const answer = await fetchOnce(gateways, { method: 'POST', body: url });
  if (!answer.ok) throw new Error(`no gateway: ${await answer.text()}`);
  return answer.text();
}
