import { Deadline } from '../deadline.ts';
import type { Load } from '../load.ts';
import { currentUserIn, deletionIn, entriesOf, notedIn, postIn, postsIn } from './answers.ts';
import type { BreakerState } from './breaker.ts';
import { HostError, isHostFailure } from './errors.ts';
import { CONDITION_HEADER, comparedIn, conditionOf, type ListKey, type StoredLists } from './lists.ts';
import { bodyOf, checkEcho, type HostRegistry, type HostRegistryChange, registryOf } from './registry.ts';
import { SiteTimeZone } from './time-zone.ts';
import { CALLER_HEADER, type HostAnswer, type HostCall, Transport, type TransportOptions } from './transport.ts';
import type { HostOperation } from './watch.ts';

/** The user whom the host recognises by the credentials. */
export interface HostUser {
  id: number;
  username: string;
  /** Empty while it is not known to be theirs (rules: Accounts). */
  email: string;
  roles: readonly string[];
  /** True where the host lets them manage the whole site. */
  managesOptions: boolean;
}

/** One page of a user's registries, and the host's totals. */
export interface HostRegistryPage {
  registries: HostRegistry[];
  total: number;
  totalPages: number;
  /** Which lists the host compares, and so knows. */
  comparedLists: readonly ListKey[];
}

export interface HostClientOptions extends TransportOptions {
  /** REST base of the registry post type, for example `registries`. */
  registryRestBase: string;
  /** Seconds that a session has from its beginning on. */
  timeout: number;
  /** Returns milliseconds on a clock that only moves forward. */
  now?: () => number;
}

/** What all sessions on a host share. */
interface HostKnowledge {
  /** Path of the registries below the REST root. */
  readonly path: string;
  /** Seconds that a session has from its beginning on. */
  readonly timeout: number;
  /** True where the host gave raw text to the last reader who asked; assumed of a new one. */
  givesRaw: boolean;
  readonly timeZone: SiteTimeZone;
}

/** Opens sessions on a WordPress that keeps registries. It knows nothing of the service that uses it. */
export class HostClient {
  readonly #transport: Transport;
  readonly #host: HostKnowledge;

  constructor(options: HostClientOptions) {
    this.#transport = new Transport(options);
    const { registryRestBase, timeout, now = () => performance.now() } = options;
    this.#host = { path: `/wp/v2/${registryRestBase}`, timeout, givesRaw: true, timeZone: new SiteTimeZone(now) };
  }

  /**
   * Begins a session with somebody's own credentials, and the time that one request has.
   * @param requestId what the request is called in logs; the host is told
   */
  as(authorization: string, requestId: string | null = null): HostSession {
    return new HostSession(this.#transport, this.#host, authorization, requestId);
  }

  get breaker(): BreakerState {
    return this.#transport.breaker;
  }

  /** Returns how many calls are under way, and wait. */
  load(): Record<string, Load> {
    return this.#transport.load();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

/** Whose registries are listed; everybody's where nothing is said. */
type Whose = { author: number } | { largesse_role: 'co-owner' } | Record<string, never>;

const NO_REGISTRIES = { registries: [], total: 0, totalPages: 0 };

/** Most registries that WordPress sends at a time. */
export const LIST_PAGE = 100;

/** Registries of up to 20,000 characters of story each, a hundred on a page. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** With less than this share of the session's time left, a host that does not answer in it may be a good one. */
const HURRIED_SHARE = 0.5;

/** Time that the site has to name its time zone (milliseconds). */
const TIME_ZONE_TIMEOUT_MS = 2000;

/**
 * What is asked of registries: nothing that WordPress would render first. Stock WordPress gives raw text to editors
 * alone, a host with the plugin to every reader; `content.protected` is there for whoever lacks the password, too.
 */
const RAW_FIELDS = 'id,author,status,slug,link,date_gmt,modified_gmt,title.raw,content.raw,content.protected,meta';

/**
 * Asks the host for one caller while one request is served. Every method throws a HostError when the
 * host fails, refuses or takes too long.
 */
export class HostSession {
  readonly #transport: Transport;
  readonly #host: HostKnowledge;
  readonly #path: string;
  readonly #authorization: string;
  readonly #timeoutMs: number;
  /** What the request is called in logs; null for what is no request. */
  readonly requestId: string | null;
  /** When all must be over: calls, and whatever else whoever has the session waits for. */
  readonly deadline: Deadline;
  /** Id of the user whom the calls are for, once it is known. */
  user: number | null = null;

  constructor(transport: Transport, host: HostKnowledge, authorization: string, requestId: string | null) {
    this.#transport = transport;
    this.#host = host;
    this.#path = host.path;
    this.#authorization = authorization;
    this.#timeoutMs = host.timeout * 1000;
    this.requestId = requestId;
    this.deadline = new Deadline(host.timeout);
  }

  /**
   * Returns whose credentials these are; the host answers 401 where it accepts none (rules: Credentials 2).
   * @param unprovenFrom where they come from, unless they are known to be good: see HostCall
   */
  async currentUser(unprovenFrom?: string): Promise<HostUser> {
    const { body, headers } = await this.#call({
      operation: 'current_user',
      method: 'GET',
      path: '/wp/v2/users/me',
      query: { context: 'edit', _fields: 'id,username,email,roles,capabilities' },
      unprovenFrom,
    });
    const { id, username, email, roles, capabilities } = currentUserIn(body);
    const isConfirmed = headers[CALLER_HEADER] !== 'unconfirmed';
    return {
      id,
      username,
      email: isConfirmed ? email : '',
      roles,
      managesOptions: entriesOf(capabilities).manage_options === true,
    };
  }

  async registry(id: number): Promise<HostRegistry> {
    const askedAt = performance.now();
    let answer = await this.#read(id, this.#host.givesRaw);
    if (this.#host.givesRaw && lacksRaw(answer.body)) answer = await this.#read(id, false);
    // The next reader costs one call again, on a host that got or lost its plugin meanwhile as well.
    this.#host.givesRaw = !lacksRaw(answer.body);
    return registryOf(postIn(answer.body), { askedAt, comparedLists: comparedIn(answer.headers) });
  }

  /**
   * Returns the time zone of the site by a name that Intl knows: UTC if it names none, null if it could not be asked yet.
   * Asks the host at most once in five minutes, or once a minute after a failure. Never throws a HostError.
   */
  timeZone(): Promise<string | null> {
    return this.#host.timeZone.get(async () => {
      const { body } = await this.#call({
        operation: 'look_at_site',
        method: 'GET',
        path: '/',
        query: { _fields: 'timezone_string,gmt_offset' },
        within: TIME_ZONE_TIMEOUT_MS,
      });
      return body;
    });
  }

  /** Returns public and private registries of one author, by id; past the end the page is empty and the totals are true. */
  registriesOf(author: number, page: { skip: number; limit: number }): Promise<HostRegistryPage> {
    return this.#page({ author }, page);
  }

  /**
   * Returns the same of registries that name the caller as a co-owner. A host that does not know co-owners has none: it
   * ignores the parameter, and lists registries of anybody.
   */
  async registriesOfCoOwner(page: { skip: number; limit: number }): Promise<HostRegistryPage> {
    const found = await this.#page({ largesse_role: 'co-owner' }, page);
    return found.comparedLists.includes('registry_owners') ? found : { ...found, ...NO_REGISTRIES };
  }

  async #page(whose: Whose, page: { skip: number; limit: number }): Promise<HostRegistryPage> {
    const askedAt = performance.now();
    const answer = await this.#list(whose, page.skip, page.limit);
    const comparedLists = comparedIn(answer.headers);
    const registries = postsIn(answer.body).map((post) => registryOf(post, { askedAt, comparedLists }));
    // WordPress says 0 for its totals when an offset lies beyond the end.
    const { headers } = registries.length > 0 || page.skip === 0 ? answer : await this.#list(whose, 0, 1);
    const total = totalIn(headers);
    return { registries, total, totalPages: Math.ceil(total / page.limit), comparedLists };
  }

  /**
   * Returns a page of all public and private registries, by id, for those who may read them: the ids of those whose list
   * names items.
   */
  async registriesWithItems(offset: number): Promise<{ ids: number[]; isLast: boolean }> {
    const { body } = await this.#list({}, offset, LIST_PAGE);
    const registries = postsIn(body).map((post) => registryOf(post, { askedAt: 0, comparedLists: [] }));
    const ids = registries.filter(({ itemIds }) => itemIds.length > 0).map(({ id }) => id);
    return { ids, isLast: registries.length < LIST_PAGE };
  }

  async createRegistry(change: HostRegistryChange): Promise<HostRegistry> {
    return this.#write('create_registry', this.#path, change, {});
  }

  /**
   * Changes a registry.
   * @param over the lists in whose place new ones go, as they were read: where the host compares them, and one is
   * another by now, nothing is changed (`changed`)
   */
  async updateRegistry(id: number, change: HostRegistryChange, over: Partial<StoredLists> = {}): Promise<HostRegistry> {
    return this.#write('change_registry', `${this.#path}/${id}`, change, over);
  }

  /** Removes a registry for good, past the trash. */
  async deleteRegistry(id: number): Promise<void> {
    const { body } = await this.#call({
      operation: 'delete_registry',
      method: 'DELETE',
      path: `${this.#path}/${id}`,
      query: { force: 'true', _fields: 'deleted' },
    });
    deletionIn(body);
  }

  /**
   * Announces that the caller is about to remove what a guest gives, so that the site can mail the giver. A host whose plugin
   * is missing or older sends no such mail.
   * @throws {HostError} `unavailable` also if the site could not look the gift up
   */
  async announceRelease(id: number, purchaseId: string): Promise<void> {
    try {
      const { body } = await this.#call({
        operation: 'announce_release',
        method: 'POST',
        path: `/largesse/v1/registries/${id}/releases`,
        body: { purchase: purchaseId },
      });
      if (!notedIn(body).noted) throw new HostError('unavailable', 'the host could not look up a gift');
    } catch (error) {
      if (!isHostFailure(error, 'no-route')) throw error;
    }
  }

  #read(id: number, isRaw: boolean): Promise<HostAnswer> {
    const query = { context: 'view', ...(isRaw ? { _fields: RAW_FIELDS } : {}) };
    return this.#call({ operation: 'read_registry', method: 'GET', path: `${this.#path}/${id}`, query });
  }

  async #write(
    operation: HostOperation,
    path: string,
    change: HostRegistryChange,
    over: Partial<StoredLists>,
  ): Promise<HostRegistry> {
    const condition = conditionOf(over);
    const { body, headers } = await this.#call({
      operation,
      method: 'POST',
      path,
      query: { _fields: RAW_FIELDS },
      body: bodyOf(change),
      ...(condition === '' ? {} : { headers: { [CONDITION_HEADER]: condition } }),
    });
    const post = postIn(body);
    const comparedLists = comparedIn(headers);
    // What a host compares it knows; where its echo differs, somebody came right after this write.
    checkEcho(post, change, comparedLists);
    return registryOf(post, { askedAt: performance.now(), comparedLists });
  }

  #list(whose: Whose, offset: number, perPage: number): Promise<HostAnswer> {
    return this.#call({
      operation: 'list_registries',
      method: 'GET',
      path: this.#path,
      query: {
        ...whose,
        status: 'publish,private',
        context: 'edit',
        orderby: 'id',
        order: 'asc',
        offset,
        per_page: perPage,
        _fields: RAW_FIELDS,
      },
      maxBytes: MAX_LIST_BYTES,
    });
  }

  /** Calls the host as the caller. @param within time for the call, if it may not take all that is left (milliseconds) */
  #call({
    within = Number.POSITIVE_INFINITY,
    ...call
  }: Omit<HostCall, 'authorization' | 'caller' | 'deadline' | 'hurriedFrom'> & {
    within?: number;
  }): Promise<HostAnswer> {
    const { at } = this.deadline;
    const deadline = Math.min(at, performance.now() + within);
    const headers = this.requestId === null ? call.headers : { ...call.headers, 'x-request-id': this.requestId };
    return this.#transport.call({
      ...call,
      ...(headers && { headers }),
      authorization: this.#authorization,
      caller: String(this.user ?? ''),
      deadline,
      hurriedFrom: deadline - this.#timeoutMs * HURRIED_SHARE,
    });
  }
}

/** Tells whether a post comes from a host that keeps raw text from readers; `false` of what is no post. */
function lacksRaw(body: unknown): boolean {
  const { id, title } = entriesOf(body);
  return id !== undefined && entriesOf(title).raw === undefined;
}

function totalIn(headers: HostAnswer['headers']): number {
  const value = headers['x-wp-total'];
  if (typeof value !== 'string' || !/^\d+$/.test(value))
    throw new HostError('invalid-response', 'the answer of the host has no X-WP-Total');
  return Number(value);
}
