import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Exchange, Fault } from './host-faults.ts';
import { HostPosts } from './host-posts.ts';
import {
  answerReceived,
  answerRegistries,
  answerReleases,
  pick,
  type RestReply,
  type RestRequest,
  restError,
} from './host-rest.ts';
import { describeUser, type HostUser, HostUsers, isHostAdmin } from './host-users.ts';
import { addressOf } from './server-address.ts';

/**
 * Time zone of the fake host, in which a day begins first: a day that code takes from another zone is always wrong, not
 * only at some hours.
 */
export const SITE_ZONE = 'Pacific/Kiritimati';

/** One request that reached the fake host. */
export interface HostCall {
  method: string;
  /** The REST route, e.g. `/wp/v2/users/me`. It is the same on sites with and without pretty permalinks. */
  route: string;
  query: URLSearchParams;
  authorization: string | undefined;
  /** Login name of the authenticated user; `undefined` without valid credentials. */
  user: string | undefined;
  /** The decoded JSON body. */
  body: unknown;
  /** The header `X-Largesse-If-Meta`. */
  condition: string | undefined;
  /** The header `X-Request-Id`. */
  requestId: string | undefined;
  /** The header `traceparent`. */
  traceparent: string | undefined;
  /** Time of arrival on the clock of `performance.now()`, in milliseconds. */
  at: number;
}

/** A request to the fake host. */
export interface HostRequest {
  method: string;
  /** Path and query. */
  address: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Selects the calls that a fault affects. `times` is the maximum number of affected calls. */
export interface FaultScope {
  method?: string;
  route?: string | RegExp;
  times?: number;
}

interface ArmedFault extends FaultScope {
  fault: Fault;
  left: number;
}

/** Simulates a WordPress site with the companion plugin, as far as the service can observe the site's behaviour. */
export class FakeHost implements AsyncDisposable {
  readonly users = new HostUsers();
  readonly registries = new HostPosts(this.users);
  /** Time zone in the index of the site's REST API. If `timezone_string` is empty, `gmt_offset` applies. */
  timeZone: { timezone_string?: string; gmt_offset?: string | number } = {
    timezone_string: SITE_ZONE,
    gmt_offset: '14',
  };
  /** Address that the site names as its own; null for the address of this host. */
  home: string | null = null;
  /** Facts in the status of the plugin. */
  facts: object = { currency: 'EUR', languages: ['de-DE', 'en-US'] };
  /** Names of users who have not confirmed their address. */
  readonly unconfirmed = new Set<string>();
  /** All calls since the start, or since the last call of `forgetCalls`. */
  calls: HostCall[] = [];
  #faults: ArmedFault[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** Before it listens, the host can be asked only through `reply`. */
  #url = 'http://site.example';

  /** Address of the site, for the setting HOST_URL. */
  get url(): string {
    return this.#url;
  }

  /** REST root of a site without pretty permalinks, for the setting HOST_REST_URL. */
  get plainRestUrl(): string {
    return `${this.#url}/index.php?rest_route=`;
  }

  /** Listens on a port of this machine. @param port 0 selects a free port */
  async listen(port = 0): Promise<this> {
    this.#server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.#url = addressOf(this.#server);
    return this;
  }

  /** Stops listening and drops every connection, like a crashing host. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const done = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Applies a fault from now on, or for the given number of calls; the newest matching fault wins. */
  misbehave(fault: Fault, scope: FaultScope = {}): void {
    this.#faults.unshift({ ...scope, fault, left: scope.times ?? Number.POSITIVE_INFINITY });
  }

  /** Removes all faults added by `misbehave`. */
  behave(): void {
    this.#faults = [];
  }

  /** Returns the calls to a route since the last call of `forgetCalls`. By default, returns calls to all routes. */
  callsTo(route: string | RegExp = '', ...methods: string[]): HostCall[] {
    return this.calls.filter(
      (call) => fits(call.route, route) && (methods.length === 0 || methods.includes(call.method)),
    );
  }

  forgetCalls(): void {
    this.calls = [];
  }

  /** Answers a request without a connection. Faults and delays are those of the caller. */
  reply(request: HostRequest): RestReply {
    const reply = this.#note(request).answer();
    if (reply === undefined) throw new Error(`the host has no route for ${request.address}`);
    return reply;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    try {
      const { method = 'GET', url: address = '/', headers } = request;
      const { call, answer } = this.#note({ method, address, headers, text: await bodyText(request) });
      const exchange: Exchange = {
        request,
        response,
        pass: async () => {
          const reply = answer();
          if (reply === undefined) sendPage(response);
          else send(response, reply);
        },
      };
      await (this.#faultFor(method, call.route) ?? passOn)(exchange);
    } catch {
      // The service closed the connection during the request. A real server ignores this error, too.
      response.destroy();
    }
  }

  /** Notes a call. `answer` answers it; undefined if the address belongs to no route. */
  #note({ method, address, headers, text }: HostRequest): { call: HostCall; answer(): RestReply | undefined } {
    const url = new URL(address, this.#url);
    const { route, query } = restRoute(url);
    const { authorization, 'x-largesse-if-meta': listed, 'x-request-id': requestId, traceparent } = headers;
    const condition = listed?.toString();
    const mark = headers['x-largesse-creation']?.toString();
    const parsed = parseBody(text);
    const call: HostCall = {
      method,
      route: route ?? url.pathname,
      query,
      authorization,
      user: this.users.authenticate(authorization)?.login,
      body: parsed.value,
      condition,
      requestId: requestId?.toString(),
      traceparent: traceparent?.toString(),
      at: performance.now(),
    };
    this.calls.push(call);
    const answer = () => {
      if (parsed.bad) return restError(400, 'rest_invalid_json');
      if (route === undefined) return undefined;
      // Authenticates again, because a test may have changed the user while the answer was delayed.
      const user = this.users.authenticate(authorization);
      return this.#answer({ method, route, query, user, body: parsed.value, condition, mark });
    };
    return { call, answer };
  }

  #faultFor(method: string, route: string): Fault | undefined {
    const armed = this.#faults.find(
      (one) => one.left > 0 && (one.method ?? method) === method && fits(route, one.route ?? ''),
    );
    if (armed === undefined) return undefined;
    armed.left -= 1;
    return armed.fault;
  }

  #answer(request: RestRequest): RestReply {
    const { route, method, user, query } = request;
    if (route === '/' && method === 'GET')
      return { status: 200, body: pick({ ...siteIndex(this.home ?? this.#url), ...this.timeZone }, query) };
    if (route === '/wp/v2/users/me' && method === 'GET') {
      if (user === undefined) return restError(401, 'rest_not_logged_in');
      const headers = user.key === undefined ? {} : { 'X-Largesse-Key': user.key };
      return { status: 200, headers, body: pick(describeUser(user, this.#url, query.get('context') ?? 'view'), query) };
    }
    if (route === '/largesse/v1/status' && this.registries.comparesLists)
      return { status: 200, body: { plugin: '1.2.3', authorization: user !== undefined, ...this.facts } };
    if (route === '/wp/v2/users' && method === 'GET') return this.#findUsers(request);
    if (/^\/wp\/v2\/registries(\/|$)/.test(route) && this.registries.registered)
      return answerRegistries(this.registries, this.#url, request);
    if (route === '/largesse/v1/received-registries') return answerReceived(this.registries, request);
    return answerReleases(this.registries, request);
  }

  /** Lists users whose address contains a text. The plugin omits unconfirmed ones. */
  #findUsers({ user, query }: RestRequest): RestReply {
    if (user === undefined || !isHostAdmin(user)) return restError(403, 'rest_forbidden_context');
    const text = (query.get('search') ?? '').toLowerCase();
    const isConfirmed = ({ login }: HostUser) => !query.has('largesse_confirmed') || !this.unconfirmed.has(login);
    const found = this.users.all().filter((one) => one.email.toLowerCase().includes(text) && isConfirmed(one));
    return { status: 200, body: found.map((one) => pick(describeUser(one, this.#url, 'edit'), query)) };
  }
}

/** Opens a fake host on a free port. */
export async function openFakeHost(): Promise<FakeHost> {
  return new FakeHost().listen();
}

const passOn: Fault = ({ pass }) => pass();

function fits(route: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? route.startsWith(wanted) : wanted.test(route);
}

// On sites with pretty permalinks, the path contains the route (`/wp-json/…`); on other sites, `?rest_route=/…` does.
function restRoute(url: URL): { route: string | undefined; query: URLSearchParams } {
  const query = new URLSearchParams(url.search);
  const plain = query.get('rest_route');
  query.delete('rest_route');
  if (plain !== null) return { route: normalRoute(plain), query };
  const pretty = /^\/wp-json(\/.*)?$/.exec(url.pathname);
  return { route: pretty === null ? undefined : normalRoute(pretty[1] ?? '/'), query };
}

function normalRoute(route: string): string {
  return route === '' || route === '/' ? '/' : route.replace(/\/+$/, '');
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): { value: unknown; bad: boolean } {
  if (text === '') return { value: undefined, bad: false };
  try {
    return { value: JSON.parse(text), bad: false };
  } catch {
    return { value: undefined, bad: true };
  }
}

function send(response: ServerResponse, reply: RestReply): void {
  const { status, headers = {}, body } = reply;
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'x-robots-tag': 'noindex',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

function sendPage(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html; charset=UTF-8' });
  response.end('<!doctype html><title>Page not found</title>');
}

function siteIndex(site: string): Record<string, unknown> {
  return {
    name: 'Fake host',
    description: '',
    url: site,
    home: site,
    namespaces: ['oembed/1.0', 'wp/v2'],
    authentication: {
      'application-passwords': { endpoints: { authorization: `${site}/wp-admin/authorize-application.php` } },
    },
    routes: { '/wp/v2/users/me': { methods: ['GET'] }, '/wp/v2/registries': { methods: ['GET', 'POST'] } },
  };
}
