import { Deadline, monotonic } from '../scheduling/deadline.ts';
import type { Load } from '../scheduling/waiting-line.ts';
import type { BreakerState } from './breaker.ts';
import { HostError, isHostFailure } from './errors.ts';
import { inviteeKey } from './people-entries.ts';
import { bodyOf, checkEcho, type HostRegistry, type HostRegistryChange, isAsSent, registryOf } from './registry.ts';
import { type Facts, SiteFacts } from './site-facts.ts';
import { SiteHome } from './site-home.ts';
import type { StatedSite } from './stated-site.ts';
import { CONDITION_HEADER, comparedIn, conditionOf, type StoredLists } from './stored-lists.ts';
import { SiteTimeZone } from './time-zone.ts';
import {
  CALLER_HEADER,
  type HostAnswer,
  type HostCall,
  type HostOperation,
  KEY_HEADER,
  Transport,
  type TransportOptions,
} from './transport.ts';
import { currentUserIn, deletionIn, entriesOf, notedIn, postIn, postsIn, receivedIn, usersIn } from './validated.ts';

/** The user to whom the credentials belong. */
export interface HostUser {
  id: number;
  username: string;
  /** Empty until the user has confirmed the address (rules: Accounts). */
  email: string;
  roles: readonly string[];
  /** True if the host allows the user to manage the whole site. */
  managesOptions: boolean;
  /** Scope of the key with which the caller has signed in; null for an application password without a scope. */
  scope: string | null;
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

type ListAnswer = Pick<HostAnswer, 'headers' | 'body'> & Pick<HostRegistry, 'askedAt' | 'comparedLists'>;

interface HostClientOptions extends TransportOptions {
  registryRestBase: string;
  /** Time limit of a session in seconds. */
  timeout: number;
  /** Returns true as long as no call may change the site. */
  isReadOnly?: () => boolean;
  now?: () => number;
}

interface HostKnowledge {
  readonly path: string;
  /** Time limit of a session in seconds. */
  readonly timeout: number;
  isReadOnly(): boolean;
  /** True if the host's last answer to a read contained unrendered text, such as `title.raw`. */
  givesRaw: boolean;
  readonly timeZone: SiteTimeZone;
  readonly facts: SiteFacts;
  readonly home: SiteHome;
}

/** Opens sessions on a WordPress site with registries. */
export class HostClient {
  readonly #transport: Transport;
  readonly #host: HostKnowledge;

  constructor(options: HostClientOptions) {
    this.#transport = new Transport(options);
    const { registryRestBase, timeout, isReadOnly = () => false, now = monotonic } = options;
    this.#host = {
      path: `/wp/v2/${registryRestBase}`,
      timeout,
      isReadOnly,
      givesRaw: true,
      timeZone: new SiteTimeZone(now),
      facts: new SiteFacts(now),
      home: new SiteHome(now),
    };
  }

  /**
   * Opens a session with a user's own credentials.
   * @param requestId id in logs, which the host also receives
   * @param waitedMs time for which the request has already waited (milliseconds)
   * @param stated statement of the site, if it has signed the request
   */
  as(
    authorization: string,
    requestId: string | null = null,
    waitedMs = 0,
    stated: StatedSite | null = null,
  ): HostSession {
    if (stated) {
      this.#host.timeZone.learn(stated.timeZone);
      this.#host.facts.learn(stated.facts);
    }
    return new HostSession(this.#transport, this.#host, authorization, requestId, waitedMs, stated);
  }

  get breaker(): BreakerState {
    return this.#transport.breaker;
  }

  load(): Record<string, Load> {
    return this.#transport.load();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

type Whose = { author: number } | { largesse_role: ListedRole } | Record<string, never>;

/** Role of the caller in registries that the host's plugin can list. */
export type ListedRole = 'co-owner' | 'invitee' | 'any';

/** Maximum number of registries that WordPress sends at a time. */
export const LIST_PAGE = 100;

/** Enough for 100 registries, each with a story of up to 20,000 characters (bytes). */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** Share of the time of a request that is left for its answer, after all waits. */
const ANSWER_SHARE = 0.05;

/** Share of the time of a request for which its calls may wait for a connection, in sum. */
const WAIT_SHARE = 0.4;

/** A call is hurried if less than this share of the session's time is left. Its time-out is no failure of the host. */
const HURRIED_SHARE = 0.5;

const TIME_ZONE_TIMEOUT_MS = 2000;

/**
 * Fields that WordPress can send without rendering texts. Stock WordPress sends raw text only to editors, the plugin to
 * every reader. A reader who lacks the post's password gets no raw story, but only `content.protected`.
 */
const RAW_FIELDS = 'id,author,status,slug,link,date_gmt,modified_gmt,title.raw,content.raw,content.protected,meta';

interface ListForm {
  context: string;
  _fields: string;
  order?: 'desc';
}

/** Raw texts that the plugin shows to every reader. It answers keys in no other form (rules: Keys). */
export const VIEWED: ListForm = { context: 'view', _fields: RAW_FIELDS };
/** Raw texts that WordPress shows to editors, and only registries that the caller may edit. */
export const EDITED: ListForm = { context: 'edit', _fields: RAW_FIELDS };

/** Header with the mark of a request to create a registry. Answers contain it if the plugin recognizes repetitions. */
const CREATION_HEADER = 'x-largesse-creation';

/** Tolerance when times of the host are compared (milliseconds). */
const CLOCK_TOLERANCE_MS = 3000;

const RENDERED_FIELDS = `${RAW_FIELDS},title.rendered,content.rendered`;

/** Calls the host for one caller during one request. Every method throws a HostError. */
export class HostSession {
  readonly #transport: Transport;
  readonly #host: HostKnowledge;
  readonly #authorization: string;
  readonly #stated: StatedSite | null;
  readonly requestId: string | null;
  readonly deadline: Deadline;
  readonly #wait: { left: number };
  /** Id of the caller; null until the session knows the caller. */
  user: number | null = null;

  /**
   * @param waitedMs time for which the request has already waited (milliseconds)
   * @param stated answers in place of the host, if the site has signed the request
   */
  constructor(
    transport: Transport,
    host: HostKnowledge,
    authorization: string,
    requestId: string | null,
    waitedMs: number,
    stated: StatedSite | null,
  ) {
    this.#transport = transport;
    this.#host = host;
    this.#authorization = authorization;
    this.#stated = stated;
    this.requestId = requestId;
    this.#wait = { left: host.timeout * 1000 * WAIT_SHARE };
    // After a long pause of the process, a request may still begin.
    const waited = Math.min(waitedMs / 1000, host.timeout / 2);
    this.deadline = new Deadline(host.timeout * (1 - ANSWER_SHARE) - waited);
  }

  /**
   * Returns the user of the credentials. The host answers 401 to invalid ones (rules: Credentials 2).
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
      scope: headers[KEY_HEADER]?.toString() ?? null,
    };
  }

  /**
   * Returns the id of the user whose account has an address; null if there is none. The caller must be an admin. The
   * plugin omits users who have not confirmed their address (rules: Accounts).
   */
  async userWithAddress(address: string): Promise<number | null> {
    const { body } = await this.#call({
      operation: 'find_user',
      method: 'GET',
      path: '/wp/v2/users',
      query: { context: 'edit', _fields: 'id,email', search: address, largesse_confirmed: 1, per_page: LIST_PAGE },
    });
    const wanted = inviteeKey(address);
    return usersIn(body).find(({ email }) => inviteeKey(email) === wanted)?.id ?? null;
  }

  /**
   * Returns the author, the status and the surprise of a registry as the site has stated them, without a call;
   * otherwise the whole registry.
   */
  async stateOf(id: number): Promise<HostRegistry> {
    const stated = this.#stated?.registries.get(id);
    if (stated === null) throw new HostError('not-found', 'the site has deleted the registry');
    return stated ?? this.registry(id);
  }

  async registry(id: number): Promise<HostRegistry> {
    const askedAt = performance.now();
    let answer = await this.#read(id, this.#host.givesRaw);
    let isRendered = lacksRaw(answer.body);
    if (this.#host.givesRaw && isRendered) {
      answer = await this.#read(id, false);
      isRendered = lacksRaw(answer.body);
    }
    // The next read then needs only one call. The plugin may be activated or removed at any time.
    this.#host.givesRaw = !isRendered;
    return registryOf(postIn(answer.body), { askedAt, comparedLists: comparedIn(answer.headers) });
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

  /** Returns what the plugin says about the site, at most five minutes old. */
  site(): Promise<Facts> {
    return this.#host.facts.get(async () => {
      // Without credentials: the plugin would test the whole setup for an administrator.
      const call = { operation: 'look_at_site', method: 'GET', path: '/largesse/v1/status' } as const;
      return (await this.#call(call, Number.POSITIVE_INFINITY, null)).body;
    });
  }

  /**
   * Returns the address that the site names as its own; null if it names none.
   * @param ageMs its maximum age (milliseconds)
   */
  home(ageMs: number): Promise<string | null> {
    return this.#host.home.get(ageMs, async () => {
      const call = { operation: 'look_at_site', method: 'GET', path: '/', query: { _fields: 'home' } } as const;
      return (await this.#call(call)).body;
    });
  }

  /** Returns public and private registries of an author, sorted by id. Pages past the end have correct totals. */
  async registriesOf(author: number, page: Page, form: ListForm): Promise<HostRegistryPage> {
    return this.#page({ author }, page, form, await this.#list({ author }, page, form));
  }

  /**
   * Returns registries in which the caller has a role, like `registriesOf`. Without the plugin, the host ignores the
   * parameter and lists registries of all users; the result is then null.
   */
  async registriesOfRole(role: ListedRole, page: Page): Promise<HostRegistryPage | null> {
    const whose = { largesse_role: role };
    const answer = await this.#list(whose, page, VIEWED);
    return answer.comparedLists.includes('registry_owners') ? this.#page(whose, page, VIEWED, answer) : null;
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

  async #page(whose: Whose, page: Page, form: ListForm, answer: ListAnswer): Promise<HostRegistryPage> {
    const registries = registriesIn(answer);
    // If the offset is beyond the last registry, WordPress reports a total of 0.
    const isCounted = registries.length > 0 || page.skip === 0;
    const { headers } = isCounted ? answer : await this.#list(whose, { skip: 0, limit: 1 }, form);
    return { registries, total: totalIn(headers) };
  }

  /** Returns ids of all readable public and private registries with items, ascending, one page at a time. */
  async registriesWithItems(offset: number): Promise<{ ids: number[]; isLast: boolean }> {
    const registries = registriesIn(await this.#list({}, { skip: offset, limit: LIST_PAGE }, EDITED));
    const ids = registries.filter(({ itemIds }) => itemIds.length > 0).map(({ id }) => id);
    return { ids, isLast: registries.length < LIST_PAGE };
  }

  /** @param mark UUID of the request, for which the plugin always returns the same registry */
  async createRegistry(change: HostRegistryChange, mark: string | null = null): Promise<HostRegistry> {
    return this.#write('create_registry', this.#host.path, change, mark === null ? {} : { [CREATION_HEADER]: mark });
  }

  /**
   * Finds the registries of an author that may be the result of a request to create one, newest first; none if the host
   * itself recognizes repeated requests.
   * @param since time of the request (milliseconds since 1970)
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
   * @param over known values of the lists to overwrite. If one has changed since then, the call fails with `changed`,
   * unless the host does not compare lists.
   */
  async updateRegistry(id: number, change: HostRegistryChange, over: Partial<StoredLists> = {}): Promise<HostRegistry> {
    const condition = conditionOf(over);
    const headers = condition === '' ? {} : { [CONDITION_HEADER]: condition };
    return this.#write('change_registry', `${this.#host.path}/${id}`, change, headers);
  }

  /** Skips the trash. */
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
   * Announces that the caller will delete a gift, so that the plugin can mail the giver.
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

  /**
   * Returns those of some registries whose gifts the caller receives, in whatever state these are, even if they were
   * deleted; null without the plugin, which stores people.
   */
  async receivedAmong(registries: readonly number[]): Promise<readonly number[] | null> {
    try {
      const { body } = await this.#call({
        operation: 'find_received',
        method: 'POST',
        path: '/largesse/v1/received-registries',
        body: { registries },
      });
      return receivedIn(body).received;
    } catch (error) {
      if (isHostFailure(error, 'no-route')) return null;
      throw error;
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
    const comparedLists = comparedIn(headers);
    // The host has stored the lists that it compares, or rejected the write. Later writes may have changed them.
    checkEcho(post, change, comparedLists);
    return registryOf(post, { askedAt: performance.now(), comparedLists });
  }

  async #list(whose: Whose, { skip, limit }: Page, form: ListForm): Promise<ListAnswer> {
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
    return { headers, body, askedAt, comparedLists: comparedIn(headers) };
  }

  /** @param within time limit for the call, if shorter than that of the session (milliseconds) */
  async #call(
    call: Omit<HostCall, 'authorization' | 'caller' | 'deadline' | 'hurriedFrom'>,
    within = Number.POSITIVE_INFINITY,
    authorization: string | null = this.#authorization,
  ): Promise<HostAnswer> {
    // This question changes nothing, but has a body.
    const isRead = call.method === 'GET' || call.operation === 'find_received';
    if (this.#host.isReadOnly() && !isRead)
      throw new HostError('unavailable', 'the database was made for another site');
    const { at } = this.deadline;
    const deadline = Math.min(at, performance.now() + within);
    return this.#transport.call({
      ...call,
      headers: this.requestId === null ? (call.headers ?? {}) : { ...call.headers, 'x-request-id': this.requestId },
      authorization,
      caller: String(this.user ?? ''),
      deadline,
      wait: this.#wait,
      hurriedFrom: deadline - this.#host.timeout * 1000 * HURRIED_SHARE,
    });
  }
}

function lacksRaw(body: unknown): boolean {
  const { id, title } = entriesOf(body);
  return id !== undefined && entriesOf(title).raw === undefined;
}

function registriesIn({ body, askedAt, comparedLists }: ListAnswer): HostRegistry[] {
  return postsIn(body).map((post) => registryOf(post, { askedAt, comparedLists }));
}

function totalIn(headers: HostAnswer['headers']): number {
  const value = headers['x-wp-total'];
  if (typeof value !== 'string' || !/^\d+$/.test(value))
    throw new HostError('invalid-response', 'the answer of the host has no X-WP-Total');
  return Number(value);
}
