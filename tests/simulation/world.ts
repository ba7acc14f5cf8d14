import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDemand } from '../../api/src/on-demand.ts';
import { openService, type Service } from '../../api/src/service.ts';
import { readSettings } from '../../api/src/settings.ts';
import { FakeHost } from '../support/fake-host.ts';
import { NO_INTERNET } from '../support/no-internet.ts';
import { readContract } from '../support/openapi.ts';
import { Machine } from './machine.ts';

/** Parameters of undici's `dispatch`, with which the service calls the host. */
type Dispatched = Parameters<InstanceType<ReturnType<typeof onDemand.undici>['Dispatcher']>['dispatch']>;

/** How well the network and the host work. */
export interface Weather {
  /** `slow`: answers take seconds; `away`: nothing listens; `broken`: some requests fail, before or after the work. */
  host: 'good' | 'slow' | 'away' | 'broken';
  /** Share of the clients' requests that are lost, half of them after the service has done its work. */
  lost: number;
}

export const GOOD: Weather = { host: 'good', lost: 0 };

/** A request of a client; `as` is a user of the host. */
export interface Asked {
  as: string;
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/** An answer of the service. */
export interface Answered {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

/** Shortest and longest time that a message is under way, by its kind (milliseconds). */
const LATENCY = { client: [0, 20], host: [1, 40], slow: [1000, 12_000] } as const;

/** Time until the supervisor starts a new process (milliseconds). */
const RESTART_MS = 100;

/** The users of every world, without the administrator. */
export const PEOPLE: readonly string[] = [
  ...['owner', 'homePartner', 'otherPartner', 'homeKeeper', 'otherKeeper'],
  ...['homeGuest', 'otherGuest', 'giver'],
];

const SETTINGS = { HOST_URL: 'http://site.example', LOG_LEVEL: 'silent', WRITES_PER_MINUTE: '0', PORT: '0' };

/** A database without rows, which each world copies: the upgrades of a new one would take longer than a history. */
let empty: string | null = null;

/** Prepares what all worlds of this process share. */
export async function prepareWorlds(): Promise<AsyncDisposable> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'largesse-simulation-'));
  const path = join(folder, 'empty.db');
  const service = await openService(readSettings({ ...SETTINGS, DATABASE_URL: `sqlite:${path}` }));
  await service.close();
  readContract();
  empty = path;
  return {
    [Symbol.asyncDispose]: async () => {
      empty = null;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A service, its host and its network in one process. The seed decides everything that happens by chance. */
export class World {
  readonly machine: Machine;
  readonly host = new FakeHost();
  weather: Weather = GOOD;
  /** Time zone of the site, in which a day begins last: the service also assumes this while it knows no zone. */
  readonly zone = 'Etc/GMT+12';
  /** Everything that happened, one line each. */
  readonly trace: string[] = [];
  /** Number of the process: each restart begins another one. */
  #process = 0;
  #path: string;
  #service: Promise<Service>;
  /** Settles when the process is killed. */
  #killed = Promise.withResolvers<null>();

  private constructor(machine: Machine) {
    this.machine = machine;
    if (empty === null) throw new Error('no worlds were prepared');
    this.#path = join(empty, '..', `world-${machine.below(1e9)}.db`);
    copyFileSync(empty, this.#path);
    this.host.timeZone = { timezone_string: this.zone };
    this.host.users.add('admin', { roles: ['administrator'] });
    for (const name of PEOPLE) this.host.users.add(name);
    machine.onKill = () => {
      this.note('killed');
      this.#path = copyOf(this.#path, this.#process);
      const { resolve } = this.#killed;
      this.#killed = Promise.withResolvers<null>();
      this.#service = machine.pause(RESTART_MS).then(() => this.#start());
      resolve(null);
    };
    this.#service = this.#start();
  }

  /** Lives a history in a new world, to its end. */
  static async live<T>(seed: number, start: number, history: (world: World) => Promise<T>): Promise<T> {
    using machine = new Machine(seed, start);
    const { undici } = onDemand;
    let world: World | undefined;
    try {
      return await machine.run(async () => {
        world = new World(machine);
        Object.assign(onDemand, { undici: () => ({ Pool: poolOf(world) }) });
        const result = await history(world);
        const service = await world.#service;
        await service.close();
        return result;
      });
    } catch (error) {
      if (error instanceof Error) Object.assign(error, { trace: world?.trace });
      throw error;
    } finally {
      onDemand.undici = undici;
      for (const end of ['', '-wal', '-shm', '.lock']) if (world) rmSync(`${world.#path}${end}`, { force: true });
    }
  }

  /** Number of the current process. */
  get process(): number {
    return this.#process;
  }

  note(line: string): void {
    this.trace.push(`${this.machine.now} ${line}`);
  }

  /** Sends a request. Returns null if it or its answer was lost, or if the process died. */
  async request({ as, method, path, body, headers }: Asked): Promise<Answered | null> {
    const { machine } = this;
    await machine.pause(this.#latency('client'));
    const fate = machine.chance();
    const { lost } = this.weather;
    const service = await this.#service;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = `${as} ${method} ${path} ${text ?? ''}`;
    if (fate < lost / 2) {
      this.note(`${sent}: lost`);
      return null;
    }
    const authorization = this.host.users.authorization(as);
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await this.#unlessKilled(
      service.inject({
        method: methodOf(method),
        url: path,
        headers: { authorization, ...type, ...headers },
        ...(text !== undefined && { payload: text }),
      }),
    );
    this.note(`${sent}: ${answer === null ? 'the process died' : `${answer.statusCode} ${answer.payload}`}`);
    if (answer === null) return null;
    const { statusCode: status, payload } = answer;
    const parsed: unknown = payload === '' ? undefined : JSON.parse(payload);
    const difference = readContract().difference({ method, path }, { status, headers: answer.headers, body: parsed });
    if (difference !== '') throw new Error(`${sent}: ${difference}`);
    await machine.pause(this.#latency('client'));
    if (fate < lost) this.note(`${sent}: its answer is lost`);
    return fate < lost ? null : { status, headers: answer.headers, text: payload };
  }

  /** Stops the process cleanly, and starts another one. */
  async restart(): Promise<void> {
    const service = await this.#service;
    const closed = await this.#unlessKilled(service.close().then(() => true));
    this.note(closed === null ? 'killed while it stops' : 'stopped');
    if (closed !== null) this.#service = this.#start();
    await this.#service;
  }

  /** Starts a process with the database as it is. If it is killed before it serves, returns the next one. */
  async #start(): Promise<Service> {
    const process = ++this.#process;
    const settings = readSettings({ ...SETTINGS, DATABASE_URL: `sqlite:${this.#path}` });
    const service = await this.#unlessKilled(openService(settings, { previews: NO_INTERNET }));
    if (service !== null) this.note(`process ${process} serves`);
    return service ?? this.#service;
  }

  /** Awaits an answer of the process; null if the process is killed. */
  #unlessKilled<T>(answer: Promise<T>): Promise<T | null> {
    return Promise.race([answer, this.#killed.promise]);
  }

  /** A call of the service to the host. */
  callHost(request: Dispatched[0], answer: Dispatched[1]): void {
    const { machine, weather } = this;
    const { process: caller } = this;
    let isAborted = false;
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: (reason: Error) => {
        isAborted = true;
        answer.onResponseError?.(controller, reason);
      },
      pause: () => {},
      resume: () => {},
    };
    const answering = (work: () => void) =>
      machine.after(this.#latency(weather.host === 'slow' ? 'slow' : 'host'), () => {
        if (!isAborted && caller === this.#process) work();
      });
    const what = `host: ${request.method} ${request.path}`;
    const fail = (why: string) =>
      answering(() => {
        this.note(`${what}: ${why}`);
        answer.onResponseError?.(controller, new Error(why));
      });
    if (weather.host === 'away') {
      fail('nothing listens');
      return;
    }
    answer.onRequestStart?.(controller, {});
    const fate = weather.host === 'broken' ? machine.chance() : 1;
    machine.after(this.#latency('host'), () => {
      if (fate < 0.2) return fail('the request is lost');
      const headers = Object.fromEntries(
        Object.entries(request.headers ?? {}).map(([name, value]) => [name, `${value}`]),
      );
      const {
        status,
        headers: more = {},
        body,
      } = this.host.reply({
        method: request.method,
        address: request.path,
        headers,
        text: typeof request.body === 'string' ? request.body : '',
      });
      const text = JSON.stringify(body);
      this.note(`${what} ${request.body ?? ''}: ${status} ${text}`);
      if (fate < 0.4) return fail('the answer is lost');
      const date = new Date(machine.now).toUTCString();
      const lower = Object.entries({ ...more, date }).map(([name, value]) => [name.toLowerCase(), value] as const);
      const isBroken = fate < 0.5;
      answering(() => {
        answer.onResponseStart?.(controller, isBroken ? 500 : status, Object.fromEntries(lower), '');
        answer.onResponseData?.(controller, Buffer.from(isBroken ? '{}' : text));
        answer.onResponseEnd?.(controller, {});
      });
    });
  }

  #latency(kind: keyof typeof LATENCY): number {
    const [least, most] = LATENCY[kind];
    return least + this.machine.below(most - least);
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

function methodOf(name: string): (typeof METHODS)[number] {
  const found = METHODS.find((one) => one === name);
  if (!found) throw new Error(`there is no method ${name}`);
  return found;
}

/** Copies a database as the process has left it on the disk. Returns the path of the copy. */
function copyOf(path: string, process: number): string {
  const copy = `${path.replace(/(-\d+)?\.db$/, '')}-${process}.db`;
  for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
  for (const end of ['', '-wal', '-shm', '.lock']) rmSync(`${path}${end}`, { force: true });
  return copy;
}

/** Returns undici's class for connections, which asks the host of the world. */
const poolOf = (world: World | undefined) =>
  class {
    dispatch(request: Dispatched[0], answer: Dispatched[1]): boolean {
      world?.callHost(request, answer);
      return true;
    }
    async destroy(): Promise<void> {}
  };
