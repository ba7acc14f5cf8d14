import { Deadline, type Load, monotonic } from '../scheduling.ts';
import type { BreakerState } from './breaker.ts';
import { HostError, isHostFailure } from './errors.ts';
import {
  bodyOf,
  CONDITION_HEADER,
  checkEcho,
  comparedIn,
  conditionOf,
  currentUserIn,
  deletionIn,
  entriesOf,
  type HostRegistry,
  type HostRegistryChange,
  isAsSent,
  notedIn,
  postIn,
  postsIn,
  registryOf,
  type StoredLists,
} from './registry.ts';
import { SiteTimeZone } from './time-zone.ts';
import {
  CALLER_HEADER,
  type HostAnswer,
  type HostCall,
  type HostOperation,
  Transport,
  type TransportOptions,
} from './transport.ts';

/** The user to whom the credentials belong. */
export interface HostUser {
  id: number;
  username: string;
  /** Empty until the user has confirmed the address (rules: Accounts). */
  email: string;
  roles: readonly string[];
  /** True if the host allows the user to manage the whole site. */
  managesOptions: boolean;
}

/** One page of registries, and the number of registries on all pages. */
export interface HostRegistryPage {
  registries: HostRegistry[];
  total: number;
}

interface Page {
  skip: number;
  limit: number;
}

/** Answer to a list of registries. */
type ListAnswer = Pick<HostAnswer, 'headers' | 'body'> & Pick<HostRegistry, 'askedAt' | 'pluginLists'>;

export interface HostClientOptions extends TransportOptions {
  /** REST base of the registry post type, for example `registries`. */
  registryRestBase: string;
  /** Time limit of a session in seconds. */
  timeout: number;
  /** Returns milliseconds on a clock that only moves forward. */
  now?: () => number;
}

/** State that all sessions of a host share. */
interface HostKnowledge {
  /** Path of the registries below the REST root. */
  readonly path: string;
  /** Time limit of a session in seconds. */
  readonly timeout: number;
  /** True if the host's last answer to a read contained unrendered text, such as `title.raw`. Initially true. */
  givesRaw: boolean;
  readonly timeZone: SiteTimeZone;
}

/** Opens sessions on a WordPress site with registries. This class does not depend on the rest of the service. */
export class HostClient {
  readonly #transport: Transport;
  readonly #host: HostKnowledge;

  constructor(options: HostClientOptions) {
    this.#transport = new Transport(options);
    const { registryRestBase, timeout, now = monotonic } = options;
    this.#host = { path: `/wp/v2/${registryRestBase}`, timeout, givesRaw: true, timeZone: new SiteTimeZone(now) };
  }

  /**
   * Opens a session with a user's own credentials and the time limit of one request.
   * @param requestId id of the request in logs; the host also receives this id
   */
  as(authorization: string, requestId: string | null = null): HostSession {
    return new HostSession(this.#transport, this.#host, authorization, requestId);
  }

  get breaker(): BreakerState {
    return this.#transport.breaker;
  }

  /** Returns the number of pending and waiting calls. */
  load(): Record<string, Load> {
    return this.#transport.load();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

/** Filter for a list of registries; empty for all registries. */
type Whose = { author: number } | { largesse_role: ListedRole } | Record<string, never>;

/** Role of the caller in registries that the host's plugin can list. */
export type ListedRole = 'co-owner' | 'invitee' | 'any';

/** Maximum number of registries that WordPress sends at a time. */
export const LIST_PAGE = 100;

/** Maximum size of a list in bytes: enough for 100 registries, each with a story of up to 20,000 characters. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/**
 * A call is hurried if it starts with less than this share of the session's time limit left. A time-out of a hurried
 * call does not count as a failure of the host, which may just need more time.
 */
const HURRIED_SHARE = 0.5;

/** Time limit of a request that reads the site's time zone (milliseconds). */
const TIME_ZONE_TIMEOUT_MS = 2000;

/**
 * Fields of registries that WordPress can send without rendering texts. Stock WordPress sends raw text only to editors.
 * A host with the plugin sends raw text to every reader. Exception: a reader who lacks the post's password gets no raw
 * story, but only `content.protected`.
 */
const RAW_FIELDS = 'id,author,status,slug,link,date_gmt,modified_gmt,title.raw,content.raw,content.protected,meta';

/** Form in which the host lists registries. */
interface ListForm {
  context: string;
  _fields: string;
  order?: 'desc';
}

const VIEWED: ListForm = { context: 'view', _fields: RAW_FIELDS };
const EDITED: ListForm = { context: 'edit', _fields: RAW_FIELDS };

const formFor = (whose: Whose): ListForm => ('largesse_role' in whose ? VIEWED : EDITED);

/**
 * Header with the mark of a request to create a registry. The plugin's answers contain the header if the plugin
 * recognizes repeated requests.
 */
export const CREATION_HEADER = 'x-largesse-creation';

/** Tolerance when times of the host are compared (milliseconds). */
const CLOCK_TOLERANCE_MS = 3000;

/** Fields of registries for readers to whom the host sends no raw text. */
const RENDERED_FIELDS = `${RAW_FIELDS},title.rendered,content.rendered`;

/**
 * Calls the host for one caller during one request. Every method throws a HostError if the host fails, rejects the
 * call or takes too long.
 */
export class HostSession {
  readonly #transport: Transport;
  readonly #host: HostKnowledge;
  readonly #authorization: string;
  /** Id of the request in logs; null outside a request. */
  readonly requestId: string | null;
  /** Deadline for all calls and other waits of the session. */
  readonly deadline: Deadline;
  /** Id of the caller; null until the session knows the caller. */
  user: number | null = null;

  constructor(transport: Transport, host: HostKnowledge, authorization: string, requestId: string | null) {
    this.#transport = transport;
    this.#host = host;
    this.#authorization = authorization;
    this.requestId = requestId;
    this.deadline = new Deadline(host.timeout);
  }

  /**
   * Returns the user to whom the credentials belong. The host answers 401 to invalid credentials (rules: Credentials
   * 2).
   * @param unprovenFrom client's address, unless the credentials are known to be valid; see HostCall
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
    let isRendered = lacksRaw(answer.body);
    if (this.#host.givesRaw && isRendered) {
      answer = await this.#read(id, false);
      isRendered = lacksRaw(answer.body);
    }
    // Stores whether the host sends raw text, so that the next read needs only one call. The plugin may have been
    // activated or removed since the last read.
    this.#host.givesRaw = !isRendered;
    return registryOf(postIn(answer.body), { askedAt, pluginLists: comparedIn(answer.headers) });
  }

  /**
   * Returns the site's time zone as a name for `Intl`: `UTC` if the site has no zone, null before the site's first
   * answer. Asks the host at most every five minutes, or every minute after a failure. Never throws a HostError.
   */
  timeZone(): Promise<string | null> {
    return this.#host.timeZone.get(async () => {
      const { body } = await this.#call(
        {
          operation: 'look_at_site',
          method: 'GET',
          path: '/',
          query: { _fields: 'timezone_string,gmt_offset' },
        },
        TIME_ZONE_TIMEOUT_MS,
      );
      return body;
    });
  }

  /**
   * Returns public and private registries of an author, sorted by id. A page past the end is empty, but its totals are
   * correct.
   */
  async registriesOf(author: number, page: Page): Promise<HostRegistryPage> {
    return this.#page({ author }, page, await this.#list({ author }, page));
  }

  /**
   * Returns registries in which the caller has a role, sorted and divided into pages like `registriesOf`. A host
   * without the plugin ignores the parameter and lists registries of all users; this method then returns null.
   */
  async registriesOfRole(role: ListedRole, page: Page): Promise<HostRegistryPage | null> {
    const whose = { largesse_role: role };
    const answer = await this.#list(whose, page);
    return answer.pluginLists.includes('registry_owners') ? this.#page(whose, page, answer) : null;
  }

  /** Returns all public and private registries that the caller can read, in ascending order of their ids. */
  async *readableRegistries(): AsyncGenerator<HostRegistry> {
    for (let skip = 0; ; skip += LIST_PAGE) {
      const answer = await this.#list({}, { skip, limit: LIST_PAGE }, { context: 'view', _fields: RENDERED_FIELDS });
      yield* registriesIn(answer);
      // WordPress removes unreadable registries from a page after it has counted them.
      if (skip + LIST_PAGE >= totalIn(answer.headers)) return;
    }
  }

  async #page(whose: Whose, page: Page, answer: ListAnswer): Promise<HostRegistryPage> {
    const registries = registriesIn(answer);
    // If the offset is beyond the last registry, WordPress reports a total of 0.
    const isCounted = registries.length > 0 || page.skip === 0;
    const { headers } = isCounted ? answer : await this.#list(whose, { skip: 0, limit: 1 });
    return { registries, total: totalIn(headers) };
  }

  /**
   * Returns ids of registries with items, in ascending order, one page at a time. The pages cover all public and
   * private registries that the caller can read.
   */
  async registriesWithItems(offset: number): Promise<{ ids: number[]; isLast: boolean }> {
    const registries = registriesIn(await this.#list({}, { skip: offset, limit: LIST_PAGE }));
    const ids = registries.filter(({ itemIds }) => itemIds.length > 0).map(({ id }) => id);
    return { ids, isLast: registries.length < LIST_PAGE };
  }

  /** @param mark UUID of the request. For the same mark, a host with the plugin returns the same registry */
  async createRegistry(change: HostRegistryChange, mark: string | null = null): Promise<HostRegistry> {
    return this.#write('create_registry', this.#host.path, change, mark === null ? {} : { [CREATION_HEADER]: mark });
  }

  /**
   * Finds the registries of an author that may be the result of a request to create one, newest first. Returns nothing
   * if the host itself recognizes repeated requests by their marks.
   * @param since time of the request on the clock of this process (milliseconds since 1970)
   */
  async createdSince(author: number, sent: HostRegistryChange, since: number): Promise<HostRegistry[]> {
    const answer = await this.#list({ author }, { skip: 0, limit: LIST_PAGE }, { ...EDITED, order: 'desc' });
    if (answer.headers[CREATION_HEADER] !== undefined) return [];
    // The clock of the host may differ, and the host rounds times to seconds.
    const ahead = Date.parse(String(answer.headers.date)) - Date.now() || 0;
    const from = new Date(since + ahead - CLOCK_TOLERANCE_MS).toISOString();
    return registriesIn(answer).filter((registry) => registry.createdAt >= from && isAsSent(registry, sent));
  }

  /**
   * Updates a registry.
   * @param over stored values of the lists to overwrite, as the service has read them. If one of these lists has
   * changed since then, the call fails with `changed`, unless the host does not compare lists.
   */
  async updateRegistry(id: number, change: HostRegistryChange, over: Partial<StoredLists> = {}): Promise<HostRegistry> {
    const condition = conditionOf(over);
    const headers = condition === '' ? {} : { [CONDITION_HEADER]: condition };
    return this.#write('change_registry', `${this.#host.path}/${id}`, change, headers);
  }

  /** Deletes a registry permanently, without the trash. */
  async deleteRegistry(id: number): Promise<void> {
    const { body } = await this.#call({
      operation: 'delete_registry',
      method: 'DELETE',
      path: `${this.#host.path}/${id}`,
      query: { force: 'true', _fields: 'deleted' },
    });
    deletionIn(body);
  }

  /**
   * Announces that the caller is about to delete an item with a gift, so that the site can mail the giver. A host
   * without the plugin sends no such mail.
   * @throws {HostError} `unavailable` also if the site could not look up the gift
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
    return this.#call({ operation: 'read_registry', method: 'GET', path: `${this.#host.path}/${id}`, query });
  }

  async #write(
    operation: HostOperation,
    path: string,
    change: HostRegistryChange,
    sent: Record<string, string>,
  ): Promise<HostRegistry> {
    const { body, headers } = await this.#call({
      operation,
      method: 'POST',
      path,
      query: { _fields: RAW_FIELDS },
      body: bodyOf(change),
      headers: sent,
    });
    const post = postIn(body);
    const pluginLists = comparedIn(headers);
    // Skips the lists that the host compares: the host has either stored them, or rejected the write. The answer may
    // already contain a list from a later write.
    checkEcho(post, change, pluginLists);
    return registryOf(post, { askedAt: performance.now(), pluginLists });
  }

  /** Lists registries. With the context `edit`, WordPress lists only registries that the caller may edit. */
  async #list(whose: Whose, { skip, limit }: Page, form: ListForm = formFor(whose)): Promise<ListAnswer> {
    const askedAt = performance.now();
    const { headers, body } = await this.#call({
      operation: 'list_registries',
      method: 'GET',
      path: this.#host.path,
      query: {
        ...whose,
        status: 'publish,private',
        orderby: 'id',
        order: 'asc',
        ...form,
        offset: skip,
        per_page: limit,
      },
      maxBytes: MAX_LIST_BYTES,
    });
    return { headers, body, askedAt, pluginLists: comparedIn(headers) };
  }

  /**
   * Calls the host as the caller.
   * @param within time limit for the call, if shorter than the time limit of the session (milliseconds)
   */
  #call(
    call: Omit<HostCall, 'authorization' | 'caller' | 'deadline' | 'hurriedFrom'>,
    within = Number.POSITIVE_INFINITY,
  ): Promise<HostAnswer> {
    const { at } = this.deadline;
    const deadline = Math.min(at, performance.now() + within);
    return this.#transport.call({
      ...call,
      headers: this.requestId === null ? (call.headers ?? {}) : { ...call.headers, 'x-request-id': this.requestId },
      authorization: this.#authorization,
      caller: String(this.user ?? ''),
      deadline,
      hurriedFrom: deadline - this.#host.timeout * 1000 * HURRIED_SHARE,
    });
  }
}

/** Returns whether a post lacks raw text. A host without the plugin sends raw text only to editors. */
function lacksRaw(body: unknown): boolean {
  const { id, title } = entriesOf(body);
  return id !== undefined && entriesOf(title).raw === undefined;
}

function registriesIn({ body, askedAt, pluginLists }: ListAnswer): HostRegistry[] {
  return postsIn(body).map((post) => registryOf(post, { askedAt, pluginLists }));
}

function totalIn(headers: HostAnswer['headers']): number {
  const value = headers['x-wp-total'];
  if (typeof value !== 'string' || !/^\d+$/.test(value))
    throw new HostError('invalid-response', 'the answer of the host has no X-WP-Total');
  return Number(value);
}
